"""Which turns use again what an earlier one holds, repeat it, or make it old; linear in the length of a conversation."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.seeing.look import Look

COMMON_TURNS = 64
"""A mark that stands in more turns than this is a word of the conversation and refers to nothing."""
MOST_COUNTED = 9
"""More references than this are not told apart."""


class References(NamedTuple):
    """What came later of one turn: how many turns use it again, the place of one that makes it old, of one that it repeats."""

    later: int = 0
    superseded_by: int | None = None
    duplicate_of: int | None = None


def find_references(looks: Sequence[Look]) -> list[References]:
    """What came later of each turn, in their order."""
    places: dict[str, list[int]] = {}
    last_call: dict[tuple[str, str], int] = {}
    first_print: dict[int, int] = {}
    for at, look in enumerate(looks):
        for mark in look.marks:
            places.setdefault(mark, []).append(at)
        for call in look.calls:
            last_call[call] = at
        if look.said or look.reply:
            first_print.setdefault(look.fingerprint, at)
    return [
        References(
            _count_later(look, at, places),
            _superseded(look, at, last_call),
            _duplicate(look, at, first_print),
        )
        for at, look in enumerate(looks)
    ]


def _count_later(look: Look, at: int, places: dict[str, list[int]]) -> int:
    later: set[int] = set()
    for mark in look.marks:
        found = places[mark]
        if len(found) == 1 or len(found) > COMMON_TURNS or found[-1] == at:
            continue
        start = bisect_right(found, at)
        later.update(found[start : start + MOST_COUNTED])
        if len(later) >= MOST_COUNTED:
            return MOST_COUNTED
    return len(later)


def _superseded(look: Look, at: int, last_call: dict[tuple[str, str], int]) -> int | None:
    """The turn that made all the same calls again, if there is one later: its results are newer."""
    if not look.calls:
        return None
    again = min(last_call[call] for call in look.calls)
    return again if again > at else None


def _duplicate(look: Look, at: int, first_print: dict[int, int]) -> int | None:
    first = first_print.get(look.fingerprint, at)
    return first if first < at else None
