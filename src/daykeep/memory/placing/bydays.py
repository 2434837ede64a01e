"""A MEMORY.md that is kept by days: most of its sections are called by nothing but a date."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from daykeep.memory.placing.dates import find_day, render_day
from daykeep.memory.placing.style import in_list, is_falling, read_list_style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from daykeep.memory.placing.dates import Dated
    from daykeep.memory.placing.place import Block
    from daykeep.text.sections import Section

_FEWEST = 3
_SIGNS = " ()（）[]【】—–-:：*#"


class Day(NamedTuple):
    """A section that is a day."""

    section: Section
    found: Dated


def find_days(sections: Sequence[Section]) -> list[Day]:
    """The sections that are days, if the file is kept by days: three or more, and at least half of their level."""
    headings = [section for section in sections if section.line]
    for level in (2, 1, 3):
        here = [
            section
            for section in headings
            if section.level == level and not (level == 1 and section is headings[0])
        ]
        days = [
            Day(section, found)
            for section in here
            if (found := find_day(section.title))
            and not (section.title[: found.start] + section.title[found.end :]).strip(_SIGNS)
        ]
        if len(days) >= _FEWEST and len(days) * 2 >= len(here):
            return days
    return []


class Written(Protocol):
    """What is asked of a file: its lines, its usual list mark, and which lines are not the person's own words."""

    @property
    def lines(self) -> list[str]:
        """The file's lines."""

    @property
    def mark(self) -> str:
        """The mark of most list items."""

    @property
    def foreign(self) -> frozenset[int]:
        """The numbers of lines that count for nothing."""


def place_by_day(
    file: Written,
    days: Sequence[Day],
    blocks: Sequence[Block],
    telling_title: Callable[[Block, Sequence[str]], str],
) -> list[tuple[int, list[str]]]:
    """Insertions (before a line, the new lines) of blocks under their days; days that are missing are made.

    ``telling_title`` says which title a block needs under some headings.
    """
    points: list[tuple[int, list[str]]] = []
    falling = is_falling([day.found.day for day in days])
    by_day: dict[date, list[Block]] = {}
    for block in blocks:
        by_day.setdefault(block.day, []).append(block)
    for day, group in sorted(by_day.items(), reverse=falling):
        there = next((each for each in days if each.found.day == day), None)
        section = there.section if there else days[-1].section
        style = read_list_style(
            file.lines,
            section.first,
            section.own_last,
            mark=file.mark,
            date_form=days[-1].found.form,
            foreign=file.foreign,
        )._replace(dated="", form="{title}")
        items = [
            line
            for block in group
            for line in in_list(style, block.lines, title=telling_title(block, ()), day=block.day)
        ]
        if there:
            end = style.last or _end_of(file.lines, section)
            points.append((end + 1, items if style.last else ["", *items]))
        else:
            points.append(_new_day(file.lines, days, day, items, falling=falling))
    return points


def _new_day(
    lines: Sequence[str], days: Sequence[Day], day: date, items: list[str], *, falling: bool
) -> tuple[int, list[str]]:
    model = days[-1]
    title = model.section.title
    heading = title[: model.found.start] + render_day(day, model.found.form) + title[model.found.end :]
    blank = model.section.first <= len(lines) and not lines[model.section.first - 1].strip()
    new = [f"{'#' * model.section.level} {heading}", *([""] if blank else []), *items]
    if falling:
        older = next((each for each in days if each.found.day < day), None)
        if older is not None:
            return older.section.line, [*new, ""]
    behind = [each for each in days if falling or each.found.day < day]
    if not behind:
        return days[0].section.line, [*new, ""]
    last = max(behind, key=lambda each: each.section.line).section
    end = last.last
    while end > last.line and not lines[end - 1].strip():
        end -= 1
    return end + 1, ["", *new]


def _end_of(lines: Sequence[str], section: Section) -> int:
    end = section.own_last
    while end > section.line and not lines[end - 1].strip():
        end -= 1
    return end
