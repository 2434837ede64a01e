"""Which of a person's own lines could leave a MEMORY.md that is too large: named with a reason, never touched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.placing.dates import find_day
from daykeep.memory.sources import hash_line
from daykeep.text.blocks import TEXT, find_blocks
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import date

    from daykeep.text.sections import Section

OLD_DAYS = 180
LONG_CHARS = 500
_DONE = re.compile(r"\s*(?:(?:[-*+]|\d+[.)])\s*)?(?:\[[xX✓✔]\]|✅|☑)")


class Suggestion(NamedTuple):
    """Lines ``first`` to ``last`` (1-based) of a person's own that could go, with the first one's text and why."""

    first: int
    last: int
    text: str
    reason: str


def suggest_lines(
    texts: Sequence[str], day: date, *, known: Collection[str], chars: int, lines: int
) -> list[Suggestion]:
    """A person's own lines that could go, the least doubtful first, until so many characters and lines are saved.

    Repeated lines, things done, dated sections and lines older than half a year, very long lines, in this order.
    ``known`` are the hashes of lines on record: those are not the person's.
    """
    chosen: list[Suggestion] = []
    taken: set[int] = set()
    for suggestion in _candidates(texts, day, known):
        span = range(suggestion.first, suggestion.last + 1)
        if chars <= 0 and lines <= 0:
            break
        if taken.isdisjoint(span):
            taken.update(span)
            chosen.append(suggestion)
            chars -= sum(len(texts[number - 1]) + 1 for number in span)
            lines -= len(span)
    return sorted(chosen)


def _candidates(texts: Sequence[str], day: date, known: Collection[str]) -> Iterator[Suggestion]:
    mask = find_blocks(texts).mask
    sections = [section for section in parse_sections(texts) if section.line]
    headings = {section.line for section in sections}
    own = {
        number: text
        for number, text in enumerate(texts, 1)
        if mask[number - 1] == TEXT
        and number not in headings
        and normalise_line(text)
        and hash_line(text) not in known
    }
    yield from _repeated(own)
    yield from (
        Suggestion(number, number, text, "is done") for number, text in own.items() if _DONE.match(text)
    )
    dated = [*_old_sections(texts, sections, own, day), *_old_lines(own, day)]
    yield from (suggestion for _, suggestion in sorted(dated))
    for number, text in sorted(own.items(), key=lambda pair: -len(pair[1])):
        if len(text) > LONG_CHARS:
            yield Suggestion(number, number, text, f"holds {len(text)} characters")


def _repeated(own: Mapping[int, str]) -> Iterator[Suggestion]:
    seen: dict[str, int] = {}
    for number, text in own.items():
        first = seen.setdefault(normalise_line(text), number)
        if first != number and any(character.isalnum() for character in text):
            yield Suggestion(number, number, text, f"says the same as line {first}")


def _old_sections(
    texts: Sequence[str], sections: Sequence[Section], own: Mapping[int, str], day: date
) -> Iterator[tuple[date, Suggestion]]:
    """Dated sections that hold nothing but a person's own lines."""
    for section in sections:
        found = find_day(section.title)
        if found is None or section.level == 1 or (day - found.day).days <= OLD_DAYS:
            continue
        body = [number for number in range(section.first, section.last + 1) if texts[number - 1].strip()]
        if all(number in own for number in body):
            said = f"a section of {found.day.isoformat()}"
            yield found.day, Suggestion(section.line, max(body, default=section.line), section.title, said)


def _old_lines(own: Mapping[int, str], day: date) -> Iterator[tuple[date, Suggestion]]:
    for number, text in own.items():
        found = find_day(text)
        if found and (day - found.day).days > OLD_DAYS:
            yield found.day, Suggestion(number, number, text, f"dated {found.day.isoformat()}")
