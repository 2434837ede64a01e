"""How a section of MEMORY.md is written: sub-headings or list items, their marks, dates, order and blank lines."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.placing.dates import ISO, find_day, render_day

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import date

    from daykeep.text.sections import Section

LEAD, TAIL, UNDATED = "lead", "tail", ""

_FENCES = ("```", "~~~")
_JOINTS = r"\s*[—–:：|-]?\s*"


class HeadingStyle(NamedTuple):
    """Sub-headings: ``form`` holds "{title}" and "{day}" (only "{day}" where a heading is a whole day)."""

    level: int
    form: str
    date_form: str
    blank_before: bool
    blank_after: bool
    newest_first: bool
    mark: str


class ListStyle(NamedTuple):
    """A list: its mark ("-", "*", …, or "N." for numbers, the next of which is ``number``), dates and order.

    ``first`` and ``last`` are the lines of the whole list (1-based; 0 where there is none yet). ``dated`` says where
    its items have a date, ``form`` holds "{day}" and "{title}" as they are joined there.
    """

    mark: str
    number: int
    first: int
    last: int
    loose: bool
    dated: str
    form: str
    date_form: str
    newest_first: bool


class ListItem(NamedTuple):
    """One top-level item of a list: its line (1-based), mark and text without it."""

    number: int
    mark: str
    text: str


@cache
def _item_pattern() -> re.Pattern[str]:
    return re.compile(r"( {0,3})([-*+•◦‣▪–]|\d{1,3}[.)])[ \t]+(\S.*)")


def list_items(
    texts: Sequence[str], first: int, last: int, *, foreign: Collection[int] = ()
) -> list[ListItem]:
    """The top-level list items between two lines (1-based, inclusive); ``foreign`` lines count for nothing."""
    found = []
    for number in range(first, last + 1):
        match = _item_pattern().fullmatch(texts[number - 1]) if number not in foreign else None
        if match is not None:
            found.append((len(match[1]), ListItem(number, match[2], match[3])))
    margin = min((indent for indent, _ in found), default=0)
    return [item for indent, item in found if indent == margin]


def read_list_style(
    texts: Sequence[str], first: int, last: int, *, mark: str, date_form: str, foreign: Collection[int] = ()
) -> ListStyle:
    """The style of the list between two lines; ``mark`` and ``date_form`` are the file's, for what it leaves open."""
    items = list_items(texts, first, last, foreign=foreign)
    if not items:
        return ListStyle(mark, 1, 0, 0, False, UNDATED, "{title} ({day})", date_form, False)
    marks = ["N" + item.mark[-1] if item.mark[0].isdigit() else item.mark for item in items]
    usual = max(marks, key=marks.count)
    numbers = [int(item.mark[:-1]) for item in items if item.mark[0].isdigit()]
    end = last
    while end > items[-1].number and not _belongs(texts, items[-1].number, end):
        end -= 1
    dates = [(item, found) for item in items if (found := find_day(item.text))]
    leads = [pair for pair in dates if _is_lead(pair[0].text, pair[1].start)]
    tails = [pair for pair in dates if pair not in leads and _is_tail(pair[0].text, pair[1].end)]
    dated = LEAD if len(leads) * 2 > len(items) else TAIL if len(tails) * 2 > len(items) else UNDATED
    model = leads[-1] if dated == LEAD else tails[-1] if dated == TAIL else None
    return ListStyle(
        mark=usual,
        number=max(numbers, default=0) + 1,
        first=items[0].number,
        last=end,
        loose=_is_loose(texts, items),
        dated=dated,
        form=_item_form(model[0].text, model[1].start, model[1].end, dated) if model else "{title} ({day})",
        date_form=model[1].form if model else date_form,
        newest_first=is_falling([found.day for _, found in dates]),
    )


def read_heading_style(
    texts: Sequence[str], home: Section, children: Sequence[Section], *, mark: str, date_form: str, form: str
) -> HeadingStyle:
    """The style of the sub-headings of a section; what they leave open is as the file has it."""
    dated = [(child.title, found) for child in children if (found := find_day(child.title))]
    forms = [heading_form(title, found.start, found.end) for title, found in dated]
    below = [texts[child.first - 1] for child in children if child.first <= len(texts)]
    above = [texts[child.line - 2] for child in children[1:]]
    blank_after = sum(1 for line in below if not line.strip())
    return HeadingStyle(
        level=home.level + 1,
        form=max(forms, key=forms.count) if forms else form,
        date_form=dated[-1][1].form if dated else date_form,
        blank_before=not above or any(not line.strip() for line in above),
        blank_after=bool(below) and blank_after * 2 > len(below),
        newest_first=is_falling([found.day for _, found in dated]),
        mark=mark,
    )


def heading_form(title: str, start: int, end: int) -> str:
    """How a heading writes its date (which stands from ``start`` to ``end``), as a form of "{title}" and "{day}".

    >>> heading_form("2026-03-01 — A", 0, 10), heading_form("A（2026-03-01）", 2, 12)
    ('{day} — {title}', '{title}（{day}）')
    """
    before, after = title[:start], title[end:]
    for opening, closing in ("（）", "()", "[]", "【】"):
        if before.endswith(opening) and after.startswith(closing):
            gap = " " if before[:-1].endswith(" ") else ""
            if before[:-1].strip():
                return "{title}" + gap + opening + "{day}" + closing
            return opening + "{day}" + closing + (" {title}" if after[1:].strip() else "")
    if not before.strip():
        if not after.strip():
            return "{day}"
        joint = re.match(_JOINTS, after)
        return "{day}" + (joint.group() if joint and joint.group() else " ") + "{title}"
    joint = re.search(_JOINTS + "$", before)
    return "{title}" + (joint.group() if joint and joint.group() else " ") + "{day}"


def is_falling(days: Sequence[date]) -> bool:
    """Whether dates mostly fall: the newest is kept first."""
    falling = sum(1 for a, b in pairwise(days) if a > b)
    rising = sum(1 for a, b in pairwise(days) if a < b)
    return falling > rising


def file_mark(texts: Sequence[str], foreign: Collection[int]) -> str:
    """The mark that most list items of a file have; "-" where it has none, or only numbers."""
    marks = [
        item.mark for item in list_items(texts, 1, len(texts), foreign=foreign) if not item.mark[0].isdigit()
    ]
    return max(marks, key=marks.count) if marks else "-"


def file_date_form(sections: Sequence[Section]) -> str:
    """The form of the dates in a file's headings; ISO where they have none."""
    forms = [found.form for section in sections if (found := find_day(section.title))]
    return max(forms, key=forms.count) if forms else ISO


def with_mark(lines: Sequence[str], mark: str) -> list[str]:
    """Lines whose top-level list marks are another one's; numbers, code and everything nested stay.

    >>> with_mark(["- a", "  more", "- b"], "*")
    ['* a', '  more', '* b']
    """
    result = []
    fence = ""
    for line in lines:
        opening = line.lstrip()[:3]
        if opening in _FENCES:
            fence = "" if fence == opening else (fence or opening)
        if not fence and line[:2] in {"- ", "* ", "+ ", "• "}:
            result.append(f"{mark} {line[2:].lstrip()}")
        else:
            result.append(line)
    return result


def in_list(style: ListStyle, lines: Sequence[str], *, title: str, day: date) -> list[str]:
    """Lines as items of a list; with a title, or where the list has dates, nested under an item that bears them."""
    heads = style.dated or title
    mark = "-" if style.mark.startswith("N") else style.mark
    if not heads:
        return _numbered(style, lines) if style.mark.startswith("N") else with_mark(lines, mark)
    bold = f"**{title}**" if title else ""
    head = style.form.replace("{day}", render_day(day, style.date_form))
    head = (
        head.replace("{title}", bold)
        if bold
        else re.sub(_JOINTS + r"\{title\}|\{title\}" + _JOINTS, "", head)
    )
    lead = f"{style.number}{style.mark[1]}" if style.mark.startswith("N") else style.mark
    width = " " * (len(lead) + 1)
    nested = with_mark(lines, mark)
    return [f"{lead} {head.strip()}", *(f"{width}{line}" if line else line for line in nested)]


def _numbered(style: ListStyle, lines: Sequence[str]) -> list[str]:
    result = []
    number = style.number
    for line in with_mark(lines, "-"):
        if line.startswith("- "):
            result.append(f"{number}{style.mark[1]} {line[2:]}")
            number += 1
        else:
            result.append(line)
    return result


def _belongs(texts: Sequence[str], item: int, number: int) -> bool:
    """Whether a line below the last item is part of it: indented, or text right below it."""
    text = texts[number - 1]
    if not text.strip():
        return False
    return text[:1] in {" ", "\t"} or all(texts[between - 1].strip() for between in range(item, number))


def _is_loose(texts: Sequence[str], items: Sequence[ListItem]) -> bool:
    gaps = [not texts[after.number - 2].strip() for _, after in pairwise(items)]
    return bool(gaps) and sum(gaps) * 2 > len(gaps)


def _is_lead(text: str, start: int) -> bool:
    return not text[:start].strip("*_[（(【 ")


def _is_tail(text: str, end: int) -> bool:
    return not text[end:].strip("*_]）)】. ")


def _item_form(text: str, start: int, end: int, dated: str) -> str:
    """How a list item joins its date and its text; emphasis around the date is kept with it."""
    before, after = text[:start], text[end:]
    if dated == LEAD:
        close = re.match(r"[*_\]）)】]*" + _JOINTS + r"[*_]*" + _JOINTS, after)
        return before + "{day}" + (close.group() if close and close.group() else " ") + "{title}"
    opened = re.search(_JOINTS + r"[*_\[（(【]*$", before)
    return "{title}" + (opened.group() if opened and opened.group() else " ") + "{day}" + after
