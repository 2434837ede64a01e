"""Messages under repair, and the book in which every change is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.messages.model import ASSISTANT, Repair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.transcripts.messages.model import Block, Message


class Item(NamedTuple):
    """A message and its number in the conversation as it was read, from 1."""

    number: int
    message: Message

    def holding(self, blocks: Sequence[Block]) -> Item:
        """The item with these blocks; itself where they are its own, each the same and not one that is equal."""
        own = self.message.blocks
        if len(own) == len(blocks) and all(one is other for one, other in zip(own, blocks, strict=True)):
            return self
        return Item(self.number, self.message._replace(blocks=tuple(blocks)))


class Ledger:
    """Every change, and which answers are no longer as the model gave them."""

    def __init__(self) -> None:
        self._repairs: list[Repair] = []
        self.edited: set[int] = set()
        """Numbers of the assistant's messages whose blocks were changed."""

    def enter(self, code: str, item: Item, text: str, *, edits: bool = True) -> None:
        """Enter a change of a message; ``edits`` says whether its own words or calls are changed."""
        self._repairs.append(Repair(code, item.number, item.message.line, text))
        if edits and item.message.role == ASSISTANT:
            self.edited.add(item.number)

    def repairs(self) -> tuple[Repair, ...]:
        """All changes by message, those of one message in the order in which they were made."""
        return tuple(sorted(self._repairs, key=lambda repair: repair.message))


def quoted(text: str) -> str:
    """A text of any length as it stands in a report: its start, on one line, in quotation marks.

    >>> quoted("a" * 100)[-5:]
    "aaa…'"
    """
    short = " ".join(text[:400].split())
    return f"'{short[:80]}…'" if len(short) > 80 else f"'{short}'"
