"""The three-way merge of pieces: what both sides added stays, what one side changed is changed, the rest is shown.

The result is the same whichever side is called ours, but for the marks of a conflict and for texts that both sides
put into another order.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.merge.align import align
from daykeep.text.merge.lines import choose, conflict_lines, merge_lines
from daykeep.text.merge.pieces import FIXED, Piece, make_piece, no_moment
from daykeep.text.similarity import normalise_line
from daykeep.text.todos import DONE, DROPPED, find_todo

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator, Sequence

_STATES = (DONE, DROPPED)
"""Of two states of one task the first of these wins."""

_LISTED = ("-", "*", "+", "|", "•", ">", "<<<")
"""What opens a line that needs no blank line above it; the last is a conflict's first mark."""


class Rules(NamedTuple):
    """What differs between kinds of files.

    ``joins`` tells whether two sections with the same heading, one from each side, are one; ``size`` is the length
    of the marks of a conflict.
    """

    joins: Callable[[Piece, Piece], bool]
    size: int = 7


class Merge:
    """One merge under way: counts its conflicts and remembers lines that were taken as one with another line."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.conflicts = 0
        self.settled: set[str] = set()

    def parts(
        self, base: Sequence[Piece], ours: Sequence[Piece], theirs: Sequence[Piece]
    ) -> tuple[Piece, ...]:
        """The pieces after both changes, in order."""
        mine, others = align(base, ours), align(base, theirs)
        pairs = self._pairs(ours, theirs, set(mine.values()), set(others.values()))
        names: dict[tuple[str, int], Hashable] = {}
        merged: dict[Hashable, Piece] = {}
        for index, piece in enumerate(base):
            left = ours[mine[index]] if index in mine else None
            right = theirs[others[index]] if index in others else None
            result = self._known(piece, left, right)
            if result is not None:
                merged["base", index] = result
        names.update({("ours", mine[index]): ("base", index) for index in mine})
        names.update({("theirs", others[index]): ("base", index) for index in others})
        for one, other in pairs.items():
            merged["both", one] = self._added(ours[one], theirs[other])
            names["ours", one] = names["theirs", other] = ("both", one)
        for side, pieces in (("ours", ours), ("theirs", theirs)):
            for index, piece in enumerate(pieces):
                if (side, index) not in names:
                    names[side, index] = (side, index)
                    merged[side, index] = piece
        sequences = [
            [name for index in range(len(pieces)) if (name := names[side, index]) in merged]
            for side, pieces in (("ours", ours), ("theirs", theirs))
        ]
        if _is_rising(sequences[0]) and not _is_rising(sequences[1]):
            sequences.reverse()  # the side that moved something decides the order
        direction = _direction(ours, theirs)
        order = _interleave(sequences[0], sequences[1], merged, direction)
        firsts = {names[side, 0] for side in ("ours", "theirs") if (side, 0) in names}
        return tuple(
            _spaced([merged[name] for name in order], {at for at, name in enumerate(order) if name in firsts})
        )

    def _pairs(
        self, ours: Sequence[Piece], theirs: Sequence[Piece], mine: set[int], others: set[int]
    ) -> dict[int, int]:
        """What both sides added alike: the index in ``ours`` to that in ``theirs``."""
        waiting: dict[str, list[int]] = {}
        for index, piece in enumerate(theirs):
            if index not in others:
                waiting.setdefault(piece.key, []).append(index)
        found: dict[int, int] = {}
        for index, piece in enumerate(ours):
            for other in waiting.get(piece.key, ()) if index not in mine else ():
                if self._is_one(piece, theirs[other]):
                    found[index] = other
                    waiting[piece.key].remove(other)
                    break
        return found

    def _is_one(self, ours: Piece, theirs: Piece) -> bool:
        if ours.body == theirs.body:
            return True
        if ours.level != theirs.level:
            return False
        if ours.key.startswith(FIXED):
            return True
        return (
            self.rules.joins(ours, theirs) if ours.is_section else holds(ours, theirs) or holds(theirs, ours)
        )

    def _known(self, base: Piece, ours: Piece | None, theirs: Piece | None) -> Piece | None:
        """A piece of the common version after both changes; None if a side deleted it and the other let it be."""
        if ours is not None and theirs is not None:
            return self._both(base, ours, theirs)
        left = ours if ours is not None else theirs
        if left is None or left.body == base.body:
            return None
        return self._conflict(ours, theirs)

    def _both(self, base: Piece, ours: Piece, theirs: Piece) -> Piece:
        lead = choose(base.lead, ours.lead, theirs.lead)
        if ours.body == base.body != theirs.body:
            return theirs._replace(lead=lead)
        if theirs.body == base.body != ours.body:
            return ours._replace(lead=lead)
        if base.is_section:  # also where all are equal: the distances in it may have changed
            lines, conflicts = merge_lines(base.lines, ours.lines, theirs.lines, size=self.rules.size)
            self.conflicts += conflicts
            parts = self.parts(base.parts, ours.parts, theirs.parts)
            return ours._replace(lead=lead, lines=tuple(lines), parts=parts)
        if ours.body == theirs.body:
            return ours._replace(lead=lead)
        return ours._replace(lead=lead, lines=tuple(self._leaf(base.lines, ours.lines, theirs.lines)))

    def _added(self, ours: Piece, theirs: Piece) -> Piece:
        """A piece that both sides added: the fuller one, or a section with what stands in either."""
        if ours.body == theirs.body:
            return ours
        if not ours.is_section and ours.key.startswith(FIXED):
            return self._conflict(ours, theirs)
        if ours.is_section:
            lines = ours.lines
            if lines != theirs.lines:
                self.settled.update(line.strip() for line in (*lines, *theirs.lines))
                lines = min(ours.lines, theirs.lines)
            return ours._replace(lines=lines, parts=self.parts((), ours.parts, theirs.parts))
        self.settled.update(line.strip() for line in (*ours.lines, *theirs.lines))
        fuller = max(ours, theirs, key=lambda piece: (len(piece.lines), _is_done(piece), piece.lines))
        first = ours if _is_done(ours) else theirs
        return fuller._replace(lines=(first.lines[0], *fuller.lines[1:])) if _is_done(first) else fuller

    def _leaf(self, base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
        first = merge_todo(base[0], ours[0], theirs[0])
        if first is None:
            lines, conflicts = merge_lines(base, ours, theirs, size=self.rules.size)
        else:
            self.settled.update(line.strip() for line in (ours[0], theirs[0]))
            lines, conflicts = merge_lines(base[1:], ours[1:], theirs[1:], size=self.rules.size)
            lines.insert(0, first)
        self.conflicts += conflicts
        return lines

    def _conflict(self, ours: Piece | None, theirs: Piece | None) -> Piece:
        self.conflicts += 1
        left, right = (
            [] if piece is None else list(piece._replace(lead=()).render()) for piece in (ours, theirs)
        )
        shown = ours or theirs
        lines = conflict_lines(left, right, size=self.rules.size)
        return make_piece(lines, shown.lead if shown else (), moment=no_moment)


def merge_todo(base: str, ours: str, theirs: str) -> str | None:
    """One task's line after both changes: done wins, the text that a side changed stays; None if that is no way.

    >>> merge_todo("- [ ] call the bank", "- [x] call the bank", "- [ ] call the bank before noon")
    '- [x] call the bank before noon'
    """
    found = [find_todo(line) for line in (base, ours, theirs)]
    before, left, right = found
    if before is None or left is None or right is None:
        return None
    if left.text != before.text != right.text != left.text:
        return None
    state = choose(before.state, left.state, right.state)
    if before.state not in {left.state, right.state}:
        state = next((each for each in _STATES if each in {left.state, right.state}), state)
    text = choose(before.text, left.text, right.text)
    boxed, own = next((line, todo) for line, todo in ((ours, left), (theirs, right)) if todo.state == state)
    bare = boxed.rstrip()
    if not text or not own.text or not bare.endswith(own.text):
        return None
    return bare[: len(bare) - len(own.text)] + text + boxed[len(bare) :]


def holds(large: Piece, small: Piece) -> bool:
    """Whether every line of a piece stands in another one too, but for marks and white space; in that order.

    The boxes of tasks don't count.
    """
    lines = iter([normalise_line(line) for line in large.body.split("\n")])
    return all(any(line == other for other in lines) for line in map(normalise_line, small.body.split("\n")))


def _is_done(piece: Piece) -> bool:
    todo = find_todo(piece.lines[0])
    return todo is not None and todo.state == DONE


def _is_rising(names: Sequence[Hashable]) -> bool:
    known = [name[1] for name in names if isinstance(name, tuple) and name[0] == "base"]
    return all(one < other for one, other in pairwise(known))


def _direction(ours: Sequence[Piece], theirs: Sequence[Piece]) -> int:
    """1 where both sides stand in the order of time, -1 for the newest first, 0 where time doesn't order them."""
    sides = [[piece.moment for piece in side if piece.moment is not None] for side in (ours, theirs)]
    steps = [(one, other) for side in sides for one, other in pairwise(side)]
    if all(one <= other for one, other in steps):
        return 1
    return -1 if all(one >= other for one, other in steps) else 0


def _interleave(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    merged: dict[Hashable, Piece],
    direction: int,
) -> list[Hashable]:
    """Both orders in one: what stands in ``second`` alone comes behind its neighbour there."""
    common = set(first) & set(second)
    behind: dict[Hashable, list[Hashable]] = {}
    anchor: Hashable = None
    for name in second:
        if name in common:
            anchor = name
        else:
            behind.setdefault(anchor, []).append(name)
    result: list[Hashable] = []
    run: list[Hashable] = []
    anchor = None
    for name in first:
        if name not in common:
            run.append(name)
            continue
        result += _weave(run, behind.get(anchor, []), merged, direction)
        result.append(name)
        run, anchor = [], name
    return result + _weave(run, behind.get(anchor, []), merged, direction)


def _weave(
    one: list[Hashable], other: list[Hashable], merged: dict[Hashable, Piece], direction: int
) -> list[Hashable]:
    """Two runs of additions at one place: by time, else one run behind the other."""
    if not (one and other):
        return one + other
    one, other = sorted((one, other), key=lambda run: [merged[name].body for name in run])
    timed = all(any(merged[name].moment is not None for name in run) for run in (one, other))
    if not direction or not timed:
        return one + other
    rows = [(when, name) for run in (one, other) for when, name in _with_times(run, merged)]
    rows.sort(key=lambda row: row[0], reverse=direction < 0)
    return [name for _, name in rows]


def _with_times(
    run: Sequence[Hashable], merged: dict[Hashable, Piece]
) -> Iterator[tuple[tuple[str, float], Hashable]]:
    """Each piece with its time; one without has that of the piece above it, or else of the first that has one."""
    known = [merged[name].moment for name in run]
    when = next(moment for moment in known if moment is not None)
    for name, moment in zip(run, known, strict=True):
        when = moment if moment is not None else when
        yield when, name


def _spaced(pieces: list[Piece], firsts: Collection[int]) -> list[Piece]:
    """The pieces with the distances that fit their new neighbours.

    ``firsts`` are those that stood first in one of the texts: their distance was the one to the heading.
    """
    spaced = list(pieces)
    if firsts and 0 not in firsts:
        spaced[0] = pieces[0]._replace(lead=pieces[min(firsts)].lead)
    loose = any(
        piece.lead for at, piece in enumerate(pieces) if at and at not in firsts and _is_listed(piece)
    )
    for at in sorted(firsts):
        piece = pieces[at]
        if at == 0 or piece.level < 0:
            continue
        if _is_listed(piece) and _is_listed(pieces[at - 1]):
            spaced[at] = piece._replace(lead=("",) if loose else ())
        elif not piece.lead and not _is_listed(piece):
            spaced[at] = piece._replace(lead=("",))
    return spaced


def _is_listed(piece: Piece) -> bool:
    return not piece.level and piece.lines[0].lstrip().startswith(_LISTED)
