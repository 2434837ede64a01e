"""What left MEMORY.md: one Markdown file a year, only ever added to, by the day on which it left.

The headings that an item stood under are kept, two levels down. The file is written before MEMORY.md is: a kill in
between leaves lines in both, never in none, and the next try adds nothing twice.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.memory.sources import hash_line
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line
from daykeep.workspace.archive import ARCHIVE, is_memory_archive, memory_archive

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from daykeep.files.append import Tail
    from daykeep.files.store import Files

_DAY_LEVEL = 2
_DEEPEST = 6
_DAY = re.compile(r"## (\d{4}-\d\d-\d\d)\s*")


class Leaving(NamedTuple):
    """Lines that leave MEMORY.md together: an item of daykeep's, or lines that a person let go (``item`` "").

    ``numbers`` are their lines there (1-based), ``headings`` the titles above them, outermost first; ``reason`` says
    why in words.
    """

    item: str
    kind: str
    numbers: tuple[int, ...]
    headings: tuple[str, ...]
    texts: tuple[str, ...]
    reason: str


class Archived(NamedTuple):
    """One line in an archive of MEMORY.md: where it stands, the day on which it left, the headings it stood under."""

    name: str
    number: int
    text: str
    archived_on: str
    headings: tuple[str, ...]


def archive_lines(files: Files, leaving: Sequence[Leaving], *, day: date) -> str | None:
    """Add to the archive what is not there yet; durable when this returns. The file's name, None without a need.

    Call it before the lines are taken out of MEMORY.md, under the lock that whoever changes memory holds.
    """
    present = {hash_line(line.text) for line in find_archived(files)}
    fresh = [entry for entry in leaving if not _hashes(entry.texts) <= present]
    name = memory_archive(day.year)
    if not fresh:
        return name if leaving else None
    files.append(name, lambda tail: _render(tail, fresh, day))
    return name


def find_archived(files: Files) -> list[Archived]:
    """Every line that left MEMORY.md, oldest archive first; an archive that can't be read counts as missing."""
    found: list[Archived] = []
    for name in archive_names(files):
        try:
            document = files.find_document(name)
        except DaykeepError:
            continue
        if document is not None:
            found.extend(parse_archive(name, document.texts))
    return found


def archived_lines(files: Files) -> frozenset[str]:
    """The hashes of every line that left MEMORY.md for an archive."""
    return frozenset(hash_line(line.text) for line in find_archived(files))


def archive_names(files: Files) -> list[str]:
    """The archives of MEMORY.md that there are, by year; none where the folder can't be listed or leads out."""
    try:
        if files.kind(ARCHIVE) != "folder":
            return []
        names = files.list_names(ARCHIVE, recursive=True, prefixes=("memory-",))
    except DaykeepError:
        return []
    return [name for name in names if is_memory_archive(name)]


def parse_archive(name: str, texts: Sequence[str]) -> list[Archived]:
    """The lines of one archive, headings and blank lines left out."""
    found = []
    day, titles = "", tuple[str, ...]()
    sections = {
        section.line: section for section in parse_sections(texts, bold_headings=False) if section.line
    }
    for number, text in enumerate(texts, 1):
        section = sections.get(number)
        if section is not None and section.level <= _DAY_LEVEL:
            day, titles = section.title if _DAY.fullmatch(f"## {section.title}") else "", ()
        elif section is not None:
            titles = (*section.parents[_DAY_LEVEL:], section.title)
        elif normalise_line(text) and day:
            found.append(Archived(name, number, text, day, titles))
    return found


def _hashes(texts: Iterable[str]) -> set[str]:
    return {hash_line(text) for text in texts if normalise_line(text)}


def _render(tail: Tail, leaving: Sequence[Leaving], day: date) -> bytes:
    """The entry for the archive's end: under today's heading if that is the last one, else under a new one."""
    last_lines = tail.tail.decode("utf-8", "replace").splitlines()
    days = [found[1] for line in last_lines if (found := _DAY.fullmatch(line))]
    lines: list[str] = []
    if not tail.size:
        lines += [f"# MEMORY.md · {day.year}", ""]
    elif last_lines[-1:] != [""]:
        lines.append("")
    if days[-1:] != [day.isoformat()]:
        lines += [f"## {day.isoformat()}", ""]
    newline = "\r\n" if b"\r\n" in tail.tail else "\n"
    return "".join(f"{line}{newline}" for line in [*lines, *_body(leaving)]).encode("utf-8", "replace")


def _body(leaving: Sequence[Leaving]) -> list[str]:
    lines: list[str] = []
    above: tuple[str, ...] = ()
    for entry in leaving:
        headings = entry.headings[: _DEEPEST - _DAY_LEVEL]
        shared = 0
        while shared < min(len(above), len(headings)) and above[shared] == headings[shared]:
            shared += 1
        if shared < len(above) and shared == len(headings):
            shared = max(0, shared - 1)  # text below a nested heading would belong to that one
        for level, title in enumerate(headings[shared:], shared):
            if lines and lines[-1]:
                lines.append("")
            lines += [f"{'#' * (_DAY_LEVEL + 1 + level)} {title}", ""]
        lines += entry.texts
        above = headings
    return lines
