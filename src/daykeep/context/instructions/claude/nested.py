"""What Claude Code reads later, with the first file that it reads in a folder below: nested files and rules for paths."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.context.instructions.folders import folders_between, full_path, is_inside
from daykeep.context.instructions.model import ON_READ

if TYPE_CHECKING:
    from daykeep.context.instructions.claude.sources import Sources


def add_for_paths(sources: Sources) -> None:
    """Read what belongs to the paths of the call, one after the other; a path need not exist yet.

    For each: rules for paths that the start already knew, then every folder below the working folder down to it.
    """
    gathering = sources.gathering
    cwd = str(gathering.around.cwd)
    sources.when = ON_READ
    entered: set[str] = set()
    for given in gathering.asked.for_paths:
        target = full_path(given, cwd, str(gathering.around.home))
        real = os.path.realpath(target)
        sources.read_for(target, real, sources.conditional)
        inside = next((path for path in (target, real) if path != cwd and is_inside(path, cwd)), "")
        if not inside:
            gathering.note(f"{given}: outside of the working folder, so only rules for paths were looked at")
            continue
        for folder in folders_between(cwd, os.path.dirname(inside)):
            if folder != cwd and folder not in entered:
                entered.add(folder)
                known = len(sources.conditional)
                sources.folder(
                    folder, f"of {gathering.shown(folder)}, below the working folder", scope="nested"
                )
                sources.read_for(target, real, sources.conditional[known:])
    sources.tell_unread()
