"""What can be read already: phrases that stand in the view or in the block are not said again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.triage.phrases.find import EMPTY, FIRST, NAMED, PLAIN, TEMPORAL
from daykeep.triage.phrases.words import abbreviations, counts, leads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.phrases.find import Token

_LONGEST = 9
"""Words of the longest part of a phrase that is known again."""
_PREPOSITIONS = frozenset({"in", "at", "on", "from"})
_EDGES = ".,;:!?…*`\" '“”"


class Seen:
    """The phrases that were written, and every part of theirs; each takes constant time to ask for."""

    def __init__(self) -> None:
        """Nothing was written yet."""
        self._parts: set[str] = set()
        self._words: set[str] = set()

    def knows(self, text: str) -> bool:
        """Whether a phrase, or a longer one that it is part of, was written; in small letters."""
        return text in self._parts

    def add(self, tokens: Sequence[Token]) -> None:
        """Count a phrase as written."""
        words = [token.low for token in tokens]
        self._words.update(words)
        for start in range(len(words)):
            part = words[start]
            self._parts.add(part)
            for word in words[start + 1 : start + _LONGEST]:
                part = f"{part} {word}"
                self._parts.add(part)

    def add_text(self, text: str) -> None:
        """Count a value as written, as a whole."""
        self._parts.add(text)

    def news(self, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """What of a phrase was not written yet: edges that are known fall away, its middle never does."""
        left = tuple(tokens)
        while left and not self.knows(_joined(left)):
            shorter = self._without_edge(left)
            if shorter is left:
                return left
            left = shorter
        return ()

    def _without_edge(self, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        first, last = tokens[0], tokens[-1]
        if last.kind == EMPTY:
            return tokens[:-1]
        if first.kind == EMPTY:
            return tokens if _may_open(tokens) else tokens[1:]
        if self._is_old_word(first) and (
            len(tokens) == 1 or (tokens[1].kind in (NAMED, TEMPORAL) and not first.stop)
        ):
            return tokens[1:]
        for place in _joints(tokens):
            before, after = tokens[:place], tokens[place + 1 :]
            if _stands_alone(before, after) and self.knows(_joined(before)):
                return after
            if _stands_alone(after, before[::-1]) and self.knows(_joined(after)):
                return before
        return tokens

    def _is_old_word(self, token: Token) -> bool:
        is_plain = token.kind in (PLAIN, FIRST) and token.low not in leads() and token.low not in counts()
        return is_plain and token.low in self._words


def written(tokens: Sequence[Token]) -> str:
    """A phrase as it stood in its text, on one line, without the signs at its edges."""
    text = " ".join(token.written for token in tokens).strip(_EDGES)
    if tokens[-1].written.endswith(".") and (tokens[-1].core.count(".") or tokens[-1].low in abbreviations()):
        text += "."
    if text.count("(") != text.count(")"):
        text = text.strip("()")
    return text


def cut_at_joints(tokens: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """The parts of a phrase between its prepositions.

    >>> from daykeep.triage.phrases.find import find_phrases
    >>> [written(part) for part in cut_at_joints(find_phrases("see Villa Rosa in Rome on May 3rd")[0].tokens)]
    ['Villa Rosa', 'Rome', 'May 3rd']
    """
    found: list[tuple[Token, ...]] = []
    start = 0
    for place in (*_joints(tokens), len(tokens)):
        found.append(tokens[start:place])
        start = place + 1
    return [part for part in found if part]


def _joined(tokens: Sequence[Token]) -> str:
    return " ".join(token.low for token in tokens)


def _joints(tokens: Sequence[Token]) -> list[int]:
    """Where a phrase may be taken apart: "Book of Days in Paris" at its "in", never within a name."""
    return [
        place
        for place, token in enumerate(tokens)
        if token.low in _PREPOSITIONS and 0 < place < len(tokens) - 1
    ]


def _may_open(tokens: tuple[Token, ...]) -> bool:
    first = tokens[0]
    return len(tokens) > 1 and (first.core[0].isupper() or first.low in leads() or first.low in counts())


def _stands_alone(part: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether a known part may be left out: it names something, and is no half of a date or time."""
    if not any(token.kind == NAMED for token in part):
        return False
    neighbour = next((token for token in rest if token.kind != EMPTY), None)
    return neighbour is None or not (any(map(_is_timely, part)) and _is_timely(neighbour))


def _is_timely(token: Token) -> bool:
    return token.kind == TEMPORAL or token.core[0].isdigit() or token.low in counts() or token.low in leads()
