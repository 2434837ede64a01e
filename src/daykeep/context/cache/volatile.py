"""Finds what changes by itself in a text that is meant to stay the same: a time of day, a moment in seconds, a random id."""

from __future__ import annotations

import re
from typing import NamedTuple

_PATTERNS = (
    ("a time of day", re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d")),
    ("a time of day", re.compile(r"(?:\b(?:current time|time now|local time|now)|当前时间|现在时间)\W{0,4}\d{1,2}:\d\d", re.IGNORECASE)),
    ("seconds since 1970", re.compile(r"(?<![\d.])1[6-9]\d{8}(?:\d{3})?(?![\d.])")),
    ("a random id", re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b", re.IGNORECASE)),
)  # fmt: skip


class Volatile(NamedTuple):
    """Something that changes by itself: its line from 1, what it is, and the text."""

    line: int
    what: str
    text: str


def find_volatile(text: str) -> Volatile | None:
    r"""The first thing in a text that looks as if it changed with every call; None if there is none.

    >>> find_volatile("Be brief.\nIt is 2026-04-06 09:30.")
    Volatile(line=2, what='a time of day', text='2026-04-06 09:30')
    """
    found = [
        (match.start(), what, match[0])
        for what, pattern in _PATTERNS
        if (match := pattern.search(text)) is not None
    ]
    if not found:
        return None
    start, what, said = min(found)
    return Volatile(text.count("\n", 0, start) + 1, what, said)
