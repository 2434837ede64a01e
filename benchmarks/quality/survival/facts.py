"""Annotated values that can still be read in a view, or by one recall with the name of their slot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.quality.survival.views import Seen, product_view, text_of
from daykeep.triage.recall.words import Sought, recall_words
from daykeep.triage.stored.model import Stored

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.quality.survival.threads import Thread, Value
    from daykeep.session.units.model import Unit

_SIGNS = str.maketrans(dict.fromkeys(".,:!?()\"'’*=", " "))
_BARRIERS = re.compile(r"[;|>\n]")
KEEP_UNITS = 2
RECALL_TOKENS = 2_000
"""What one recall may cost, as by default."""
_AT = "2026-11-30"


class Survival(NamedTuple):
    """How much of the characters a view has, of how many values how many can be read in it, and how many after one recall."""

    kept_chars: int
    all_chars: int
    values: int
    in_view: int
    with_recall: int

    def __add__(self, other: object) -> Survival:
        """The sum of both."""
        if not isinstance(other, Survival):
            return NotImplemented
        return Survival(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


NOTHING = Survival(0, 0, 0, 0, 0)


def measure_budget(threads: Sequence[Thread], share: float) -> Survival:
    """What the product keeps within a share of the characters of each thread."""
    total = NOTHING
    for thread in threads:
        size = _size(thread.units)
        total += _measure(
            thread, product_view(thread.units, int(share * size), keep_units=KEEP_UNITS), size, recalls=True
        )
    return total


def measure_method(threads: Sequence[Thread], view: Callable[[Sequence[Unit]], Seen]) -> Survival:
    """What a plain method keeps; it recalls nothing."""
    total = NOTHING
    for thread in threads:
        total += _measure(thread, view(thread.units), _size(thread.units), recalls=False)
    return total


def _size(units: Sequence[Unit]) -> int:
    return len(text_of(part for unit in units for part in unit.parts))


def _measure(thread: Thread, seen: Seen, size: int, *, recalls: bool) -> Survival:
    view = _normal(seen.text)
    missing = [value for value in thread.values if _normal(value.text) not in view]
    found = _recalled(thread, seen, missing) if recalls and missing else 0
    kept = len(thread.values) - len(missing)
    return Survival(len(seen.text), size, len(thread.values), kept, kept + found)


def _normal(text: str) -> str:
    """Small letters without signs and leading articles: "the Wise" is "Wise", "Sydney, Australia" is "Sydney Australia".

    The entries of the facts block don't join.
    """
    words = _BARRIERS.sub(" ; ", text.casefold()).translate(_SIGNS).split()
    return f" {' '.join(word for word in words if word != 'the')} "


def _recalled(thread: Thread, seen: Seen, missing: Sequence[Value]) -> int:
    """How many of the missing values one recall brings back, asked by nothing but the name of their slot."""
    names = set(seen.stored)
    sought = [
        Sought(
            Stored(f"A{unit.number}", unit.id, unit.sha, _AT, unit.tokens, "", (), "0" * 64, "", 0, 0),
            unit.parts,
        )
        for unit in thread.units
        if unit.id in names
    ]
    answers = {
        key: _normal(recall_words(key, sought, max_tokens=RECALL_TOKENS).text)
        for key in dict.fromkeys(value.key for value in missing)
    }
    return sum(_normal(value.text) in answers[value.key] for value in missing)
