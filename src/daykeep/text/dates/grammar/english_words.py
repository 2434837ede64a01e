"""What the English rules share: amounts, which one of several, and where words end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.text.dates.values import Rule, Scene, Span

if TYPE_CHECKING:
    from collections.abc import Callable

_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
AMOUNT = r"(?:\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
NEXT = {"next": 1, "this": 0, "current": 0, "last": -1, "previous": -1, "coming": 1, "the": 0}
ALONE = r"(?![A-Za-z0-9_/@-]|\.[A-Za-z0-9_]|')"
POSSESSED = r"(?![A-Za-z0-9_/@-]|\.[A-Za-z0-9_])"


def make_rule(pattern: str, read: Callable[[re.Match[str], Scene], Span | None]) -> Rule:
    """A rule for a wording in capital or small letters that is no part of a longer word, path or name."""
    return Rule(re.compile(rf"(?<![A-Za-z0-9_/.@#'-]){pattern}", re.IGNORECASE), read)


def number_of(word: str) -> int:
    """The number that a word or figures say."""
    return int(word) if word.isdigit() else _WORDS[word.lower()]


def read_nothing(_match: re.Match[str], _scene: Scene) -> None:
    """Nothing: for words that hold the words of a date and mean none."""
    return
