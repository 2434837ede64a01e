"""What OpenClaw puts before a main session: the layer files of the workspace around a folder, in their fixed order.

AGENTS, SOUL, TOOLS, IDENTITY, USER, HEARTBEAT, BOOTSTRAP, MEMORY. In the current era TOOLS.md and HEARTBEAT.md are
retired; nanobot keeps its memory in ``memory/MEMORY.md``. Over its budget of characters a file is put in with its middle
left out: here it is shown whole, and a note says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.context.instructions.folders import below
from daykeep.context.instructions.gather import Gathering
from daykeep.context.instructions.profiles.place import find_place
from daykeep.files.store import Files
from daykeep.workspace.layout import (
    CORE_FILES,
    LAYER_BUDGETS_CHARS,
    MEMORY_FILE,
    USER_BUDGET_CHARS,
    find_workspace,
    read_layout,
)

if TYPE_CHECKING:
    from daykeep.context.instructions.model import Around, Asked, Instructions
    from daykeep.workspace.layout import Layout

TOTAL_BUDGET_CHARS = 60_000
"""What is put in of all layer files together."""

BOOTSTRAP = "BOOTSTRAP.md"
_REQUIRED = {
    "classic": ("AGENTS.md", "SOUL.md", "TOOLS.md", "USER.md", "HEARTBEAT.md", "MEMORY.md"),
    "current": ("AGENTS.md", "SOUL.md", "USER.md", "MEMORY.md"),
    "nanobot": ("AGENTS.md", "SOUL.md", "USER.md"),
    "bare": (),
}
_LEFT_ALONE = {
    "BOOT.md": "a hook when the gateway starts, not part of a session",
    "DREAMS.md": "the diary of dreams is never put in",
    "dreams.md": "the diary of dreams is never put in",
}


def find(around: Around, asked: Asked) -> Instructions:
    """The layer files of the nearest workspace in the order in which a main session gets them."""
    place = find_place(around, asked)
    gathering = Gathering(place.around, asked, plain=True)
    root = find_workspace(around.cwd)
    if root is None:
        gathering.note(f"{place.cwd} is in no workspace")
        return gathering.done("workspace")
    files = Files(root)
    layout = read_layout(files)
    folder = str(files.root)
    gathering.note(f"{folder}: {layout.era} layout")
    for name, reason in _order(layout):
        found = gathering.read(below(folder, *name.split("/"))) if name else None
        if found is not None:
            scope = "memory" if name == layout.memory else "project"
            gathering.add(found._replace(body_from=0), scope=scope, reason=reason, imports=False)
    _tell_missing(gathering, layout, folder)
    _tell_sizes(gathering, layout)
    return gathering.done("workspace")


def _order(layout: Layout) -> tuple[tuple[str, str], ...]:
    return (
        (layout.agents, "how the agent works; the only one that subagents get"),
        (layout.soul, "who the agent is"),
        (layout.tools, "what this machine has; retired in the current era"),
        (layout.identity, "the agent's name and look"),
        (layout.user, "whom the agent serves"),
        (layout.heartbeat, "what to look after; read at each heartbeat, retired in the current era"),
        (BOOTSTRAP, "the ritual of the first run, once; deleted afterwards"),
        (layout.memory, "what stays true; never in groups, subagents or jobs"),
    )


def _tell_missing(gathering: Gathering, layout: Layout, folder: str) -> None:
    here = {name.rpartition("/")[2].lower() for name in (*layout.core, layout.memory)}
    for name in (*CORE_FILES, MEMORY_FILE):
        path = below(folder, name)
        if name.lower() in here or gathering.read(path) is not None:
            continue
        if gathering.look(path) is None and name in _REQUIRED[layout.era]:
            gathering.skip(path, "missing", f"expected in the {layout.era} layout")
    for used, *others in layout.twins:
        for name in others:
            gathering.skip(below(folder, name), "duplicate", f"{used} is read; the names differ only in case")
    for name, reason in _LEFT_ALONE.items():
        if gathering.look(below(folder, name)) is not None:
            gathering.skip(below(folder, name), "not_loaded", reason)


def _tell_sizes(gathering: Gathering, layout: Layout) -> None:
    most, older = LAYER_BUDGETS_CHARS
    for file in gathering.files:
        shown = gathering.shown(file.path)
        if layout.user and file.path.endswith(layout.user) and file.chars > USER_BUDGET_CHARS:
            if layout.era == "current":
                gathering.note(f"{shown}: {file.chars:,} characters; {USER_BUDGET_CHARS:,} are put in")
        elif file.chars > most:
            gathering.note(f"{shown}: {file.chars:,} characters; its middle is left out beyond {most:,}")
        elif file.chars > older:
            gathering.note(
                f"{shown}: {file.chars:,} characters; versions of April to July 2026 put in {older:,}"
            )
    total = sum(file.chars for file in gathering.files)
    if total > TOTAL_BUDGET_CHARS:
        gathering.note(f"{total:,} characters together; {TOTAL_BUDGET_CHARS:,} are put in")
