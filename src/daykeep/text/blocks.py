"""Which lines of a Markdown file are not ordinary text: frontmatter, fenced code, HTML comments.

CommonMark 0.31 decides, with three tolerances for what agents and people really write:

* A fence that is never closed runs to the end of the file, but stops before a heading of level 2-6 that
  stands at the left margin after a blank line: a cut-off paste does not swallow the rest of the day.
* A fence opened inside a list item may be closed at any indentation, and it does not end where the item ends.
* A comment that is never closed hides its own line only.

Fences inside block quotes are left alone: their lines start with ``>`` and are never headings. HTML blocks other
than comments are read as text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.frontmatter import frontmatter_end

if TYPE_CHECKING:
    from collections.abc import Sequence

TEXT, FRONTMATTER, CODE, COMMENT = range(4)
_TOLERATED_INDENT = 3


class Span(NamedTuple):
    """Lines ``first`` to ``last`` (1-based, inclusive); ``closed`` tells whether the block has its own end."""

    first: int
    last: int
    closed: bool


class Blocks(NamedTuple):
    """The lines that are not ordinary text. ``mask`` holds one of TEXT, FRONTMATTER, CODE, COMMENT per line."""

    mask: bytearray
    frontmatter_last: int
    code: list[Span]
    comments: list[Span]


class _Fence(NamedTuple):
    length: int
    """Number of fence characters, negative for tildes; 0 for a line that opens a comment."""
    indent: int
    listed: bool
    bare: bool


def find_blocks(lines: Sequence[str]) -> Blocks:
    """Find frontmatter, fenced code and comments; linear in the size of the file, whatever it holds."""
    mask = bytearray(len(lines))
    frontmatter_last = frontmatter_end(lines)
    mask[:frontmatter_last] = bytes([FRONTMATTER]) * frontmatter_last
    found = Blocks(mask, frontmatter_last, [], [])
    places: list[int] = []
    fences: list[_Fence] = []
    known: dict[str, _Fence | None] = {}
    for index, line in enumerate(lines):
        if "```" in line or "~~~" in line or "<!--" in line:
            if line not in known:
                known[line] = _read_fence(line)
            fence = known[line]
            if fence is not None and index >= frontmatter_last:
                places.append(index)
                fences.append(fence)
    if fences:
        _Scan(lines, places, fences).run(found)
    return found


@cache
def _fence_pattern() -> re.Pattern[str]:
    return re.compile(r"([ \t]*)((?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+){0,8})(`{3,}|~{3,})")


def _read_fence(line: str) -> _Fence | None:
    """The line as a possible fence or comment opening; None for text that only mentions one."""
    bare = line.lstrip(" \t")
    if bare.startswith("<!--"):
        indent = _width(line[: len(line) - len(bare)])
        return _Fence(0, indent, listed=False, bare=False) if indent <= _TOLERATED_INDENT else None
    match = _fence_pattern().match(line)
    if match is None:
        return None
    lead, marker, run = match.groups()
    info = line[match.end() :]
    if run[0] == "`" and "`" in info:
        return None
    length = len(run) if run[0] == "`" else -len(run)
    indent = _width(lead + " " * len(marker))
    return _Fence(length, indent, listed=bool(marker), bare=not info.strip(" \t"))


def _width(blank: str) -> int:
    return len(blank.expandtabs(4)) if "\t" in blank else len(blank)


class _Scan:
    """One pass over the candidate lines; each is looked at a bounded number of times."""

    def __init__(self, lines: Sequence[str], places: list[int], fences: list[_Fence]) -> None:
        self.lines = lines
        self.places = places
        self.fences = fences
        self.lists = _Lists(lines)
        self.reach = _closers_after(fences)
        self.last_comment_end: int | None = None

    def run(self, found: Blocks) -> None:
        free_from = 0
        for position, (place, fence) in enumerate(zip(self.places, self.fences, strict=True)):
            if place < free_from:
                continue
            in_list = fence.listed or (fence.indent > 1 and self.lists.holds(place))
            if fence.indent > _TOLERATED_INDENT and not in_list:
                continue
            if fence.length == 0:
                last, closed = self._comment_last(place)
                found.comments.append(Span(place + 1, last + 1, closed))
            else:
                last, closed = self._fence_last(position, in_list=in_list)
                found.code.append(Span(place + 1, last + 1, closed))
            free_from = last + 1
            kind = COMMENT if fence.length == 0 else CODE
            found.mask[place:free_from] = bytes([kind]) * (free_from - place)

    def _fence_last(self, position: int, *, in_list: bool) -> tuple[int, bool]:
        opener = self.fences[position]
        column = (opener.length < 0) + 2 * in_list
        if self.reach[position + 1][column] < abs(opener.length):
            return self._unclosed_last(self.places[position]), False
        position += 1
        while not _closes(self.fences[position], opener, in_list=in_list):
            position += 1
        return self.places[position], True

    def _unclosed_last(self, index: int) -> int:
        lines = self.lines
        for follower in range(index + 2, len(lines)):
            if (
                lines[follower].startswith("##")
                and not lines[follower - 1].strip()
                and _is_subheading(lines[follower])
            ):
                return follower - 1
        return len(lines) - 1

    def _comment_last(self, index: int) -> tuple[int, bool]:
        lines = self.lines
        if self.last_comment_end is None:
            self.last_comment_end = max(
                (i for i in range(index, len(lines)) if "-->" in lines[i]), default=-1
            )
        if "-->" in lines[index].split("<!--", 1)[1]:
            return index, True
        if self.last_comment_end <= index:
            return index, False
        return next(i for i in range(index + 1, len(lines)) if "-->" in lines[i]), True


def _is_subheading(line: str) -> bool:
    level = len(line) - len(line.lstrip("#"))
    return 2 <= level <= 6 and line[level : level + 1] in {" ", "\t"}


def _closes(fence: _Fence, opener: _Fence, *, in_list: bool) -> bool:
    if not fence.bare or fence.listed or not (in_list or fence.indent <= _TOLERATED_INDENT):
        return False
    return fence.length >= opener.length if opener.length > 0 else fence.length <= opener.length


def _closers_after(fences: list[_Fence]) -> list[tuple[int, int, int, int]]:
    """For each position the longest closing fence from there on: backticks, tildes, then both at any indentation."""
    reach = [(0, 0, 0, 0)]
    longest = reach[0]
    for length, indent, listed, bare in reversed(fences):
        column = 2 if length > 0 else 3
        strict = indent <= _TOLERATED_INDENT
        if bare and not listed and abs(length) > (longest[column - 2] if strict else longest[column]):
            ticks, tildes, any_ticks, any_tildes = longest
            any_ticks, any_tildes = max(any_ticks, length), max(any_tildes, -length)
            if strict:
                ticks, tildes = max(ticks, length), max(tildes, -length)
            longest = (ticks, tildes, any_ticks, any_tildes)
        reach.append(longest)
    reach.reverse()
    return reach


class _Lists:
    """Whether a line stands inside a list; asked for rising line numbers, reads every line once."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.read = 0
        self.inside = False
        self.after_blank = True

    def holds(self, index: int) -> bool:
        for line in self.lines[self.read : index] if index > self.read else ():
            bare = line.lstrip(" \t")
            if not bare:
                self.after_blank = True
                continue
            if is_list_item(bare):
                self.inside = True
            elif line[0] not in " \t" and (self.after_blank or line[0] == "#"):
                self.inside = False
            self.after_blank = False
        self.read = max(self.read, index)
        return self.inside


def is_list_item(bare: str) -> bool:
    """Whether a line without its indentation opens a list item: ``- x``, ``* x``, ``+ x``, ``3. x``, ``3) x``."""
    if bare[0] in "-*+":
        return bare[1:2] in {"", " ", "\t"}
    if not bare[0].isdigit():
        return False
    rest = bare[:10].lstrip("0123456789")
    return rest[:1] in {".", ")"} and bare[len(bare[:10]) - len(rest) + 1 :][:1] in {"", " ", "\t"}
