"""What an agent reads that keeps to the AGENTS.md standard alone: the file closest to what it works on.

The standard (agents.md) knows no frontmatter and no imports. It says that the closest file wins, and leaves open
whether the files above it still count: ``asked.concat`` reads them all, from the project's root down.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.context.instructions.claude.checkouts import find_checkout
from daykeep.context.instructions.folders import below, file_root, folders_between
from daykeep.context.instructions.gather import Gathering
from daykeep.context.instructions.model import LAUNCH, ON_READ
from daykeep.context.instructions.profiles.place import find_place
from daykeep.context.instructions.reading import Found, Unread

if TYPE_CHECKING:
    from daykeep.context.instructions.model import Around, Asked, Instructions

NAME = "AGENTS.md"

UNSETTLED = (
    "several AGENTS.md lie above each other: the standard does not settle whether they add up or the closest one stands "
    "alone"
)


def find(around: Around, asked: Asked) -> Instructions:
    """The closest AGENTS.md for each path of the call, or for the working folder; those passed over are listed."""
    place = find_place(around, asked)
    gathering = Gathering(place.around, asked, plain=True)
    places = [(target.folder, target.given) for target in place.targets] or [
        (place.cwd, "the working folder")
    ]
    chains = [(_chain(gathering, folder), what) for folder, what in places]
    when = ON_READ if place.targets else LAUNCH
    wanted: dict[str, tuple[Found, str]] = {}
    for chain, what in chains:
        for found in chain if asked.concat else chain[-1:]:
            how = "closest to" if found is chain[-1] else "above"
            wanted.setdefault(found.path, (found, f"{how} {what}"))
    for found, reason in wanted.values():
        scope = "project" if when == LAUNCH else "nested"
        gathering.add(found._replace(body_from=0), scope=scope, reason=reason, when=when, imports=False)
    for chain, _ in chains:
        for found in chain:
            if found.path not in wanted:
                reason = f"{gathering.shown(chain[-1].path)} is closer"
                gathering.skip(found.path, "not_loaded", reason)
    if any(len(chain) > 1 for chain, _ in chains):
        other = "--concat reads them all" if not asked.concat else "--concat was given: all are read"
        gathering.note(f"{UNSETTLED}; {other}")
    return gathering.done("agents-md")


def _chain(gathering: Gathering, folder: str) -> list[Found]:
    """The files that can be read from the project's root down to a folder; outside of git from the file system's."""
    top = find_checkout(os.path.realpath(folder)).root
    folders = folders_between(top, folder) if top else []
    if not folders:
        folders = folders_between(top or file_root(folder), os.path.realpath(folder) if top else folder)
    found = []
    for here in folders:
        path = below(here, NAME)
        one = gathering.look(path)
        if isinstance(one, Unread):
            gathering.skip(path, one.code, one.reason)
        elif one is not None:
            found.append(one)
    return found
