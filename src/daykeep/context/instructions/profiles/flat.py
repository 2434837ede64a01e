"""One fixed list of priorities instead of a walk: nine kinds of files, what weighs least first.

Each kind is collected over all folders from the file system's root down to the working folder before the next begins,
so the local file of a folder above comes behind every project file; Claude Code itself goes folder by folder.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.context.instructions.claude.checkouts import find_checkout
from daykeep.context.instructions.claude.gates import ImportGate
from daykeep.context.instructions.claude.memory import TEAM_FOLDER, add_index, why_no_team
from daykeep.context.instructions.claude.places import find_places
from daykeep.context.instructions.claude.sources import Sources
from daykeep.context.instructions.folders import below, file_root, folders_between
from daykeep.context.instructions.gather import Gathering
from daykeep.context.instructions.profiles.place import find_place
from daykeep.memory.notes.stores.automemory import find_auto_memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.context.instructions.claude.places import Places
    from daykeep.context.instructions.model import Around, Asked, Instructions

MEMORY_NAMES = ("MEMORY.md", "memory.md")


def find(around: Around, asked: Asked) -> Instructions:
    """The nine kinds in order; rules with ``paths`` or ``globs`` only when a path of the call is meant."""
    place = find_place(around, asked)
    places = find_places(place.around, asked.managed)
    gate = ImportGate(place.around, asked, places, find_checkout(place.cwd).root)
    sources = Sources(Gathering(place.around, asked, gate=gate), places)
    folders = folders_between(file_root(place.cwd), place.cwd)
    sources.file(below(places.managed, "CLAUDE.md"), "managed", "1 of 9: from the administrator")
    sources.is_on, sources.off_reason = (
        "user" in asked.sources,
        "the user's files are not among the setting sources",
    )
    sources.file(below(places.user, "CLAUDE.md"), "user", "2 of 9: yours, in every project")
    sources.rules(below(places.user, "rules"), "user rule", base=place.root)
    _add_project(sources, folders, asked)
    _add_memory(sources.gathering, places, place.around)
    for target in place.targets:
        sources.read_for(target.path, target.real, sources.conditional)
    sources.tell_unread()
    return sources.gathering.done("flat")


def _add_project(sources: Sources, folders: Sequence[str], asked: Asked) -> None:
    sources.is_on = "project" in asked.sources
    sources.off_reason = "the project's files are not among the setting sources"
    for folder in folders:
        sources.file(below(folder, "CLAUDE.md"), "project", f"4 of 9: of {folder}", base=folder)
    for folder in folders:
        sources.file(below(folder, ".claude", "CLAUDE.md"), "project", f"5 of 9: of {folder}", base=folder)
    for folder in folders:
        sources.rules(below(folder, ".claude", "rules"), "rule", base=folder)
    sources.is_on, sources.off_reason = (
        "local" in asked.sources,
        "local files are not among the setting sources",
    )
    for folder in folders:
        sources.file(below(folder, "CLAUDE.local.md"), "local", f"7 of 9: your own, of {folder}", base=folder)


def _add_memory(gathering: Gathering, places: Places, around: Around) -> None:
    """The memory that was written by itself, then that of the team, which is off unless asked for: they weigh most."""
    own = below(places.user, "memory")
    names = [name for name in MEMORY_NAMES if os.path.lexists(below(own, name))]
    add_index(gathering, own, "memory", "8 of 9: automatic memory", "", name=(names or MEMORY_NAMES)[0])
    folder = find_auto_memory(cwd=around.cwd, home=around.home, environ=around.environ).folder
    why = why_no_team(gathering)
    add_index(gathering, below(str(folder), TEAM_FOLDER), "team", "9 of 9: the team's memory", why)
