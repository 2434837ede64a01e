"""A conversation as turns: what the assistant says until somebody answers, and what is answered. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.messages.model import ASSISTANT, TOOL_RESULT, TOOL_USE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.transcripts.messages.model import Block
    from daykeep.transcripts.messages.repairs.ledger import Item


class Piece(NamedTuple):
    """A block and the message that it stands in."""

    item: Item
    block: Block


class Turn(NamedTuple):
    """Neighbouring messages of one side."""

    is_answer: bool
    items: tuple[Item, ...]

    def pieces(self) -> list[Piece]:
        """Its blocks in order."""
        return [Piece(item, block) for item in self.items for block in item.message.blocks]

    def calls(self) -> list[Piece]:
        """The tool calls in it."""
        return [piece for piece in self.pieces() if piece.block.kind == TOOL_USE] if self.is_answer else []

    def has_results(self) -> bool:
        """Whether it holds the result of a tool."""
        return any(piece.block.kind == TOOL_RESULT for piece in self.pieces())


def gather_turns(items: Iterable[Item]) -> list[Turn]:
    """The messages as turns that alternate."""
    turns: list[Turn] = []
    for item in items:
        is_answer = item.message.role == ASSISTANT
        if turns and turns[-1].is_answer == is_answer:
            turns[-1] = Turn(is_answer, (*turns[-1].items, item))
        else:
            turns.append(Turn(is_answer, (item,)))
    return turns


def items_of(turns: Iterable[Turn]) -> list[Item]:
    """The messages of all turns."""
    return [item for turn in turns for item in turn.items]


def regroup(pieces: Sequence[Piece]) -> tuple[Item, ...]:
    """Messages for these blocks: neighbours that come from one message stand in one."""
    found: list[Item] = []
    last: Item | None = None
    for piece in pieces:
        if last is not None and piece.item is last:
            found[-1] = found[-1].holding((*found[-1].message.blocks, piece.block))
        else:
            found.append(piece.item.holding((piece.block,)))
        last = piece.item
    return tuple(found)
