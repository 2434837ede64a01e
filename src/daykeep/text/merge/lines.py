r"""Three versions of a file as lines with one kind of line end, and the three-way merge of lines.

Bytes survive: what is no UTF-8 goes through as lone surrogates, and byte-order mark, line end and final newline are
values of their own that are merged like everything else. Where a file mixes line ends they stay part of its lines.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")
_MOST_COMPARED = 40_000
"""How many pairs of lines are compared between two lines that are known to match."""
OURS, THEIRS = "ours", "theirs"


class Sides(NamedTuple):
    """The three versions as lines without line ends, and how the merged lines become bytes again."""

    base: list[str]
    ours: list[str]
    theirs: list[str]
    bom: bool
    newline: str
    final: bool

    def join(self, lines: Sequence[str]) -> bytes:
        """The bytes of a file of these lines, in the form that the three versions agree on."""
        text = self.newline.join(lines) + (self.newline if self.final and lines else "")
        return (BOM if self.bom else b"") + text.encode("utf-8", "surrogateescape")


class _Text(NamedTuple):
    text: str
    bom: bool
    newline: str
    final: bool


def read_sides(base: bytes, ours: bytes, theirs: bytes) -> Sides | None:
    """The three versions as lines; None for what is no text in UTF-8's manner (NULs, UTF-16)."""
    if any(b"\0" in data or data.startswith(_WIDE_BOMS) for data in (base, ours, theirs)):
        return None
    read = [_read(data) for data in (base, ours, theirs)]
    mixed = any(each.newline == "" for each in read)
    texts = [each.text if mixed else each.text.replace("\r\n", "\n") for each in read]
    one, left, right = read
    if not base:  # there is no common version: nothing of its form may win
        one = max(left, right, key=lambda each: (each.final, each.newline == "\n", not each.bom))
    before, here, there = (_lines(text) for text in texts)
    return Sides(
        before,
        here,
        there,
        bom=choose(one.bom, left.bom, right.bom),
        newline="\n" if mixed else choose(one.newline, left.newline, right.newline),
        final=choose(one.final, left.final, right.final),
    )


def choose(base: T, ours: T, theirs: T) -> T:
    """The value that a side changed; of two changes ours."""
    return theirs if ours == base else ours


def _read(data: bytes) -> _Text:
    text = data.removeprefix(BOM).decode("utf-8", "surrogateescape")
    ends, wide = text.count("\n"), text.count("\r\n")
    newline = "\n" if not wide else "\r\n" if wide == ends else ""
    return _Text(text, data.startswith(BOM), newline, text.endswith("\n") or not text)


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def merge_lines(
    base: Sequence[str], ours: Sequence[str], theirs: Sequence[str], *, size: int
) -> tuple[list[str], int]:
    """The lines after both changes, and how many places are in conflict: both versions stand there between marks.

    >>> merge_lines(["a", "b", "c"], ["a!", "b", "c"], ["a", "b", "c!"], size=7)
    (['a!', 'b', 'c!'], 0)
    """
    mine, others = match(base, ours), match(base, theirs)
    anchors = [(at, mine[at], others[at]) for at in range(len(base)) if at in mine and at in others]
    merged: list[str] = []
    conflicts = 0
    at = left = right = 0
    for next_at, next_left, next_right in [*anchors, (len(base), len(ours), len(theirs))]:
        before, here, there = base[at:next_at], ours[left:next_left], theirs[right:next_right]
        if list(here) != list(before) != list(there) != list(here):
            merged += conflict_lines(here, there, size=size)
            conflicts += 1
        else:
            merged += choose(list(before), list(here), list(there))
        merged += ours[next_left : next_left + 1]
        at, left, right = next_at + 1, next_left + 1, next_right + 1
    return merged, conflicts


def match(base: Sequence[str], side: Sequence[str]) -> dict[int, int]:
    """Where the lines of ``base`` stand in ``side``, in rising order; near linear in time for any texts.

    What stands at both ends and what stands once in each text hold the rest in place (Cohen's "patience" order); a
    long stretch of repeated lines between them is left unmatched.
    """
    shorter = min(len(base), len(side))
    start = 0
    while start < shorter and base[start] == side[start]:
        start += 1
    end = 0
    while end < shorter - start and base[-1 - end] == side[-1 - end]:
        end += 1
    last, other_last = len(base) - end, len(side) - end
    found = {index: index for index in range(start)}
    at, there = start, start
    for index, other in [
        *_anchors(base, side, range(start, last), range(start, other_last)),
        (last, other_last),
    ]:
        if (index - at) * (other - there) <= _MOST_COMPARED:
            matcher = SequenceMatcher(None, base[at:index], side[there:other], autojunk=False)
            for one, two, size in matcher.get_matching_blocks():
                found.update((at + one + step, there + two + step) for step in range(size))
        found[index] = other
        at, there = index + 1, other + 1
    found.update((last + step, other_last + step) for step in range(end))
    if not end:
        del found[last]
    return found


def _anchors(
    base: Sequence[str], side: Sequence[str], stretch: range, other_stretch: range
) -> list[tuple[int, int]]:
    """The longest rising row of lines that stand once in each stretch."""
    places = [_once(base, stretch), _once(side, other_stretch)]
    common = [(at, places[1][line]) for line, at in places[0].items() if line in places[1]]
    tops: list[int] = []
    rows: list[tuple[int, int, int]] = []
    ends: list[int] = []
    for at, there in sorted(common):
        length = bisect_left(tops, there)
        rows.append((at, there, ends[length - 1] if length else -1))
        tops[length : length + 1] = [there]
        ends[length : length + 1] = [len(rows) - 1]
    row: list[tuple[int, int]] = []
    place = ends[-1] if ends else -1
    while place >= 0:
        at, there, place = rows[place]
        row.append((at, there))
    return row[::-1]


def _once(lines: Sequence[str], stretch: range) -> dict[str, int]:
    counts = Counter(lines[at] for at in stretch)
    return {lines[at]: at for at in stretch if counts[lines[at]] == 1}


def conflict_lines(ours: Sequence[str], theirs: Sequence[str], *, size: int) -> list[str]:
    """Both versions between git's marks of ``size`` characters."""
    return [f"{'<' * size} {OURS}", *ours, "=" * size, *theirs, f"{'>' * size} {THEIRS}"]
