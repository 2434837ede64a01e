"""Headings of MEMORY.md that daykeep wrote before it kept a record of them, told by the lines that stand below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.memory.placing.dates import find_day
from daykeep.memory.placing.place import NEW_HEADINGS
from daykeep.memory.placing.titles import read_title
from daykeep.memory.sources import hash_line
from daykeep.review.evidence.heads import lines_below
from daykeep.review.evidence.locate import read_lines
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.files.store import Files
    from daykeep.memory.sources import SourceRecord

_KINDS = frozenset(normalise_line(title) for titles in NEW_HEADINGS.values() for title in titles.values())
_SIGNS = " \t()（）[]【】—–-:：|,，·*_"


def find_own_headings(files: Files, texts: Sequence[str], records: Sequence[SourceRecord]) -> frozenset[int]:
    """The numbers of headings and titles that daykeep made for the lines below them; reads only.

    ``records`` are the sources of lines that stand there by right. A heading is one of daykeep's if a line with such a
    source stands below it and its words are the name of a kind, or those of a heading of the log that the line came from,
    with that log's day or none. Any other word in it, and it is somebody else's.
    """
    owners: dict[str, list[SourceRecord]] = {}
    for record in records:
        owners.setdefault(record.line, []).append(record)
    logs: dict[str, list[str]] = {}
    found = set()
    for number in _heads(texts):
        hashes = (hash_line(texts[below - 1]) for below in lines_below(texts, number))
        some = [record for line in hashes for record in owners.get(line, ())]
        if some and _is_own(files, texts[number - 1], some, logs):
            found.add(number)
    return frozenset(found)


def _heads(texts: Sequence[str]) -> Iterable[int]:
    sections = {section.line for section in parse_sections(texts) if section.line}
    return sorted(sections | {number for number, text in enumerate(texts, 1) if read_title(text) is not None})


def _is_own(files: Files, text: str, records: Sequence[SourceRecord], logs: dict[str, list[str]]) -> bool:
    plain = normalise_line(text)
    day = find_day(plain)
    words = _bare(plain if day is None else plain[: day.start] + plain[day.end :])
    fitting = [record for record in records if day is None or record.day == day.day.isoformat()]
    if not fitting:
        return False
    if not words or words in _KINDS:
        return bool(words) or day is not None
    for name in dict.fromkeys(record.name for record in fitting):
        if name not in logs:
            logs[name] = _titles(read_lines(files, name))
        if any(title == words or title.endswith(words) for title in logs[name]):
            return True
    return False


def _titles(lines: Sequence[str]) -> list[str]:
    """The titles of a log's headings and title items, without days."""
    texts = [section.title for section in parse_sections(lines) if section.line]
    texts += [text for text in lines if read_title(text) is not None]
    titles = []
    for text in texts:
        plain = normalise_line(text)
        day = find_day(plain)
        titles.append(_bare(plain if day is None else plain[: day.start] + plain[day.end :]))
    return [title for title in titles if title]


def _bare(text: str) -> str:
    return " ".join(text.strip(_SIGNS).rstrip(":：").split())
