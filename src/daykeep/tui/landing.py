"""The place in a file where a change would land: the lines that come and go, with a few of their neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.review.difference import Difference

STAYS, GOES, COMES, GAP = " ", "-", "+", "…"


class Row(NamedTuple):
    """One line: whether it stays, goes or comes, its number (in the old file if it goes), its text."""

    sign: str
    number: int
    text: str


def find_landing(
    before: Sequence[str], after: Sequence[str], difference: Difference, *, around: int
) -> list[Row]:
    """The lines that differ, each with ``around`` lines before and after it; a row `GAP` where some are left out.

    >>> from daykeep.review.difference import compare_lines
    >>> old, new = ["a", "b", "c"], ["a", "B", "c"]
    >>> [row.sign + row.text for row in find_landing(old, new, compare_lines(old, new), around=1)]
    [' a', '-b', '+B', ' c']
    """
    rows = list(_rows(before, after, difference))
    changed = [index for index, row in enumerate(rows) if row.sign != STAYS]
    near = {index for at in changed for index in range(at - around, at + around + 1)}
    found: list[Row] = []
    last = -1
    for index in sorted(near & set(range(len(rows)))):
        if found and index != last + 1:
            found.append(Row(GAP, 0, ""))
        found.append(rows[index])
        last = index
    return found


def _rows(before: Sequence[str], after: Sequence[str], difference: Difference) -> Iterator[Row]:
    """All lines of both files in order. Blank lines that come or go are in no difference: they pass as staying."""
    going = {number for number, _ in difference.removed}
    coming = {number for number, _ in difference.added}
    old = new = 0
    while old < len(before) or new < len(after):
        if old + 1 in going and old < len(before):
            yield Row(GOES, old + 1, before[old])
            old += 1
        elif new + 1 in coming and new < len(after):
            yield Row(COMES, new + 1, after[new])
            new += 1
        elif old < len(before) and new < len(after) and before[old] == after[new]:
            yield Row(STAYS, new + 1, after[new])
            old, new = old + 1, new + 1
        elif old < len(before) and not before[old].strip():
            old += 1
        elif new < len(after):
            yield Row(STAYS, new + 1, after[new])
            new += 1
        else:
            old += 1
