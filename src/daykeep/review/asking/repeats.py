"""Lines of logs that say the same as a text, in the same words or in others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.names import parse_daily_name
from daykeep.errors import DaykeepError
from daykeep.memory.sources import hash_line
from daykeep.text.claims import KnownClaims
from daykeep.text.similarity import normalise_line
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.files.store import Files

_WORD = re.compile(r"[^\W_]+")
_ALIKE = 0.4
"""The share of a line's words that another must have before both are compared by what they say."""


class Line(NamedTuple):
    """A line of a file: of memory, or of a log."""

    name: str
    number: int
    text: str


def find_repeats(files: Files, texts: Sequence[str]) -> Iterator[Line]:
    """The lines of daily logs that say the same as one of these texts, archived logs included, by file and line."""
    found = [text for text in texts if normalise_line(text)]
    if not found:
        return
    known = KnownClaims((str(index), text) for index, text in enumerate(found))
    bags = [_words(text) for text in found]
    hashes = {hash_line(text) for text in found}
    for name in files.list_names("memory", recursive=True):
        if parse_daily_name(name) is None or name.startswith(f"{NOTES_FOLDER}/"):
            continue
        try:
            document = files.find_document(name)
        except DaykeepError:
            continue
        for number, text in enumerate(document.texts if document is not None else [], 1):
            words = _words(text)
            if hash_line(text) in hashes and normalise_line(text):
                yield Line(name, number, text)
            elif any(len(words & bag) >= _ALIKE * len(bag) for bag in bags if bag):
                match = known.find(text)
                if match is not None and match.comparison.relation == "same":
                    yield Line(name, number, text)


def _words(text: str) -> set[str]:
    """The words of a line; of writing without blanks, its pairs of characters."""
    words: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        wide = not word.isascii() and len(word) > 2
        words.update({word[at : at + 2] for at in range(len(word) - 1)} if wide else {word})
    return words
