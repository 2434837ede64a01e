"""A small index for tests of the ranking: documents of passages, in memory, without a store."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from daykeep.search.documents import MAX_CHUNKS, Candidate, Statistics
from daykeep.search.rank import parse_query, rank
from daykeep.search.rank.signs import Judge
from daykeep.search.rank.weights import STRENGTHS, WEIGHTS
from daykeep.search.terms import terms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date

    from daykeep.search.rank import Query, Ranked
    from daykeep.search.rank.weights import Strengths, Weights

FILLER = (
    "The weather stayed grey and the ferry was late again.",
    "Nothing much to tell from this morning.",
    "The old kettle whistled while the rain went on.",
    "A neighbour waved from across the street.",
    "Somebody left an umbrella in the hallway.",
)


class Passages:
    """Passages by document; each is a text, or a text with its speaker, day or headings by ``add``."""

    def __init__(self) -> None:
        self.near: dict[int, Candidate] = {}
        self.texts: dict[int, str] = {}
        self._documents = 0

    def add(
        self,
        texts: Iterable[str | tuple[str, str]],
        *,
        day: date | None = None,
        heading: str = "",
    ) -> list[int]:
        """A document of these passages (a pair is speaker and text); the ids of its passages."""
        self._documents += 1
        added = []
        for place, one in enumerate(texts):
            speaker, text = one if isinstance(one, tuple) else (None, one)
            ident = self._documents * MAX_CHUNKS + place
            self.near[ident] = Candidate(ident, " ".join(terms(text)), " ".join(terms(heading)), day, speaker)
            self.texts[ident] = text
            added.append(ident)
        return added

    def add_filler(self, count: int = 4) -> None:
        """Documents that have nothing to do with anything, so that words are rare."""
        for _ in range(count):
            self.add(FILLER)

    def statistics(self, wanted: Iterable[str]) -> Statistics:
        often = Counter(
            term for one in self.near.values() for term in {*one.terms.split(), *one.head.split()}
        )
        count = sum(len(one.terms.split()) for one in self.near.values())
        return Statistics(len(self.near), count, {term: often[term] for term in wanted})

    def read(self, ids: Collection[int]) -> dict[int, str]:
        return {ident: self.texts[ident] for ident in ids}

    def ask(
        self,
        text: str,
        *,
        today: date,
        names: Iterable[str] = (),
        weights: Weights = WEIGHTS,
        strengths: Strengths = STRENGTHS,
    ) -> list[Ranked]:
        """The hits of a question among all passages."""
        query = parse_query(text, today=today, names=names)
        statistics = self.statistics(query.wanted)
        return rank(query, self.near, self.near, statistics, self.read, weights=weights, strengths=strengths)

    def judge(self, query: Query) -> Judge:
        return Judge(query, self.near, self.statistics(query.wanted), STRENGTHS)
