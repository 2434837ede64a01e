"""Many known claims, and the one that a new claim repeats, refines or contradicts."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from heapq import nlargest
from itertools import accumulate
from math import log
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.claims.compare import Comparison, cached_claim, compare, compare_claims
from daykeep.text.claims.cutting import CODE, NUMBER
from daykeep.text.claims.matching import code_parts
from daykeep.text.claims.reading import Claim, read_claim

if TYPE_CHECKING:
    from collections.abc import Iterable

CANDIDATES = 5
"""How many known claims a new one is compared with in full."""
MAX_POSTINGS = 2_500
"""How many entries of the index a search looks at, rarest words first."""
MIN_SHARE = 0.6
"""Candidates that share less than this part of what the best one shares are not compared."""
_WHOLE_CHARS = 100
_ROUNDING = 1e-6
_RANK = {"same": 3, "refines": 2, "contradicts": 1}


class Match(NamedTuple):
    """The known claim that a new one meets: its key and how the new one stands to it."""

    key: str
    comparison: Comparison


class KnownClaims:
    """Known claims by what they say; finding one looks at few of them however many there are."""

    def __init__(self, entries: Iterable[tuple[str, str]] = ()) -> None:
        self._keys: list[str] = []
        self._texts: list[str] = []
        self._postings: dict[str | int, array[int]] = {}
        for key, text in entries:
            self.add(key, text)

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, key: str, text: str) -> None:
        """Know a claim from now on; the same key may stand for several."""
        number = len(self._keys)
        self._keys.append(key)
        self._texts.append(text)
        for feature in _features(cached_claim(text), text):
            posting = self._postings.get(feature)
            if posting is None:
                self._postings[feature] = array("I", (number,))
            else:
                posting.append(number)

    def find(self, text: str) -> Match | None:
        """The known claim that ``text`` repeats or refines best, else one that it contradicts, else None."""
        best: Match | None = None
        claim = cached_claim(text)
        for number in self._candidates(claim, text):
            comparison = compare_claims(claim, cached_claim(self._texts[number]))
            if comparison.relation == "different" and text == self._texts[number]:
                comparison = compare(text, text)
            if comparison.relation == "different":
                continue
            if best is None or _order(comparison) > _order(best.comparison):
                best = Match(self._keys[number], comparison)
                if comparison.score == 1.0:
                    break
        return best

    def _candidates(self, claim: Claim, text: str) -> list[int]:
        """The known claims that share most with a claim, rare words counting more."""
        found = (self._postings.get(feature) for feature in _features(claim, text))
        postings = _affordable(sorted((posting for posting in found if posting is not None), key=len))
        weights = [log(2.0 + len(self._keys) / len(posting)) for posting in postings]
        counts: dict[int, float] = {}
        least = 0.0
        for place, posting in enumerate(postings):
            weight = weights[place]
            if (
                sum(weights[place:]) < least - _ROUNDING
            ):  # one that shares only this and what follows is too few
                for number in counts.keys() & posting:
                    counts[number] += weight
            else:
                for number in posting[:MAX_POSTINGS]:
                    counts[number] = counts.get(number, 0.0) + weight
            least = MIN_SHARE * max(counts.values())
        near = [(number, count) for number, count in counts.items() if count >= least]
        return [number for number, _ in nlargest(CANDIDATES, near, key=itemgetter(1))]


def claim_features(text: str) -> frozenset[str | int]:
    """What a claim is found by: its ideas, the beginnings of its words, its codes and numbers; pure, alike everywhere.

    Claims that are one in other words share two fifths of the smaller one's features or more.
    """
    return frozenset(_features(read_claim(text), text))


def _affordable(postings: list[array[int]]) -> list[array[int]]:
    """The shortest postings, as many as a search may look at; one at least."""
    looked = list(accumulate(map(len, postings)))
    return postings[: max(1, bisect_right(looked, MAX_POSTINGS))]


def _order(comparison: Comparison) -> tuple[int, float]:
    return _RANK[comparison.relation], comparison.score


def _features(claim: Claim, text: str) -> set[str | int]:
    features: set[str | int] = set()
    for unit in claim.units:
        if unit.kind == NUMBER:
            if unit.quantity is not None:
                features.add(unit.quantity.text)
            continue
        if unit.weight < 0.5:
            continue
        if unit.ideas:
            features.update(idea.number for idea in unit.ideas)
        elif unit.kind == CODE:
            features.add(unit.key)
            features.update(code_parts(unit.key))
        else:
            features.add(unit.key if len(unit.key) < 7 else unit.key[:6])
    return features or {text[:_WHOLE_CHARS]}
