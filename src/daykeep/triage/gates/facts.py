"""The veto of facts: a turn in which a person gave a detail, decided or answered something is never simply dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.units.model import AGENT, PERSON, RESULT
from daykeep.triage.reading.cues import ASK
from daykeep.triage.reading.details import find_details
from daykeep.triage.seeing.marks import find_decisions, find_marks
from daykeep.triage.talk.message import read_message
from daykeep.triage.talk.reply import ASKS, PROPOSES, read_reply, refuses
from daykeep.triage.talk.standing import speaks_of_nothing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.protocols import UnitView

_SHOWN = 3


def find_veto(view: UnitView) -> str:
    """What a turn holds that must not be lost, in a few words; "" if it may be dropped.

    Counted are details, decisions and answers of the person, details that the assistant gave, and every result of a tool.
    Small talk holds no details: of it only what answers something counts.
    """
    if any(part.kind == RESULT for part in view.parts):
        return "it holds results of tools"
    said, told = view.said_by(PERSON), view.said_by(AGENT)
    talk = read_message(said)
    if talk.is_small:
        reason = "" if speaks_of_nothing(talk, view.standing) else "it may answer what was asked or proposed"
    else:
        reason = _find_said(view, said, told)
    if reason:
        return reason
    marks = find_marks(told)
    return f"the assistant told: {_some(marks)}" if marks else ""


def _find_said(view: UnitView, said: str, told: str) -> str:
    """What of the person's words must not be lost; a request that was refused is none."""
    turned_down = refuses(told)
    details = [detail for detail in find_details(view.parts).must if detail.actor == PERSON]
    must = [detail.text for detail in details if not (turned_down and detail.kind == ASK)]
    if must:
        return f"the person said: {_some(must)}"
    if turned_down:
        return ""
    decided = find_decisions(said)
    if decided:
        return f"the person decided: {_some(decided)}"
    return "it answers a question" if said and read_reply(view.asked_before) in {ASKS, PROPOSES} else ""


def _some(details: Sequence[str]) -> str:
    shown = ", ".join(" ".join(detail.split())[:60] for detail in details[:_SHOWN])
    return shown if len(details) <= _SHOWN else f"{shown} and {len(details) - _SHOWN} more"
