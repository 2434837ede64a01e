"""Making the folders in which agents keep notes: the user's, and a project's that git does not see."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.store import Files
from daykeep.memory.notes.changes import hide_own_folder, make_folder, put_missing
from daykeep.memory.notes.index.lines import NEW_INDEX
from daykeep.memory.notes.note import CLAUDE_INDEX
from daykeep.memory.notes.stores.automemory import config_folder
from daykeep.memory.notes.stores.places import inside_checkout
from daykeep.memory.notes.stores.repository import find_project

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.memory.notes.stores.places import Around

IGNORES = b"*\n"
"""A project's notes are of this machine alone. The folder says so itself: the project's ``.gitignore`` is others' too."""


class NewFile(NamedTuple):
    """A file that is made if there is none: its folder, its name and its bytes."""

    folder: Path
    name: str
    data: bytes


class Init(NamedTuple):
    """What is missing: folders, in the order in which they are made, and files."""

    folders: tuple[Path, ...]
    files: tuple[NewFile, ...]


def plan_init(around: Around, *, project: bool = True) -> Init:
    """What the places for notes lack: ``memory`` and ``rules`` of the user and, with ``project``, of the project.

    Looks only. A project that is the home folder has none of its own. Raises RefusedError where a project's
    ``.claude`` or a folder in it leads out of it.
    """
    user = config_folder(around.home, around.environ)
    bases = [(user, False)]
    top = find_project(around.cwd).top
    if project and os.path.realpath(top / ".claude") != os.path.realpath(user):
        bases.append((top / ".claude", True))
    folders: list[Path] = []
    files: list[NewFile] = []
    for base, local in bases:
        memory = base / "memory"
        if local:
            inside_checkout(top, memory)
            inside_checkout(top, base / "rules")
        folders += [folder for folder in (memory, base / "rules") if not folder.is_dir()]
        wanted = [NewFile(memory, ".gitignore", IGNORES)] if local and not memory.is_dir() else []
        wanted.append(NewFile(memory, CLAUDE_INDEX, NEW_INDEX))
        files += [file for file in wanted if not _is_there(file)]
    return Init(tuple(folders), tuple(files))


def _is_there(file: NewFile) -> bool:
    lower = file.name.lower()
    return any(os.path.lexists(file.folder / name) for name in (file.name, lower))


def apply_init(init: Init) -> list[str]:
    """Make what is missing; the paths that were made. What is there meanwhile stays as it is; may be called again."""
    made: list[str] = []
    for folder in init.folders:
        made += make_folder(folder)
    for file in init.files:
        files = Files(file.folder)
        hide_own_folder(files)
        if put_missing(files, file.name, file.data):
            made.append(os.fspath(file.folder / file.name))
    return made
