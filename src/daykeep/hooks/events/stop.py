"""An agent's answer is done: what the person stated for good in the exchange is proposed. Never blocks, never says anything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.hooks.model import QUIET, Answer

if TYPE_CHECKING:
    from daykeep.hooks.model import Desk, Event


def answer(event: Event, desk: Desk) -> Answer:
    """Deal with the exchange that is over; nothing for a sub-agent, and where a hook made the agent go on."""
    if event.fields.get("stop_hook_active") is True or event.text("agent_id") or not event.transcript_path:
        return QUIET
    from daykeep.loop.leaving.keeping import leave_exchange

    said = event.text("last_assistant_message")
    problems = leave_exchange(desk.workspace, event.session_id, Path(event.transcript_path), answer=said)
    return Answer(problems=problems)
