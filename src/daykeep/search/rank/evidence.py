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
    ``counts`` are those of the terms themselves, ``members`` those of the kinds that they name.
    """

    evidence: list[float]
    sure: list[float]
    counts: list[int]
    members: list[int]


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


def hold(candidate: Candidate, lookup: Lookup, strengths: Strengths) -> Held | None:
    """What a chunk holds by itself; None for nothing at all."""
    words = candidate.terms.split(" ")
    if lookup.starts:
        words += [word[0] for word in words if len(word) > 1 and word[0] in lookup.starts]
    found = lookup.words.intersection(words)
    above = lookup.words.intersection(candidate.head.split(" ")) if candidate.head else ()
    if not found and not above:
        return None
    size = len(lookup.worth)
    evidence, sure, counts, members = [0.0] * size, [0.0] * size, [0] * size, [0] * size
    for word in (*found, *above):
        often = words.count(word)
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
    return Held(evidence, sure, counts, members)


def cover(ident: int, held: Mapping[int, Held], strengths: Strengths) -> float:
    """The worth of what a chunk and its neighbours hold; of each term what is best."""
    own = held.get(ident)
    parts = [own.evidence] if own is not None else []
    for distance, lent in strengths.reach:
        other = held.get(ident + distance)
        if other is not None:
            parts.append([value * lent for value in other.evidence])
    return _best(parts)


def surely(ident: int, held: Mapping[int, Held], strengths: Strengths) -> float:
    """The same, where words that only answer for a term count half."""
    parts = [
        [value * lent for value in other.sure]
        for distance, lent in ((0, 1.0), *strengths.reach)
        if (other := held.get(ident + distance)) is not None
    ]
    return _best(parts)


def _best(parts: Sequence[Sequence[float]]) -> float:
    if len(parts) == 1:
        return sum(parts[0])
    best: list[float] = list(map(max, zip(*parts, strict=True)))
    return sum(best)


def window(ident: int, length: int, held: Mapping[int, Held], lookup: Lookup, strengths: Strengths) -> float:
    """BM25 of a chunk of so many terms, to which the terms of its neighbours are counted in part."""
    own = held.get(ident)
    counts: list[float] = list(own.counts) if own is not None else [0.0] * len(lookup.worth)
    for distance, lent in strengths.reach:
        other = held.get(ident + distance)
        if other is not None:
            part = lent * strengths.counted
            counts = [mine + its * part for mine, its in zip(counts, other.counts, strict=True)]
    return _bm25(counts, lookup.worth, K1 * (1 - B + B * length / lookup.average))


def _bm25(counts: Iterable[float], worth: Iterable[float], saturation: float) -> float:
    return sum(
        value * often * (K1 + 1) / (often + saturation)
        for often, value in zip(counts, worth, strict=True)
        if often
    )


def members_around(ident: int, held: Mapping[int, Held], lookup: Lookup, strengths: Strengths) -> float:
    """How much a chunk and its next neighbours hold of the kinds that the question names, weighed by their worth."""
    found = 0.0
    for distance, part in ((0, 1.0), (-1, strengths.members), (1, strengths.members)):
        other = held.get(ident + distance)
        if other is not None and any(other.members):
            found += part * _bm25(other.members, lookup.kinds, K1)
    return found


class Surroundings:
    """What the chunks around a chunk hold of the question, whichever of them holds it: its block and those beside it."""

    def __init__(self, held: Mapping[int, Held]) -> None:
        self._blocks: dict[int, list[float]] = {}
        self._covers: dict[int, float] = {}
        for ident, one in held.items():
            known = self._blocks.get(ident // _BLOCK)
            self._blocks[ident // _BLOCK] = (
                one.evidence if known is None else list(map(max, known, one.evidence))
            )

    def cover(self, ident: int) -> float:
        """The worth of the terms held within 4 to 7 chunks around this one."""
        block = ident // _BLOCK
        if block not in self._covers:
            first, last = max(block - 1, ident // MAX_CHUNKS * (MAX_CHUNKS // _BLOCK)), block + 1
            parts = [part for other in range(first, last + 1) if (part := self._blocks.get(other))]
            self._covers[block] = _best(parts)
        return self._covers[block]
