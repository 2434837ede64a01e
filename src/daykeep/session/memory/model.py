"""The values of a session's memory: its sections, its entries, and what daykeep itself wrote."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

GOAL, DECISIONS, FINDINGS, PREFERENCES, PROGRESS, ASKS = (
    "goal",
    "decisions",
    "findings",
    "preferences",
    "progress",
    "asks",
)
SECTIONS = (GOAL, DECISIONS, FINDINGS, PREFERENCES, PROGRESS, ASKS)
"""The sections in their order in the file."""

HEADINGS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": {
            GOAL: "Goal",
            DECISIONS: "Decisions",
            FINDINGS: "Findings",
            PREFERENCES: "Preferences and constraints",
            PROGRESS: "Progress",
            ASKS: "Open asks",
        },
        "zh": {
            GOAL: "目标",
            DECISIONS: "决定",
            FINDINGS: "发现",
            PREFERENCES: "偏好与约束",
            PROGRESS: "进展",
            ASKS: "待办与未答",
        },
    }
)
TITLES: Mapping[str, str] = MappingProxyType({"en": "Session memory", "zh": "会话记忆"})

STATEMENT, REQUEST, QUESTION, TASK = "statement", "request", "question", "task"
"""What an entry is: something said, the first request in place of a goal, a question that waits for the person, something still to be done."""


class Entry(NamedTuple):
    """One entry: its section, its text on one line, the unit that it comes from, and what it is.

    ``about`` is the question that a decision answers, "" if it answers none.
    """

    section: str
    text: str
    unit_id: str = ""
    kind: str = STATEMENT
    about: str = ""


class Placed(NamedTuple):
    """An entry as it stands in the file: its section, its text without the bullet, and its line, from 1."""

    section: str
    text: str
    line: int


class SessionMemory(NamedTuple):
    """A session's memory as it was read; what stands outside of its sections stays in the file and is not here."""

    entries: tuple[Placed, ...]

    def of(self, section: str) -> tuple[str, ...]:
        """The entries of one section, in order."""
        return tuple(entry.text for entry in self.entries if entry.section == section)


class Written(NamedTuple):
    """An entry that daykeep wrote, by which it knows its own lines: only those does it ever take out again."""

    section: str
    text: str
    kind: str = STATEMENT
    about: str = ""


class Ledger(NamedTuple):
    """What is on record of a session's memory: the last message that was read, and the entries that daykeep wrote.

    ``begun`` says that a goal was written once: the first request never stands in for it again.
    """

    read: int = 0
    written: tuple[Written, ...] = ()
    begun: bool = False
