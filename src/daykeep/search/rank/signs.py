"""The signs by which a chunk is judged, each a number from 0 to about 1, in the order of the weights."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

from daykeep.search.documents import MAX_CHUNKS
from daykeep.search.rank.cjk import share_of_characters, weigh_characters
from daykeep.search.rank.cues import asks, find_cues
from daykeep.search.rank.evidence import NOTHING, Evidence, look_up

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.search.documents import Candidate, Statistics
    from daykeep.search.rank.evidence import Held
    from daykeep.search.rank.question.query import Query
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
_TERM_CHARS = 8
"""A length is told by characters: short terms only bind the others."""
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
        self._evidence = Evidence(near, self.lookup, strengths)
        self.covers = self._evidence.covers()
        self.best_cover = max(self.covers.values(), default=0.0) or 1.0
        self._documents: dict[int, float] = {}
        for ident, covered in self.covers.items():
            number = ident // MAX_CHUNKS
            self._documents[number] = max(self._documents.get(number, 0.0), covered)
        self._has_kinds = any(self.lookup.kinds)
        self._phrases = set(pairwise(query.terms))
        self._characters = weigh_characters(dict(zip(query.terms, self.lookup.worth, strict=True)))

    def held(self, ident: int) -> Held:
        """What a chunk holds by itself."""
        return self._evidence.held.get(ident, NOTHING)

    def share(self, ident: int) -> float:
        """How sure it is that a chunk has to do with the question: the part of its worth that is there, 0 to about 1.

        Words that only answer for a term count half of what they do elsewhere, single characters as much as pairs. That
        the one asked about is speaking, or that it is of the days asked about, is part of the question's worth.
        """
        one = self.near[ident]
        held = self._evidence.surely(ident) / self.lookup.total
        if self._characters:
            held = (held + self._character_share(ident)) / 2
        return held + _AGREES * (self._is_subject(one) + self._day(one))

    def share_around(self, ident: int) -> float:
        """The part of the question's worth that the surroundings of a chunk hold."""
        return self._evidence.around(ident) / self.lookup.total

    def _character_share(self, ident: int) -> float:
        return share_of_characters(self._characters, self.near[ident].terms)

    def _is_subject(self, one: Candidate) -> bool:
        return one.speaker is not None and one.speaker == self.query.people.subject

    def by_terms(self, idents: Sequence[int]) -> dict[int, list[float]]:
        """The signs that need nothing but terms, day and speaker, of the best chunks."""
        windows = {ident: self._evidence.window(ident) for ident in idents}
        best = max(windows.values(), default=0.0) or 1.0
        return {ident: self._by_terms(ident, found / best) for ident, found in windows.items()}

    def _by_terms(self, ident: int, windowed: float) -> list[float]:
        one, covered = self.near[ident], self.covers[ident]
        total = self.lookup.total
        subject = 1.0 if self._is_subject(one) else 0.0
        return [
            covered / total,
            covered / self.best_cover,
            covered / total * subject,
            windowed,
            subject,
            self._evidence.members(ident) / total if self._has_kinds else 0.0,
            0.0 if self.query.several else self._documents[ident // MAX_CHUNKS] / self.best_cover,
            self.share_around(ident),
            self._phrase(ident),
            self._character_share(ident) if self._characters else 0.0,
            self._day(one),
        ]

    def _phrase(self, ident: int) -> float:
        if not self._phrases or sum(map(bool, self.held(ident).counts)) <= 1:
            return 0.0
        found = self._phrases.intersection(pairwise(self.near[ident].terms.split(" ")))
        return min(_MOST_PHRASES, len(found)) / _MOST_PHRASES

    def _day(self, one: Candidate) -> float:
        span = self.query.span
        if span is None or one.day is None or one.day < span.first:
            return 0.0
        if one.day <= span.last:
            return 1.0 if (span.last - span.first).days < _LONG_SPAN_DAYS else _LONG_SPAN
        return _TOLD_LATER if one.day <= span.last + timedelta(days=_TOLD_LATER_DAYS) else 0.0

    def by_looks(self, ident: int, text: str, before: str) -> list[float]:
        """The signs that need the text of a chunk and of the one before it."""
        one, people, expected = self.near[ident], self.query.people, self.query.expected
        spoken = self._is_subject(one)
        mine = find_cues(text, speakers=people.known, expected=expected, spoken=spoken)
        answered = self.covers.get(ident - 1, 0.0) if asks(before) else 0.0
        return [
            answered / self.best_cover,
            float(mine.asks),
            min(1.0, log(1 + len(one.terms) / _TERM_CHARS) / _LOG_LONG),
            float(one.ordinal == 0),
            mine.names,
            mine.self,
            float(expected == "time" and mine.time),
            float(expected in ("number", "length") and (mine.number or mine.time)),
            float(expected == "name" and mine.names > 0),
        ]
