"""Takes a change back out of a text that has gone on changing since: a three-way merge that knows one thing more.

git's own merge sees a conflict where somebody added lines right beside the ones that are to go, and that is the rule
in MEMORY.md: every week's lines stand below the last week's. Whole lines that were added, and are still there
word for word, can be taken out beside others without a doubt, or give way to those that they replaced; and likewise
lines can be put in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Merge = Callable[..., tuple[bytes, int]]

_MARKS = (b"<", b"|", b"=", b">")
_SHORTEST_MARK = 7
"""The length of git's own conflict marks."""


class Merged(NamedTuple):
    """The text after the merge, and the conflicts that are left: each as the lines that stand there now."""

    data: bytes
    conflicts: tuple[tuple[bytes, ...], ...]


class _Hunk(NamedTuple):
    """A place where both sides differ from ``base``; ``ours`` is how it is now, ``theirs`` how it should be."""

    ours: list[bytes]
    base: list[bytes]
    theirs: list[bytes]


def take_back(merge: Merge, *, base: bytes, ours: bytes, theirs: bytes) -> Merged:
    """Apply the change from ``base`` to ``theirs`` to ``ours``; ``merge`` is git's three-way merge.

    With conflicts left, ``data`` is ``ours``, unchanged.
    """
    if ours == base:
        return Merged(theirs, ())
    size = _free_mark_size(base, ours, theirs)
    merged, count = merge(base=base, ours=ours, theirs=theirs, marker_size=size)
    if not count:
        return Merged(merged, ())
    parts: list[bytes] = []
    conflicts: list[tuple[bytes, ...]] = []
    for piece in _pieces(merged, size):
        if isinstance(piece, bytes):
            parts.append(piece)
            continue
        settled = settle(piece.ours, piece.base, piece.theirs)
        if settled is None:
            conflicts.append(tuple(piece.ours))
        else:
            parts.extend(settled)
    return Merged(ours, tuple(conflicts)) if conflicts else Merged(b"".join(parts), ())


def settle(ours: Sequence[bytes], base: Sequence[bytes], theirs: Sequence[bytes]) -> list[bytes] | None:
    """The lines of one place after the change from ``base`` to ``theirs``, or None if that is in doubt.

    >>> settle([b"a", b"new"], [b"a"], [])
    [b'new']
    >>> settle([b"a, edited"], [b"a"], []) is None
    True
    """
    start, end = _common_ends(base, theirs)
    going, coming = list(base[start : len(base) - end]), list(theirs[start : len(theirs) - end])
    if going:
        found = _find(ours, going)
        return None if found is None else [*ours[:found], *coming, *ours[found + len(going) :]]
    if list(ours[:start]) == list(base[:start]):
        return [*ours[:start], *coming, *ours[start:]]
    if list(ours[len(ours) - end :]) == list(base[start:]):
        return [*ours[: len(ours) - end], *coming, *ours[len(ours) - end :]]
    return None


def _common_ends(one: Sequence[bytes], other: Sequence[bytes]) -> tuple[int, int]:
    shorter = min(len(one), len(other))
    start = 0
    while start < shorter and one[start] == other[start]:
        start += 1
    end = 0
    while end < shorter - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return start, end


def _find(lines: Sequence[bytes], wanted: Sequence[bytes]) -> int | None:
    """Where these lines stand together, if that is exactly one place."""
    count = len(wanted)
    places = [at for at in range(len(lines) - count + 1) if list(lines[at : at + count]) == list(wanted)]
    return places[0] if len(places) == 1 else None


def _free_mark_size(*texts: bytes) -> int:
    """A length at which no line of the texts can be taken for a conflict mark."""
    size = _SHORTEST_MARK
    while any(mark * size in text for text in texts for mark in _MARKS):
        size *= 2
    return size


def _pieces(merged: bytes, size: int) -> Iterator[bytes | _Hunk]:
    """The merged text as lines and hunks, by the marks of ``git merge-file --diff3``."""
    now, before, middle, wanted = (mark * size for mark in _MARKS)
    hunk: _Hunk | None = None
    side: list[bytes] = []
    for line in merged.splitlines(keepends=True):
        if line.startswith(now):
            hunk = _Hunk([], [], [])
            side = hunk.ours
        elif hunk is None:
            yield line
        elif line.startswith(before):
            side = hunk.base
        elif line.startswith(middle):
            side = hunk.theirs
        elif line.startswith(wanted):
            yield hunk
            hunk = None
        else:
            side.append(line)
