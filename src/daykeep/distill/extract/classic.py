"""The classic profile: two rules, in English and Chinese.

*Lessons*: a section of level 2 or 3 whose heading announces lessons is taken whole, without its to-dos; so is a
line labelled as a lesson elsewhere. *Pairs*: in a section of level 2 or 3 that labels both a problem and its fix,
the labelled lines (problem, cause, fix) are taken and the rest is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.extract.titles import announces_lessons, as_memory, clean_title, section_title
from daykeep.distill.outcomes import Extraction, Omission
from daykeep.memory.items import LESSON, PROBLEM_FIX, Item, ItemLine
from daykeep.text.labels import find_label
from daykeep.text.parts import part_of
from daykeep.text.regions import find_regions
from daykeep.text.sections import parse_sections
from daykeep.text.todos import find_todo

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.text.sections import Section

SKIPPED_REGIONS = {
    "frontmatter": "frontmatter",
    "managed": "written by another tool",
    "own": "written by daykeep",
    "untrusted": "quoted from outside",
    "transcript": "a transcript, not a note",
    "template": "an unfilled template",
}
"""Region kinds whose lines are never learned, with the reason that is given."""

LABEL_FOLLOW_LINES = 12
"""How many lines after a label without text can belong to it."""


class _Log(NamedTuple):
    name: str
    day: date
    lines: Sequence[str]
    skipped: dict[int, str]
    code: frozenset[int]
    origins: dict[int, str]
    tops: frozenset[str]


def extract_classic(name: str, day: date, lines: Sequence[str]) -> Extraction:
    """The items of one daily log by the classic rules; pure, linear in the log, never keyed by heading text."""
    sections = parse_sections(lines)
    tops = frozenset(section.title for section in sections if section.level == 1)
    log = _read_regions(name, day, lines)._replace(tops=tops)
    items: list[Item] = []
    omissions: list[Omission] = []
    taken: set[int] = set()
    for section in sections:
        if section.line in taken or section.line in log.skipped:
            continue
        if section.level in (2, 3) and announces_lessons(section.title):
            found = _take_section(log, section, omissions)
            taken.update(range(section.line, section.last + 1))
        elif section.level in (2, 3):
            found = _take_labelled(log, section)
        else:
            found = []
        items.extend(found)
    omissions.extend(Omission(name, line, reason) for line, reason in sorted(log.skipped.items()))
    return Extraction(items, omissions)


def _read_regions(name: str, day: date, lines: Sequence[str]) -> _Log:
    skipped: dict[int, str] = {}
    code: set[int] = set()
    origins: dict[int, str] = {}
    for region in find_regions(lines):
        span = range(region.first, region.last + 1)
        if region.kind in SKIPPED_REGIONS:
            skipped.update(dict.fromkeys(span, SKIPPED_REGIONS[region.kind]))
        elif region.kind == "code":
            code.update(span)
        elif region.kind == "origin":
            origins.update(dict.fromkeys(span, region.detail))
    return _Log(name, day, lines, skipped, frozenset(code), origins, frozenset())


def _take_section(log: _Log, section: Section, omissions: list[Omission]) -> list[Item]:
    kept: list[ItemLine] = []
    for number in range(section.first, section.last + 1):
        text = log.lines[number - 1]
        if number in log.skipped or not text.strip() or _is_mark(text):
            continue
        if number not in log.code and find_todo(text) is not None:
            omissions.append(Omission(log.name, number, "a to-do"))
            continue
        kept.append(ItemLine(number, text, as_memory(text, code=number in log.code)))
    title = section_title(section, log.tops)
    if not kept and title and title != clean_title(section.title):
        kept = [ItemLine(section.line, log.lines[section.line - 1], f"- {title}")]
    return _split_by_origin(log, LESSON, title, kept, "lesson heading")


def _take_labelled(log: _Log, section: Section) -> list[Item]:
    found: dict[str, list[ItemLine]] = {"problem": [], "cause": [], "fix": [], "lesson": []}
    number = section.first
    while number <= section.own_last:
        role = _role(log, number)
        if role:
            span = _label_span(log, section, number)
            found[role].extend(
                ItemLine(n, log.lines[n - 1], as_memory(log.lines[n - 1], code=n in log.code)) for n in span
            )
            number = span[-1]
        number += 1
    items = []
    title = section_title(section, log.tops)
    if found["problem"] and found["fix"]:
        pair = sorted([*found["problem"], *found["cause"], *found["fix"]])
        items.extend(_split_by_origin(log, PROBLEM_FIX, title, pair, "problem and fix"))
    items.extend(_split_by_origin(log, LESSON, title, found["lesson"], "lesson label"))
    return items


def _role(log: _Log, number: int) -> str:
    if number in log.skipped or number in log.code:
        return ""
    text = log.lines[number - 1]
    label = find_label(text)
    if label is None or find_todo(text) is not None:
        return ""
    return part_of(label.name)


def _label_span(log: _Log, section: Section, number: int) -> list[int]:
    """The lines of a label: its own, the deeper ones below it, and the list below it where it has no text."""
    span = [number]
    label = find_label(log.lines[number - 1])
    empty = label is not None and not label.rest.strip()
    depth = _indent(log.lines[number - 1])
    for following in range(number + 1, min(section.own_last, number + LABEL_FOLLOW_LINES) + 1):
        text = log.lines[following - 1]
        if following in log.skipped or _is_mark(text) or find_todo(text) is not None:
            break
        if not text.strip():
            if len(span) > 1 or not empty:
                break
            continue
        if _role(log, following) or not (_indent(text) > depth or (empty and find_label(text) is None)):
            break
        span.append(following)
    return span


def _split_by_origin(log: _Log, kind: str, title: str, kept: Sequence[ItemLine], rule: str) -> list[Item]:
    groups: dict[str, list[ItemLine]] = {}
    for line in kept:
        groups.setdefault(log.origins.get(line.number, "agent"), []).append(line)
    return [
        Item(kind, title, log.day, log.name, tuple(lines), origin, 1.0, rule)
        for origin, lines in groups.items()
    ]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_mark(line: str) -> bool:
    return line.lstrip().startswith("<!--")
