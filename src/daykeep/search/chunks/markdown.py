"""Cuts Markdown into its smallest pieces that stand for themselves.

A piece is a list item with what is nested in it, a paragraph, rows of a table, a code block, a comment, or the
frontmatter. A heading is no piece but stands above those below it; one with nothing below is a piece. A short
line that ends in a colon above a list stands above its items too.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from daykeep.search.chunks.lengths import cut_lines
from daykeep.search.chunks.speakers import find_speakers, name_before
from daykeep.search.documents import MAX_CHUNKS, Chunk
from daykeep.text.blocks import TEXT, find_blocks, is_list_item
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.text.sections import Section

PARAGRAPH, ITEM, TABLE, BLOCK = range(4)

_JOINED_CHARS = 500
"""Nested items and rows of a table stay in one piece up to this length."""
_LABEL_CHARS = 80
_DEEP = 2
"""An item indented by this or more belongs to the one above."""
_SPEAKERS = frozenset("uahUAH*用助人")
"""What the name of a speaker of a pasted conversation begins with."""


def chunk_markdown(
    lines: Sequence[str], *, day: date | None = None, above: tuple[str, ...] = ()
) -> list[Chunk]:
    r"""The chunks of a Markdown text in its order, with exact lines; linear in its size, whatever it holds.

    ``above`` stands before every heading path (a title, aliases). ``day`` is the day of all chunks but those below
    a heading with an ISO date, which have that.

    >>> [(c.first_line, c.heading, c.text) for c in chunk_markdown(["# Day", "- tea", "- rice", "  with salt"])]
    [(2, ('Day',), '- tea'), (3, ('Day',), '- rice\n  with salt')]
    """
    blocks = find_blocks(lines)
    chunks: list[Chunk] = []
    if blocks.frontmatter_last > 2:
        for first, last, text in cut_lines(lines, 2, blocks.frontmatter_last - 1):
            chunks.append(Chunk(len(chunks), first, last, above, day, None, text))
    named = find_speakers(lines)
    cutter = _Cutter(lines, blocks.mask, named)
    for section in parse_sections(lines):
        titles = (*above, *section.parents)
        if section.level:
            titles = (*titles, section.title)
        its_day = _day_in(titles[len(above) :]) or day
        before = len(chunks)
        for kind, first, last in cutter.pieces(section.first, section.own_last):
            label = cutter.label
            path = (*titles, label) if label and kind == ITEM else titles
            speaker = _speaker(lines[first - 1], named) if kind == PARAGRAPH else None
            for begin, end, text in cut_lines(lines, first, last):
                chunks.append(Chunk(len(chunks), begin, end, path, its_day, speaker, text))
        if len(chunks) == before and _is_bare(section):
            for begin, end, text in cut_lines(lines, section.line, section.first - 1):
                chunks.append(Chunk(len(chunks), begin, end, titles[:-1], its_day, None, text))
    return chunks[:MAX_CHUNKS]


def _is_bare(section: Section) -> bool:
    """Whether a section is a heading with nothing below it."""
    return bool(section.level) and section.own_last == section.last and bool(section.title)


def _day_in(titles: Sequence[str]) -> date | None:
    for title in reversed(titles):
        match = _iso_date().search(title) if title[:1].isdigit() or "20" in title or "19" in title else None
        if match is not None:
            try:
                return date.fromisoformat(match[0])
            except ValueError:
                continue
    return None


@cache
def _iso_date() -> re.Pattern[str]:
    return re.compile(r"(?<!\d)(?:19|20)\d\d-\d\d-\d\d(?!\d)", re.ASCII)


def _speaker(line: str, named: frozenset[str]) -> str | None:
    if named and (name := name_before(line)) in named:
        return name
    if line[:1] not in _SPEAKERS:
        return None
    match = _turn().match(line)
    return match[1] if match is not None else None


@cache
def _turn() -> re.Pattern[str]:
    names = "user|human|assistant|ai|用户|人类|助手"
    return re.compile(rf"(?:\*\*)?({names})(?:[ ]?\([^)\n]{{1,40}}\))?(?:\*\*)?[ ]?[:：]", re.IGNORECASE)


class _Cutter:
    """Cuts the text of one section after the other; ``label`` is the colon line above the item just given."""

    def __init__(self, lines: Sequence[str], mask: bytearray, named: frozenset[str]) -> None:
        self.lines = lines
        self.mask = mask
        self.named = named
        self.label = ""

    def pieces(self, first: int, last: int) -> Iterator[tuple[int, int, int]]:
        """Kind, first and last line of every piece that holds a letter or digit."""
        self.label = ""
        label = ""
        for kind, begin, end in self._cut(first, last):
            if kind == PARAGRAPH:
                label = self._label_of(begin) if begin == end else ""
            elif kind != ITEM:
                label = ""
            if any(map(_has_word, self.lines[begin - 1 : end])):
                self.label = label
                yield kind, begin, end

    def _label_of(self, number: int) -> str:
        text = self.lines[number - 1].strip("*_ \t")
        return text[:-1].strip("*_ ") if len(text) <= _LABEL_CHARS and text[-1:] in {":", "："} else ""

    def _cut(self, first: int, last: int) -> Iterator[tuple[int, int, int]]:
        lines, mask = self.lines, self.mask
        kind, begin, end, size = -1, 0, 0, 0
        for number in range(first, last + 1):
            line = lines[number - 1]
            if not line or line.isspace():
                continue
            found = BLOCK if mask[number - 1] != TEXT else self._kind(line)
            if kind >= 0 and self._goes_on(kind, found, number, end, size):
                end = number
                size += len(line) + 1
                continue
            if kind >= 0:
                yield kind, begin, end
            indented = found == PARAGRAPH and kind == ITEM and line[0] in " \t"
            kind, begin, end, size = ITEM if indented else found, number, number, len(line)
        if kind >= 0:
            yield kind, begin, end

    def _goes_on(self, kind: int, found: int, number: int, end: int, size: int) -> bool:
        """Whether a line of kind ``found`` belongs to the piece of ``kind`` that ended on line ``end``."""
        line = self.lines[number - 1]
        follows = number == end + 1
        if kind == ITEM:
            if found == ITEM:
                return self._is_deep(line) and size + len(line) <= _JOINED_CHARS
            return line[0] in " \t" or (follows and found == PARAGRAPH)
        if kind == BLOCK:
            # one block is one piece, empty lines inside of it too; two blocks in a row are seen by their mask
            return (
                found == BLOCK
                and self.mask[number - 1] == self.mask[end - 1]
                and self._same_block(number, end)
            )
        if kind == TABLE:
            return found == TABLE and follows and size + len(line) <= _JOINED_CHARS
        return found == PARAGRAPH and follows and _speaker(line, self.named) is None

    def _same_block(self, number: int, end: int) -> bool:
        return all(self.mask[between - 1] == self.mask[end - 1] for between in range(end, number))

    @staticmethod
    def _is_deep(line: str) -> bool:
        return len(line) - len(line.lstrip(" ")) >= _DEEP or line[0] == "\t"

    @staticmethod
    def _kind(line: str) -> int:
        bare = line.lstrip(" \t")
        if bare[0] == "|":
            return TABLE
        return ITEM if is_list_item(bare) else PARAGRAPH


def _has_word(line: str) -> bool:
    return any(map(str.isalnum, line[:8])) or any(map(str.isalnum, line))
