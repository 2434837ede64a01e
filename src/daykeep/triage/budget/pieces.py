"""Pieces of turns that still run: their results can be hidden, oldest first, while nothing else of them may change."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.model import RESULT
from daykeep.session.units.segments import segment_unit
from daykeep.text.tokens import count_tokens
from daykeep.triage.compress.masks import mask_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.session.units.model import Unit

_PIECE = 200
"""Pieces are at least as large as that, in the measure of the budget: small ones, so that the newest results stay."""
_ANY_ID = "A999"


class Cut(NamedTuple):
    """A piece whose results are hidden: its name, its size then, what that saves, and the numbers of its messages."""

    id: str
    size: int
    saved: int
    messages: range


def cut_running(
    units: Sequence[Unit],
    surplus: int,
    mask_chars: int | None = None,
    count: Callable[[str], int] = count_tokens,
) -> tuple[Cut, ...]:
    """The oldest pieces of these units whose results must be hidden to save ``surplus``; never the newest piece of the last."""
    found: list[Cut] = []
    saved = 0
    for unit in units:
        segments = segment_unit(unit, min_tokens=_PIECE, count=count)
        for segment in segments[: len(segments) - (unit is units[-1])]:
            if saved >= surplus:
                return tuple(found)
            parts = [part for part in unit.parts if segment.first <= part.message <= segment.last]
            results = [part for part in parts if part.kind == RESULT]
            masks = mask_texts(parts, _ANY_ID, limit_chars=mask_chars)
            gain = sum(
                max(0, count(part.text) - count(text)) for (_, text), part in zip(masks, results, strict=True)
            )
            if gain:
                size = sum(count(part.text) for part in parts) - gain
                found.append(Cut(segment.id, size, gain, range(segment.first, segment.last + 1)))
                saved += gain
    return tuple(found)
