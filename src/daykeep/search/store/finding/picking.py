"""Decides which terms of a question look for chunks, what each is worth, and which chunks are worth a closer look."""

from __future__ import annotations

from collections import Counter
from math import log
from typing import TYPE_CHECKING

from daykeep.search.documents import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

POSTINGS_A_PLACE = 20
"""The terms that look for chunks are together in about so many for each place to be filled. Handing ids from SQLite to
Python is what takes time; with 3,000 of them for the 150 places of the question's own words, and 1,000 for the 50 of
related ones, the answers were as good as with all (1,000 and 300 questions over 100,000 chunks)."""


def worth(chunks: int, frequency: int) -> float:
    """What it says that a chunk holds a term: the logarithm of how rare it is, never negative (BM25's).

    >>> worth(1000, 1) > worth(1000, 500) > 0
    True
    """
    return log(1 + (chunks - frequency + 0.5) / (frequency + 0.5)) if frequency <= chunks else 0.0


def pick_rare(frequencies: Mapping[str, int], enough: int) -> tuple[list[str], list[str]]:
    """The terms that look for chunks, the rarest first, and the commoner ones that only add to what those found.

    The first are as many as are in ``enough`` chunks together, but at least one. Terms that are nowhere are left out.

    >>> pick_rare({"the": 90_000, "tea": 20, "kettle": 3, "never": 0}, enough=3000)
    (['kettle', 'tea'], ['the'])
    """
    present = sorted((frequency, term) for term, frequency in frequencies.items() if frequency)
    total = count = 0
    for frequency, _ in present:
        total += frequency
        if count and total > enough:
            break
        count += 1
    return [term for _, term in present[:count]], [term for _, term in present[count:]]


def add_worth(scores: dict[int, float], ids: Sequence[int], value: float) -> None:
    """Add to the scores of chunks what it is worth that they hold a term."""
    if not scores:
        scores.update(dict.fromkeys(ids, value))
        return
    known = scores.get
    for chunk in ids:
        scores[chunk] = known(chunk, 0.0) + value


def pick_best(
    scores: Mapping[int, float],
    limit: int,
    order: Callable[[Sequence[int]], Mapping[int, object]],
    first: Callable[[Sequence[int], int], Sequence[int]] | None = None,
) -> list[Match]:
    """The ``limit`` best of the chunks, best first.

    ``order`` gives sort keys that don't depend on ids; it is asked only where equal scores must be told apart.
    ``first`` gives so many of some ids, the first ones by these keys: thousands may share the last score that counts.
    """
    if len(scores) > limit:
        floor = _nth_best(scores.values(), limit)
        chosen = [Match(chunk, score) for chunk, score in scores.items() if score > floor]
        tied = [chunk for chunk, score in scores.items() if score == floor]
        if first is not None:
            tied = list(first(tied, limit - len(chosen)))
        chosen += [Match(chunk, floor) for chunk in tied]
    else:
        chosen = [Match(chunk, score) for chunk, score in scores.items()]
    often = Counter(one.score for one in chosen)
    places = order([one.id for one in chosen if often[one.score] > 1])
    chosen.sort(key=lambda one: (-one.score, places.get(one.id)))
    return chosen[:limit]


def _nth_best(scores: Iterable[float], count: int) -> float:
    """The score that stands at this place from the best: thousands of chunks share a few dozen of them."""
    often = Counter(scores)
    for score in sorted(often, reverse=True):
        count -= often[score]
        if count <= 0:
            return score
    return 0.0
