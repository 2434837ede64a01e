"""Which lines of MEMORY.md daykeep wrote and nobody changed since, item by item.

A line is daykeep's as long as a record has its hash: marks and white space may change, a changed word makes it the
person's. An item that a person has grown, split or partly reworded is the person's as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.itemlines import add_between
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
            found.append(Owned(rows[-1], numbers, frozenset(hashes), _headings(reading.sections, numbers[0])))
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
    return _Reading(texts, hashes, sections, known, range(len(texts)))


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
    above, below = first - 1, last + 1
    if _is_indented(reading, below) or (_is_indented(reading, first) and _has_hash(reading, above)):
        return False
    missing = hashes - {reading.hashes[index] for index in going}
    return not missing or not (_is_somebodys(reading, above) or _is_somebodys(reading, below))


def _is_indented(reading: _Reading, index: int) -> bool:
    """Whether a line is a continuation of the one above it."""
    return (
        0 <= index < len(reading.texts)
        and reading.texts[index][:1] in {" ", "\t"}
        and _is_other(reading, index)
    )


def _has_hash(reading: _Reading, index: int) -> bool:
    return 0 <= index < len(reading.texts) and bool(reading.hashes[index])


def _is_somebodys(reading: _Reading, index: int) -> bool:
    """Whether a line of text is on no record: it may be what became of a line that is."""
    return _has_hash(reading, index) and reading.hashes[index] not in reading.known


def _headings(sections: Sequence[Section], number: int) -> tuple[str, ...]:
    """The titles above a line, the file's own title left out."""
    inner = [section for section in sections if section.line and section.line < number <= section.last]
    titles = [section.title for section in inner]
    return tuple(titles[1:] if inner and inner[0].level == 1 and len(inner) > 1 else titles)
