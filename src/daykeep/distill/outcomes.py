"""What distillation says of a log: the items that it holds, what became of each, and which lines were left."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from daykeep.memory.items import Item

ADDED = "added"
HELD = "held"
DUPLICATE = "duplicate"
TAKEN_BACK = "taken_back"


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


class Extraction(NamedTuple):
    """What a profile found in one log, in the order of the log, and which lines it passed over."""

    items: list[Item]
    omissions: list[Omission]
