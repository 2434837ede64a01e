"""Changes of a few lines of a file: where they belong in the file as it is now, and how they are made there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.leaving.itemlines import add_between, without_lines
from daykeep.memory.placing.titles import add_titles
from daykeep.memory.sources import hash_source

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from daykeep.files.encoding import Document
    from daykeep.review.queue.proposals import ProposedItem

APPEND = "append"
"""The rule of a change that comes at the end of its file, wherever that is by then."""


class Place(NamedTuple):
    """The lines that a change replaces, as indices from 0; ``end`` is one past the last, ``start`` if none goes."""

    start: int
    end: int


def find_hunk(texts: Sequence[str], item: ProposedItem) -> Place | None:
    """Where a change belongs; None if its surroundings are not there, or the change is made already.

    The lines around it and those that go must stand together as they did: in their place, or in one other only.
    """
    if item.rule == APPEND:
        end = len(texts)
        while end and not texts[end - 1].strip():
            end -= 1
        return None if is_made(texts, item) else Place(end, end)
    there, old = [hash_source([text]) for text in texts], [line.sha8 for line in item.lines]
    first = item.lines[0].number - 1
    if there[first : first + len(old)] != old:
        new = _made(item)
        if there[first : first + len(new)] == new:
            return None
        starts = _starts(there, old)
        if len(starts) != 1:  # gone, or in several places: which one was meant is not guessed
            return None
        first = starts[0]
    start = first + item.before
    return Place(start, start + len(item.supersedes))


def find_made(texts: Sequence[str], item: ProposedItem) -> int | None:
    """The index (from 0) at which a change that was made begins, its surroundings included; None if it is in doubt.

    What was appended begins with itself: the last place that holds it.
    """
    there = [hash_source([text]) for text in texts]
    if item.rule == APPEND:
        starts = _starts(there, [hash_source([text]) for text in item.memory_lines])
        return starts[-1] if starts else None
    wanted = _made(item)
    first = item.lines[0].number - 1
    if there[first : first + len(wanted)] == wanted:
        return first
    starts = _starts(there, wanted)
    return starts[0] if len(starts) == 1 else None


def is_made(texts: Sequence[str], item: ProposedItem) -> bool:
    """Whether a change stands in the file already.

    What comes at the end counts below the lines that were the last ones when it was asked for, wherever those stand now;
    if they are gone, it counts anywhere: after a kill it must not come twice.
    """
    there = [hash_source([text]) for text in texts]
    if item.rule == APPEND:
        known = _end_of_known(there, item)
        return bool(_starts(there[known:], [hash_source([text]) for text in item.memory_lines]))
    return bool(_starts(there, _made(item)))


def put_hunk(document: Document, place: Place, lines: Sequence[str]) -> bytes:
    """The file's bytes with a change made; every byte beside it stays, and the new lines get the file's line ends."""
    if place.start == place.end:
        return document.insert(place.start + 1, lines)
    return document.replace_lines(place.start + 1, place.end, lines)


def without_places(document: Document, places: Collection[int]) -> bytes:
    """The file's bytes without lines (indices from 0) and the blank lines, fences and titles that came with them."""
    going, everything = set(places), range(len(document.texts))
    add_between(document.texts, everything, going)
    add_titles(document.texts, everything, going)
    _add_doubled_blank(document.texts, going)
    return without_lines(document, going)


def _add_doubled_blank(texts: Sequence[str], going: set[int]) -> None:
    """Add to ``going`` the blank line before each run that would be left beside another one, or at the end."""
    for index in sorted(going):
        if index - 1 in going or index == 0 or texts[index - 1].strip():
            continue
        after = index
        while after in going:
            after += 1
        if after == len(texts) or not texts[after].strip():
            going.add(index - 1)


def _end_of_known(there: Sequence[str], item: ProposedItem) -> int:
    """How many lines there are up to those that were the last ones when a text for the end was asked for; 0: gone."""
    if not item.before:
        return 0
    old = [line.sha8 for line in item.lines]
    first = item.lines[0].number - 1
    starts = [first] if list(there[first : first + len(old)]) == old else _starts(there, old)
    return starts[0] + len(old) if starts else 0


def _made(item: ProposedItem) -> list[str]:
    """The hashes of the lines at the place after the change."""
    old = [line.sha8 for line in item.lines]
    new = [hash_source([text]) for text in item.memory_lines]
    return [*old[: item.before], *new, *old[item.before + len(item.supersedes) :]]


def _starts(there: Sequence[str], wanted: Sequence[str]) -> list[int]:
    length = len(wanted)
    return [
        start
        for start in range(len(there) - length + 1)
        if list(there[start : start + length]) == list(wanted)
    ]
