"""Who speaks in a conversation that was written down as Markdown, one paragraph a turn."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_TURNS = 6
"""Fewer turns are no conversation."""
LEAST_SHARE = 0.6
"""So much of a text's paragraphs are turns, or it is no conversation but has labels."""
FEWEST, MOST = 2, 12
"""So few and so many speak in one; labels are commoner than that or stand alone."""


def find_speakers(lines: Sequence[str]) -> frozenset[str]:
    """The names before the turns (``**Ada:** …``) of a text that is a conversation from end to end; else nobody.

    >>> sorted(find_speakers(["**Ada:** Hi", "", "**Ben:** Hello", ""] * 3))
    ['Ada', 'Ben']
    >>> sorted(find_speakers(["**Problem:** it broke", "", "**Fix:** mended", ""]))
    []
    """
    names: Counter[str] = Counter()
    paragraphs = 0
    before = ""
    for line in lines:
        if line and not before and line[0] not in "#>|`":
            paragraphs += 1
            name = name_before(line)
            if name:
                names[name] += 1
        before = line.strip()
    often = {name for name, count in names.items() if count > 1}
    turns = sum(names[name] for name in often)
    if turns < max(LEAST_TURNS, LEAST_SHARE * paragraphs) or not FEWEST <= len(often) <= MOST:
        return frozenset()
    return frozenset(often)


def name_before(line: str) -> str:
    """The name that a line begins with in bold, before a colon; ``""`` if it begins otherwise."""
    match = _turn().match(line) if line.startswith("**") else None
    return match[1] if match is not None else ""


@cache
def _turn() -> re.Pattern[str]:
    return re.compile(r"\*\*([^\s*:：][^*:：\n]{0,38})(?:[:：]\*\*|\*\*[:：])\s")
