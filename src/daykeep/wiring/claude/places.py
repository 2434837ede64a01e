"""Where Claude Code reads settings, and which of its files daykeep may write."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import RefusedError
from daykeep.memory.notes.stores.automemory import config_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

USER, PROJECT, LOCAL = "user", "project", "local"
SCOPES = (USER, PROJECT, LOCAL)
_FOLDER = ".claude"
_LEAVES = {PROJECT: "settings.json", LOCAL: "settings.local.json"}


class Place(NamedTuple):
    """A settings file by its full path, and the folders of which one must hold it once links are followed."""

    scope: str
    path: Path
    inside: tuple[Path, ...]


def user_place(home: Path, environ: Mapping[str, str]) -> Place:
    """The user's own settings: in ``CLAUDE_CONFIG_DIR`` or ``~/.claude``; links may lead to anywhere in the home folder."""
    folder = config_folder(home, environ)
    return Place(USER, folder / "settings.json", (home, folder))


def project_place(scope: str, project: Path) -> Place:
    """The settings of a project, shared (``project``) or one's own (``local``); links may not lead out of the project."""
    return Place(scope, project / _FOLDER / _LEAVES[scope], (project,))


def place_of(scope: str, path: Path, home: Path, environ: Mapping[str, str]) -> Place:
    """The place of a settings file that was written before, also one in a folder that is the user's no more."""
    if scope != USER:
        return project_place(scope, path.parent.parent)
    now = user_place(home, environ)
    return now._replace(path=path, inside=(*now.inside, path.parent))


def follow(place: Place) -> Path:
    """The real path of a settings file. RefusedError where a link leads out of the folders that may hold it."""
    real = Path(os.path.realpath(place.path))
    allowed = [Path(os.path.realpath(folder)) for folder in place.inside]
    if not any(real.is_relative_to(folder) for folder in allowed):
        raise RefusedError(
            f'"{place.path}" is a link that leads away, to "{real}"; nothing was changed',
            hint="make it a file of its own, or put the hooks there by hand (docs/how-to/hooks.md shows them)",
        )
    return real
