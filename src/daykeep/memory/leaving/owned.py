"""Which lines of MEMORY.md daykeep wrote and nobody changed since, item by item.

A line is daykeep's as long as a record has its hash: marks and white space may change, a changed word makes it the
person's. An item that a person has grown, split or partly reworded is the person's as a whole.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.leaving.itemlines import add_between
from daykeep.memory.placing.titles import indent_of, read_title
from daykeep.memory.sources import hash_line
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from daykeep.memory.sources import SourceRecord
    from daykeep.text.sections import Section


class Owned(NamedTuple):
    """One item as it stands in MEMORY.md: ``numbers`` are its lines (1-based), blanks and fences between included.

    ``record`` is the last record of it, ``hashes`` are those of its lines. ``headings`` are the titles above it,
    outermost first.
    """

    record: SourceRecord
    numbers: tuple[int, ...]
    hashes: frozenset[str]
    headings: tuple[str, ...]


class _Reading(NamedTuple):
    texts: Sequence[str]
    hashes: Sequence[str]
    """One per line; empty for headings and for lines that have none of their own."""
    sections: Sequence[Section]
    known: Collection[str]
    """The hashes of all lines on record."""
    present: frozenset[str]
    """The hashes of all lines here."""
    everything: range


def find_owned(
    texts: Sequence[str], records: Sequence[SourceRecord], *, tombstones: Collection[str] = ()
) -> list[Owned]:
    """The items of which every line that is left stands together and unchanged, in the order of the file.

    Lines that were taken back (``tombstones`` are their hashes) and stand here again are the person's.
    """
    reading = _read(texts, {record.line for record in records})
    by_item = _group(records, tombstones)
    places: dict[str, list[int]] = {}
    for index, line in enumerate(reading.hashes):
        if line:
            places.setdefault(line, []).append(index)
    claimed: set[int] = set()
    found = []
    for rows in by_item.values():
        hashes = {row.line for row in rows} - {hash_line("")}
        free = sorted(index for line in hashes for index in places.get(line, ()) if index not in claimed)
        going = _best_run(reading, free)
        if going and _is_whole(reading, going, hashes):
            claimed |= going
            numbers = tuple(index + 1 for index in sorted(going))
            found.append(Owned(rows[-1], numbers, frozenset(hashes), _headings(reading, numbers[0] - 1)))
    return sorted(found, key=lambda owned: owned.numbers)


def _read(texts: Sequence[str], known: Collection[str]) -> _Reading:
    sections = parse_sections(texts)
    headings = {
        index for section in sections if section.line for index in range(section.line - 1, section.first - 1)
    }
    hashes = [
        "" if index in headings or not normalise_line(text) else hash_line(text)
        for index, text in enumerate(texts)
    ]
    headed = [section for section in sections if section.line]
    return _Reading(texts, hashes, headed, known, frozenset(hashes), range(len(texts)))


def _group(records: Sequence[SourceRecord], tombstones: Collection[str]) -> dict[str, list[SourceRecord]]:
    items: dict[str, list[SourceRecord]] = {}
    for record in records:
        if record.line not in tombstones:
            items.setdefault(record.item, []).append(record)
    return items


def _best_run(reading: _Reading, places: Sequence[int]) -> set[int]:
    """The run of an item's lines, with what belongs to them, that holds most of it; the first of equals."""
    runs: list[list[int]] = []
    for index in places:
        if runs and not any(_is_other(reading, between) for between in range(runs[-1][-1] + 1, index)):
            runs[-1].append(index)
        else:
            runs.append([index])
    if not runs:
        return set()
    best = max(runs, key=lambda run: (len({reading.hashes[index] for index in run}), -run[0]))
    firsts = {reading.hashes[index]: index for index in reversed(best)}
    going = {index for index in best if index <= max(firsts.values())}
    add_between(reading.texts, reading.everything, going)
    return going


def _is_other(reading: _Reading, index: int) -> bool:
    """Whether a line has words of its own: it separates what stands above it from what stands below."""
    return bool(normalise_line(reading.texts[index]))


def _is_whole(reading: _Reading, going: set[int], hashes: set[str]) -> bool:
    first, last = min(going), max(going)
    if len(going) != last - first + 1:
        return False
    if _continues(reading, last) or not _stands_by_itself(reading, first):
        return False
    missing = hashes - {reading.hashes[index] for index in going}
    if missing & reading.present:
        return False  # it was torn apart: the rest stands elsewhere
    above, below = _next_text(reading, first, -1), _next_text(reading, last, 1)
    return not missing or not (_is_somebodys(reading, above) or _is_somebodys(reading, below))


def _next_text(reading: _Reading, index: int, step: int) -> int:
    """The next line with something on it, above or below."""
    index += step
    while 0 <= index < len(reading.texts) and not reading.texts[index].strip():
        index += step
    return index


def _continues(reading: _Reading, last: int) -> bool:
    """Whether the line below an item belongs to its last line: text that goes on, or an item nested in it."""
    below = last + 1
    if below >= len(reading.texts) or not _has_hash(reading, below):
        return False
    text = reading.texts[below]
    if not text[:1].isspace():
        return False
    is_item = re.match(r"[-*+•◦‣▪–]\s|\d{1,3}[.)]\s", text.lstrip()) is not None
    return not is_item or indent_of(text) > indent_of(reading.texts[last])


def _stands_by_itself(reading: _Reading, first: int) -> bool:
    """Whether an item is nested in nothing, in a title of daykeep's, or in another line on record."""
    parent = _parent(reading, first)
    if parent is None:
        return True
    return reading.hashes[parent] in reading.known or read_title(reading.texts[parent]) is not None


def _parent(reading: _Reading, index: int) -> int | None:
    """The line that an indented line is nested in; None for one at the margin or below a blank line's gap."""
    margin = indent_of(reading.texts[index])
    above = index - 1
    while margin and above >= 0 and reading.hashes[above]:
        if indent_of(reading.texts[above]) < margin:
            return above
        above -= 1
    return None


def _has_hash(reading: _Reading, index: int) -> bool:
    return 0 <= index < len(reading.texts) and bool(reading.hashes[index])


def _is_somebodys(reading: _Reading, index: int) -> bool:
    """Whether a line of text is on no record: it may be what became of a line that is."""
    if not _has_hash(reading, index) or reading.hashes[index] in reading.known:
        return False
    return read_title(reading.texts[index]) is None


def _headings(reading: _Reading, first: int) -> tuple[str, ...]:
    """The titles above a line (index from 0), the file's own title left out, that of a title item included."""
    at = bisect_right(reading.sections, first + 1, key=lambda section: section.line)
    titles: tuple[str, ...] = ()
    if at:
        section, outer = reading.sections[at - 1], reading.sections[0]
        titles = (*section.parents, section.title)
        if outer.level == 1 and len(titles) > 1 and titles[0] == outer.title:
            titles = titles[1:]
    parent = _parent(reading, first)
    title = read_title(reading.texts[parent]) if parent is not None else None
    return (*titles, title.text) if title else titles
