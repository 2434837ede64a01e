"""Chooses the chunks that are worth ranking: those of the question's words, with what stands beside them in their favour."""

from __future__ import annotations

from datetime import date, timedelta
from heapq import nlargest
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from daykeep.search.documents import Filter, Match
    from daykeep.search.rank import Query
    from daykeep.search.store import ChunkStore

CANDIDATES, RELATED = 150, 50
"""So many chunks are found by the words of the question, and so many by words related to them."""

RELATED_TERMS = 16
"""So many related words are looked for; the rest only score."""

RELATED_POSTINGS = 1000
"""They are together in no more chunks than this; a commoner one would only find what is found without it."""

KEPT = 80
"""So many of them are ranked: with fewer, questions about long conversations lose answers; more change nothing."""

AFTER_DAYS = 7
"""What happened on a day is often written down within so many days."""

HALF = 0.5
"""What evidence by related words counts, against that by the question's own."""
BESIDE = ((-1, 0.6), (1, 0.6), (-2, 0.35), (2, 0.35))
"""What the evidence of neighbours counts, by their distance."""


def find_candidates(store: ChunkStore, query: Query, where: Filter) -> list[int]:
    """The ids of the chunks that may answer a question, those of the days asked about first; at most about twice `KEPT`.

    Without terms it is the chunks of the days. Words that are only related to those of the question are looked for
    apart, so that they crowd nothing out.
    """
    related = _rarest_related(store, query)
    own = store.candidates(query.terms, where=where, limit=CANDIDATES) if query.terms else []
    others = store.candidates(related, where=where, limit=RELATED) if related else []
    chosen = choose(own, others, KEPT)
    if query.span is None:
        return chosen
    first = store.candidates(query.terms, where=_within(where, query), limit=CANDIDATES)
    if not query.terms:
        return [one.id for one in first]
    return list(dict.fromkeys((*choose(first, (), KEPT), *chosen)))


def _rarest_related(store: ChunkStore, query: Query) -> list[str]:
    """The rarest words related to those of the question that stand anywhere: common ones cost time and find nothing."""
    others = [term for term in query.wanted if term not in query.terms]
    often = store.statistics(others).frequencies if others else {}
    rarest = sorted((often[term], term) for term in others if often[term])[:RELATED_TERMS]
    together = accumulate(frequency for frequency, _ in rarest)
    few = sum(count <= RELATED_POSTINGS for count in together)
    return [term for _, term in rarest[: max(1, few)]]


def choose(own: Iterable[Match], others: Iterable[Match], keep: int) -> list[int]:
    """The ids of the ``keep`` chunks with the most evidence in themselves and beside them, best first; ties go by id."""
    scores = {one.id: HALF * one.score for one in others}
    for one in own:
        scores[one.id] = one.score + scores.get(one.id, 0.0)
    if len(scores) <= keep:
        return sorted(scores, key=lambda ident: (-scores[ident], ident))
    worth = {ident: score + _beside(ident, scores) for ident, score in scores.items()}
    return nlargest(keep, worth, key=lambda ident: (worth[ident], -ident))


def _beside(ident: int, scores: Mapping[int, float]) -> float:
    return sum(share * scores.get(ident + step, 0.0) for step, share in BESIDE)


def _within(where: Filter, query: Query) -> Filter:
    """The filter narrowed to the days asked about and, where there are words to look for, a week more."""
    if query.span is None:
        return where
    last = query.span.last + timedelta(days=AFTER_DAYS if query.terms else 0)
    return where._replace(
        since=max(query.span.first, where.since or date.min), until=min(last, where.until or date.max)
    )
