"""Decides which terms of a question look for chunks, what each is worth, and which chunks are worth a closer look."""

from __future__ import annotations

from heapq import nlargest
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

MAX_POSTINGS = 6000
"""The terms that look for chunks are together in about so many: a larger number costs time and finds nothing better,
for the commonest terms of a question say the least."""


def worth(chunks: int, frequency: int) -> float:
    """What it says that a chunk holds a term: the logarithm of how rare it is, never negative (BM25's).

    >>> worth(1000, 1) > worth(1000, 500) > 0
    True
    """
    return log(1 + (chunks - frequency + 0.5) / (frequency + 0.5)) if frequency <= chunks else 0.0


def add_up(postings: Iterable[tuple[float, Sequence[int]]], scores: dict[int, float]) -> dict[int, float]:
    """Add to the scores of chunks what the terms they hold are worth; gives back ``scores``, by id."""
    for value, ids in postings:
        if not scores:
            scores.update(dict.fromkeys(ids, value))
            continue
        known = scores.get
        for chunk in ids:
            scores[chunk] = known(chunk, 0.0) + value
    return scores


def pick_best(
    scores: Mapping[int, float], limit: int, order: Callable[[Sequence[int]], Mapping[int, object]]
) -> list[tuple[int, float]]:
    """The ``limit`` best ids with their scores, best first.

    ``order`` gives sort keys that don't depend on ids; it is asked only where equal scores must be told apart.
    """
    if len(scores) > limit:
        floor = nlargest(limit, scores.values())[-1]
        chosen = [(chunk, score) for chunk, score in scores.items() if score >= floor]
    else:
        chosen = list(scores.items())
    places = order([chunk for chunk, _ in chosen])
    chosen.sort(key=lambda one: (-one[1], places[one[0]]))
    return chosen[:limit]
