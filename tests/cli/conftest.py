"""The desk on which command lines are tried."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

from tests.cli.setting_up import Desk
from tests.git.playground import Playground

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A folder to work in and a way to run commands there."""
    return Desk(tmp_path, monkeypatch, capsys)


@pytest.fixture
def build(desk, monkeypatch):
    """Runs the command and gives what it writes to stdout, byte for byte."""

    def run(*words, where=None, code=0):
        out = io.BytesIO()
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out, encoding="utf-8", newline=""))
        answer = desk.run("context", "build", *words, where=where)
        sys.stdout.flush()
        assert answer.code == code, answer.err
        return answer._replace(out=out.getvalue().decode())

    return run


@pytest.fixture
def code(desk):
    """A code repository with an instruction file, beside a workspace."""
    root = desk.folder / "code"
    playground = Playground(root, desk.folder / "home").start()
    playground.write("CLAUDE.md", "Use tabs. See @docs/style.md\n")
    playground.write("docs/style.md", "Lines have 100 characters.\n")
    return root
