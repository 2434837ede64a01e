"""Puts new items into MEMORY.md where a person would: under its own headings, in its own style.

Placing is pure: it reads a document and returns insertions; every byte that was there stays.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.files.encoding import Document
    from daykeep.text.sections import Section

HEADING_WORDS = {
    "lesson": (
        "lesson",
        "learned",
        "learnt",
        "learning",
        "takeaway",
        "教训",
        "收获",
        "经验",
        "踩坑",
        "心得",
        "技术",
    ),
    "problem_fix": (
        "problem",
        "fix",
        "troubleshoot",
        "issue",
        "gotcha",
        "问题",
        "修复",
        "排查",
        "故障",
        "解决",
    ),
}
"""Words in a heading that mark a section as the home of a kind, in English and Chinese."""

NEW_HEADING = {"en": "Lessons", "zh": "技术教训"}
"""The section that is made where MEMORY.md has no home for what was learned."""

_DATE = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")


class Block(NamedTuple):
    """Lines to remember under one title; ``lines`` are as they will stand in the file, without line ends."""

    kind: str
    title: str
    day: date
    lines: tuple[str, ...]


class Placement(NamedTuple):
    """Lines to insert before a line of the document (one past its last line: at the end)."""

    before_line: int
    lines: tuple[str, ...]


class _Style(NamedTuple):
    level: int
    date_form: str
    blank_after_heading: bool
    newest_first: bool


class _File(NamedTuple):
    lines: list[str]
    sections: list[Section]
    language: str
    points: dict[int, list[str]]


def plan_placement(document: Document | None, blocks: Sequence[Block], *, language: str) -> list[Placement]:
    """Where each block goes, as insertions ordered from the top of the file to its end.

    A block goes to the section of its kind (else to the section for lessons, else to a new one at the end), under
    a heading of its own with the date as the section writes dates, at the end that the section keeps newest.
    Blocks with the title and day of a heading that is already there join it. ``None``: the file does not exist.
    """
    lines = document.texts if document is not None else []
    file = _File(lines, parse_sections(lines), language, {})
    homeless: list[Block] = []
    for home, group in _by_home(file.sections, blocks):
        if home is None:
            homeless.extend(group)
        else:
            _place_in(file, home, group)
    if homeless:
        _place_at_end(file, homeless)
    return [Placement(line, tuple(new)) for line, new in sorted(file.points.items())]


def apply_placement(document: Document, placements: Sequence[Placement]) -> Document:
    """The document with the insertions in it; every byte that was there stays."""
    for placement in reversed(placements):
        data = document.insert(placement.before_line, placement.lines)
        document = decode(data, document.name)
    return document


def _by_home(
    sections: Sequence[Section], blocks: Sequence[Block]
) -> list[tuple[Section | None, list[Block]]]:
    groups: dict[int, tuple[Section | None, list[Block]]] = {}
    for block in blocks:
        home = _find_home(sections, block.kind)
        groups.setdefault(home.line if home else 0, (home, []))[1].append(block)
    return list(groups.values())


def _find_home(sections: Sequence[Section], kind: str) -> Section | None:
    for words in (HEADING_WORDS.get(kind, ()), HEADING_WORDS["lesson"]):
        for section in sections:
            title = section.title.casefold()
            if section.level == 2 and any(word in title for word in words):
                return section
    return None


def _place_in(file: _File, home: Section, blocks: Sequence[Block]) -> None:
    children = [s for s in file.sections if s.level == home.level + 1 and home.line < s.line <= home.last]
    fresh: list[Block] = []
    for block in blocks:
        same = [child for child in children if _is_same(child, block)]
        if same:
            end = _end_of(file.lines, same[0].line, same[0].last)
            file.points.setdefault(end + 1, []).extend(block.lines)
        else:
            fresh.append(block)
    if not fresh:
        return
    style = _read_style(file, home, children)
    rendered = _render(sorted(fresh, key=lambda block: block.day, reverse=style.newest_first), style)
    if style.newest_first and children:
        file.points.setdefault(children[0].line, []).extend([*rendered, ""])
    else:
        end = _end_of(file.lines, home.line, home.last)
        file.points.setdefault(end + 1, []).extend(["", *rendered])


def _place_at_end(file: _File, blocks: Sequence[Block]) -> None:
    style = _Style(3, _default_form(file.language), blank_after_heading=False, newest_first=False)
    rendered = _render(sorted(blocks, key=lambda block: block.day), style)
    new = [f"## {NEW_HEADING.get(file.language, NEW_HEADING['en'])}", "", *rendered]
    if not any(line.strip() for line in file.lines):
        new = ["# MEMORY.md", "", *new]
    elif file.lines[-1].strip():
        new = ["", *new]
    file.points.setdefault(len(file.lines) + 1, []).extend(new)


def _end_of(lines: Sequence[str], heading: int, last: int) -> int:
    """The last line with content at or before ``last``, not before the heading."""
    while last > heading and not lines[last - 1].strip():
        last -= 1
    return last


def _is_same(child: Section, block: Block) -> bool:
    found = _DATE.search(child.title)
    if not found:
        return False
    year, month, day = (int(part) for part in found.groups())
    if (year, month, day) != (block.day.year, block.day.month, block.day.day):
        return False
    bare = (child.title[: found.start()] + child.title[found.end() :]).strip(" ()（）[]【】—–-:：")
    return bare.casefold() == block.title.casefold()


def _read_style(file: _File, home: Section, children: Sequence[Section]) -> _Style:
    forms = [form for form in (_date_form(child.title) for child in children) if form]
    days = [found.groups() for child in children if (found := _DATE.search(child.title))]
    keys = [tuple(int(part) for part in day) for day in days]
    falling = sum(1 for a, b in pairwise(keys) if a > b)
    rising = sum(1 for a, b in pairwise(keys) if a < b)
    below = [file.lines[child.line] for child in children if child.line < len(file.lines)]
    blank = sum(1 for line in below if not line.strip())
    return _Style(
        level=home.level + 1,
        date_form=max(forms, key=forms.count) if forms else _default_form(file.language),
        blank_after_heading=bool(below) and blank * 2 > len(below),
        newest_first=falling > rising,
    )


def _default_form(language: str) -> str:
    return "{title}（{day}）" if language == "zh" else "{title} ({day})"


def _date_form(title: str) -> str:
    """How a heading writes its date, as a format of ``title`` and ``day``; empty where it has none."""
    found = _DATE.search(title)
    if not found:
        return ""
    before, after = title[: found.start()], title[found.end() :]
    for opening, closing in ("（）", "()", "[]", "【】"):
        if before.endswith(opening) and after.startswith(closing):
            gap = " " if before[:-1].endswith(" ") else ""
            if before[:-1].strip():
                return "{title}" + gap + opening + "{day}" + closing
            return opening + "{day}" + closing + " {title}"
    if not before.strip():
        joint = re.match(r"\s*[—–:：|-]?\s*", after)
        return "{day}" + (joint.group() if joint and joint.group() else " ") + "{title}"
    joint = re.search(r"\s*[—–:：|-]?\s*$", before)
    return "{title}" + (joint.group() if joint and joint.group() else " ") + "{day}"


def _render(blocks: Sequence[Block], style: _Style) -> list[str]:
    lines: list[str] = []
    for index, block in enumerate(blocks):
        joins = index > 0 and (blocks[index - 1].title, blocks[index - 1].day) == (block.title, block.day)
        if not joins:
            if lines:
                lines.append("")
            title = style.date_form.replace("{day}", block.day.isoformat()).replace("{title}", block.title)
            lines.append(f"{'#' * style.level} {title.strip()}")
            if style.blank_after_heading:
                lines.append("")
        lines.extend(block.lines)
    return lines
