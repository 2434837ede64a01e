"""What Claude Code reads later, with the first file that it reads in a folder below: nested files and rules for paths."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.context.instructions.model import ON_READ

if TYPE_CHECKING:
    from daykeep.context.instructions.claude.sources import Sources

MOST_FOLDERS = 256
"""Folders between the working folder and one path."""


def add_for_paths(sources: Sources) -> None:
    """Read what belongs to the paths of the call, one after the other; a path need not exist yet.

    For each: rules for paths that the start already knew, then every folder below the working folder down to it.
    """
    gathering = sources.gathering
    cwd = str(gathering.around.cwd)
    sources.when = ON_READ
    entered: set[str] = set()
    for given in gathering.asked.for_paths:
        target = _place(given, cwd, str(gathering.around.home))
        real = os.path.realpath(target)
        sources.read_for(target, real, sources.conditional)
        inside = next((path for path in (target, real) if path.startswith(cwd.rstrip(os.sep) + os.sep)), "")
        if not inside:
            gathering.note(f"{given}: outside of the working folder, so only rules for paths were looked at")
            continue
        for folder in _folders_between(cwd, os.path.dirname(inside))[:MOST_FOLDERS]:  # noqa: PTH120
            if folder not in entered:
                entered.add(folder)
                known = len(sources.conditional)
                sources.folder(
                    folder, f"of {gathering.shown(folder)}, below the working folder", scope="nested"
                )
                sources.read_for(target, real, sources.conditional[known:])
    sources.tell_unread()


def _place(given: str, cwd: str, home: str) -> str:
    """The path of a call, with links in the folders of the working folder resolved, its own name kept."""
    path = os.path.join(home, given[2:]) if given.startswith("~/") else os.path.join(cwd, given)  # noqa: PTH118
    return os.path.normpath(path)


def _folders_between(cwd: str, folder: str) -> list[str]:
    """The folders below ``cwd`` down to ``folder``."""
    rest = folder[len(cwd.rstrip(os.sep)) :].strip(os.sep)
    found, here = [], cwd.rstrip(os.sep)
    for part in Path(rest).parts:
        here = f"{here}{os.sep}{part}"
        found.append(here)
    return found
