"""Lines of MEMORY.md that only name what stands below them: they come from where the lines below come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.memory.sources import hash_line, load_sources
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.files.store import Files
    from daykeep.memory.sources import SourceRecord


def records_below(files: Files, lines: Sequence[str], number: int) -> list[SourceRecord]:
    """The records of the lines below a heading or a bullet (``number``: 1-based), oldest first; none for other lines."""
    wanted = {hash_line(lines[below - 1]) for below in lines_below(lines, number)}
    return [record for record in load_sources(files)[0] if record.line in wanted] if wanted else []


def lines_below(lines: Sequence[str], number: int) -> Iterator[int]:
    """The numbers of the lines that belong to a heading or a bullet (``number``: 1-based), blank ones left out."""
    for section in parse_sections(lines, bold_headings=False):
        if section.line == number:
            yield from (below for below in range(section.first, section.last + 1) if lines[below - 1].strip())
            return
    depth = _indent(lines[number - 1])
    for below in range(number + 1, len(lines) + 1):
        text = lines[below - 1]
        if text.strip() and _indent(text) <= depth:
            return
        if text.strip():
            yield below


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
