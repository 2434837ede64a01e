"""Which turns are never touched: the system prompt, the goal, the newest, what is open, pinned or doesn't fit together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.units.model import CALL, PERSON
from daykeep.triage.talk.message import read_message

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.triage.policy.policy import Policy

IRREGULAR = "irregular:"
"""How the reason starts for a turn whose calls and results don't fit together."""
_UNDONE = ('"pending"', '"in_progress"', '"status":"open"', '"status": "open"')
_TODO = "todo"


def find_protected(
    units: Sequence[Unit],
    policy: Policy,
    *,
    pinned: Collection[str] = (),
    more: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Why each protected unit is protected, by its id; ``more`` adds reasons of others (an approval that waits).

    The first reason counts: system, irregular, open, goal, pinned, a list of things to do that isn't done, the newest
    ``keep_units`` units, the newest ``keep_tokens`` tokens (a unit that is larger than what is left of them is not among them).
    """
    found: dict[str, str] = {}
    todo, goal = _last_todo(units), _goal(units) if policy.protect_first else ""
    reasons = more or {}
    left = policy.keep_tokens
    for place, unit in enumerate(reversed(units)):
        left -= unit.tokens
        reason = _reason(unit, pinned, todo, goal) or reasons.get(unit.id, "")
        if not reason and place < policy.keep_units:
            reason = f"one of the newest {policy.keep_units} turns"
        if not reason and left >= 0:
            reason = f"within the newest {policy.keep_tokens:,} tokens"
        if reason:
            found[unit.id] = reason
    return found


def _reason(unit: Unit, pinned: Collection[str], todo: str, goal: str) -> str:
    if unit.number == 0:
        return "what stands before the first turn"
    if unit.irregular:
        return f"{IRREGULAR}{unit.irregular}"
    if unit.is_open:
        return "not finished: a call or a person waits for an answer"
    if unit.id == goal:
        return "the first turn that says something tells what it is all about"
    if unit.id in pinned:
        return "pinned"
    return "its list of things to do isn't done" if unit.id == todo else ""


def _goal(units: Sequence[Unit]) -> str:
    """The first turn that is more than a greeting."""
    spoken = (unit.id for unit in units if unit.number and not read_message(unit.said_by(PERSON)).is_small)
    return next(spoken, "")


def _last_todo(units: Sequence[Unit]) -> str:
    """The unit that holds the newest list of things to do, if something on it is left."""
    for unit in reversed(units):
        for part in reversed(unit.parts):
            if part.kind == CALL and _TODO in part.name.lower():
                return unit.id if any(sign in part.text for sign in _UNDONE) else ""
    return ""
