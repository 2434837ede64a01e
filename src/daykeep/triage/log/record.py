"""The records of the log: one for each check, one for each unit that it judged, one for what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.triage.economics.cost import Cost
    from daykeep.triage.economics.realised import Prediction, Realised
    from daykeep.triage.economics.verdict import Verdict
    from daykeep.triage.model import Decision, Distribution
    from daykeep.triage.trigger.trigger import Trigger

CHECK, UNIT, OUTCOME = "check", "unit", "outcome"
VERSION = 1
_PLACES = 4
"""Decimal places of a probability."""


class Judge(NamedTuple):
    """Who decided in a check, and what it cost: tokens that went in, and US dollars."""

    name: str
    version: str
    latency_ms: float = 0.0
    input_tokens: int = 0
    cost: float = 0.0


class Judged(NamedTuple):
    """One unit as it stood before the check: its hash, its size, how much of it the decider saw."""

    unit_id: str
    unit_sha: str
    tokens: int
    clipped: bool = False
    coverage: float = 1.0


class Made(NamedTuple):
    """What was made in a unit's place, and what the validator said of it."""

    note: str = ""
    stored_id: str = ""
    validation: Mapping[str, Any] | None = None


class Header(NamedTuple):
    """What all records of one check share."""

    at: str
    session: str
    check_id: str
    policy_sha: str


def check_record(
    header: Header,
    trigger: Trigger,
    *,
    judge: Judge,
    outcome: str,
    reason: str,
    counts: Mapping[str, int],
    tokens_after: int | None = None,
    cost: Cost | None = None,
    cold: float = 0.0,
    remaining_calls: float = 0.0,
    verdict: Verdict | None = None,
    prediction: Prediction | None = None,
    signed: Mapping[str, str] | None = None,
    first_changed: int | None = None,
) -> dict[str, Any]:
    """The record of a whole check; ``outcome`` is ``committed``, ``nothing``, ``waited``, ``kept`` (something failed) or ``undone``."""
    return {
        **_head(CHECK, header),
        "trigger": _trigger(trigger),
        "decider": _judge(judge),
        "outcome": outcome,
        "reason": reason,
        "counts": dict(counts),
        "tokens_after": tokens_after,
        "economics": _economics(cost, verdict, cold, remaining_calls),
        "predicted": {"cached": prediction.cached, "created": prediction.created} if prediction else {},
        "signed": dict(signed or {}),
        "first_changed": first_changed,
    }


def _trigger(trigger: Trigger) -> dict[str, Any]:
    names = ("due", "code", "tokens", "reading", "source", "budget", "low", "floor", "strikes", "why")
    return {name: getattr(trigger, name) for name in names}


def _economics(
    cost: Cost | None, verdict: Verdict | None, cold: float, remaining_calls: float
) -> dict[str, Any]:
    """What the change costs and saves; a number of calls that is infinite is null."""
    if cost is None or verdict is None:
        return {}
    return {
        "cold": round(cold, _PLACES),
        "carry": round(cost.carry, _PLACES),
        "premium": round(cost.premium, _PLACES),
        "rewritten": cost.rewritten,
        "removed": cost.removed,
        "calls": round(cost.calls, 1) if cost.calls != float("inf") else None,
        "remaining_calls": round(remaining_calls, 1),
        "verdict": verdict.kind,
        "why": verdict.why,
    }


def unit_record(header: Header, judged: Judged, decision: Decision, made: Made = Made()) -> dict[str, Any]:  # noqa: B008 - a value that never changes
    """The record of one unit in one check."""
    return {
        **_head(UNIT, header),
        "unit_id": judged.unit_id,
        "unit_sha": judged.unit_sha,
        "tokens": judged.tokens,
        "clipped": judged.clipped,
        "coverage": round(judged.coverage, _PLACES),
        **_distribution(decision.distribution),
        "suggested": decision.suggested,
        "gates": [{"name": gate.name, "pass": gate.passed, "detail": gate.detail} for gate in decision.gates],
        "final": decision.final,
        "reason": decision.reason,
        "note": made.note,
        "stored_id": made.stored_id,
        "validation": dict(made.validation or {}),
    }


def outcome_record(header: Header, realised: Realised, recalled: Sequence[str] = ()) -> dict[str, Any]:
    """What came of a commit: what the next answer read from the cache, and which units were recalled since."""
    return {
        **_head(OUTCOME, header),
        "predicted": {"cached": realised.predicted.cached, "created": realised.predicted.created},
        "realised": {"cached": realised.cached, "created": realised.created},
        "error": round(realised.error, _PLACES),
        "recalled": list(recalled),
    }


def _head(kind: str, header: Header) -> dict[str, Any]:
    return {
        "v": VERSION,
        "kind": kind,
        "at": header.at,
        "session": header.session,
        "check_id": header.check_id,
        "policy_sha": header.policy_sha,
    }


def _judge(judge: Judge) -> dict[str, Any]:
    return {
        "name": judge.name,
        "version": judge.version,
        "latency_ms": round(judge.latency_ms, 1),
        "input_tokens": judge.input_tokens,
        "cost": judge.cost,
    }


def _distribution(found: Distribution | None) -> dict[str, Any]:
    """Both numbers that a gate may look at; null where nobody was asked."""
    if found is None or not found.probabilities:
        return {"probabilities": None, "p_top": None, "confidence": None, "margin": None}
    return {
        "probabilities": {name: round(value, _PLACES) for name, value in found.probabilities.items()},
        "p_top": round(found.p_top, _PLACES),
        "confidence": found.confidence,
        "margin": round(found.margin, _PLACES),
    }
