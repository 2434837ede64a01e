"""Tells whether what an agent registers are words that a tool gave it, or that somebody pasted, rather than its own. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import category

from daykeep.guard.inert import own_words
from daykeep.session.units.model import AGENT, AUTOMATIC, PERSON, RESULT, SYSTEM, TEXT
from daykeep.text.unicode import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.session.units.model import Part, Unit

FEWEST_WORDS = 4
"""So many words in a row that stand in a tool's result were taken from there."""
FEWEST_SIGNS = 6
"""The same for characters of a script without blanks."""
_TAGS = {code: code - 0xE0000 for code in range(0xE0020, 0xE007F)}
_LOOKALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0455\u0442\u0432\u043a\u043c\u043d\u0458\u0501\u04bb\u03bf\u03b1\u03b9\u03bd\u03c1",
    "aeopcxyistbkmhjdhoaivp",
)
"""Letters of other scripts that look like Latin ones; both texts are folded by it, so that nothing true is lost."""


def is_taken(content: str, units: Sequence[Unit]) -> bool:
    """Whether a content repeats four words in a row (six characters of Chinese) that a tool or a pasted text said in these turns.

    What the user typed themself in any of them is theirs, wherever else it stands. A content that is shorter counts as a whole.
    """
    runs = _runs(content)
    if not runs:
        return False
    foreign = {run for run in runs if any(run in text for text in _texts(units, runs, foreign=True))}
    if not foreign:
        return False
    own = " ".join(_texts(units, foreign, foreign=False))
    return any(run not in own for run in foreign)


def _runs(content: str) -> set[str]:
    said = _plain(content)
    words = said.split()
    if not content.isascii() and _unspaced().search(content):
        tight = "".join(words)
        length = min(FEWEST_SIGNS, len(tight))
        return {tight[start : start + length] for start in range(len(tight) - length + 1)} - {""}
    length = min(FEWEST_WORDS, len(words))
    return {" ".join(words[start : start + length]) for start in range(len(words) - length + 1)} - {""}


def _texts(units: Sequence[Unit], runs: Iterable[str], *, foreign: bool) -> Iterable[str]:
    """What others said, or what the user did, as it is compared; only texts that may hold one of the runs."""
    tight = not any(" " in run for run in runs)
    hints = {max(run.split(), key=len)[:FEWEST_SIGNS] for run in runs}
    for unit in units:
        for part in unit.parts:
            text = _said(part, foreign=foreign)
            folded = fold(_shown(text))
            if text and any(hint in folded for hint in hints):
                plain = _plain(text)
                yield plain.replace(" ", "") if tight else plain


def _said(part: Part, *, foreign: bool) -> str:
    if part.actor == PERSON and part.kind == TEXT:
        own = own_words(part.text)
        return own if not foreign else _pasted(part.text, own)
    is_foreign = part.kind == RESULT or part.actor in {AUTOMATIC, SYSTEM}
    return part.text if foreign and is_foreign and part.actor != AGENT else ""


def _pasted(text: str, own: str) -> str:
    """The whole of a message that holds something pasted; what of it is the user's own is told apart afterwards."""
    return text if len(own.split()) < len(text.split()) else ""


def _plain(text: str) -> str:
    return " ".join(_words().findall(fold(_shown(text))))


def _shown(text: str) -> str:
    """The text without characters that can't be seen; tag characters as the letters that they stand for."""
    if text.isascii():
        return text
    shown = text.translate(_TAGS).casefold().translate(_LOOKALIKES)
    return "".join(sign for sign in shown if category(sign) != "Cf")


@cache
def _words() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+")


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile("[\u3040-\u30ff\u3400-\u9fff]")
