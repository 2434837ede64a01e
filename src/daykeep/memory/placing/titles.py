"""List items that daykeep makes to hold others: a bold title, a day, or both, and nothing else.

They carry no memory of their own, so that no record is kept of them: like the sub-headings of items they come and go
with what stands below them.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.placing.dates import find_day

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import date

_SIGNS = " \t()（）[]【】—–-:：|,，·"


class Title(NamedTuple):
    """A title item: how far it is indented, its text without emphasis, and the day in it."""

    indent: int
    text: str
    day: date | None


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(r"([ \t]*)(?:[-*+•◦‣▪–]|\d{1,3}[.)])[ \t]+(\S.*)")


@lru_cache(maxsize=20_000)
def read_title(line: str) -> Title | None:
    """The title item that a line is, or None for any other line.

    >>> read_title("- **Caching** (2026-03-10)").text, read_title("- **Caching**: purge it")
    ('Caching (2026-03-10)', None)
    """
    item = _pattern().fullmatch(line)
    if item is None:
        return None
    text = item[2].strip()
    found = find_day(text)
    rest = text if found is None else text[: found.start] + text[found.end :]
    bold = re.fullmatch(r"\*\*[^*]+\*\*", rest.strip(_SIGNS))
    if bold is None and (found is None or rest.strip(_SIGNS + "*_")):
        return None
    return Title(len(item[1]), text.replace("*", ""), found.day if found else None)


def indent_of(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip(" \t"))


def last_below(texts: Sequence[str], index: int) -> int:
    """The index of the last line that is nested under the item at ``index``; its own where none is."""
    margin = indent_of(texts[index])
    last = index
    for below in range(index + 1, len(texts)):
        if not texts[below].strip():
            continue
        if indent_of(texts[below]) <= margin:
            break
        last = below
    return last


def add_titles(texts: Sequence[str], among: Collection[int], going: set[int]) -> None:
    """Add to ``going`` (indices from 0) the title items of ``among`` under which nothing else is left."""
    for above in sorted(index - 1 for index in going if index - 1 not in going):
        if above < 0 or above not in among or read_title(texts[above]) is None:
            continue
        below = range(above + 1, last_below(texts, above) + 1)
        if below and all(inner in going or not texts[inner].strip() for inner in below):
            going.update(range(above, below[-1]))
