"""What the English rules share: amounts, which one of several, and where words end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.text.dates.names import NUMBER_WORDS
from daykeep.text.dates.values import Rule, Scene, Span

if TYPE_CHECKING:
    from collections.abc import Callable

AMOUNT = rf"(?:\d{{1,4}}|{'|'.join(NUMBER_WORDS)})"
NEXT = {"next": 1, "this": 0, "current": 0, "last": -1, "previous": -1, "coming": 1, "the": 0}
ALONE = r"(?![A-Za-z0-9_/@-]|\.[A-Za-z0-9_]|')"
POSSESSED = r"(?![A-Za-z0-9_/@-]|\.[A-Za-z0-9_])"


def make_rule(pattern: str, read: Callable[[re.Match[str], Scene], Span | None]) -> Rule:
    """A rule for a wording in capital or small letters that is no part of a longer word, path or name."""
    return Rule(re.compile(rf"(?<![A-Za-z0-9_/.@#'-]){pattern}", re.IGNORECASE), read)


def number_of(word: str) -> int:
    """The number that a word or figures say."""
    return int(word) if word.isdigit() else NUMBER_WORDS[word.lower()]


def read_nothing(_match: re.Match[str], _scene: Scene) -> None:
    """Nothing: for words that hold the words of a date and mean none."""
    return
