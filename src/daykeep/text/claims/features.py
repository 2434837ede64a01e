"""What a claim is found by among others, apart from any index: it can be worked out where a text is read, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.text.claims.cutting import CODE, NUMBER
from daykeep.text.claims.matching import code_parts
from daykeep.text.claims.reading import read_claim

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.text.claims.reading import Unit

_LIGHT = 0.5
_STEM_CHARS = 6


def claim_features(text: str) -> frozenset[str | int]:
    """A claim's ideas, the beginnings of its words, its codes and numbers; pure, alike everywhere.

    Claims that are one in other words share two fifths of the smaller one's features or more.
    """
    return frozenset(feature for unit in read_claim(text).units for feature in _of(unit))


def _of(unit: Unit) -> Iterator[str | int]:
    if unit.kind == NUMBER:
        if unit.quantity is not None:
            yield unit.quantity.text
    elif unit.weight < _LIGHT:
        return
    elif unit.ideas:
        yield from (idea.number for idea in unit.ideas)
    elif unit.kind == CODE:
        yield unit.key
        yield from code_parts(unit.key)
    else:
        yield unit.key[:_STEM_CHARS]
