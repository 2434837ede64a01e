"""Marks that an unsolved merge leaves in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.text.regions import find_regions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.text.regions import Region


def find_unmerged(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The first and last line of each conflict: its three marks in order and outside code."""
    last: int | None = 0
    regions: list[Region] | None = None
    while True:
        first = _find_mark(lines, "<<<<<<<", last)
        middle = _find_mark(lines, "=======", first)
        end = _find_mark(lines, ">>>>>>>", middle)
        if not (first and middle and end):
            return
        if regions is None:
            regions = [region for region in find_regions(lines) if region.kind == "code"]
        code = next((region for region in regions if region.first <= first <= region.last), None)
        last = end if code is None else code.last
        if code is None:
            yield first, end


def _find_mark(lines: Sequence[str], mark: str, after: int | None) -> int | None:
    """The first line after line ``after`` that is the mark, alone or with a label; None without one."""
    if after is None:
        return None
    for number in range(after + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.startswith(mark) and line[7:8] in {"", " "}:
            return number
    return None
