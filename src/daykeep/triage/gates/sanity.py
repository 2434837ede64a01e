"""Whether a batch of answers tells its units apart at all, and what is done if it doesn't."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.triage.model import ARCHIVE, CHOICES, DROP, KEEP, Decision, Gate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.triage.policy.policy import Policy

SPREAD = 0.02
"""Answers that are all this close to their middle carry no signal."""
FEWEST = 8
"""Fewer answers than this may be alike by chance."""
KEEPS = 0.3
"""A batch in which no turn is worth keeping with at least this probability is judged on a wrong scale."""
_ALIKE, _SKEWED = "the answers don't tell the turns apart", "no turn at all was found worth keeping"


def find_fault(decided: Sequence[Decision], tokens: Mapping[str, int], policy: Policy) -> str:
    """Why the drops of a batch can't be believed, also those that became milder before; "" if they can.

    All answers are alike, most drop and none finds anything worth keeping, or more than ``max_drop_share`` of the tokens would go.
    """
    answers = [
        one.distribution for one in decided if one.distribution is not None and not one.distribution.fault
    ]
    if not any(one.suggested == DROP for one in decided):
        return ""
    if len(answers) >= FEWEST:
        spreads = [[answer.probabilities[name] for answer in answers] for name in CHOICES]
        if all(max(values) - min(values) <= 2 * SPREAD for values in spreads):
            return _ALIKE
        most_drop = 2 * sum(answer.top == DROP for answer in answers) >= len(answers)
        if most_drop and max(spreads[CHOICES.index(KEEP)]) < KEEPS:
            return _SKEWED
    looked_at = sum(tokens[one.unit_id] for one in decided if one.distribution is not None)
    share = sum(tokens[one.unit_id] for one in decided if one.final == DROP) / max(1, looked_at)
    if share > policy.max_drop_share:
        return f"{share:.0%} of the tokens would be dropped, {policy.max_drop_share:.0%} are allowed"
    return ""


def soften(decision: Decision, fault: str, decided: Sequence[Decision], name: str) -> Decision:
    """A drop becomes an archive. In a batch on a wrong scale only the order counts: the half most worth keeping stays."""
    if decision.final == KEEP:
        return decision
    final = ARCHIVE if decision.final == DROP else decision.final
    if fault == _SKEWED and _keeping(decision) > _middle(decided):
        final = KEEP
    if final == decision.final:
        return decision
    gate = Gate(name, passed=False, detail=fault)
    reason = f"{decision.suggested} became {final}: {name} ({fault})"
    return decision._replace(final=final, reason=reason, gates=(*decision.gates, gate))


def _keeping(decision: Decision) -> float:
    return decision.distribution.probabilities[KEEP] if decision.distribution else 1.0


def _middle(decided: Sequence[Decision]) -> float:
    """The probability of keeping that half of the batch doesn't exceed."""
    values = sorted(_keeping(one) for one in decided if one.distribution is not None)
    return values[(len(values) - 1) // 2]
