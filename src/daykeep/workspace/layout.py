"""Where the workspace is and which of the known files it has, under which exact names.

Facts about the two eras: the classic layout has TOOLS.md and HEARTBEAT.md at the root; the current one retired
both and keeps machine notes under ``## Tools`` in AGENTS.md. nanobot keeps its long-term memory in
``memory/MEMORY.md``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError

if TYPE_CHECKING:
    from daykeep.files.store import Files

CORE_FILES = ("SOUL.md", "IDENTITY.md", "USER.md", "AGENTS.md", "TOOLS.md", "HEARTBEAT.md")
"""The files that only a person changes; MEMORY.md is not among them, it grows by distillation."""

MEMORY_FILE = "MEMORY.md"
NESTED_MEMORY_FILE = "memory/MEMORY.md"
SETTINGS_FILE = "daykeep.toml"
MEMORY_FOLDER = "memory"
NOTES_FOLDER = "memory/notes"
"""Where the typed notes of a workspace stand, and their index."""
AGENT_FOLDER = "memory/agent"
"""The agent's own notebook: what a model writes there as it likes, and nobody has reviewed."""
PROPOSALS_FOLDER = ".daykeep/data/proposals"
"""Where changes of memory wait for a person, as files."""
WAITING_FILE = ".daykeep/data/waiting.json"
"""How much waits in the history."""
LAYER_BUDGETS_CHARS = (20_000, 12_000)
"""What OpenClaw injects of one layer file: August 2026 and later, April to July 2026."""
USER_BUDGET_CHARS = 4_000
"""What it injects of USER.md in the current era."""
ERAS = ("classic", "current", "nanobot", "bare")

_ROOT_FILES = (*CORE_FILES, MEMORY_FILE)


class Layout(NamedTuple):
    """The exact names of a workspace's known files, relative to its root; ``""`` where there is none.

    ``era`` is ``classic``, ``current``, ``nanobot`` or ``bare`` (no layer file at all). ``twins`` holds each group
    of names that differ only in case, the one in use first.
    """

    era: str
    soul: str
    identity: str
    user: str
    agents: str
    tools: str
    memory: str
    heartbeat: str
    twins: tuple[tuple[str, ...], ...] = ()

    @property
    def core(self) -> tuple[str, ...]:
        """The names of the core files that exist, in the order in which they are read."""
        names = (self.soul, self.identity, self.user, self.agents, self.tools, self.heartbeat)
        return tuple(name for name in names if name)

    @property
    def memory_target(self) -> str:
        """The name under which long-term memory is, or would be, written."""
        return self.memory or MEMORY_FILE


def find_workspace(start: Path) -> Path | None:
    """The nearest folder at or above ``start`` that is a workspace, or None.

    A folder is a workspace when it holds ``daykeep.toml``, or SOUL.md or AGENTS.md beside a ``memory`` folder.
    Folders that can't be looked into are passed over.
    """
    folder = os.path.abspath(start)  # noqa: PTH100 - links stay as they were typed, as the shell shows them
    while True:
        if is_workspace(folder):
            return Path(folder)
        parent = os.path.dirname(folder)  # noqa: PTH120 - on the path of every command
        if parent == folder:
            return None
        folder = parent


def is_workspace(folder: str | Path) -> bool:
    """Whether this very folder bears the marks of a workspace."""
    text = os.fspath(folder)
    if os.path.isfile(os.path.join(text, SETTINGS_FILE)):  # noqa: PTH113, PTH118 - on the path of every command
        return True
    if not os.path.isdir(os.path.join(text, MEMORY_FOLDER)):  # noqa: PTH112, PTH118
        return False
    return any(os.path.isfile(os.path.join(text, name)) for name in ("SOUL.md", "AGENTS.md"))  # noqa: PTH113, PTH118


def read_layout(files: Files) -> Layout:
    """Find which layer files exist, by one listing of the root, so that names have their true case everywhere.

    An exact name wins over a variant in another case (``memory.md``). Folders, pipes and links that lead nowhere
    don't count as files. Nothing is written. The era is ``classic`` where AGENTS.md would have to tell it and can't
    be read.
    """
    found = _names_by_core(files.root)
    chosen = {core: names[0] for core, names in found.items()}
    memory = chosen.get(MEMORY_FILE, "")
    nested = not memory and _has_nested_memory(files)
    return Layout(
        era=_era(files, chosen, nested=nested),
        soul=chosen.get("SOUL.md", ""),
        identity=chosen.get("IDENTITY.md", ""),
        user=chosen.get("USER.md", ""),
        agents=chosen.get("AGENTS.md", ""),
        tools=chosen.get("TOOLS.md", ""),
        memory=NESTED_MEMORY_FILE if nested else memory,
        heartbeat=chosen.get("HEARTBEAT.md", ""),
        twins=tuple(tuple(names) for names in found.values() if len(names) > 1),
    )


def same_file(root: Path, first: str, second: str) -> bool:
    """Whether two names in ``root`` are one file, by device and inode: paths lie on case-insensitive volumes."""
    try:
        one, two = os.stat(root / first), os.stat(root / second)  # noqa: PTH116 - identity, not content
    except OSError:
        return False
    return (one.st_dev, one.st_ino) == (two.st_dev, two.st_ino)


def _names_by_core(root: Path) -> dict[str, list[str]]:
    """Names in the root's listing per known file, the exact name first."""
    known = {core.lower(): core for core in _ROOT_FILES}
    found: dict[str, list[str]] = {}
    try:
        with os.scandir(root) as entries:
            for entry in entries:
                core = known.get(entry.name.lower())
                if core is not None and _is_file(entry):
                    found.setdefault(core, []).append(entry.name)
    except OSError:
        return {}
    for core, names in found.items():
        names.sort(key=lambda name: (name != core, name))
    return {core: found[core] for core in _ROOT_FILES if core in found}


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether the entry is, or leads to, a regular file; a link that leads round in a circle does not."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _has_nested_memory(files: Files) -> bool:
    try:
        return files.kind(NESTED_MEMORY_FILE) == "file"
    except DaykeepError:  # a link that leads round in a circle or out of the workspace
        return False


def _era(files: Files, chosen: dict[str, str], *, nested: bool) -> str:
    """The layout's era; AGENTS.md is read only when neither TOOLS.md nor HEARTBEAT.md is there to tell."""
    if nested:
        return "nanobot"
    if not chosen:
        return "bare"
    if "TOOLS.md" in chosen or "HEARTBEAT.md" in chosen or "AGENTS.md" not in chosen:
        return "classic"
    return "current" if _has_tools_section(files, chosen["AGENTS.md"]) else "classic"


def _has_tools_section(files: Files, name: str) -> bool:
    try:
        data = files.find_bytes(name) or b""
    except DaykeepError:
        return False
    return any(line.strip().lower() == b"## tools" for line in data.splitlines() if line.startswith(b"## "))
