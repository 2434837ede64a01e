"""Gates from labelled turns, the reliability of probabilities, and the two plainest policies beside them; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.model import ARCHIVE, CHOICES, COMPRESS, DROP, KEEP

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from daykeep.triage.calibrate.labels import Labelled

BINS = 10
TARGET = 0.01
"""The share of drops that may bear facts."""
FEWEST = 30
"""Fewer labelled turns for an action fit no gate: it stays as it is."""
MILD_TARGET = 0.05
"""The share of turns compressed or archived that a person would keep word for word."""
NEVER = 1.01
"""A gate that no probability reaches: no gate meets the target."""


class Bin(NamedTuple):
    """The turns whose probability for an action lies between two bounds: how many, their mean, how often it was right."""

    low: float
    high: float
    turns: int
    mean: float
    share: float


class Reliability(NamedTuple):
    """How far the probabilities for one action can be believed: the bins, the expected calibration error, the Brier score."""

    action: str
    bins: tuple[Bin, ...]
    ece: float
    brier: float


class FittedGate(NamedTuple):
    """The gate of one action: the least one at which at most ``target`` of what passes does harm.

    ``passing`` is how many labelled turns pass it, ``harmful`` how many of them do harm. ``enough`` is False where too few turns are
    labelled to fit anything: then ``gate`` is None.
    """

    action: str
    gate: float | None
    passing: int
    harmful: int
    target: float
    enough: bool


class Null(NamedTuple):
    """A policy that decides nothing: its name, how many turns it drops, how many of these bear facts, the tokens that it frees."""

    name: str
    drops: int
    harmful: int
    tokens: int


class Calibration(NamedTuple):
    """What labelled turns say about a decider."""

    rows: int
    gates: tuple[FittedGate, ...]
    reliability: tuple[Reliability, ...]
    nulls: tuple[Null, ...]

    @property
    def ece(self) -> float:
        """The mean of the actions' calibration errors."""
        return sum(one.ece for one in self.reliability) / max(1, len(self.reliability))


def calibrate(rows: Sequence[Labelled], *, target: float = TARGET) -> Calibration:
    """Fit a gate for each action and measure the probabilities; the same rows give the same answer.

    Harm is a drop that bears facts, and a compressed or archived turn that a person would keep. Pinned turns are left out.
    """
    free = [row for row in rows if not row.pinned]
    gates = (
        fit_gate(free, COMPRESS, MILD_TARGET, lambda row: row.label == KEEP),
        fit_gate(free, ARCHIVE, MILD_TARGET, lambda row: row.label == KEEP),
        fit_gate(free, DROP, target, lambda row: row.bears_facts),
    )
    reliability = tuple(measure(free, action) for action in CHOICES)
    ours = {gate.action: gate.gate for gate in gates}
    return Calibration(len(rows), gates, reliability, _nulls(rows, ours))


def fit_gate(
    rows: Sequence[Labelled], action: str, target: float, harms: Callable[[Labelled], bool]
) -> FittedGate:
    """The least gate from which on at most ``target`` of the turns for which an action is suggested come to harm.

    Turns with the same probability pass together. `NEVER` if even the surest ones do too much harm.
    """
    suggested = sorted(
        ((row.probabilities[action], harms(row)) for row in rows if row.top == action), reverse=True
    )
    if len(suggested) < FEWEST:
        return FittedGate(
            action, None, len(suggested), sum(harm for _, harm in suggested), target, enough=False
        )
    best, passing, harmful = NEVER, 0, 0
    count = bad = 0
    for at, (probability, harm) in enumerate(suggested):
        count, bad = count + 1, bad + harm
        is_last_of_equals = at + 1 == len(suggested) or suggested[at + 1][0] < probability
        if is_last_of_equals and bad <= target * count:
            best, passing, harmful = probability, count, bad
    return FittedGate(action, best, passing, harmful, target, enough=True)


def measure(rows: Sequence[Labelled], action: str) -> Reliability:
    """The reliability of the probabilities for one action, in ten bins of equal width."""
    held: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for row in rows:
        probability = row.probabilities[action]
        held[min(BINS - 1, int(probability * BINS))].append((probability, row.label == action))
    bins = tuple(
        Bin(
            at / BINS,
            (at + 1) / BINS,
            len(some),
            _mean([p for p, _ in some]),
            _mean([float(hit) for _, hit in some]),
        )
        for at, some in enumerate(held)
        if some
    )
    total = max(1, len(rows))
    ece = sum(one.turns * abs(one.mean - one.share) for one in bins) / total
    brier = sum((row.probabilities[action] - (row.label == action)) ** 2 for row in rows) / total
    return Reliability(action, bins, ece, brier)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _nulls(rows: Sequence[Labelled], gates: Mapping[str, float | None]) -> tuple[Null, ...]:
    """Dropping everything that isn't pinned, keeping everything, and between them what the fitted gate drops."""
    free = [row for row in rows if not row.pinned]
    gate = gates[DROP]
    ours = [row for row in free if gate is not None and row.top == DROP and row.probabilities[DROP] >= gate]
    named: tuple[tuple[str, Sequence[Labelled]], ...] = (
        ("drop all that isn't pinned", free),
        ("keep all", []),
        ("drop by the fitted gate", ours),
    )
    return tuple(
        Null(name, len(some), sum(row.bears_facts for row in some), sum(row.tokens for row in some))
        for name, some in named
    )
