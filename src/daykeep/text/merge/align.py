"""Which piece of a changed text is which piece of the text before."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from daykeep.text.merge.lines import match

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.text.merge.pieces import Piece

ALIKE = 0.6
"""From this share of common text on, a piece in the same place is taken for an edit of the one that stood there."""
ALIKE_ALONE = 0.35
"""The same for a piece where just one went and just one came."""

_READ_CHARS = 400
_MOST_COMPARED = 40
"""Longer gaps hold whole rewrites: comparing everything with everything there costs much and finds little."""


def align(base: Sequence[Piece], side: Sequence[Piece]) -> dict[int, int]:
    """The index in ``side`` of every piece of ``base`` that is still there: unchanged, edited or moved."""
    found = match([piece.body for piece in base], [piece.body for piece in side])
    for gap, candidates in list(_gaps(found, len(base), len(side))):
        _pair(found, base, side, gap, candidates)
    used = set(found.values())
    left = [index for index in range(len(base)) if index not in found]
    free = [index for index in range(len(side)) if index not in used]
    for name in ("body", "key"):  # moved: the very text first, then what has the same name
        waiting: dict[str, list[int]] = {}
        for index in free:
            if index not in used:
                waiting.setdefault(getattr(side[index], name), []).append(index)
        for index in left:
            there = waiting.get(getattr(base[index], name))
            if index not in found and there and side[there[0]].level == base[index].level:
                found[index] = there.pop(0)
                used.add(found[index])
    return found


def _gaps(found: dict[int, int], base: int, side: int) -> Iterator[tuple[range, range]]:
    """The stretches between pieces that match exactly, in both texts."""
    at = there = 0
    for index, other in [*sorted(found.items()), (base, side)]:
        if index > at and other > there:
            yield range(at, index), range(there, other)
        at, there = index + 1, other + 1


def _pair(
    found: dict[int, int], base: Sequence[Piece], side: Sequence[Piece], gap: range, candidates: range
) -> None:
    """Match what stands in one gap: by name, then by likeness, never crossing what is matched there already."""
    free = list(candidates)
    for index in gap:
        same = next((other for other in free if _is_named(base[index], side[other])), None)
        if same is not None:
            found[index] = same
            free.remove(same)
    if len(gap) > _MOST_COMPARED or len(free) > _MOST_COMPARED:
        return
    alone = len(gap) == len(candidates) == 1
    for index in gap:
        if index in found:
            continue
        scored = [(likeness(base[index], side[other]), -other) for other in free]
        best, place = max(scored, default=(0.0, 0))
        if best >= (ALIKE_ALONE if alone else ALIKE):
            found[index] = -place
            free.remove(-place)


def _is_named(one: Piece, other: Piece) -> bool:
    return one.level == other.level and one.key == other.key


def likeness(one: Piece, other: Piece) -> float:
    """How much text two pieces have in common (0 to 1); 0 for pieces of different kinds."""
    if one.level != other.level:
        return 0.0
    mine, others = (each.body.replace(each.lines[0], each.key, 1)[:_READ_CHARS] for each in (one, other))
    if one.is_section and one.parts and other.parts:
        mine, others = ("\n".join(part.body for part in each.parts)[:_READ_CHARS] for each in (one, other))
    if min(mine, others) and max(mine, others).startswith(min(mine, others)):
        return 1.0
    matcher = SequenceMatcher(None, mine, others, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= ALIKE_ALONE else 0.0
