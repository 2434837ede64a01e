"""The sections of a Markdown file with exact line spans.

Headings are found as CommonMark 0.31 finds them (ATX and setext; never inside fenced code, comments, frontmatter
or block quotes), with these tolerances for real logs:

* ``###标题``: a heading of level 2-6 at the left margin needs no space before its text; ``#tag`` is not one.
* A line that is bold from end to end is a heading when the file has no other, or when the caller asks for it. A
  bold line that ends in a colon is a label, not a heading.
* Text with ``---`` right below it is a heading only when it is one line and doesn't end like a sentence;
  otherwise a rule follows a paragraph. An underline has three characters or more. Table rows, list items and paragraphs indented by two or more never
  become headings that way.

Sections are told apart by their lines, never by their titles: one file may repeat a heading any number of times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.blocks import TEXT, find_blocks, is_list_item

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SENTENCE_ENDS = ".。!！?？;；,，…:："
_MAX_INDENT = 3
_MAX_LEVEL = 6
_MIN_UNDERLINE = 3


class Section(NamedTuple):
    """One heading and the lines it governs; all line numbers are 1-based and inclusive.

    ``level`` 0 with ``line`` 0 is the text before the first heading. ``first`` to ``last`` is the body with
    everything nested in it (``last < first``: empty); ``own_last`` ends the section's own text, before its first
    nested heading. ``parents`` are the titles of the enclosing headings, outermost first. ``marker`` is atx, setext,
    bold or none.
    """

    level: int
    title: str
    line: int
    first: int
    last: int
    own_last: int
    parents: tuple[str, ...]
    marker: str


class _Heading(NamedTuple):
    level: int
    title: str
    line: int
    first: int
    marker: str


def parse_sections(lines: Sequence[str], *, bold_headings: bool | None = None) -> list[Section]:
    """Cut a file into sections, in the order of the document; linear in its size.

    ``bold_headings`` None: bold lines are headings (of level 2) when the file has no others; True: they always
    are (one level below the heading above them); False: never. Text before the first heading makes a section of
    level 0 unless it is blank.

    >>> [(s.level, s.title, s.first, s.last) for s in parse_sections(["# Day", "a", "## Fix", "b"])]
    [(1, 'Day', 2, 4), (2, 'Fix', 4, 4)]
    """
    blocks = find_blocks(lines)
    headings = list(_find_headings(lines, blocks.mask))
    if bold_headings or (bold_headings is None and not headings):
        headings = _with_bold(lines, blocks.mask, headings)
    start = blocks.frontmatter_last + 1
    before_last = headings[0].line - 1 if headings else len(lines)
    sections = _nest(headings, len(lines))
    if any(line.strip() for line in lines[start - 1 : before_last]):
        sections.insert(0, Section(0, "", 0, start, before_last, before_last, (), "none"))
    return sections


def _nest(headings: list[_Heading], total: int) -> list[Section]:
    lasts = [total] * len(headings)
    parents: list[tuple[str, ...]] = []
    open_ones: list[int] = []
    titles: tuple[str, ...] = ()
    for index, heading in enumerate(headings):
        while open_ones and headings[open_ones[-1]].level >= heading.level:
            lasts[open_ones.pop()] = heading.line - 1
            titles = titles[: len(open_ones)]
        parents.append(titles)
        open_ones.append(index)
        titles = (*titles, heading.title)
    next_lines = [heading.line for heading in headings[1:]] + [total + 1]
    return [
        Section(level, title, line, first, lasts[index], next_lines[index] - 1, parents[index], marker)
        for index, (level, title, line, first, marker) in enumerate(headings)
    ]


def _find_headings(lines: Sequence[str], mask: bytearray) -> Iterator[_Heading]:
    paragraphs = _Paragraphs(lines, mask)
    for index, line in enumerate(lines):
        if line[:1] not in {"#", "=", "-", " ", "\ufeff"} or mask[index] != TEXT:
            continue
        bare = line.lstrip(" \ufeff" if index == 0 else " ")
        if bare[:1] not in {"#", "=", "-"} or len(line) - len(bare) > _MAX_INDENT:
            continue
        if bare[0] == "#":
            found = _read_atx(bare, at_margin=bare[0] == line[0] or index == 0)
            if found is not None:
                yield _Heading(*found, index + 1, index + 2, "atx")
        elif (underline := bare.rstrip(" \t")) == underline[0] * len(underline):
            title_index = paragraphs.title_above(index, underline)
            if title_index is not None:
                title = " ".join(part.strip() for part in lines[title_index:index])
                yield _Heading(1 if underline[0] == "=" else 2, title, title_index + 1, index + 2, "setext")
                paragraphs.end_at(index)


def _read_atx(bare: str, *, at_margin: bool) -> tuple[int, str] | None:
    text = bare.lstrip("#")
    level = len(bare) - len(text)
    if level > _MAX_LEVEL:
        return None
    if text and text[0] not in " \t":
        return _read_tight_atx(text, level) if at_margin else None
    title = text.strip(" \t")
    unclosed = title.rstrip("#")
    if unclosed != title and (not unclosed or unclosed[-1] in " \t"):
        title = unclosed.rstrip(" \t")
    return level, title.strip()


def _read_tight_atx(text: str, level: int) -> tuple[int, str] | None:
    """A heading without a space after its marks; a line of hashtags is none."""
    first = text[0]
    wordlike = first.isalnum() or ord(first) > 0x2000
    if level < 2 or not wordlike or " #" in text.rstrip("# \t"):
        return None
    return level, text.rstrip("#").strip()


class _Paragraphs:
    """Finds the paragraph that a setext underline turns into a heading; every line is read once or twice."""

    def __init__(self, lines: Sequence[str], mask: bytearray) -> None:
        self.lines = lines
        self.mask = mask
        self.floor = 0
        """No paragraph reaches above this index: a heading or a rule ends there."""
        self.barred_from, self.barred_to = -1, -1
        """Lines of a block that was found not to be a paragraph (a list, a quote, a table)."""

    def end_at(self, index: int) -> None:
        self.floor = index + 1

    def title_above(self, index: int, underline: str) -> int | None:
        if len(underline) < _MIN_UNDERLINE:
            return None
        start = self._block_start(index)
        barred = start is None or not self._is_paragraph(start, index)
        if barred and start is not None:
            self.barred_from, self.barred_to = start, index
        dashes = underline[0] == "-"
        if dashes:
            self.end_at(index)
        if barred or start is None or (dashes and not self._may_be_title(start, index)):
            return None
        return start

    def _block_start(self, index: int) -> int | None:
        """The first line of the unbroken text above ``index``; None when there is none or it is no paragraph."""
        above = index - 1
        while above >= self.floor and self.mask[above] == TEXT and self.lines[above].strip():
            if self.barred_from <= above <= self.barred_to:
                self.barred_to = index
                return None
            if self._ends_paragraph(self.lines[above]):
                break
            above -= 1
        start = above + 1
        while start < index and self._is_indented_code(self.lines[start]):
            start += 1
        return start if start < index else None

    @staticmethod
    def _ends_paragraph(line: str) -> bool:
        """A heading or a rule: no paragraph goes on across it."""
        bare = line.lstrip(" ")
        if len(line) - len(bare) > _MAX_INDENT:
            return False
        if bare[0] == "#":
            return _read_atx(bare, at_margin=line[0] == "#") is not None
        return bare[0] in "*_-" and _is_rule(bare)

    @staticmethod
    def _is_indented_code(line: str) -> bool:
        return line.startswith("    ") or "\t" in line[: len(line) - len(line.lstrip(" \t"))]

    def _is_paragraph(self, start: int, end: int) -> bool:
        first = self.lines[start]
        if first.startswith("  ") or first[:1] == "|":
            return False
        return not any(
            (bare := line.lstrip(" \t"))[0] == ">" or is_list_item(bare) for line in self.lines[start:end]
        )

    def _may_be_title(self, start: int, end: int) -> bool:
        title = self.lines[start].strip().rstrip('*_`)）"”')
        return end - start == 1 and (not title or title[-1] not in _SENTENCE_ENDS)


def _is_rule(bare: str) -> bool:
    marks = bare.replace(" ", "").replace("\t", "")
    return len(marks) > 2 and marks == marks[0] * len(marks)


def _with_bold(lines: Sequence[str], mask: bytearray, headings: list[_Heading]) -> list[_Heading]:
    merged: list[_Heading] = []
    waiting = iter([*headings, _Heading(0, "", len(lines) + 2, 0, "none")])
    following = next(waiting)
    level = 1
    for index, line in enumerate(lines):
        while following.line <= index + 1:
            merged.append(following)
            level, following = following.level, next(waiting)
        if (
            line[:1] not in {"*", "_", " "}
            or mask[index] != TEXT
            or (merged and merged[-1].first > index + 1)
        ):
            continue
        title = _read_bold(line)
        if title:
            merged.append(_Heading(level + 1, title, index + 1, index + 2, "bold"))
    return merged


def _read_bold(line: str) -> str | None:
    text = line.strip()
    mark = text[:2]
    if mark not in {"**", "__"} or len(text) < 5 or not text.endswith(mark) or line.startswith("  "):
        return None
    title = text[2:-2].strip()
    if mark in title or not title.strip("*_ ") or title[-1] in ":：":
        return None
    return title.strip("*_")
