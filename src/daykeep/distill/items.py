"""What distillation talks about: an item, the lines that carry it, and what became of it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from datetime import date

LESSON = "lesson"
PROBLEM_FIX = "problem_fix"

ADDED = "added"
HELD = "held"
DUPLICATE = "duplicate"
TAKEN_BACK = "taken_back"


class ItemLine(NamedTuple):
    """One line of an item: its number in the log, its text there, and its text in memory (None: left out)."""

    number: int
    source: str
    text: str | None


class Item(NamedTuple):
    """Something worth remembering: the few lines that carry it, and where they stand.

    ``score`` is the confidence that a person would keep it (the classic profile's rules are certain: 1.0);
    ``rule`` names what chose it; ``origin`` is the least trusted origin among its lines.
    """

    kind: str
    title: str
    day: date
    name: str
    lines: tuple[ItemLine, ...]
    origin: str
    score: float
    rule: str

    @property
    def item_id(self) -> str:
        """The identity of the content: 12 hex digits over kind and normalised lines, the same on every machine."""
        text = "\n".join([self.kind, *(normalise_line(line.source) for line in self.lines)])
        return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:12]

    @property
    def first(self) -> int:
        """The number of its first line."""
        return self.lines[0].number

    @property
    def last(self) -> int:
        """The number of its last line."""
        return self.lines[-1].number

    @property
    def texts(self) -> list[str]:
        """The lines as they will stand in memory."""
        return [line.text for line in self.lines if line.text is not None]


class Outcome(NamedTuple):
    """What became of an item and why; ``status`` is added, held, duplicate or taken_back."""

    item: Item
    status: str
    reason: str


class Omission(NamedTuple):
    """A line that was seen and left where it is, with the reason."""

    name: str
    line: int
    reason: str
