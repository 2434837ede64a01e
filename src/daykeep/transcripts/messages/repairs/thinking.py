"""Thinking goes back to its model as it came, or not at all: a signature covers it, and the model that gave it. Pure.

While tools are at work (the last turn answers a call) it stays word for word. Elsewhere it may be left out whole, and
is where it would be refused.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.messages.model import ANTHROPIC, ASSISTANT, KEPT, RESPONSES, THINKING, THOUGHTS
from daykeep.transcripts.messages.repairs.turns import Turn, gather_turns, items_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.transcripts.messages.model import Provider
    from daykeep.transcripts.messages.repairs.ledger import Item, Ledger


class Rules(NamedTuple):
    """For whom thinking is looked at.

    ``model`` is the one that reads ("" for the last that answered); from message ``edited_from`` on the caller has changed the
    conversation (None for nowhere).
    """

    provider: Provider
    model: str = ""
    edited_from: int | None = None


def keep_thinking_whole(items: Sequence[Item], rules: Rules, ledger: Ledger) -> list[Item]:
    """Leave out the thinking of each stretch between two messages of the user where any of it would be refused."""
    if rules.provider not in {ANTHROPIC, RESPONSES}:
        return list(items)
    turns = gather_turns(items)
    model = rules.model or _last_model(items)
    is_open = bool(turns) and (turns[-1].has_results() or bool(turns[-1].calls()))
    starts = [place for place, turn in enumerate(turns) if not turn.is_answer and not turn.has_results()]
    bounds = [0, *(place + 1 for place in starts), len(turns)]
    found: list[Turn] = []
    for first, end in pairwise(bounds):
        stretch = turns[first:end]
        goes_on = is_open and end == len(turns)
        why = _why(stretch, rules, model, ledger, goes_on=goes_on)
        found += [_without(turn, why, ledger) for turn in stretch] if why else stretch
    return items_of(found)


def _last_model(items: Sequence[Item]) -> str:
    answers = (item.message for item in reversed(items) if item.message.role == ASSISTANT)
    return next((message.model for message in answers if message.model), "")


def _why(stretch: Sequence[Turn], rules: Rules, model: str, ledger: Ledger, *, goes_on: bool) -> str:
    """Why the thinking of a stretch can't go along; "" if it can."""
    items = [item for turn in stretch if turn.is_answer for item in turn.items if _thinks(item)]
    if not items:
        return ""
    found = next(_never(stretch, items, rules, model), "")
    if found or rules.provider == RESPONSES:
        return found
    return next(_of_anthropic(stretch, items, ledger, goes_on=goes_on), "")


def _never(stretch: Sequence[Turn], items: Sequence[Item], rules: Rules, model: str) -> Iterator[str]:
    """What no provider takes."""
    if any(model and item.message.model and item.message.model != model for item in items):
        yield f"it is another model's than '{model}'"
    if any(item.message.mark == KEPT for item in items):
        yield "it was kept over a compaction: what it is signed for is gone"
    if rules.edited_from is not None and any(item.number >= rules.edited_from for item in items):
        yield "what stands before it was edited"
    if any(_ends_with_thought(turn) for turn in stretch):
        yield "an answer can't end with it"


def _of_anthropic(
    stretch: Sequence[Turn], items: Sequence[Item], ledger: Ledger, *, goes_on: bool
) -> Iterator[str]:
    blocks = [block for item in items for block in item.message.blocks if block.kind == THINKING]
    if any(not block.data.get("signature") for block in blocks):
        yield "it is not signed"
    if goes_on:
        return
    if any(not block.data.get("thinking") for block in blocks):
        yield "it is empty"
    if any(item.number in ledger.edited for turn in stretch for item in turn.items if turn.is_answer):
        yield "the answer that it belongs to was edited"


def _thinks(item: Item) -> bool:
    return any(block.kind in THOUGHTS for block in item.message.blocks)


def _ends_with_thought(turn: Turn) -> bool:
    pieces = turn.pieces() if turn.is_answer else []
    return bool(pieces) and pieces[-1].block.kind in THOUGHTS


def _without(turn: Turn, why: str, ledger: Ledger) -> Turn:
    items = []
    for item in turn.items:
        if not turn.is_answer or not _thinks(item):
            items.append(_unlinked(item) if turn.is_answer else item)
            continue
        kept = [block for block in item.message.blocks if block.kind not in THOUGHTS]
        count = len(item.message.blocks) - len(kept)
        ledger.enter("thinking", item, f"{count} thinking block(s) left out: {why}")
        items.append(item.holding(kept))
    return Turn(turn.is_answer, tuple(items))


def _unlinked(item: Item) -> Item:
    """An item of Responses without the id by which the provider would look for the reasoning that it belongs to."""
    blocks = [
        block._replace(data={key: value for key, value in block.data.items() if key != "id"})
        if "call_id" in block.data and "id" in block.data
        else block
        for block in item.message.blocks
    ]
    return item.holding(blocks)
