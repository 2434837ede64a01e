"""Finds, among thousands of known texts, the few that a new one may repeat, and compares it with those alone.

What a text is found by is worked out where it is read, in many processes; the search itself only counts. Texts that
are one claim in other words share at least two fifths of the smaller one's features (measured on 487 pairs of the
same claim: none less); of two unrelated texts one pair in a hundred does.
"""

from __future__ import annotations

from array import array
from functools import cache
from heapq import nlargest
from math import log
from typing import NamedTuple

from daykeep.text.claims import Comparison, compare

MIN_SHARE = 0.39
MAX_LOOKED = 1_500
"""How many entries of the index a search counts, the rarest features first."""

MAX_COMPARED = 3
MAX_COMPARED_OF_FEW = 6
FEW = 1_000
"""Among fewer texts than this more of them are compared: it costs little."""

_RANK = {"same": 3, "refines": 2, "contradicts": 1, "different": 0}

_NEW = 1_000_000
"""The weight of a feature that no known text has."""

Features = frozenset[str | int]


class Found(NamedTuple):
    """The known text that a new one meets: its key, and how the new one stands to it."""

    key: int
    comparison: Comparison


class Sieve:
    """Known texts by their features."""

    def __init__(self) -> None:
        self._keys: list[int] = []
        self._texts: list[str] = []
        self._features: list[Features] = []
        self._wholes: list[tuple[int, int]] = []
        self._postings: dict[str | int, array[int]] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, key: int, text: str, features: Features) -> None:
        """Know a text from now on."""
        number = len(self._keys)
        self._keys.append(key)
        self._texts.append(text)
        self._features.append(features)
        self._wholes.append((0, 0))
        for feature in features:
            posting = self._postings.get(feature)
            if posting is None:
                self._postings[feature] = array("I", (number,))
            else:
                posting.append(number)

    def has_near(self, features: Features) -> bool:
        """Whether any known text shares enough with one of these features to be compared."""
        return bool(self._candidates(features))

    def find(self, text: str, features: Features) -> Found | None:
        """The known text that ``text`` repeats or refines best, else one that it contradicts, else None."""
        best: Found | None = None
        for number in self._candidates(features):
            comparison = compare(text, self._texts[number])
            rank = _RANK[comparison.relation], comparison.score
            if comparison.relation != "different" and (best is None or rank > _rank(best)):
                best = Found(self._keys[number], comparison)
                if comparison.relation == "same":
                    break
        return best

    def _candidates(self, features: Features) -> list[int]:
        """The numbers of the known texts that share most, best first."""
        postings = self._postings
        found = [postings[one] for one in features if one in postings]
        counts: dict[int, int] = {}
        get = counts.get
        looked = 0
        for posting in sorted(found, key=len):
            looked += len(posting)
            if looked > MAX_LOOKED and counts:
                break
            weight = _weight(len(posting))
            for number in posting:
                counts[number] = get(number, 0) + weight
        if not counts:
            return []
        most = MAX_COMPARED_OF_FEW if len(self._keys) < FEW else MAX_COMPARED
        weights = {one: _weight(len(postings[one])) if one in postings else _NEW for one in features}
        own = sum(weights.values())
        good = []
        for number in nlargest(4 * most, counts, key=counts.__getitem__):
            whole = min(own, self._whole(number))
            shared = sum(map(weights.__getitem__, features & self._features[number]))
            share = shared / whole if whole else 0.0
            if share >= MIN_SHARE:
                good.append((share, -number))
        good.sort()
        return [-number for _, number in reversed(good[-most:])]

    def _whole(self, number: int) -> int:
        """What a known text's features weigh; worked out anew when there are a quarter more texts than before."""
        weight, among = self._wholes[number]
        if 4 * len(self) > 5 * among:
            weight = self._weigh(self._features[number])
            self._wholes[number] = weight, len(self)
        return weight

    def _weigh(self, features: Features) -> int:
        postings = self._postings
        return sum([_weight(len(postings[one])) if one in postings else _NEW for one in features])


@cache
def _weight(count: int) -> int:
    """How much a feature says that so many texts have; whole, so that sums are alike in any order."""
    return round(_NEW / (1.0 + log(1 + count)))


def _rank(found: Found) -> tuple[int, float]:
    return _RANK[found.comparison.relation], found.comparison.score
