"""Puts new items into MEMORY.md where a person would: under its own headings, in its own style.

A block goes to the topic it is clearly about (:mod:`daykeep.memory.placing.topics`), else to the heading of its kind, else to
its day in a file that is kept by days, else under a new heading at the end. Placing is pure: it reads a document and
returns insertions; every byte that was there stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.memory.placing.bydays import find_days, place_by_day
from daykeep.memory.placing.dates import ISO, find_day, render_day
from daykeep.memory.placing.kinds import find_kind_home, is_kind
from daykeep.memory.placing.style import (
    HeadingStyle,
    file_date_form,
    file_mark,
    heading_form,
    in_list,
    list_items,
    read_heading_style,
    read_list_style,
    with_mark,
)
from daykeep.memory.placing.topics import Topics, find_words
from daykeep.text.blocks import TEXT, find_blocks
from daykeep.text.language import language_of
from daykeep.text.regions import find_regions
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.files.encoding import Document
    from daykeep.text.regions import Region
    from daykeep.text.sections import Section

NEW_HEADINGS = {
    "en": {
        "lesson": "Lessons",
        "problem_fix": "Lessons",
        "decision": "Decisions",
        "preference": "Preferences",
        "fact": "Facts",
    },
    "zh": {
        "lesson": "技术教训",
        "problem_fix": "技术教训",
        "decision": "决定",
        "preference": "偏好",
        "fact": "事实",
    },
}
"""The headings that are made where MEMORY.md has no home for a kind, as new workspaces have them."""

_UNDER_HEADINGS = frozenset({"lesson", "problem_fix"})
"""Kinds that get a sub-heading of their own where a section does not say otherwise; others become list items."""

_LIST_ITEMS = 2
"""A section with so many items of its own is kept as a list."""

_LANGUAGE_CHARS = 40
_FOREIGN = frozenset({"frontmatter", "code", "managed", "own", "origin", "untrusted"})


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


class _File(NamedTuple):
    lines: list[str]
    sections: list[Section]
    language: str
    mark: str
    date_form: str
    regions: list[Region]
    foreign: frozenset[int]
    """The lines that are not the person's own words: code, comments, what other tools keep."""
    kept: frozenset[int]
    """Of these, what other tools keep."""
    points: dict[int, list[str]]

    def put(self, before_line: int, lines: Sequence[str]) -> None:
        """Insert lines; never inside what is not the person's, but behind it."""
        for region in self.regions:
            if region.first < before_line <= region.last:
                before_line = region.last + 1
        self.points.setdefault(before_line, []).extend(lines)


def plan_placement(document: Document | None, blocks: Sequence[Block], *, language: str) -> list[Placement]:
    """Where each block goes, as insertions ordered from the top of the file to its end.

    In a section that is a list a block becomes list items, in any other one a sub-heading with its day, at the end
    that the section keeps newest, in its marks and date form. Titles that tell more than the lines are kept. Blocks
    with the title and day of a sub-heading that is already there join it. ``None``: the file does not exist.
    """
    file = _read(document, language)
    homeless: list[Block] = []
    for home, is_topic, group in _by_home(file, blocks):
        if home is None:
            homeless.extend(group)
        elif _is_list(file, home, group[0].kind, is_topic=is_topic):
            _place_in_list(file, home, group)
        else:
            _place_under_headings(file, home, group)
    days = find_days(file.sections) if homeless else []
    if days:
        for line, new in place_by_day(file, days, _merged(homeless), _telling_title):
            file.put(line, new)
    elif homeless:
        _place_at_end(file, homeless)
    return [Placement(line, tuple(new)) for line, new in sorted(file.points.items())]


def apply_placement(document: Document, placements: Sequence[Placement]) -> Document:
    """The document with the insertions in it; every byte that was there stays."""
    for placement in reversed(placements):
        data = document.insert(placement.before_line, placement.lines)
        document = decode(data, document.name)
    return document


def _read(document: Document | None, language: str) -> _File:
    lines = document.texts if document is not None else []
    sections = parse_sections(lines)
    text = document.text if document is not None else ""
    own = language_of(text) if sum(map(str.isalpha, text)) >= _LANGUAGE_CHARS else language
    regions = [region for region in find_regions(lines) if region.kind in _FOREIGN]
    mask = find_blocks(lines).mask
    kept = frozenset(
        number
        for region in regions
        if region.kind not in {"code", "frontmatter"}
        for number in range(region.first, region.last + 1)
    )
    foreign = kept | {number for number, kind in enumerate(mask, 1) if kind != TEXT}
    mark = file_mark(lines, foreign)
    return _File(lines, sections, own, mark, file_date_form(sections), regions, foreign, kept, {})


def _by_home(file: _File, blocks: Sequence[Block]) -> list[tuple[Section | None, bool, list[Block]]]:
    """The blocks by the section that they go to (None: to none yet), and whether it is a topic."""
    topics = Topics(file.lines, file.sections, file.kept) if blocks else None
    groups: dict[tuple[int, bool], tuple[Section | None, bool, list[Block]]] = {}
    homes = {kind: _kind_home(file, kind) for kind in sorted({block.kind for block in blocks})}
    for block in blocks:
        topic = topics.find(block.title, block.lines) if topics else None
        home = topic or homes[block.kind]
        key = (home.line if home else 0, block.kind in _UNDER_HEADINGS)
        groups.setdefault(key, (home, topic is not None, []))[2].append(block)
    return list(groups.values())


def _kind_home(file: _File, kind: str) -> Section | None:
    home = find_kind_home(file.sections, kind)
    return find_kind_home(file.sections, "lesson") if home is None and kind in _UNDER_HEADINGS else home


def _children(file: _File, home: Section) -> list[Section]:
    return [s for s in file.sections if s.level == home.level + 1 and home.line < s.line <= home.last]


def _is_list(file: _File, home: Section, kind: str, *, is_topic: bool) -> bool:
    """Whether new things become list items of a section, or get sub-headings of their own."""
    children = _children(file, home)
    dated = sum(1 for child in children if find_day(child.title))
    own = len(list_items(file.lines, home.first, home.own_last, foreign=file.foreign))
    if dated:
        return own > dated
    if is_topic or own >= _LIST_ITEMS:
        return True
    return not children and kind not in _UNDER_HEADINGS


def _place_in_list(file: _File, home: Section, blocks: Sequence[Block]) -> None:
    style = read_list_style(
        file.lines,
        home.first,
        home.own_last,
        mark=file.mark,
        date_form=file.date_form,
        foreign=file.foreign,
    )
    gap = [""] if style.loose else []
    above = (*home.parents, home.title)
    new: list[str] = []
    ordered = sorted(_merged(blocks), key=lambda block: block.day, reverse=style.newest_first)
    for block in ordered:
        title = _telling_title(block, above)
        items = in_list(style, block.lines, title=title, day=block.day)
        style = style._replace(number=style.number + sum(1 for line in items if line[:1].isdigit()))
        new += [*(gap if new else []), *items]
    if not style.first:
        file.put(_end_of(file.lines, home.line, home.own_last) + 1, ["", *new])
    elif style.newest_first:
        file.put(style.first, [*new, *gap])
    else:
        file.put(style.last + 1, [*gap, *new])


def _place_under_headings(file: _File, home: Section, blocks: Sequence[Block]) -> None:
    children = _children(file, home)
    style = read_heading_style(
        file.lines, home, children, mark=file.mark, date_form=file.date_form, form=_usual_form(file)
    )
    fresh: list[Block] = []
    for block in _merged(blocks):
        same = [child for child in children if _is_same(child, block, style)]
        if same:
            end = _end_of(file.lines, same[0].line, same[0].last)
            file.put(end + 1, _body(block, style))
        else:
            fresh.append(block)
    if not fresh:
        return
    gap = [""] if style.blank_before else []
    rendered = _render(sorted(fresh, key=lambda block: block.day, reverse=style.newest_first), style)
    if style.newest_first and children:
        file.put(children[0].line, [*rendered, *gap])
    else:
        file.put(_end_of(file.lines, home.line, home.last) + 1, [*gap, *rendered])


def _usual_form(file: _File) -> str:
    """How the file's other headings write dates; as the language does where there are none."""
    forms = [
        heading_form(section.title, found.start, found.end)
        for section in file.sections
        if section.level > 1 and (found := find_day(section.title))
    ]
    titled = [form for form in forms if "{title}" in form]
    return max(titled, key=titled.count) if titled else _default_form(file.language)


def _place_at_end(file: _File, blocks: Sequence[Block]) -> None:
    """New headings for the kinds at the end of the file, in the order in which new workspaces have them."""
    headings = NEW_HEADINGS.get(file.language, NEW_HEADINGS["en"])
    style = HeadingStyle(
        3, _usual_form(file), file.date_form, blank_before=True, blank_after=False, newest_first=False, mark=file.mark
    )  # fmt: skip
    plain = read_list_style([], 1, 0, mark=file.mark, date_form=file.date_form)
    new: list[str] = []
    for heading in dict.fromkeys(headings.values()):
        group = [block for block in blocks if headings.get(block.kind, headings["lesson"]) == heading]
        if not group:
            continue
        group = sorted(_merged(group), key=lambda block: block.day)
        new += [*([""] if new else []), f"## {heading}", ""]
        if any(block.kind in _UNDER_HEADINGS or block.kind not in headings for block in group):
            new += _render(group, style)
        else:
            for block in group:
                title = _telling_title(block, (heading,))
                new += in_list(plain, block.lines, title=title, day=block.day)
    if not any(line.strip() for line in file.lines):
        new = ["# MEMORY.md", "", *new]
    elif file.lines[-1].strip():
        new = ["", *new]
    file.put(len(file.lines) + 1, new)


def _end_of(lines: Sequence[str], heading: int, last: int) -> int:
    """The last line with content at or before ``last``, not before the heading."""
    while last > heading and not lines[last - 1].strip():
        last -= 1
    return last


def _merged(blocks: Sequence[Block]) -> list[Block]:
    """Blocks of one title and day as one, at the place of the first."""
    groups: dict[tuple[str, date], list[Block]] = {}
    for block in blocks:
        groups.setdefault((block.title, block.day), []).append(block)
    return [
        group[0]._replace(lines=tuple(line for block in group for line in block.lines))
        for group in groups.values()
    ]


def _telling_title(block: Block, above: Sequence[str]) -> str:
    """The title of a block, if it tells what neither its lines nor the headings above say; else ""."""
    found = find_day(block.title)
    title = block.title if found is None else block.title[: found.start] + block.title[found.end :]
    title = title.replace("*", "").strip(" ()（）[]【】—–-:：|_`#")
    words = find_words([title])
    new = words - find_words([*block.lines, *above])
    return title if words and len(new) * 2 >= len(words) and not is_kind(title) else ""


def _is_same(child: Section, block: Block, style: HeadingStyle) -> bool:
    if child.title.casefold() == _heading(block, style).casefold():
        return True
    found = find_day(child.title)
    if not found or found.day != block.day:
        return False
    bare = (child.title[: found.start] + child.title[found.end :]).strip(" ()（）[]【】—–-:：")
    return bare.casefold() == block.title.casefold() or (not bare and style.form == "{day}")


def _default_form(language: str) -> str:
    return "{title}（{day}）" if language == "zh" else "{title} ({day})"


def _heading(block: Block, style: HeadingStyle) -> str:
    """The text of a block's sub-heading; a title that holds the day is complete."""
    found = find_day(block.title)
    if found and found.day == block.day and "{title}" in style.form:
        return block.title.strip()
    form = style.date_form if style.form else ISO
    text = style.form.replace("{day}", render_day(block.day, form))
    return text.replace("{title}", block.title).strip()


def _body(block: Block, style: HeadingStyle) -> list[str]:
    """A block's lines below its sub-heading; below one that is a whole day with their title, if that tells more."""
    title = _telling_title(block, ()) if style.form == "{day}" else ""
    lines = with_mark(block.lines, style.mark)
    if not title:
        return lines
    return [f"{style.mark} **{title}**", *(f"  {line}" if line else line for line in lines)]


def _render(blocks: Sequence[Block], style: HeadingStyle) -> list[str]:
    lines: list[str] = []
    last = ""
    for block in blocks:
        heading = _heading(block, style)
        if heading != last:
            lines += [""] if lines and style.blank_before else []
            lines += [f"{'#' * style.level} {heading}", *([""] if style.blank_after else [])]
        last = heading
        lines += _body(block, style)
    return lines
