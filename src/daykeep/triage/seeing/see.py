"""What a decider sees of a conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.units.model import PERSON
from daykeep.triage.protocols import TriageState, UnitView
from daykeep.triage.seeing.clipping import clip_both, last_question
from daykeep.triage.seeing.look import Look, look_at
from daykeep.triage.seeing.references import References, find_references
from daykeep.triage.talk.message import read_message
from daykeep.triage.talk.standing import Standing

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping, Sequence

    from daykeep.session.units.model import Unit

ASKED_CHARS = 200
GOAL_CHARS = 600


def see_units(
    units: Sequence[Unit], *, seen: MutableMapping[str, Look] | None = None
) -> tuple[UnitView, ...]:
    """The view of each unit, in their order; the same units give the same views.

    ``seen`` keeps the looks at units that didn't change, by their id and sha, from one call to the next; units that are gone from the
    conversation leave it.
    """
    looks = _look_at_all(units, {} if seen is None else seen)
    found = find_references(looks)
    standing = Standing([look.said for look in looks], [look.reply for look in looks])
    views: list[UnitView] = []
    for at, (unit, look) in enumerate(zip(units, looks, strict=True)):
        before = _reply_before(looks, at)
        views.append(
            UnitView(
                unit_id=unit.id,
                asked_before=last_question(before, ASKED_CHARS) if before else "",
                user=look.user,
                outcome=look.outcome,
                tools=look.tools,
                details=look.details,
                tokens=unit.tokens,
                age=len(units) - 1 - at,
                later_references=found[at].later,
                superseded_by=_name(units, found[at].superseded_by),
                duplicate_of=_name(units, found[at].duplicate_of),
                clipped=look.clipped,
                coverage=round(look.coverage, 3),
                parts=unit.parts,
                standing=standing.before(at) if look.is_small else "",
            )
        )
    return tuple(views)


def make_state(units: Sequence[Unit], views: Sequence[UnitView], criteria: Mapping[str, str]) -> TriageState:
    """The state of a check about some of the views: the conversation's goal and newest request stand beside them."""
    asked = [text for unit in units if (text := unit.said_by(PERSON).strip())]
    goal = next((text for text in asked if not read_message(text).is_small), "")
    request = asked[-1] if asked else ""
    return TriageState(clip_both(goal, GOAL_CHARS), clip_both(request, GOAL_CHARS), criteria, tuple(views))


def _look_at_all(units: Sequence[Unit], seen: MutableMapping[str, Look]) -> list[Look]:
    looks: list[Look] = []
    used: dict[str, Look] = {}
    for unit in units:
        key = f"{unit.id} {unit.sha}"
        look = (seen.get(key) if unit.sha else None) or look_at(unit)
        looks.append(look)
        used[key] = look
    seen.clear()
    seen.update(used)
    return looks


def _reply_before(looks: Sequence[Look], at: int) -> str:
    """The assistant's last words before a turn."""
    return looks[at - 1].reply if at else ""


def _name(units: Sequence[Unit], place: int | None) -> str:
    return "" if place is None else units[place].id


__all__ = ["Look", "References", "make_state", "see_units"]
