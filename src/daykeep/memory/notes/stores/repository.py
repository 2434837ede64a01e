"""The project that a folder belongs to, by git's own files: one for a repository, its subfolders and all its worktrees.

Git is not run: three small files tell. A worktree counts as one of a repository only if that repository names it
too, so that no ``.git`` file that was downloaded leads to another project's memory.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.readonly import open_read_only

REPOSITORY, WORKTREE, BARE, FOLDER = "repository", "worktree", "bare", "folder"
_LIMIT_BYTES = 4_096
_GIT = ".git"


class Project(NamedTuple):
    """A project: ``root`` is one and the same for everything that shares it, ``top`` the checkout around the folder.

    ``how`` is repository, worktree (a linked one), bare, or folder (no git: the folder itself). ``notes`` say what
    could not be followed.
    """

    root: Path
    top: Path
    how: str
    notes: tuple[str, ...] = ()


def find_project(cwd: Path) -> Project:
    """The project around a folder; never fails. Of a folder that is gone the nearest one above it that is there counts."""
    start = Path(os.path.realpath(cwd))
    gone: tuple[str, ...] = ()
    while not _is_folder(start) and start != start.parent:
        gone = (f'"{cwd}" is gone; the folder above it that is still there was looked at',)
        start = start.parent
    for folder in (start, *start.parents):
        found = _project_of(folder)
        if found is not None:
            return found._replace(notes=(*gone, *found.notes))
    return Project(Path(os.path.realpath(cwd)), Path(os.path.realpath(cwd)), FOLDER, gone)


def _project_of(folder: Path) -> Project | None:
    mark = folder / _GIT
    if os.path.lexists(mark / "HEAD"):
        return Project(folder, folder, REPOSITORY)
    if _is_file(mark):
        return _by_file(folder, mark)
    if folder.name != _GIT and _is_bare(folder):
        return Project(folder, folder, BARE)
    return None


def _is_bare(folder: Path) -> bool:
    return _is_file(folder / "HEAD") and _is_folder(folder / "objects") and _is_folder(folder / "refs")


def _is_folder(path: Path) -> bool:
    return stat.S_ISDIR(_mode(path))


def _is_file(path: Path) -> bool:
    return stat.S_ISREG(_mode(path))


def _mode(path: Path) -> int:
    """The kind of what stands under a path; 0 where nothing does, or none that may be looked at or named."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def _by_file(top: Path, mark: Path) -> Project:
    """The project of a checkout whose ``.git`` is a file: a linked worktree, a submodule, a git folder elsewhere."""
    alone = Project(top, top, REPOSITORY)
    said = _read_line(mark)
    if not said.startswith("gitdir:"):
        return alone._replace(notes=(f'"{mark}" names no git folder; its own folder counts',))
    git_dir = _joined(top, said.removeprefix("gitdir:").strip())
    if not _is_folder(git_dir):
        return alone._replace(notes=(f'the git folder of "{top}" is gone; the checkout counts by itself',))
    common = _read_line(git_dir / "commondir")
    if not common:
        inside = git_dir.parent == top and _is_bare(git_dir)
        return Project(git_dir, top, BARE) if inside else alone
    shared = _joined(git_dir, common)
    back = _read_line(git_dir / "gitdir")
    known = back and os.path.normcase(_joined(git_dir, back)) == os.path.normcase(mark)
    if git_dir.parent != shared / "worktrees" or not known:
        return alone._replace(
            notes=(f'"{shared}" does not know the worktree "{top}"; the checkout counts by itself',)
        )
    return Project(shared.parent if shared.name == _GIT else shared, top, WORKTREE)


def _joined(base: Path, said: str) -> Path:
    return Path(os.path.realpath(base / said)) if "\0" not in said else base


def _read_line(path: Path) -> str:
    """The first line of a small file; ``""`` where there is none that can be read."""
    try:
        stream = open_read_only(path)
    except DaykeepError:
        return ""
    if stream is None:
        return ""
    with stream:
        return os.fsdecode(stream.read(_LIMIT_BYTES)).partition("\n")[0].strip()
