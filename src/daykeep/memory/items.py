"""What memory holds: an item, the few lines that carry it, and how they stand in MEMORY.md."""

from __future__ import annotations

import hashlib
import re
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.placing.place import Block
from daykeep.text.labels import find_label
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

LESSON = "lesson"
PROBLEM_FIX = "problem_fix"
DECISION = "decision"
PREFERENCE = "preference"
FACT = "fact"
KINDS = (LESSON, PROBLEM_FIX, DECISION, PREFERENCE, FACT)


class ItemLine(NamedTuple):
    """One line of an item: its number in the log, its text there, and its text in memory (None: left out)."""

    number: int
    source: str
    text: str | None


class Item(NamedTuple):
    """Something worth remembering: the few lines that carry it, and where they stand.

    ``score`` is the confidence that a person would keep it (the classic profile's rules are certain: 1.0);
    ``rule`` names what chose it; ``origin`` is the least trusted origin among its lines. ``worded`` means that its one
    text stands for all of its lines.
    """

    kind: str
    title: str
    day: date
    name: str
    lines: tuple[ItemLine, ...]
    origin: str
    score: float
    rule: str
    worded: bool = False

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


def blocks_of(items: Sequence[Item]) -> list[Block]:
    """The items as blocks for MEMORY.md, in their order."""
    return [
        Block(item.kind, item.title or item.day.isoformat(), item.day, tuple(memory_lines(item)))
        for item in items
    ]


def show_score(score: float) -> str:
    """A score for people: two digits, never rounded up, so that 0.899 is not taken for a gate of 0.90.

    >>> show_score(0.899), show_score(0.9)
    ('0.89', '0.90')
    """
    return f"{floor(score * 100 + 1e-9) / 100:.2f}"


def memory_lines(item: Item) -> list[str]:
    """The lines of an item as they stand in memory, one for each source line (a closing fence may follow)."""
    return bulletise(item.texts)


def bulletise(texts: Iterable[str]) -> list[str]:
    """Lines as a list: a paragraph's first line and every labelled one become bullets, others go under them.

    Bullets, numbers, tables, quotes and fences stay as they are; an open fence is closed.

    >>> bulletise(["Set a limit.", "Always.", "- already a bullet"])
    ['- Set a limit.', '  Always.', '- already a bullet']
    """
    result: list[str] = []
    fence = ""
    inside = False
    for text in texts:
        bare = text.lstrip()
        mark = bare[:3]
        if mark in ("```", "~~~"):
            fence = "" if fence == mark else (fence or mark)
            result.append(text)
            inside = False
        elif fence or text[:1].isspace():
            result.append(text)
        elif re.match(r"[-*+•](?:\s|$)|\d{1,3}[.)、]|[|>]", bare):
            result.append(text)
            inside = False
        else:
            result.append(f"  {text}" if inside and find_label(text) is None else f"- {text}")
            inside = True
    return [*result, fence] if fence else result
