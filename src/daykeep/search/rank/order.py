"""Orders candidates by how likely each answers the question."""

from __future__ import annotations

from heapq import nlargest
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.rank.cues import find_cues
from daykeep.search.rank.reasons import explain
from daykeep.search.rank.signs import Judge
from daykeep.search.rank.weights import STRENGTHS, WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from daykeep.search.documents import Candidate, Statistics
    from daykeep.search.rank.query import Query
    from daykeep.search.rank.weights import Strengths, Weights

CLOSER = 200
"""So many chunks of the best evidence are weighed by all signs that their terms give."""
SHORTLIST = 100
"""So many of these are read: their looks lift a chunk by some places, not by more."""
RELEVANT = 0.4
"""The best chunk holds at least this part of the question's worth, or nothing relevant is there."""
RELATED = 0.2
"""What holds less than this part is no hit, however good the others are."""


class Ranked(NamedTuple):
    """A hit: its chunk, a score from 0 to 1 that compares hits of one question, and what speaks for it."""

    id: int
    score: float
    reasons: tuple[str, ...]


def rank(
    query: Query,
    candidates: Iterable[Candidate | int],
    near: Mapping[int, Candidate],
    statistics: Statistics,
    read: Callable[[Collection[int]], Mapping[int, str]],
    *,
    weights: Weights = WEIGHTS,
    strengths: Strengths = STRENGTHS,
) -> list[Ranked]:
    """Order what was found for a question, best first; empty when nothing there is relevant.

    ``near`` holds the candidates and their neighbours, which may be hits too: an answer often repeats no word of its
    question. ``statistics`` knows ``query.wanted``; ``read`` gives the text of chunks of ``near`` and is asked once.
    Equal scores keep the order of ``candidates``, then that of ids, so that equal input gives equal output.
    """
    judge = Judge(query, near, statistics, strengths)
    if judge.relevance < RELEVANT:
        return []
    signs = signs_of(judge, read, weights)
    places = {one if isinstance(one, int) else one.id: place for place, one in enumerate(candidates)}
    best = sum(weight for weight in weights if weight > 0)
    scores = {ident: sum(map(mul, row, weights)) for ident, row in signs.items()}
    order = sorted(scores, key=lambda ident: (-scores[ident], places.get(ident, len(places)), ident))
    return [
        Ranked(ident, round(min(1.0, max(0.0, scores[ident] / best)), 4), explain(judge, ident, signs[ident]))
        for ident in order
        if judge.share(ident) >= RELATED
    ]


def signs_of(
    judge: Judge, read: Callable[[Collection[int]], Mapping[int, str]], weights: Weights = WEIGHTS
) -> dict[int, list[float]]:
    """All signs of the chunks that are worth a closer look, by id; each in the order of the weights."""
    closer = nlargest(CLOSER, judge.scores, key=lambda ident: (judge.scores[ident].cover, -ident))
    rows = {ident: judge.by_terms(ident) for ident in closer}
    chosen = nlargest(SHORTLIST, rows, key=lambda ident: (sum(map(mul, rows[ident], weights)), -ident))
    wanted = {other for ident in chosen for other in (ident, ident - 1) if other in judge.near}
    known = judge.query.people.known
    cues = {ident: find_cues(text, speakers=known) for ident, text in read(wanted).items()}
    return {ident: rows[ident] + judge.by_looks(ident, cues) for ident in chosen if ident in cues}
