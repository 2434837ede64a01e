"""What every chunk holds of a question: by itself, by its headings, and by its neighbours.

For each term of the question a chunk has an *evidence* from 0 to a little over 1: the term itself counts 1 (a little
more where it is repeated), in a heading above it less, a word that answers for it less still. What stands beside a
chunk counts for it too, the less the farther: an answer follows its question and seldom repeats its words.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.documents import MAX_CHUNKS
from daykeep.search.terms import is_prefix

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from daykeep.search.documents import Candidate, Statistics
    from daykeep.search.rank.question.query import Query
    from daykeep.search.rank.weights import Strengths

K1, B = 1.2, 0.3
"""BM25's saturation, and how much long chunks lose; chunks are short and alike, so it is little."""
_RARE, _COMMON = 1 / 200, 1 / 10
"""A member of a kind answers in full if it is in so few of all chunks, and not at all if in so many."""
_HALF = 0.5
_BLOCK = 4
"""Chunks of so many are taken together to see what the surroundings of a chunk hold; `MAX_CHUNKS` is a multiple."""


class Role(NamedTuple):
    """What a word of the index does for a term of the question: its place in it, and how strongly it answers for it."""

    place: int
    strength: float
    exact: bool


class Lookup(NamedTuple):
    """What the words of a question are worth in this index.

    ``worth`` and ``kinds`` have a number for each term: how rare the term is, and how rare the members of the kind that
    it names are together. ``total`` is the sum of ``worth``; ``average`` the mean number of terms of a chunk. ``starts``
    are single characters that every word which begins with them stands for.
    """

    worth: tuple[float, ...]
    kinds: tuple[float, ...]
    total: float
    average: float
    roles: dict[str, list[Role]]
    words: frozenset[str]
    starts: frozenset[str] = frozenset()


class Held(NamedTuple):
    """What one chunk holds by itself, a number for each term of the question.

    ``evidence`` is weighed by what the terms are worth, ``sure`` too, where words that only answer for a term count half.
    ``counts`` are those of the terms themselves, ``members`` those of the kinds that they name. ``lent`` is the
    evidence as each neighbour within reach gets it. ``words`` are the words of the lookup that stand in it, ``above``
    those in its headings.
    """

    evidence: list[float]
    sure: list[float]
    counts: list[int]
    members: list[int]
    lent: list[list[float]]
    words: frozenset[str]
    above: frozenset[str]


NOTHING = Held([], [], [], [], [], frozenset(), frozenset())
"""What a chunk holds that holds nothing."""


def look_up(query: Query, statistics: Statistics, strengths: Strengths) -> Lookup:
    """Weigh the terms of a question by how rare they are among all chunks."""
    chunks = max(1, statistics.chunks)
    seen = statistics.frequencies
    worth = tuple(
        _worth(chunks, seen.get(term, 0)) * (strengths.faint if term in query.faint else 1.0)
        for term in query.terms
    )
    roles = {term: [Role(place, 1.0, exact=True)] for place, term in enumerate(query.terms)}
    kinds = []
    for place, term in enumerate(query.terms):
        relation = query.relations.get(term)
        together = sum(seen.get(word, 0) for word in relation.kinds) if relation else 0
        kinds.append(_worth(chunks, together) if together else 0.0)
        if relation is None:
            continue
        for word in relation.equals:
            roles.setdefault(word, []).append(Role(place, strengths.equal, exact=False))
        for word in relation.kinds:
            strength = strengths.kind * _rareness((seen.get(word, 0) - 1) / chunks)
            roles.setdefault(word, []).append(Role(place, strength, exact=False))
    average = max(1.0, statistics.terms / chunks)
    starts = frozenset(filter(is_prefix, query.terms))
    return Lookup(worth, tuple(kinds), sum(worth) or 1.0, average, roles, frozenset(roles), starts)


def _rareness(share: float) -> float:
    """How much a member of a kind says that is in this share of the other chunks: by the logarithm, from 0 to 1."""
    if share <= _RARE:
        return 1.0
    return max(0.0, log(_COMMON / share) / log(_COMMON / _RARE))


def _worth(chunks: int, frequency: int) -> float:
    frequency = min(frequency, chunks)
    return log(1 + (chunks - frequency + 0.5) / (frequency + 0.5))


def hold(found: Sequence[str], above: Sequence[str], lookup: Lookup, strengths: Strengths) -> Held:
    """What a chunk holds by itself: the words of the lookup that stand in it, as often as they do, and those above it."""
    size = len(lookup.worth)
    evidence, sure, counts, members = [0.0] * size, [0.0] * size, [0] * size, [0] * size
    for word in (*dict.fromkeys(found), *above):
        often = found.count(word)
        for place, strength, exact in lookup.roles[word]:
            if exact:
                counts[place] += often
                strength = strengths.saturated(often)  # noqa: PLW2901 - of the term itself it depends on the count
            else:
                members[place] += often
            value = lookup.worth[place] * (
                strength if often else strengths.heading * (1.0 if exact else strength)
            )
            evidence[place] = max(evidence[place], value)
            sure[place] = max(sure[place], value if exact else value * _HALF)
    lent = [[value * part for value in evidence] for _, part in strengths.reach]
    return Held(evidence, sure, counts, members, lent, frozenset(found), frozenset(above))


def hold_all(near: Mapping[int, Candidate], lookup: Lookup, strengths: Strengths) -> dict[int, Held]:
    """What each chunk holds by itself, by id, without those that hold nothing; chunks that hold the same share it."""
    asked = lookup.words.__contains__
    heads: dict[str, tuple[str, ...]] = {}
    alike: dict[tuple[tuple[str, ...], tuple[str, ...]], Held] = {}
    held: dict[int, Held] = {}
    for ident, one in near.items():
        words = one.terms.split(" ")
        if lookup.starts:
            words += [word[0] for word in words if len(word) > 1 and word[0] in lookup.starts]
        if one.head not in heads:
            heads[one.head] = tuple(dict.fromkeys(filter(asked, one.head.split(" "))))
        what = tuple(filter(asked, words)), heads[one.head]
        if what[0] or what[1]:
            if what not in alike:
                alike[what] = hold(*what, lookup, strengths)
            held[ident] = alike[what]
    return held


class Evidence:
    """What the chunks near the candidates hold of a question, by themselves, with their neighbours and around them."""

    def __init__(self, near: Mapping[int, Candidate], lookup: Lookup, strengths: Strengths) -> None:
        self.held = hold_all(near, lookup, strengths)
        self._near = near
        self._lookup = lookup
        self._strengths = strengths
        self._around: dict[int, float] = {}

    def covers(self) -> dict[int, float]:
        """The worth of what each chunk and its neighbours hold, of each term what is best; by id, where that is anything."""
        find = self.held.get
        reach = [(distance, place) for place, (distance, _) in enumerate(self._strengths.reach)]
        found: dict[int, float] = {}
        for ident in self._near:
            own = find(ident)
            parts = [own.evidence] if own is not None else []
            for distance, place in reach:
                other = find(ident + distance)
                if other is not None:
                    parts.append(other.lent[place])
            if parts:
                found[ident] = _best(parts)
        return found

    def surely(self, ident: int) -> float:
        """The same of one chunk, where words that only answer for a term count half."""
        parts = [
            [value * lent for value in other.sure]
            for distance, lent in ((0, 1.0), *self._strengths.reach)
            if (other := self.held.get(ident + distance)) is not None
        ]
        return _best(parts)

    def window(self, ident: int) -> float:
        """BM25 of a chunk, to which the terms of its neighbours are counted in part."""
        own = self.held.get(ident)
        counts: list[float] = list(own.counts) if own is not None else [0.0] * len(self._lookup.worth)
        for distance, lent in self._strengths.reach:
            other = self.held.get(ident + distance)
            if other is not None:
                part = lent * self._strengths.counted
                counts = [mine + its * part for mine, its in zip(counts, other.counts, strict=True)]
        length = self._near[ident].terms.count(" ") + 1
        return _bm25(counts, self._lookup.worth, K1 * (1 - B + B * length / self._lookup.average))

    def members(self, ident: int) -> float:
        """How much a chunk and its next neighbours hold of the kinds that the question names, weighed by their worth."""
        lent = self._strengths.members
        return sum(
            part * _bm25(other.members, self._lookup.kinds, K1)
            for distance, part in ((0, 1.0), (-1, lent), (1, lent))
            if (other := self.held.get(ident + distance)) is not None and any(other.members)
        )

    def around(self, ident: int) -> float:
        """The worth of the terms held within 4 to 7 chunks around this one: in its block and those beside it."""
        block = ident // _BLOCK
        if block not in self._around:
            first = max(block - 1, ident // MAX_CHUNKS * (MAX_CHUNKS // _BLOCK))
            ids = range(first * _BLOCK, (block + 2) * _BLOCK)
            self._around[block] = _best([one.evidence for one in map(self.held.get, ids) if one is not None])
        return self._around[block]


def _best(parts: Sequence[Sequence[float]]) -> float:
    if len(parts) <= 1:
        return sum(parts[0]) if parts else 0.0
    best: Iterable[float] = map(max, *parts)
    return sum(best)


def _bm25(counts: Iterable[float], worth: Iterable[float], saturation: float) -> float:
    return sum(
        [
            value * often * (K1 + 1) / (often + saturation)
            for often, value in zip(counts, worth, strict=True)
            if often
        ]
    )
