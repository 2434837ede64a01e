"""Running one command line in this process, away from the real home and without a git identity."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.cli.main import run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


class Answer(NamedTuple):
    """What a command line answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value


class Desk:
    """A folder to work in and a way to run commands there."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capture = capture
        self._patch = patch
        home = folder / "home"
        home.mkdir()
        for name in (
            "DAYKEEP_WORKSPACE",
            "XDG_CONFIG_HOME",
            "XDG_CACHE_HOME",
            "LC_ALL",
            "LC_MESSAGES",
            "GIT_DIR",
            "GIT_INDEX_FILE",
        ):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(home))
        patch.setenv("LANG", "C.UTF-8")
        patch.setenv("TZ", "UTC")
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        patch.setenv(
            "DAYKEEP_DISTILL_PROFILE", "classic"
        )  # fixed rules: what they take does not hang on weights
        patch.chdir(folder)

    def run(self, *words: str, where: Path | None = None) -> Answer:
        """Run a command line, in ``where`` if given."""
        self._patch.chdir(where or self.folder)
        self._capture.readouterr()
        code = run(list(words))
        captured = self._capture.readouterr()
        return Answer(code, captured.out, captured.err)
