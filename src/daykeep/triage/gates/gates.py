"""The gates that a suggestion goes through, in this order, each logged: what comes out is never harsher than what went in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.triage.deciders.asking.answers import find_fault as find_broken
from daykeep.triage.deciders.asking.answers import kept
from daykeep.triage.gates.facts import find_veto
from daykeep.triage.gates.masking import masks
from daykeep.triage.gates.protection import IRREGULAR
from daykeep.triage.gates.sanity import find_fault, soften
from daykeep.triage.model import ARCHIVE, CHOICES, COMPRESS, DROP, KEEP, MASK, Decision, Distribution, Gate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.triage.policy.policy import Policy
    from daykeep.triage.protocols import UnitView

PROTECTION, STRUCTURE, ANSWER, FACTS, PROBABILITY, MARGIN, CLIPPED, BATCH, MASKING = (
    "protection", "structure", "answer", "facts", "probability", "margin", "clipped", "batch", "mask",
)  # fmt: skip
"""The names of the gates, in the order in which they are gone through."""


def plan_decisions(
    views: Sequence[UnitView],
    distributions: Mapping[str, Distribution],
    policy: Policy,
    *,
    protected: Mapping[str, str],
    by_rules: bool,
) -> tuple[Decision, ...]:
    """What becomes of each unit that is protected or about which there is a distribution, in the order of the views.

    ``by_rules`` says that the rules of this machine decided: their batches need no check of sanity. Pure; the same suggestions give the
    same decisions.
    """
    decided: list[Decision] = []
    for view in views:
        reason = protected.get(view.unit_id, "")
        answer = _usable(distributions.get(view.unit_id))
        if reason:
            name = STRUCTURE if reason.startswith(IRREGULAR) else PROTECTION
            suggested = answer.top if answer else KEEP
            gate = Gate(name, passed=False, detail=reason)
            decided.append(Decision(view.unit_id, suggested, KEEP, reason, (gate,), answer))
        elif answer is not None:
            decided.append(_decide(view, answer, policy))
    if not by_rules:
        decided = _check_batch(decided, views, policy)
    shown = {view.unit_id: view for view in views}
    return tuple(_mask(decision, shown[decision.unit_id], policy) for decision in decided)


def _usable(answer: Distribution | None) -> Distribution | None:
    """The answer, or that the unit stays where its probabilities are none: any program may be a decider."""
    fault = find_broken(answer.probabilities) if answer is not None and not answer.fault else ""
    return kept(answer.unit_id, fault) if answer is not None and fault else answer


def _decide(view: UnitView, answer: Distribution, policy: Policy) -> Decision:
    """One suggestion through gates 3 to 5, and the gate for what the decider didn't see whole."""
    if answer.fault:
        gate = Gate(ANSWER, passed=False, detail=answer.fault)
        return Decision(view.unit_id, KEEP, KEEP, answer.fault, (gate,), answer)
    suggested = final = answer.top
    gates: list[Gate] = []
    veto = find_veto(view) if suggested == DROP else ""
    if veto:
        final = ARCHIVE
    if suggested == DROP:
        gates.append(Gate(FACTS, passed=not veto, detail=veto))
    strength, least = strength_of(answer, suggested, policy), policy.gates[suggested]
    passed = strength >= least
    both = f"probability {answer.probabilities[suggested]:.3f}, confidence {confidence_of(answer, suggested):.3f}"
    shown = f"{policy.gate_on} {strength:.3f}, gate {least:g} ({both})"
    gates.append(Gate(PROBABILITY, passed=passed, detail=shown))
    if not passed:
        final = KEEP
    if final == DROP:
        final = _after(
            gates,
            MARGIN,
            answer.margin >= policy.drop_margin,
            f"margin {answer.margin:.3f}, {policy.drop_margin:g} is needed",
            final,
        )
    if final == DROP and view.clipped:
        final = _after(
            gates, CLIPPED, passed=False, detail=f"{view.coverage:.0%} of it was shown", final=final
        )
    return Decision(
        view.unit_id, suggested, final, _reason(answer, suggested, final, gates), tuple(gates), answer
    )


def _after(gates: list[Gate], name: str, passed: bool, detail: str, final: str) -> str:
    """Notes a gate that a drop goes through; what doesn't pass is archived."""
    gates.append(Gate(name, passed=passed, detail=detail))
    return final if passed else ARCHIVE


def strength_of(answer: Distribution, choice: str, policy: Policy) -> float:
    """The number that the gates look at: the choice's probability, or its confidence, as the policy says."""
    return answer.probabilities[choice] if policy.gate_on == PROBABILITY else confidence_of(answer, choice)


def confidence_of(answer: Distribution, choice: str) -> float:
    """How far a choice is above chance: the decider's own number, else System One's (K * p - 1) / (K - 1) for K choices.

    With four choices a confidence of 0.7 is a probability of 0.775.
    """
    if answer.confidence is not None:
        return answer.confidence
    count = len(CHOICES)
    return (count * answer.probabilities[choice] - 1) / (count - 1)


def _check_batch(decided: list[Decision], views: Sequence[UnitView], policy: Policy) -> list[Decision]:
    """Gate 6: a batch of answers that tells nothing, or drops too much, drops nothing."""
    tokens = {view.unit_id: view.tokens for view in views}
    fault = find_fault(decided, tokens, policy)
    if not fault:
        return decided
    return [soften(decision, fault, decided, BATCH) for decision in decided]


def _mask(decision: Decision, view: UnitView, policy: Policy) -> Decision:
    """A unit full of results keeps its calls: its results are hidden instead of it being compressed or archived."""
    if decision.final not in {COMPRESS, ARCHIVE}:
        return decision
    detail = masks(view, policy.mask_share)
    if not detail:
        return decision
    gate = Gate(MASKING, passed=False, detail=detail)
    return decision._replace(final=MASK, reason=f"{decision.reason}; {detail}", gates=(*decision.gates, gate))


def _reason(answer: Distribution, suggested: str, final: str, gates: Sequence[Gate]) -> str:
    """Why it is so, in a few words: the last gate that changed something, else what the decider says."""
    changed = [gate for gate in gates if not gate.passed] if suggested != final else []
    if changed:
        return f"{suggested} became {final}: {changed[-1].name} ({changed[-1].detail})"
    return f"suggested {suggested}: {answer.why}" if answer.why else f"suggested {suggested}"
