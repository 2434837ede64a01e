"""Cuts Markdown into statements: a paragraph is one, and an item of a list with all that stands below it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.blocks import CODE, COMMENT, TEXT, find_blocks
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BULLET = re.compile(r"(?P<indent>[ \t]*)(?:[-*+•]|\d{1,4}[.)、])[ \t]+(?:\[[ xX]\][ \t]+)?(?P<text>\S.*)")
_RULE = re.compile(r"\s*(?:[-*_=—]\s*){3,}")
_ASIDE = re.compile(r"[_*]*[(（].{0,200}[)）][_*.]*|[_*]{1,2}[^_*]{0,200}\.\.\.[_*]{1,2}")
"""What a template says of its own place: "(User preferences learned over time)"."""
_LABEL = re.compile(r"[*_`]{0,2}[^:：]{1,60}[:：][*_`]{0,2}")
"""A label that nothing stands behind."""
_COMMENT = re.compile(r"[ \t]*<!--.*?-->", re.DOTALL)
_SHORT_WORDS = 4
_SHORT_WIDE = 10
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class Piece(NamedTuple):
    """A statement's lines (1-based, inclusive), its text without the mark of its list, and the heading above it."""

    first: int
    last: int
    text: str
    under: str


def cut_statements(texts: Sequence[str]) -> list[Piece]:
    r"""The statements of a Markdown text, in their order; pure. Headings, rules, comments, code and tables are none.

    Code that stands below the item or paragraph it belongs to goes with it. A statement of a word or two gets the
    heading above it.

    >>> [piece.text for piece in cut_statements(["## Editor", "- vim", "- Uses tabs, never spaces, in Go", "  - four wide"])]
    ['Editor: vim', 'Uses tabs, never spaces, in Go\\n- four wide']
    """
    mask = find_blocks(texts).mask
    headings = {
        section.line: section.title for section in parse_sections(texts, bold_headings=False) if section.line
    }
    pieces: list[Piece] = []
    for first, last, lines, under in _groups(texts, mask, headings):
        text = _clean(lines)
        if text:
            pieces.append(Piece(first, last, _with_heading(text, under), under))
    return pieces


def find_left_out(texts: Sequence[str], pieces: Sequence[Piece]) -> list[tuple[int, str]]:
    """Where tables and code stand that are part of no statement: line and reason."""
    covered = {number for piece in pieces for number in range(piece.first, piece.last + 1)}
    blocks = find_blocks(texts)
    found = [
        (span.first, "code by itself is no statement") for span in blocks.code if span.first not in covered
    ]
    before = False
    for number, line in enumerate(texts, 1):
        is_row = blocks.mask[number - 1] == TEXT and line.lstrip().startswith("|")
        if is_row and not before:
            found.append((number, "a table is no statement"))
        before = is_row
    return sorted(found)


def without_comments(text: str) -> str:
    """A text without HTML comments."""
    return _COMMENT.sub("", text) if "<!--" in text else text


class _Groups:
    """Lines that belong together, gathered one by one."""

    def __init__(self) -> None:
        self.done: list[tuple[int, int, list[str], str]] = []
        self._lines: list[tuple[int, str]] = []
        self._indent = -1
        self._under = ""
        self._blank = False

    def head(self, title: str) -> None:
        """A heading: what follows stands under it."""
        self.end()
        self._under = title

    def blank(self) -> None:
        """A line that says nothing."""
        self._blank = True

    def code(self, number: int, line: str) -> None:
        """A line of code: part of what it follows, of nothing else."""
        if self._lines:
            self._lines.append((number, line))
        self._blank = False

    def text(self, number: int, line: str) -> None:
        """A line of text: it goes on with the group, or begins one."""
        item = _BULLET.fullmatch(line)
        depth = len(item["indent"].expandtabs(4)) if item else -1
        if self._begins(item is not None, depth, len(line) - len(line.lstrip())):
            self.end()
            self._indent = depth
        self._lines.append((number, line))
        self._blank = False

    def end(self) -> None:
        """The group is over."""
        if self._lines:
            texts = [text for _, text in self._lines]
            self.done.append((self._lines[0][0], self._lines[-1][0], texts, self._under))
        self._lines, self._indent = [], -1

    def _begins(self, is_item: bool, depth: int, inner: int) -> bool:
        if not self._lines:
            return True
        if is_item:
            return depth <= self._indent or self._indent < 0
        return self._blank and not (self._indent >= 0 and inner > self._indent)


def _groups(
    texts: Sequence[str], mask: bytearray, headings: Mapping[int, str]
) -> list[tuple[int, int, list[str], str]]:
    """The lines that belong together: first, last, texts, and the heading above them."""
    groups = _Groups()
    for number, line in enumerate(texts, 1):
        kind = mask[number - 1]
        if number in headings:
            groups.head(headings[number])
        elif kind == CODE:
            groups.code(number, line)
        elif kind == COMMENT or (kind == TEXT and not line.strip()):
            groups.blank()
        elif kind == TEXT and (_RULE.fullmatch(line) or line.lstrip().startswith("|")):
            groups.end()
        elif kind == TEXT:
            groups.text(number, line)
    groups.end()
    return groups.done


def _clean(lines: Sequence[str]) -> str:
    """A group's text: without the first mark, the others moved to the left by as much, without comments; "" if it says nothing."""
    item = _BULLET.fullmatch(lines[0])
    first = item["text"] if item else lines[0].strip()
    rest = [line.rstrip() for line in lines[1:]]
    margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    text = without_comments("\n".join([first.rstrip(), *(line[margin:] for line in rest)])).strip()
    if _ASIDE.fullmatch(text) or (_LABEL.fullmatch(text) and len(lines) == 1):
        return ""
    return text if any(character.isalnum() for character in text) else ""


def _with_heading(text: str, under: str) -> str:
    """A statement, behind the heading above it where it is too short to be understood without."""
    if not under or "\n" in text:
        return text
    wide = len(_WIDE.findall(text))
    is_short = wide < _SHORT_WIDE if wide else len(text.split()) < _SHORT_WORDS
    return f"{under.rstrip(':：')}: {text}" if is_short and ":" not in text and "：" not in text else text
