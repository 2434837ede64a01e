"""Makes a plan fit into MEMORY.md: what leaves for the archive, and what is proposed where there is no room."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.outcomes import ADDED, PROPOSED
from daykeep.memory.leaving.budget import Limits, measure, plan_budget
from daykeep.memory.leaving.suggest import suggest_lines
from daykeep.review.verdict.apply import new_records, render_memory

if TYPE_CHECKING:
    from datetime import date, datetime

    from daykeep.distill.compare.past import Past
    from daykeep.distill.plan import Plan, Rules
    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.memory.leaving.archive import Leaving
    from daykeep.memory.leaving.suggest import Suggestion


class Fitted(NamedTuple):
    """A plan that fits: ``document`` is MEMORY.md as it will be (None: there is none and none is made).

    ``leaving`` goes to the archive; ``suggestions`` are lines of a person's own that stand in the way of what the plan
    had to propose instead.
    """

    plan: Plan
    document: Document | None
    leaving: tuple[Leaving, ...]
    suggestions: tuple[Suggestion, ...]


class Target(NamedTuple):
    """The file that is planned for: its content (None: no file), its name, its language, and the user's day."""

    document: Document | None
    name: str
    language: str
    now: datetime
    day: date


def fit_budget(files: Files, plan: Plan, target: Target, *, past: Past, rules: Rules) -> Fitted:
    """Put what is added into MEMORY.md and keep it within its budget; reads only.

    daykeep's own older lines leave first; where new ones are too many, the oldest of them go straight to the archive.
    Where a person's own lines fill the file, nothing is written: what was to be added is proposed.
    """
    if not plan.added:
        return Fitted(plan, target.document, (), ())
    limits = Limits(rules.budget_chars, rules.budget_lines)
    planned = render_memory(target.document, plan.added, name=target.name, language=target.language)
    if measure(planned).fits(limits):
        return Fitted(plan, planned, (), ())
    fresh = new_records(files, plan.added, now=target.now)
    records = [*past.records, *fresh]
    new = {item.item_id for item in plan.added}
    for keep in (new, frozenset[str]()):
        found = plan_budget(
            planned,
            records=records,
            limits=limits,
            day=target.day,
            keep=keep,
            tombstones=past.tombstones.keys(),
        )
        if found.fits:
            return Fitted(plan, found.document, found.moves, ())
    return Fitted(
        _propose_all(plan, target, limits), target.document, (), _suggest(planned, target, past, limits)
    )


def _propose_all(plan: Plan, target: Target, limits: Limits) -> Plan:
    size = measure(target.document).chars if target.document is not None else 0
    said = (
        f"{target.name} has no room: {size:,} of {limits.chars:,} characters are used, "
        "and what daykeep could archive is not enough"
    )
    outcomes = [
        outcome._replace(status=PROPOSED, reason=f"{outcome.reason}, but {said}")
        if outcome.status == ADDED
        else outcome
        for outcome in plan.outcomes
    ]
    return plan._replace(outcomes=outcomes)


def _suggest(planned: Document, target: Target, past: Past, limits: Limits) -> tuple[Suggestion, ...]:
    """Lines of a person's own that could go so that the plan would fit."""
    if target.document is None:
        return ()
    size = measure(planned)
    known = {record.line for record in past.records}
    return tuple(
        suggest_lines(
            target.document.texts,
            target.day,
            known=known,
            chars=max(0, size.chars - limits.chars),
            lines=max(0, size.lines - limits.lines),
        )
    )
