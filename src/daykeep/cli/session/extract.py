"""What ``daykeep session extract`` does and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import PARTIAL
from daykeep.cli.session.choosing import choose_session
from daykeep.clock import local_day
from daykeep.loop.lasting import place_of
from daykeep.operations.remember import masked
from daykeep.session.extract.extract import message_days
from daykeep.session.extract.proposals import apply_proposals, plan_proposals
from daykeep.session.history.store import SessionStore
from daykeep.session.units.group import group_units

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.session.extract.proposals import Extraction, Proposed

_DONE = {"create": "new note", "update": "added to", "supersede": "changed", "none": "known already"}


def extract_statements(call: Call, given: Mapping[str, Any]) -> int:
    """Propose what was stated; the exit code (10 where a note could not be recorded)."""
    workspace, dry = call.workspace(at=given["at"]), bool(given["dry_run"])
    session_id = choose_session(call, workspace, given["session"])
    history = SessionStore(workspace.files).load(session_id)
    units = group_units(history.messages)
    days = message_days(units, lambda at: local_day(at, workspace.zone))
    done = (plan_proposals if dry else apply_proposals)(place_of(workspace), session_id, units, days=days)
    problems = [note for one in done.proposed if one.done for note in one.done.problems]
    for problem in problems:
        call.note(problem)
    data = {
        "session": session_id,
        "dry_run": dry,
        "read": done.read,
        "statements": [_data(one) for one in done.proposed],
    }
    call.emit(data, _lines(done, dry_run=dry))
    return PARTIAL if problems else 0


def _data(one: Proposed) -> dict[str, Any]:
    stated = one.stated
    return {
        "type": stated.type,
        "statement": {key: masked(text) for key, text in stated.statement._asdict().items()},
        "quote": masked(stated.quote),
        "turn": stated.unit_id,
        "message": stated.message,
        "confidence": stated.confidence,
        "reason": stated.reason,
        "action": one.done.change.action if one.done else None,
        "note": one.done.change.name if one.done else None,
        "proposal": (one.done.proposal or None) if one.done else None,
        "held": one.done.held if one.done else False,
        "refused": one.refused or None,
    }


def _lines(done: Extraction, *, dry_run: bool) -> Iterator[str]:
    if not done.proposed:
        yield "The user stated nothing new that lasts."
        return
    for one in done.proposed:
        stated = one.stated
        yield f"{stated.type}: {masked(stated.statement.rule)}"
        if stated.statement.why:
            yield f"  why: {masked(stated.statement.why)}"
        if stated.statement.apply:
            yield f"  when: {masked(stated.statement.apply)}"
        yield f"  {stated.unit_id}, {stated.confidence:.2f}; {_became(one)}"
    yield "Nothing was written." if dry_run else "`daykeep review` decides what waits."


def _became(one: Proposed) -> str:
    if one.done is None:
        return f"not kept: {one.refused}"
    waits = f", waits as {one.done.proposal}" if one.done.proposal else ""
    return f"{_DONE[one.done.change.action]}: {one.done.change.name}{waits}"
