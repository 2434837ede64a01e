"""Calls and results: each call is answered once, in the very next turn, before anything else that stands there. Pure.

A result that stands elsewhere is moved to its call; a call without one gets a result that says so; a result without a
call, and a second one for the same call, becomes text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.messages.blocks import block_of, text_block
from daykeep.transcripts.messages.model import ATTACHMENT, SYNTHETIC, TOOL, TOOL_RESULT, USER, Block, Message
from daykeep.transcripts.messages.repairs.ledger import Item, Ledger, quoted
from daykeep.transcripts.messages.repairs.turns import Piece, Turn, gather_turns, items_of, regroup

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_RESULT = "The call was interrupted: no result of it is known."
"""What a result says that was put in for one that is missing."""


class _Result(NamedTuple):
    """A result, and the number of the turn in which it stands."""

    turn: int
    piece: Piece


def pair_results(items: Sequence[Item], ledger: Ledger) -> list[Item]:
    """Pair calls and results; attachments stand behind the results and before what was said. What is right stays as it is."""
    turns = gather_turns(items)
    pairing = _Pairing(turns, ledger)
    found: list[Turn] = []
    for number, turn in enumerate(turns):
        if turn.is_answer:
            found.append(pairing.without_results(turn))
            if turn.calls() and number + 1 == len(turns):
                found.append(Turn(is_answer=False, items=pairing.answer(number, None)))
        else:
            found.append(Turn(is_answer=False, items=pairing.answer(number - 1, turn)))
    return items_of(found)


class _Pairing:
    def __init__(self, turns: Sequence[Turn], ledger: Ledger) -> None:
        self.turns = turns
        self.ledger = ledger
        self._of_turn: dict[int, list[_Result]] = {}
        self._taken: dict[int, Piece] = {}
        """By the identity of a result's block: the call that it answers."""
        self._missing: dict[int, list[Piece]] = {}
        self._texts: dict[str, set[str]] = {}
        self._assign()

    def _assign(self) -> None:
        results: dict[str, list[_Result]] = {}
        for number, turn in enumerate(self.turns):
            for piece in turn.pieces():
                if piece.block.kind == TOOL_RESULT:
                    results.setdefault(piece.block.id, []).append(_Result(number, piece))
        for number, turn in enumerate(self.turns):
            for call in turn.calls():
                waiting = results.get(call.block.id, [])
                chosen = next((one for one in waiting if one.turn > number), waiting[0] if waiting else None)
                if chosen is None:
                    self._missing.setdefault(number, []).append(call)
                    continue
                waiting.remove(chosen)
                self._taken[id(chosen.piece.block)] = call
                self._of_turn.setdefault(number, []).append(chosen)
                self._texts.setdefault(call.block.id, set()).add(chosen.piece.block.text)

    def without_results(self, turn: Turn) -> Turn:
        """An assistant's turn without results, which never stand there."""
        if not turn.has_results():
            return turn
        kept = [piece for piece in turn.pieces() if piece.block.kind != TOOL_RESULT]
        for piece in turn.pieces():
            if piece.block.kind == TOOL_RESULT and id(piece.block) not in self._taken:
                kept += self._as_text(piece)
        return Turn(is_answer=True, items=regroup(kept))

    def answer(self, asked: int, turn: Turn | None) -> tuple[Item, ...]:
        """The messages that answer turn ``asked``: results, attachments, then the rest of ``turn``."""
        here = turn.pieces() if turn is not None else []
        results = self._of_turn.get(asked, [])
        own = {id(one.piece.block) for one in results if one.turn == asked + 1}
        first = [piece for piece in here if id(piece.block) in own]
        host = next((piece.item for piece in [*first, *here] if piece.item.message.role == USER), None)
        for one in results:
            if id(one.piece.block) not in own:
                self._enter_moved(one)
                first.append(Piece(host, one.piece.block) if host else self._as_result(one.piece))
        first += [self._put_in(call) for call in self._missing.get(asked, ())]
        rest: list[Piece] = []
        for piece in here:
            if piece.block.kind != TOOL_RESULT:
                rest.append(piece)
            elif id(piece.block) not in self._taken:
                rest += self._as_text(piece)
        attached = [piece for piece in rest if piece.block.kind == ATTACHMENT]
        pieces = [*first, *attached, *(piece for piece in rest if piece.block.kind != ATTACHMENT)]
        if turn is not None and _same(pieces, here):
            return turn.items
        self._enter_order(here, first, rest, own)
        return regroup(pieces)

    def _enter_order(self, here: list[Piece], first: list[Piece], rest: list[Piece], own: set[int]) -> None:
        """Enter what stands in another order now, if it is the order that changed."""
        stayed = [piece for piece in here if id(piece.block) in own]
        if stayed and not _same(here[: len(stayed)], first[: len(stayed)]):
            text = "results are put before everything else in the message"
            self.ledger.enter("result_first", stayed[0].item, text)
        late = next((i for i, one in enumerate(rest) if one.block.kind != ATTACHMENT), len(rest))
        moved = next((one for one in rest[late:] if one.block.kind == ATTACHMENT), None)
        if moved is not None:
            text = "attachments are put before the words that they belong to"
            self.ledger.enter("attachment_moved", moved.item, text)

    def _enter_moved(self, one: _Result) -> None:
        text = f"the result of call '{one.piece.block.id}' is moved to the turn after its call"
        self.ledger.enter("result_moved", one.piece.item, text)

    def _as_result(self, piece: Piece) -> Piece:
        """A result that comes from elsewhere, in a message of its own."""
        message = piece.item.message
        role = message.role if message.role == TOOL else USER
        moved = Message(role, (), message.id, message.line, message.at, mark=message.mark)
        return Piece(Item(piece.item.number, moved), piece.block)

    def _put_in(self, call: Piece) -> Piece:
        self.ledger.enter(
            "result_missing",
            call.item,
            f"call '{call.block.id}' of {call.block.name or 'a tool'} has no result; one is put in that says so",
            edits=False,
        )
        block = block_of(
            {"type": "tool_result", "tool_use_id": call.block.id, "content": NO_RESULT, "is_error": True}
        )
        message = Message(USER, (), line=call.item.message.line, at=call.item.message.at, mark=SYNTHETIC)
        return Piece(Item(call.item.number, message), block)

    def _as_text(self, piece: Piece) -> list[Piece]:
        block = piece.block
        known = self._texts.get(block.id)
        if known is not None and block.text in known:
            text = f"a second result of call '{block.id}' says the same; left out"
            self.ledger.enter("result_duplicate", piece.item, text)
            return []
        code, what = (
            ("result_orphan", "without a call")
            if known is None
            else ("result_duplicate", "besides the first")
        )
        if not block.text.strip():
            self.ledger.enter(code, piece.item, f"a result {what}, '{block.id}', holds no text; left out")
            return []
        self.ledger.enter(
            code, piece.item, f"a result {what}, '{block.id}', is text now: {quoted(block.text)}"
        )
        item = piece.item
        if item.message.role == TOOL:
            item = Item(item.number, item.message._replace(role=USER, given={}))
        return [Piece(item, _orphan(block))]


def _orphan(block: Block) -> Block:
    return text_block(f"[result of a tool call that is not here]\n{block.text}")


def _same(some: Sequence[Piece], others: Sequence[Piece]) -> bool:
    return len(some) == len(others) and all(
        one.block is other.block for one, other in zip(some, others, strict=True)
    )
