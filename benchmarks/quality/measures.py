"""Figures of quality from judged rows; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from benchmarks.quality.rows import NONE, PAIR_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks.quality.rows import Judged

BINS = 10
ENOUGH = 15
"""A language is judged by itself from so many rows on that a person would keep."""


class Score(NamedTuple):
    """Counts of right, wrong and missed answers, and the three rates they make (0 where there is nothing to divide)."""

    hits: int
    taken: int
    wanted: int

    @property
    def precision(self) -> float:
        """How many of the answers were right."""
        return self.hits / self.taken if self.taken else 0.0

    @property
    def recall(self) -> float:
        """How many of the right answers were given."""
        return self.hits / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall.

        >>> round(Score(3, 4, 6).f1, 3)
        0.6
        """
        return 2 * self.hits / (self.taken + self.wanted) if self.taken + self.wanted else 0.0


class Bin(NamedTuple):
    """The rows whose score falls between two bounds: how many, their mean score, the share that a person would keep."""

    low: float
    high: float
    rows: int
    score: float
    share: float


def durable(rows: Iterable[Judged]) -> Score:
    """Rows that a person would keep, of whatever kind, against rows of which anything was extracted."""
    return _score([(bool(row.kind), row.durable) for row in rows])


def pairs(rows: Iterable[Judged]) -> Score:
    """Lessons and problems with their fixes, against rows whose best item is one of the two."""
    return _score([(row.kind in PAIR_KINDS, row.pair) for row in rows])


def lines(rows: Iterable[Judged]) -> Score:
    """The lines that a person would keep against the lines taken, over all rows together."""
    found = list(rows)
    return Score(
        sum(len(row.taken & row.wanted) for row in found),
        sum(len(row.taken) for row in found),
        sum(len(row.wanted) for row in found),
    )


def gate(rows: Iterable[Judged], threshold: float) -> Score:
    """Durable rows against rows whose best item reaches the gate: its recall is the share covered."""
    return _score([(bool(row.kind) and row.gate_score >= threshold, row.durable) for row in rows])


def _score(answers: Sequence[tuple[bool, bool]]) -> Score:
    return Score(
        sum(1 for given, right in answers if given and right),
        sum(1 for given, _ in answers if given),
        sum(1 for _, right in answers if right),
    )


def reliability(rows: Iterable[Judged], bins: int = BINS) -> list[Bin]:
    """Rows by their score in bins of equal width; empty bins are left out."""
    found: list[list[Judged]] = [[] for _ in range(bins)]
    for row in rows:
        found[min(int(row.score * bins), bins - 1)].append(row)
    return [
        Bin(
            place / bins,
            (place + 1) / bins,
            len(some),
            sum(row.score for row in some) / len(some),
            sum(1 for row in some if row.durable) / len(some),
        )
        for place, some in enumerate(found)
        if some
    ]


def calibration_error(rows: Iterable[Judged], bins: int = BINS) -> float:
    """The expected calibration error: how far mean score and share kept are apart, weighted by the rows of each bin.

    Naeini, Cooper, Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning" (2015).
    """
    found = reliability(rows, bins)
    total = sum(one.rows for one in found)
    return sum(one.rows * abs(one.score - one.share) for one in found) / total if total else 0.0


def by_language(rows: Sequence[Judged]) -> dict[str, tuple[Score, Score]]:
    """For each language, the one with most rows first: the score over durable rows, and over lessons and fixes."""
    return _grouped(rows, lambda row: row.language)


def _grouped(rows: Sequence[Judged], key: Callable[[Judged], str]) -> dict[str, tuple[Score, Score]]:
    groups: dict[str, list[Judged]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return {name: (durable(some), pairs(some)) for name, some in ordered}


def by_kind(rows: Iterable[Judged], kinds: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """For each kind: rows of that label, how many were extracted, how many as that kind, and rows called so at all."""
    found = list(rows)
    table = []
    for kind in kinds:
        labelled = [row for row in found if row.label == kind]
        named = sum(1 for row in found if row.kind == kind)
        right = sum(1 for row in labelled if row.kind == kind)
        table.append((kind, len(labelled), sum(1 for row in labelled if row.kind), right, named))
    none = [row for row in found if row.label == NONE]
    return [
        *table,
        (NONE, len(none), sum(1 for row in none if row.kind), sum(1 for row in none if not row.kind), 0),
    ]


def weakest_language(rows: Sequence[Judged], enough: int = ENOUGH) -> tuple[str, float]:
    """The language with the least recall, as a share of the recall over all rows; ``("", 1.0)`` where none has enough."""
    total = durable(rows).recall
    shares = [
        (score.recall / total if total else 0.0, name)
        for name, (score, _) in by_language(rows).items()
        if score.wanted >= enough
    ]
    share, name = min(shares, default=(1.0, ""))
    return name, share
