"""What is found in another tool's memory: statements and days' logs, each with its place, and what was passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import date


class Said(NamedTuple):
    """One statement: the file that holds it (relative to what is imported) and its lines there, 1-based.

    ``type`` is user, feedback, project or reference where the source says so, else ``""``. ``title``, ``description``,
    ``why`` and ``apply`` are the source's own, as far as it has them. ``on`` is the day it was said, by which words
    such as "tomorrow" are understood; None where nothing tells it. In files that are not read line by line ``first``
    counts records.
    """

    name: str
    first: int
    last: int
    text: str
    type: str = ""
    title: str = ""
    description: str = ""
    why: str = ""
    apply: str = ""
    on: date | None = None
    under: str = ""


class Day(NamedTuple):
    """The log of a day: its lines as they stand in the file, from line ``first`` on."""

    name: str
    first: int
    day: date
    lines: tuple[str, ...]

    @property
    def last(self) -> int:
        """The number of its last line."""
        return self.first + max(0, len(self.lines) - 1)


class Passed(NamedTuple):
    """What is not imported: the file, its line (0: all of it) and why. ``broken`` says that it should have been."""

    name: str
    line: int
    reason: str
    broken: bool = False

    def __str__(self) -> str:
        return f"{self.name}:{self.line}: {self.reason}" if self.line else f"{self.name}: {self.reason}"


Found = Said | Day | Passed
