"""An agent's context is about to be compacted: what the session decided and learned is kept first. Nothing is printed.

Claude Code takes no context from this event: an answer with one is an error there. What was lost is told at the start that follows.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.hooks.model import QUIET, Answer

if TYPE_CHECKING:
    from daykeep.hooks.model import Desk, Event


def answer(event: Event, desk: Desk) -> Answer:
    """Keep what the context holds, for a compaction that was asked for and one that came by itself."""
    if event.text("agent_id") or not event.transcript_path:
        return QUIET
    from daykeep.loop.leaving.keeping import leave_context

    return Answer(problems=leave_context(desk.workspace, event.session_id, Path(event.transcript_path)))
