"""What a day's log tells already: so that nothing stands in it twice, and what was logged by hand is not told again. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from daykeep.session.memory.planning import content_words
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.session.backfill.day import DayNotes

COVERED_SHARE = 0.8
"""A line is told when so much of what it is about stands in one line of the log, with all its numbers and names of files."""
FEWEST_WORDS = 3
"""A line of fewer words that say something is told only by the same line."""


class Told:
    """The lines of a day's log, and those that stood in it once: what a person took out does not come back."""

    def __init__(self, lines: Iterable[str], written: Iterable[str] = ()) -> None:
        texts = [text for line in lines for text in _texts(line)]
        self._keys = {normalise_line(text) for text in texts} | {normalise_line(text) for text in written}
        self._words = [
            (words, _names(text)) for text in texts if len(words := content_words(text)) >= FEWEST_WORDS
        ]
        self._all = "\n".join(texts)

    def covers(self, text: str) -> bool:
        """Whether the log tells this, in the same words or mostly in them."""
        if normalise_line(text) in self._keys:
            return True
        wanted = content_words(text)
        if len(wanted) < FEWEST_WORDS:
            return False
        names = _names(text)
        return any(
            names <= others and len(wanted & words) >= COVERED_SHARE * len(wanted)
            for words, others in self._words
        )

    def names(self, path: str) -> bool:
        """Whether the log names this file."""
        return path.rpartition("/")[2] in self._all


def untold(notes: DayNotes, told: Told) -> DayNotes:
    """The notes without what the log tells already; the goal and the commands stay as they are."""
    return notes._replace(
        lines=tuple((kind, text) for kind, text in notes.lines if not told.covers(text)),
        files=tuple(path for path in notes.files if not told.names(path)),
    )


def _names(text: str) -> set[str]:
    """Numbers, files and identifiers of a text: what makes two lines of the same words tell of two things."""
    return {
        word.strip("./-_").casefold().rpartition("/")[2]
        for word in re.findall(r"[\w./-]+", text, re.ASCII)
        if re.search(r"\d|\w[./_]\w", word)
    }


def _texts(line: str) -> list[str]:
    """A line of a log, and what stands in it behind a stamp or a label."""
    match = _label_pattern().match(line)
    rest = line[match.end() :] if match is not None else ""
    return [line, rest] if rest.strip() else [line] if line.strip() else []


@cache
def _label_pattern() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:[-*+] |#{1,6} )?(?:\[?\d{1,2}:\d\d\]? ?)?(?:\*{0,2}[^\s:：*]{1,12}(?: [^\s:：*]{1,8})?\*{0,2}[:：]\*{0,2} ?)?"
    )
