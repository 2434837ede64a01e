"""A Markdown text as a tree of pieces: sections, and in them bullets, paragraphs, table rows and fenced blocks.

A piece is what a merge keeps, drops or shows as a conflict. The blank lines above it are its own, so a piece that
moves into the other version brings its distance along. What somebody fenced off (text marked as foreign, another
tool's block) is one piece, whatever headings stand in it: nothing may ever come between a mark and its text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.blocks import CODE, TEXT, find_blocks, is_list_item
from daykeep.text.regions import find_regions
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line
from daykeep.text.todos import find_todo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Moment = tuple[str, float]
    FindMoment = Callable[[str, bool], Moment | None]

_WALLS = frozenset({"origin", "untrusted", "managed", "own"})
_FRONTMATTER = -1
FIXED = "\0"
"""What the keys of frontmatter begin with: there can be only one of each in a file."""
_TAB_WIDTH = 4


class Piece(NamedTuple):
    """One piece: its blank lines above, its own lines, and the pieces below its heading.

    ``level`` is the heading's (-1: frontmatter, 0: no section), ``key`` what it is recognised by when its text
    changed, ``body`` all of its text without the distances between pieces, ``moment`` when it was written.
    """

    key: str
    lead: tuple[str, ...]
    lines: tuple[str, ...]
    parts: tuple[Piece, ...]
    level: int
    body: str
    moment: Moment | None

    @property
    def is_section(self) -> bool:
        """Whether other pieces stand in it."""
        return self.level != 0

    def render(self) -> Iterator[str]:
        """All of its lines."""
        yield from self.lead
        yield from self.lines
        for part in self.parts:
            yield from part.render()


class _Open:
    """A section that is being read."""

    def __init__(self, level: int, lead: Sequence[str], lines: Sequence[str]) -> None:
        self.level = level
        self.lead = tuple(lead)
        self.lines = tuple(lines)
        self.parts: list[Piece | _Open] = []

    def close(self, moment: FindMoment) -> Piece:
        parts = tuple(part.close(moment) if isinstance(part, _Open) else part for part in self.parts)
        return make_piece(self.lines, self.lead, parts, level=self.level, moment=moment)


def make_piece(
    lines: Sequence[str],
    lead: Sequence[str] = (),
    parts: Sequence[Piece] = (),
    *,
    level: int = 0,
    moment: FindMoment,
) -> Piece:
    """A piece of these lines and parts."""
    body = "\n".join([*lines, *(part.body for part in parts)])
    first = lines[0] if lines else ""
    at = moment(first, level > 0) if level >= 0 else None
    return Piece(_key(first, level), tuple(lead), tuple(lines), tuple(parts), level, body, at)


def no_moment(_line: str, _is_section: bool) -> None:
    """The moment of pieces where time doesn't order them."""


def has_headings(lines: Sequence[str]) -> bool:
    """Whether a text has real headings, so that a bold line is none."""
    return any(section.line for section in parse_sections(lines, bold_headings=False))


def has_open_wall(lines: Sequence[str]) -> bool:
    """Whether text that is marked as foreign is never closed: everything below it counts as foreign too."""
    regions = [region for region in find_regions(lines) if region.kind in _WALLS]
    return any(
        region.last == len(lines)
        and not re.match(r"\s*(<!--\s*/|<!--.*END|</|\[/|<<</|<<<END)", lines[-1], re.IGNORECASE)
        for region in regions
    )


def cut_pieces(
    lines: Sequence[str], *, bold: bool | None, moment: FindMoment
) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    """The pieces of a text in order, and the blank lines at its end; rendered one after the other they are the text.

    ``bold`` is as in ``parse_sections``.
    """
    return _Cutter(lines, bold=bold, moment=moment).run()


class _Cutter:
    def __init__(self, lines: Sequence[str], *, bold: bool | None, moment: FindMoment) -> None:
        self.lines = lines
        self.bare = [line.removesuffix("\r") for line in lines]
        self.moment = moment
        blocks = find_blocks(self.bare)
        self.frontmatter_last = blocks.frontmatter_last
        self.mask = blocks.mask
        self.code_end = {span.first - 1: span.last for span in blocks.code}
        sections = parse_sections(self.bare, bold_headings=bold)
        self.headings = {each.line - 1: (each.level, each.first - 1) for each in sections if each.line}
        self.walls = self._find_walls()

    def _find_walls(self) -> dict[int, int]:
        walls: dict[int, int] = {}
        last_start = -1
        for region in find_regions(self.bare):
            start = region.first - 1
            if region.kind not in _WALLS or start < self.frontmatter_last:
                continue
            if last_start >= 0 and start < walls[last_start]:
                walls[last_start] = max(walls[last_start], region.last)
            else:
                walls[start], last_start = region.last, start
        return walls

    def run(self) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
        root = _Open(0, (), ())
        stack = [root]
        if self.frontmatter_last:
            root.parts.append(self._frontmatter())
        at = self.frontmatter_last
        lead: list[str] = []
        while at < len(self.lines):
            if not self.bare[at].strip():
                lead.append(self.lines[at])
                at += 1
                continue
            level, end, is_heading = self._next(at)
            while level and len(stack) > 1 and stack[-1].level >= level:
                stack.pop()
            own = self.lines[at:end]
            if is_heading:
                opened = _Open(level, lead, own)
                stack[-1].parts.append(opened)
                stack.append(opened)
            else:
                stack[-1].parts.append(make_piece(own, lead, moment=self.moment))
            at, lead = end, []
        return root.close(self.moment).parts, tuple(lead)

    def _next(self, at: int) -> tuple[int, int, bool]:
        """The level of the piece that begins here (0: it belongs to the section above), its end, and its kind."""
        if at in self.walls:
            levels = [
                self.headings[inside][0] for inside in range(at, self.walls[at]) if inside in self.headings
            ]
            return min(levels, default=0), self.walls[at], False
        if at in self.headings:
            level, end = self.headings[at]
            return level, end, True
        return 0, self._leaf_end(at), False

    def _leaf_end(self, at: int) -> int:
        if at in self.code_end:
            return self.code_end[at]
        listed = _is_item(self.bare[at])
        end = at + 1
        while end < len(self.bare):
            line = self.bare[end]
            if not line.strip():
                follower = self._after_blanks(end)
                if not (listed and follower < len(self.bare) and self._indent(follower) > 1):
                    break
                end = follower
            if end in self.walls or end in self.headings:
                break
            if end in self.code_end:
                end = self.code_end[end]
                continue
            if self.mask[end] != CODE and _starts(self.bare[end]):
                break
            if listed and self.mask[end] == TEXT and not self._indent(end):
                break  # somebody's next line may stand here without a blank one: it goes its own way
            end += 1
        while not self.bare[end - 1].strip():
            end -= 1
        return end

    def _after_blanks(self, at: int) -> int:
        while at < len(self.bare) and not self.bare[at].strip():
            at += 1
        return at

    def _indent(self, at: int) -> int:
        line = self.bare[at].expandtabs(_TAB_WIDTH)
        return len(line) - len(line.lstrip(" "))

    def _frontmatter(self) -> Piece:
        last = self.frontmatter_last - 1
        parts: list[Piece] = []
        own: list[str] = []
        for index in range(1, last):
            if own and self.bare[index][:1] not in {"", " ", "\t", "-", "#"}:
                parts.append(make_piece(own, moment=no_moment))
                own = []
            own.append(self.lines[index])
        if own:
            parts.append(make_piece(own, moment=no_moment))
        fields = [part._replace(key=FIXED + part.lines[0].partition(":")[0].strip()) for part in parts]
        end = make_piece(self.lines[last : last + 1], moment=no_moment)._replace(key=f"{FIXED}---")
        opening = self.lines[:1]
        return make_piece(opening, (), [*fields, end], level=_FRONTMATTER, moment=no_moment)


def _key(first: str, level: int) -> str:
    if level == _FRONTMATTER:
        return f"{FIXED}frontmatter"
    todo = find_todo(first.removesuffix("\r")) if not level else None
    key = normalise_line(todo.text if todo is not None else first) or first.strip()
    return f"{'#' * level} {key}" if level else key


@cache
def _start_pattern() -> re.Pattern[str]:
    return re.compile(r" ?(?:[|•]|[\[(*`【（]{0,3}\d{1,2}:\d\d)")


def _starts(line: str) -> bool:
    """Whether a line opens an item of its own: a bullet, a table's row, a line with its time in front."""
    return _is_item(line) or _start_pattern().match(line) is not None


def _is_item(line: str) -> bool:
    bare = line.lstrip(" ")
    return bool(bare) and len(line) - len(bare) <= 1 and (is_list_item(bare) or bare.startswith("• "))
