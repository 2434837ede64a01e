"""Cuts plain text, reStructuredText and Org files into paragraphs below their headings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.chunks.lengths import cut_lines
from daykeep.search.documents import MAX_CHUNKS, Chunk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

_MIN_UNDERLINE = 3
_UNDERLINES = frozenset("=-~^\"'`#*+.:_")


class _Heading(NamedTuple):
    """A heading: its level, its title, its first line and the line below all of it (1-based)."""

    level: int
    title: str
    line: int
    below: int


def chunk_plain(lines: Sequence[str], *, day: date | None = None, above: tuple[str, ...] = ()) -> list[Chunk]:
    """The paragraphs of a text, parted by empty lines; ``above`` is the heading of all of them."""
    return _chunk(lines, [], day, above)


def chunk_rst(lines: Sequence[str], *, day: date | None = None, above: tuple[str, ...] = ()) -> list[Chunk]:
    """The paragraphs of a reStructuredText file below its underlined titles; directives are text."""
    return _chunk(lines, list(_rst_headings(lines)), day, above)


def chunk_org(lines: Sequence[str], *, day: date | None = None, above: tuple[str, ...] = ()) -> list[Chunk]:
    """The paragraphs of an Org file below its starred headings; drawers and blocks are text."""
    return _chunk(lines, list(_org_headings(lines)), day, above)


def _rst_headings(lines: Sequence[str]) -> Iterator[_Heading]:
    levels: dict[str, int] = {}
    for index in range(1, len(lines)):
        underline = lines[index].rstrip()
        title = lines[index - 1].strip()
        if len(underline) < _MIN_UNDERLINE or underline[0] not in _UNDERLINES:
            continue
        if underline != underline[0] * len(underline) or not any(map(str.isalnum, title)):
            continue
        if lines[index - 1][0].isspace() or len(underline) < len(title) // 2:
            continue
        over = index > 1 and lines[index - 2].rstrip() == underline
        level = levels.setdefault(underline[0] + "o" * over, len(levels) + 1)
        yield _Heading(level, title, index - 1 if over else index, index + 2)


def _org_headings(lines: Sequence[str]) -> Iterator[_Heading]:
    for index, line in enumerate(lines):
        if line[:1] == "*":
            title = line.lstrip("*")
            if title[:1] == " " and title.strip():
                yield _Heading(len(line) - len(title), title.strip(), index + 1, index + 2)


def _chunk(
    lines: Sequence[str], headings: list[_Heading], day: date | None, above: tuple[str, ...]
) -> list[Chunk]:
    chunks: list[Chunk] = []
    path: list[_Heading] = []
    start = 1
    for heading in [*headings, _Heading(0, "", len(lines) + 1, 0)]:
        titles = (*above, *(step.title for step in path))
        before = len(chunks)
        for first, last in _paragraphs(lines, start, heading.line - 1):
            for begin, end, text in cut_lines(lines, first, last):
                chunks.append(Chunk(len(chunks), begin, end, titles, day, None, text))
        if path and len(chunks) == before and heading.level <= path[-1].level:
            title = path[-1]
            chunks.append(
                Chunk(len(chunks), title.line, title.below - 1, titles[:-1], day, None, title.title)
            )
        while path and path[-1].level >= heading.level:
            path.pop()
        path.append(heading)
        start = heading.below
    return chunks[:MAX_CHUNKS]


def _paragraphs(lines: Sequence[str], first: int, last: int) -> Iterator[tuple[int, int]]:
    begin = 0
    for number in range(first, last + 2):
        line = lines[number - 1] if number <= last else ""
        if any(map(str.isalnum, line)):
            begin = begin or number
        elif begin and not line.strip():
            yield begin, number - 1
            begin = 0
