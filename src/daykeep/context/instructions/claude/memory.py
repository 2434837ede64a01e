"""Claude Code's own memory of a project: its index is read at every start, notes and subagents' memories are not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.context.instructions.claude.places import is_on
from daykeep.memory.notes.index.measure import measure_index
from daykeep.memory.notes.note import CLAUDE_INDEX
from daykeep.memory.notes.stores.automemory import find_auto_memory

if TYPE_CHECKING:
    from daykeep.context.instructions.claude.places import Places
    from daykeep.context.instructions.claude.settings import ClaudeSettings
    from daykeep.context.instructions.gather import Gathering

AGENT_FOLDERS = ("agent-memory", "agent-memory-local")
TEAM_FOLDER = "team"
TEAM_SWITCH = "TEAMMEM"


def add_memory(gathering: Gathering, settings: ClaudeSettings, places: Places) -> None:
    """Read the index of the project's memory and, where that is switched on, of the team's; name what is not read."""
    around = gathering.around
    memory = find_auto_memory(
        cwd=around.cwd, home=around.home, environ=around.environ, managed=settings.managed_values,
        given=gathering.asked.settings, sources=gathering.asked.sources,
    )  # fmt: skip
    folder = str(memory.folder)
    if os.path.isdir(folder):
        add_index(gathering, folder, "memory", "what Claude Code remembers of this project", memory.disabled)
        off = memory.disabled or why_no_team(gathering)
        add_index(gathering, f"{folder}{os.sep}{TEAM_FOLDER}", "team", "what the team remembers", off)
        for note in memory.notes:
            gathering.note(note)
    _tell_agents(gathering, places)


def why_no_team(gathering: Gathering) -> str:
    """Why the team's memory does not count; ``""`` where the call or the environment switches it on."""
    is_wanted = gathering.asked.team or is_on(gathering.around, TEAM_SWITCH)
    return "" if is_wanted else f"team memory is off: --team or {TEAM_SWITCH}=1 reads it"


def add_index(
    gathering: Gathering, folder: str, scope: str, reason: str, off: str, *, name: str = CLAUDE_INDEX
) -> None:
    """Read one index as far as an agent reads it; ``off`` says why not. The notes beside it are read when needed."""
    path = f"{folder}{os.sep}{name}"
    if off:
        if os.path.lexists(path):
            gathering.skip(path, "switched_off", off)
        return
    found = gathering.read(path)
    if found is not None:
        measure = measure_index(found.lines)
        gathering.add(found, scope=scope, reason=reason, imports=False, text=measure.read)
        if measure.over:
            gathering.skip(path, "over_budget", measure.warning)
    notes = _count_notes(folder, name)
    if notes:
        counted = "1 note, read when it is" if notes == 1 else f"{notes} notes, read when they are"
        gathering.skip(folder, "not_loaded", f"{counted} needed")


def _count_notes(folder: str, index: str) -> int:
    try:
        with os.scandir(folder) as entries:
            return sum(entry.name.endswith(".md") and entry.name != index for entry in entries)
    except OSError:
        return 0


def _tell_agents(gathering: Gathering, places: Places) -> None:
    own = f"{gathering.around.cwd}{os.sep}.claude"
    folders = (
        f"{places.user}{os.sep}{AGENT_FOLDERS[0]}",
        *(f"{own}{os.sep}{name}" for name in AGENT_FOLDERS),
    )
    for folder in folders:
        if os.path.isdir(folder):
            gathering.skip(folder, "not_loaded", "the memory of subagents, read by each of them alone")
