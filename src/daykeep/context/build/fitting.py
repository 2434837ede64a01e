"""Ways to make a text fit: whole or not at all, or as many whole lines as there is room for, with the rest named."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.build.section import Cut, Draft, Piece

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CUT_LINE_TOKENS = 40
"""Room for the line that says what was cut."""


class Kind(NamedTuple):
    """Where a draft belongs and what it is worth: the fields of a `Draft` that do not depend on its text."""

    part: str
    stability: str
    place: str
    priority: int
    weight: int = 1
    floor: int = 0


def whole(piece: Piece, kind: Kind, count: Callable[[str], int]) -> Draft:
    """A draft that stands whole or is left out."""
    need = count(piece.text)

    def fit(tokens: int, said: str) -> tuple[Piece, ...]:
        del said
        return (piece,) if tokens >= need else ()

    return draft_of(piece.key, kind._replace(floor=need), need, fit)


def by_lines(
    piece: Piece,
    kind: Kind,
    count: Callable[[str], int],
    *,
    around: Callable[[str], str],
    newest_last: bool = False,
    why: str = "no room within the budget",
) -> Draft:
    """A draft whose lines may be cut, at the end or (``newest_last``) at the beginning; the piece says which are missing.

    ``piece.text`` are the bare lines; ``around`` puts heading and delimiters around those that stay. Its first source
    is the file that the lines are counted in.
    """
    full = piece._replace(text=around(piece.text))
    need = count(full.text)
    lines = piece.text.split("\n")
    name = piece.sources[0] if piece.sources else piece.key

    def fit(tokens: int, said: str) -> tuple[Piece, ...]:
        del said
        if tokens >= need:
            return (full,)
        room = tokens - count(around("")) - CUT_LINE_TOKENS
        first, end = _lines_within(lines, room, count, newest_last=newest_last)
        if end <= first:
            return ()
        missing = (1, first) if newest_last else (end + 1, len(lines))
        lost = "\n".join(lines[:first] if newest_last else lines[end:])
        mark = f"[lines {missing[0]}-{missing[1]} of {len(lines)} are not shown: {why}]"
        shown = "\n".join([mark, *lines[first:]] if newest_last else [*lines[:end], mark])
        cut = Cut(f"{name}:{missing[0]}-{missing[1]}", why, count(lost))
        return (piece._replace(text=around(shown), cut=(*piece.cut, cut)),)

    return draft_of(piece.key, kind, need, fit)


def draft_of(key: str, kind: Kind, need: int, fit: Callable[[int, str], tuple[Piece, ...]]) -> Draft:
    """The draft of a kind; its floor is never more than its need."""
    return Draft(
        key,
        kind.part,
        kind.stability,
        kind.place,
        kind.priority,
        kind.weight,
        min(kind.floor, need),
        need,
        fit,
    )


def _lines_within(
    lines: Sequence[str], room: int, count: Callable[[str], int], *, newest_last: bool
) -> tuple[int, int]:
    """The half-open range of whole lines, from one end, that takes at most ``room`` tokens."""
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        kept = lines[len(lines) - middle :] if newest_last else lines[:middle]
        if count("\n".join(kept)) <= room:
            low = middle
        else:
            high = middle - 1
    return (len(lines) - low, len(lines)) if newest_last else (0, low)
