"""Merges MEMORY.md, typed notes and the records beside them that were changed on two machines: by item and by record."""

from __future__ import annotations

import heapq
import json
import re
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from daykeep.text.claims import KnownClaims, compare
from daykeep.text.merge.align import ALIKE_ALONE, likeness
from daykeep.text.merge.documents import Merged, Prepared, find_lost, merge_documents, merge_trivially
from daykeep.text.merge.lines import match, read_sides
from daykeep.text.merge.threeway import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from daykeep.text.merge.pieces import Moment, Piece

    Pieces = tuple[Piece, ...]

_SHOWN_CHARS = 80
_MOST_COMPARED = 10_000
"""How many pairs of new and vanished items are compared; where there are more, no wording is left out."""


def merge_memory(base: bytes, ours: bytes, theirs: bytes, *, marker_size: int = 7) -> Merged | None:
    """MEMORY.md with what both sides learned, under its headings; None for what is better merged by its lines.

    What both learned in other words stands once, in the words that say more (of equals the longer ones), and a note
    names the words left out. What one side deleted and the other changed is a conflict, shown between marks.
    """
    rules = Rules(joins=_always, size=marker_size)
    return merge_documents(base, ours, theirs, rules=rules, moment=_day_of_heading, prepare=_learn_once)


def merge_notes(base: bytes, ours: bytes, theirs: bytes, *, marker_size: int = 7) -> Merged | None:
    """As `merge_memory`, for text in which every wording counts."""
    return merge_documents(
        base, ours, theirs, rules=Rules(joins=_always, size=marker_size), moment=_day_of_heading
    )


def merge_records(base: bytes, ours: bytes, theirs: bytes) -> Merged | None:
    """JSON Lines with the records of both sides, each once, what was added in the order of its time (``at``).

    A record counts by its very bytes, and so does a line that is none. Two records with one time stand in the order
    of their bytes. None for what is no UTF-8 text.
    """
    plain = merge_trivially(base, ours, theirs)
    sides = read_sides(base, ours, theirs) if plain is None else None
    if plain is not None or sides is None:
        return plain
    lines = list(_union(*([line for line in side if line.strip()] for side in sides[:3])))
    return None if find_lost(sides, lines, set()) else Merged(sides._replace(final=True).join(lines))


def _union(base: list[str], ours: list[str], theirs: list[str]) -> Iterator[str]:
    mine, others = match(base, ours), match(base, theirs)
    kept = [(mine[at], others[at]) for at in range(len(base)) if at in mine and at in others]
    known = (set(mine.values()), set(others.values()))
    twice = Counter(line for at, line in enumerate(ours) if at not in known[0])
    left = right = 0
    for next_left, next_right in [*kept, (len(ours), len(theirs))]:
        here = _timed(ours[at] for at in range(left, next_left) if at not in known[0])
        there = []
        for when, line in _timed(theirs[at] for at in range(right, next_right) if at not in known[1]):
            if twice[line]:
                twice[line] -= 1
            else:
                there.append((when, line))
        yield from (line for _, line in heapq.merge(here, there))
        yield from ours[next_left : next_left + 1]
        left, right = next_left + 1, next_right + 1


def _timed(lines: Iterable[str]) -> Iterator[tuple[float, str]]:
    """Lines with their times; one that has none, or is older than the line above, counts as old as that one."""
    last = float("-inf")
    for line in lines:
        last = max(last, _time_of(line))
        yield last, line


def _time_of(line: str) -> float:
    try:
        row = json.loads(line)
        at = datetime.fromisoformat(row["at"]) if isinstance(row, dict) else None
    except (ValueError, KeyError, TypeError, RecursionError):
        at = None
    if at is None:
        return float("-inf")
    return (at if at.tzinfo is not None else at.replace(tzinfo=UTC)).timestamp()


def _always(_ours: Piece, _theirs: Piece) -> bool:
    return True


def _day_of_heading(line: str, is_heading: bool) -> Moment | None:
    """The day that a heading names; items are in no order of time."""
    found = re.search(r"(?<!\d)(\d{4}-\d\d(?:-\d\d)?)(?!\d)", line, re.ASCII) if is_heading else None
    return (found.group(1), 0.0) if found else None


def _learn_once(base: Pieces, ours: Pieces, theirs: Pieces) -> Prepared:
    """Leave out what one side added in other words than the other."""
    mine, others = _added(base, ours), _added(base, theirs)
    shared = {*mine} & {*others}
    claims = KnownClaims((body, body) for body in mine if body not in shared)
    left: set[str] = set()
    right: set[str] = set()
    notes = []
    for body in others:
        found = claims.find(body) if body not in shared and len(claims) else None
        if found is None or found.key in left or found.comparison.relation not in {"same", "refines"}:
            continue
        kept, dropped = _choose(body, found.key)
        (left if dropped == found.key else right).add(dropped)
        notes.append(f"{_shown(dropped)} says what {_shown(kept)} says; it stands once")
    left_headings = _emptied(ours, left, base)
    right_headings = _emptied(theirs, right, base)
    gone = (*left, *right, *left_headings, *right_headings)
    return Prepared(
        _without(ours, left | left_headings),
        _without(theirs, right | right_headings),
        tuple(line.strip() for body in gone for line in body.split("\n")),
        tuple(sorted(notes)),
    )


def _added(base: Pieces, side: Pieces) -> list[str]:
    """The items that a side added; what may be an edit of an item that is no longer there is none."""
    before = {piece.body: piece for piece in _leaves(base)}
    after = {piece.body: piece for piece in _leaves(side)}
    gone = [piece for body, piece in before.items() if body not in after]
    new = [piece for body, piece in after.items() if body not in before]
    if len(gone) * len(new) > _MOST_COMPARED:
        return []
    return [piece.body for piece in new if all(likeness(piece, old) < ALIKE_ALONE for old in gone)]


def _choose(new: str, old: str) -> tuple[str, str]:
    """Of two wordings of one thing the one to keep, and the other: alike whichever is the new one."""
    if compare(new, old).relation != compare(old, new).relation:
        return (new, old) if compare(new, old).relation == "refines" else (old, new)
    return (new, old) if (len(new), new) > (len(old), old) else (old, new)


def _leaves(pieces: Pieces) -> Iterator[Piece]:
    for piece in pieces:
        if piece.level > 0:
            yield from _leaves(piece.parts)
        elif not piece.level:
            yield piece


def _emptied(pieces: Pieces, dropped: set[str], base: Pieces) -> set[str]:
    """The bodies of sections that are new and hold nothing but what is dropped."""
    if not dropped:
        return set()
    known = {piece.key for piece in base}
    found: set[str] = set()
    for piece in pieces:
        if piece.level > 0:
            inside = [part.body for part in piece.parts]
            below = next((other.parts for other in base if other.key == piece.key), ())
            found |= _emptied(piece.parts, dropped, below)
            if inside and piece.key not in known and {*inside} <= dropped | found:
                found.add(piece.body)
    return found


def _without(pieces: Pieces, dropped: set[str]) -> Pieces:
    """The pieces without those of these bodies, at any depth."""
    if not dropped:
        return pieces
    kept = []
    for piece in pieces:
        if piece.level >= 0 and piece.body in dropped:
            continue
        parts = _without(piece.parts, dropped) if piece.level > 0 else piece.parts
        if parts != piece.parts:
            body = "\n".join([*piece.lines, *(part.body for part in parts)])
            kept.append(piece._replace(parts=parts, body=body))
        else:
            kept.append(piece)
    return tuple(kept)


def _shown(body: str) -> str:
    line = " ".join(body.split())
    return f'"{line[:_SHOWN_CHARS]}…"' if len(line) > _SHOWN_CHARS else f'"{line}"'
