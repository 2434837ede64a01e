"""What another policy would decide from what the decider answered before: nobody is asked again, nothing is changed. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.triage.gates.gates import plan_decisions
from daykeep.triage.model import CHOICES, Distribution

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from daykeep.triage.run.judge import Field


class Changed(NamedTuple):
    """One unit about which the policies differ: what was decided, what would be, and why."""

    unit_id: str
    before: str
    after: str
    reason: str


class Replayed(NamedTuple):
    """The units whose answers are on record, how many were decided alike, and those that differ."""

    units: int
    same: int
    changed: tuple[Changed, ...]


def replay_policy(records: Iterable[Mapping[str, Any]], field: Field, *, by_rules: bool) -> Replayed:
    """Put the last answer about each unit through the gates of the policy in ``field``.

    ``records`` are the log's of units, oldest first. The answers were given to the old policy's words: this shows what the numbers of
    the new one do, not what a decider would make of new words. Units without an answer are left out.
    """
    last: dict[str, Mapping[str, Any]] = {}
    for record in records:
        if isinstance(record.get("probabilities"), dict):
            last[str(record.get("unit_id"))] = record
    answers = {
        unit_id: found for unit_id, one in last.items() if (found := _answer(unit_id, one)) is not None
    }
    views = [view for view in field.views if view.unit_id in answers]
    decisions = plan_decisions(views, answers, field.policy, protected=field.protected, by_rules=by_rules)
    changed = [
        Changed(one.unit_id, str(last[one.unit_id].get("final")), one.final, one.reason)
        for one in decisions
        if one.final != last[one.unit_id].get("final")
    ]
    return Replayed(len(decisions), len(decisions) - len(changed), tuple(changed))


def _answer(unit_id: str, record: Mapping[str, Any]) -> Distribution | None:
    """The answer that a record keeps; None for one that is damaged."""
    held = record["probabilities"]
    found = {name: held[name] for name in CHOICES if isinstance(held.get(name), (int, float))}
    if len(found) != len(CHOICES):
        return None
    confidence = record.get("confidence")
    return Distribution(unit_id, found, confidence if isinstance(confidence, float) else None)
