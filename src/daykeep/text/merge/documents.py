"""The merge of two changes of one Markdown file, from bytes to bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.merge.lines import choose, read_sides
from daykeep.text.merge.pieces import cut_pieces, has_headings, has_open_wall, no_moment
from daykeep.text.merge.threeway import Merge, Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.text.merge.lines import Sides
    from daykeep.text.merge.pieces import FindMoment, Piece

    Pieces = tuple[Piece, ...]
    Prepare = Callable[[Pieces, Pieces, Pieces], "Prepared"]

MOST_BYTES = 2_000_000
"""Larger files are no logs and no memory; git merges them by their lines."""


class Merged(NamedTuple):
    """A merged file, how many conflicts stand in it between marks, and what else a person should know of it."""

    data: bytes
    conflicts: int = 0
    notes: tuple[str, ...] = ()


class Prepared(NamedTuple):
    """The pieces of both sides without what need not stand twice, those lines, and a word on each."""

    ours: Pieces
    theirs: Pieces
    dropped: tuple[str, ...]
    notes: tuple[str, ...]


def merge_documents(
    base: bytes,
    ours: bytes,
    theirs: bytes,
    *,
    rules: Rules,
    moment: FindMoment = no_moment,
    prepare: Prepare | None = None,
) -> Merged | None:
    """The file after both changes; None for what is better merged by its lines.

    Those are files that are no UTF-8 text, are larger than MOST_BYTES, or hold foreign text that is never closed. No
    line of either side is lost: it is in the result, or one side deleted it and the other never touched it, or
    ``prepare`` took it out, or it is a task that is ticked in the result.
    """
    plain = merge_trivially(base, ours, theirs)
    if plain is not None:
        return plain
    if max(len(base), len(ours), len(theirs)) > MOST_BYTES:
        return None
    sides = read_sides(base, ours, theirs)
    if sides is None or any(has_open_wall(lines) for lines in (sides.base, sides.ours, sides.theirs)):
        return None
    real = any(has_headings(lines) for lines in (sides.base, sides.ours, sides.theirs))
    cut = [
        cut_pieces(lines, bold=False if real else None, moment=moment)
        for lines in (sides.base, sides.ours, sides.theirs)
    ]
    (before, base_tail), (left, left_tail), (right, right_tail) = cut
    prepared = Prepared(left, right, (), ()) if prepare is None else prepare(before, left, right)
    merge = Merge(rules)
    pieces = merge.parts(before, prepared.ours, prepared.theirs)
    lines = [line for piece in pieces for line in piece.render()]
    lines += choose(base_tail, left_tail, right_tail)
    if find_lost(sides, lines, {*merge.settled, *prepared.dropped}):
        return None
    return Merged(sides.join(lines), merge.conflicts, prepared.notes)


def merge_trivially(base: bytes, ours: bytes, theirs: bytes) -> Merged | None:
    """The merge where one side changed nothing or both did the same; None where both changed something."""
    if ours in {base, theirs}:
        return Merged(theirs)
    return Merged(ours) if theirs == base else None


def find_lost(sides: Sides, lines: Sequence[str], settled: set[str]) -> set[str]:
    """The lines of either side that the merged ``lines`` lack although nobody deleted them; blank lines don't count.

    ``settled`` are lines that stand in the result in another form.
    """
    result = {line.strip() for line in lines} | settled | {""}
    base, ours, theirs = ({line.strip() for line in each} for each in (sides.base, sides.ours, sides.theirs))
    return (ours - result - (base - theirs)) | (theirs - result - (base - ours))
