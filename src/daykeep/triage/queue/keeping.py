"""Keeping the queue's state in the session's folder, as JSON that may be lost: then every turn is looked at anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.triage.queue.queue import Evaluation, QueueState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.files.store import Files

QUEUE_NAME = "queue.json"


def load_queue(files: Files, folder: str) -> QueueState:
    """The state of a session's queue; an empty one if there is none or it can't be read."""
    return parse_queue(files.find_state(f"{folder}/{QUEUE_NAME}").value)


def save_queue(files: Files, folder: str, state: QueueState) -> None:
    """Write the state of a session's queue; whole or not at all, what others keep in the file stays."""
    given = render_queue(state)
    files.update_state(f"{folder}/{QUEUE_NAME}", lambda value: value | given)


def parse_queue(value: Mapping[str, Any]) -> QueueState:
    """The state that an object holds; entries of another shape are left out."""
    checks = value.get("checks")
    units = value.get("units")
    seen: dict[str, Evaluation] = {}
    for unit_id, entry in units.items() if isinstance(units, dict) else ():
        match entry:
            case [int(check), str(sight), int(kept)] if check >= 0 and kept >= 0:
                seen[unit_id] = Evaluation(check, sight, kept)
    return QueueState(checks if isinstance(checks, int) and checks >= 0 else 0, seen)


def render_queue(state: QueueState) -> dict[str, Any]:
    """The object that keeps a state: the number of checks, and for each turn check, look and how often it was kept."""
    units = {unit_id: [found.check, found.sight, found.kept] for unit_id, found in state.seen.items()}
    return {"checks": state.checks, "units": units}
