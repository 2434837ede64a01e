"""Claude Code's own memory of a project: its index is read at every start, notes and subagents' memories are not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daykeep.context.instructions.claude.checkouts import Checkout
    from daykeep.context.instructions.claude.places import Places
    from daykeep.context.instructions.claude.settings import ClaudeSettings
    from daykeep.context.instructions.gather import Gathering

AGENT_FOLDERS = ("agent-memory", "agent-memory-local")


def add_memory(gathering: Gathering, settings: ClaudeSettings, places: Places, checkout: Checkout) -> None:
    """Read the index of the memory, as far as an agent reads it; name the memories that are not read."""
    del settings, checkout
    cwd = str(gathering.around.cwd)
    for folder in (
        f"{places.user}{os.sep}agent-memory",
        *(f"{cwd}{os.sep}.claude{os.sep}{name}" for name in AGENT_FOLDERS),
    ):
        if os.path.isdir(folder):  # noqa: PTH112
            gathering.skip(folder, "not_loaded", "the memory of subagents, read by each of them alone")
