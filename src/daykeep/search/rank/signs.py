"""The signs by which a chunk is judged, each a number from 0 to about 1, in the order of the weights."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

from daykeep.search.documents import MAX_CHUNKS
from daykeep.search.rank.cjk import share_of_characters, weigh_characters
from daykeep.search.rank.evidence import Surroundings, hold, look_up, members_around, score

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.search.documents import Candidate, Statistics
    from daykeep.search.rank.cues import Cues
    from daykeep.search.rank.query import Query
    from daykeep.search.rank.weights import Strengths

_LONG_SPAN_DAYS = 31
_LONG_SPAN = 0.3
"""What it says that a chunk is of a span longer than a month: as much less as chance hits it oftener."""
_TOLD_LATER_DAYS = 7
_TOLD_LATER = 0.4
"""What happened is often told some days later."""
_MOST_PHRASES = 2
_AGREES = 0.25
"""What the right speaker or day adds to the part of a question that a chunk holds."""
_SHORT = 3
_LOG_LONG = 4.0
"""The logarithm of a length from which on more terms make no difference."""


class Judge:
    """Judges the chunks near the candidates of one question, by their terms first, then by what they look like."""

    def __init__(
        self, query: Query, near: Mapping[int, Candidate], statistics: Statistics, strengths: Strengths
    ) -> None:
        self.query = query
        self.near = near
        self.lookup = look_up(query, statistics, strengths)
        self.held = {
            ident: found
            for ident, one in near.items()
            if (found := hold(one, self.lookup, strengths)) is not None
        }
        reached = {
            ident + distance for ident in self.held for distance, _ in strengths.reach
        } | self.held.keys()
        self.scores = {
            ident: score(ident, one.terms.count(" ") + 1, self.held, self.lookup, strengths)
            for ident, one in near.items()
            if ident in reached
        }
        self.best_cover = max((one.cover for one in self.scores.values()), default=0.0) or 1.0
        self.best_window = max((one.window for one in self.scores.values()), default=0.0) or 1.0
        self._documents: dict[int, float] = {}
        for ident, one in self.scores.items():
            number = ident // MAX_CHUNKS
            self._documents[number] = max(self._documents.get(number, 0.0), one.cover)
        self._surroundings = Surroundings(self.held, self.lookup)
        self._strengths = strengths
        self._phrases = set(pairwise(query.terms))
        self._characters = weigh_characters(dict(zip(query.terms, self.lookup.worth, strict=True)))

    @property
    def relevance(self) -> float:
        """How sure it is that the best chunk has to do with the question: 0 to about 1."""
        return max((self.share(ident) for ident in self.scores), default=0.0)

    def share(self, ident: int) -> float:
        """How much of the question's worth a chunk holds, with its neighbours.

        That the one asked about is speaking, and that it is of the days asked about, is part of the question's worth.
        """
        one = self.near[ident]
        agrees = _AGREES * (self._is_subject(one) + self._day(one))
        return self.scores[ident].cover / self.lookup.total + agrees

    def _is_subject(self, one: Candidate) -> bool:
        return one.speaker is not None and one.speaker == self.query.people.subject

    def by_terms(self, ident: int) -> list[float]:
        """The signs that need nothing but terms, day and speaker."""
        one, first = self.near[ident], self.scores[ident]
        total = self.lookup.total
        cover = first.cover / total
        subject = 1.0 if self._is_subject(one) else 0.0
        return [
            cover,
            first.cover / self.best_cover,
            cover * subject,
            first.window / self.best_window,
            subject,
            members_around(ident, self.held, self.lookup, self._strengths) / total,
            0.0 if self.query.several else self._documents[ident // MAX_CHUNKS] / self.best_cover,
            self._surroundings.cover(ident) / total,
            self._phrase(ident),
            share_of_characters(self._characters, one.terms) if self._characters else 0.0,
            self._day(one),
        ]

    def _phrase(self, ident: int) -> float:
        held = self.held.get(ident)
        if held is None or not self._phrases or sum(map(bool, held.counts)) <= 1:
            return 0.0
        found = self._phrases.intersection(pairwise(self.near[ident].terms.split(" ")))
        return min(_MOST_PHRASES, len(found)) / _MOST_PHRASES

    def _day(self, one: Candidate) -> float:
        span = self.query.span
        if span is None or one.day is None or one.day < span.first:
            return 0.0
        if one.day <= span.last:
            return 1.0 if span.days <= _LONG_SPAN_DAYS else _LONG_SPAN
        return _TOLD_LATER if one.day <= span.last + timedelta(days=_TOLD_LATER_DAYS) else 0.0

    def by_looks(self, ident: int, cues: Mapping[int, Cues]) -> list[float]:
        """The signs that need the text."""
        mine, before, one = cues[ident], cues.get(ident - 1), self.near[ident]
        asked = self.scores.get(ident - 1) if before is not None and before.asks else None
        expected = self.query.expected
        return [
            asked.cover / self.best_cover if asked is not None else 0.0,
            float(mine.asks),
            min(1.0, log(1 + _content(one)) / _LOG_LONG),
            float(one.ordinal == 0),
            mine.names,
            mine.self if self._is_subject(one) else 0.0,
            float(expected == "time" and mine.time),
            float((expected in ("number", "length") and mine.number) or (expected == "length" and mine.time)),
            float(expected == "name" and mine.names > 0),
        ]


def _content(one: Candidate) -> int:
    """How many terms say something: the short ones bind the others."""
    return sum(len(term) > _SHORT for term in one.terms.split(" "))
