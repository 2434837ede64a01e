"""Orders candidates by how likely each answers the question."""

from __future__ import annotations

from heapq import nlargest
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.documents import MAX_CHUNKS
from daykeep.search.rank.reasons import explain
from daykeep.search.rank.signs import Judge
from daykeep.search.rank.weights import STRENGTHS, WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from daykeep.search.documents import Candidate, Statistics
    from daykeep.search.rank.question.query import Query
    from daykeep.search.rank.weights import Strengths, Weights

CLOSER = 90
"""So many chunks of the best evidence are weighed by all signs that their terms give."""
LEAST = 20
"""So many chunks of each group are looked at whatever the others hold: no source crowds out another."""
SHORTLIST = 50
"""So many of these are read: their looks lift a chunk by some places, not by more."""
EXPLAINED = 30
"""So many of the first hits come with reasons."""
RELEVANT = 0.4
"""The best chunk holds at least this part of the question's worth, or nothing relevant is there."""
RELATED = 0.2
"""What holds less than this part is no hit, however good the others are, unless what is around it holds twice as much."""


class Ranked(NamedTuple):
    """A hit: its chunk, a score from 0 to 1 that compares hits of one question, and what speaks for it."""

    id: int
    score: float
    reasons: tuple[str, ...]


def rank(
    query: Query,
    candidates: Iterable[int],
    near: Mapping[int, Candidate],
    statistics: Statistics,
    read: Callable[[Collection[int]], Mapping[int, str]],
    *,
    groups: Sequence[Collection[int]] = (),
    weights: Weights = WEIGHTS,
    strengths: Strengths = STRENGTHS,
) -> list[Ranked]:
    """Order what was found for a question, best first; empty when nothing there is relevant.

    ``near`` holds the candidates, named by their ids, and their neighbours, which may be hits too: an answer often repeats no word of its
    question. ``statistics`` knows ``query.wanted``; ``read`` gives the text of chunks of ``near`` and is asked once.
    Equal scores keep the order of ``candidates``. The first 30 hits have reasons. The best of each of ``groups`` of ids
    are judged in full, however many of the others would come before them.
    """
    if not query.terms:
        return _of_days(query, near)
    judge = Judge(query, near, statistics, strengths)
    signs = signs_of(judge, read, weights, groups)
    shares = {ident: judge.share(ident) for ident in signs}
    if max(shares.values(), default=0.0) < RELEVANT:
        return []
    order = _in_order({ident: sum(map(mul, row, weights)) for ident, row in signs.items()}, candidates)
    best = sum(weight for weight in weights if weight > 0)
    hits = [
        (ident, score)
        for ident, score in order
        if shares[ident] >= RELATED or judge.share_around(ident) >= 2 * RELATED
    ]
    return [
        Ranked(
            ident,
            round(min(1.0, max(0.0, score / best)), 4),
            explain(judge, ident, signs[ident]) if place < EXPLAINED else (),
        )
        for place, (ident, score) in enumerate(hits)
    ]


def _in_order(scores: Mapping[int, float], candidates: Iterable[int]) -> list[tuple[int, float]]:
    """Best first; equal scores by the first candidate of their documents, then by their place in it, never by number."""
    places: dict[int, int] = {}
    for place, ident in enumerate(candidates):
        places.setdefault(ident // MAX_CHUNKS, place)
    last = len(places)
    return sorted(
        scores.items(), key=lambda item: (-item[1], places.get(item[0] // MAX_CHUNKS, last), item[0])
    )


def _of_days(query: Query, near: Mapping[int, Candidate]) -> list[Ranked]:
    """What is of the days asked about, in the order in which it was written."""
    span = query.span
    if span is None:
        return []
    found = sorted(
        (one.day, one.id) for one in near.values() if one.day and span.first <= one.day <= span.last
    )
    return [Ranked(ident, 1.0, (f"day: {day}",)) for day, ident in found]


def signs_of(
    judge: Judge,
    read: Callable[[Collection[int]], Mapping[int, str]],
    weights: Weights = WEIGHTS,
    groups: Sequence[Collection[int]] = (),
) -> dict[int, list[float]]:
    """All signs of the chunks that are worth a closer look, by id; each in the order of the weights."""
    closer = _pick(judge.covers, CLOSER, groups)
    rows = judge.by_terms(closer)
    first = {ident: sum(map(mul, row, weights)) for ident, row in rows.items()}
    chosen = _pick(first, SHORTLIST, groups)
    texts = read({other for ident in chosen for other in (ident, ident - 1) if other in judge.near})
    return {
        ident: rows[ident] + judge.by_looks(ident, texts[ident], texts.get(ident - 1, ""))
        for ident in chosen
        if ident in texts
    }


def _pick(scores: Mapping[int, float], count: int, groups: Sequence[Collection[int]]) -> list[int]:
    """The best of all, and the best of each group."""
    chosen = dict.fromkeys(nlargest(count, scores, key=scores.__getitem__))
    for group in groups:
        of_group = [ident for ident in scores if ident in group]
        chosen.update(dict.fromkeys(nlargest(LEAST, of_group, key=scores.__getitem__)))
    return list(chosen)
