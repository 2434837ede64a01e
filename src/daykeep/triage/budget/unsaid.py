"""How much of a turn its facts don't say: words that stand side by side in it and nowhere in what stays in sight."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from daykeep.session.units.model import AGENT, PERSON, TEXT
from daykeep.triage.phrases.words import common

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from daykeep.session.units.model import Unit

_SIGNS = str.maketrans(dict.fromkeys(".,;:!?…()[]{}\"'“”’*<>|", " "))
_BARRIERS = str.maketrans(dict.fromkeys(";|>\n", "\x00"))
_TELLING = 20
"""A pair with a name or a number weighs as much as so many pairs of ordinary words."""


def pairs_in_sight(texts: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Every two words side by side in these texts; the entries of the facts block don't join."""
    found: set[tuple[str, str]] = set()
    for text in texts:
        for piece in text.translate(_BARRIERS).split("\x00"):
            words = piece.lower().translate(_SIGNS).split()
            found.update(itertools.pairwise(words))
    return frozenset(found)


def weigh_unsaid(unit: Unit, in_sight: frozenset[tuple[str, str]]) -> int:
    """The weight of what was said in a turn and can't be read any more; 0 if the facts say it all."""
    return sum(
        weight
        for part in unit.parts
        if part.kind == TEXT and part.actor in (PERSON, AGENT)
        for pair, weight in _pairs(part.text)
        if pair not in in_sight
    )


def _pairs(text: str) -> Iterator[tuple[tuple[str, str], int]]:
    """Two words with a meaning side by side, each pair with its weight."""
    words = text.translate(_SIGNS).split()
    for place in range(1, len(words)):
        one, other = words[place - 1], words[place]
        low, other_low = one.lower(), other.lower()
        if low in common() or other_low in common():
            continue
        tells = not other[0].islower() or one[0].isdigit() or (place > 1 and one[0].isupper())
        yield (low, other_low), _TELLING if tells else 1
