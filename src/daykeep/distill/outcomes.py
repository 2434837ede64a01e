"""What distillation says of a log: the items that it holds, what became of each, and which lines were left."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from daykeep.memory.items import Item

ADDED = "added"
PROPOSED = "proposed"
HELD = "held"
DUPLICATE = "duplicate"
TAKEN_BACK = "taken_back"
REJECTED = "rejected"
STATUSES = (ADDED, PROPOSED, HELD, DUPLICATE, TAKEN_BACK, REJECTED)


class Outcome(NamedTuple):
    """What became of an item and why, in words.

    ``status`` is added (written to memory), proposed (waits for a review), held (too large for either), duplicate,
    taken_back or rejected (a person refused it before). ``repeats`` is the text that a duplicate repeats; ``old``
    are lines of memory that a proposed item would replace.
    """

    item: Item
    status: str
    reason: str
    repeats: str = ""
    old: tuple[str, ...] = ()


class Omission(NamedTuple):
    """A line that was seen and left where it is, with the reason."""

    name: str
    line: int
    reason: str


class Extraction(NamedTuple):
    """What a profile found in one log, in the order of the log, and which lines it passed over."""

    items: list[Item]
    omissions: list[Omission]
