"""Hide what tools gave back: calls, ids and order stay, a short text stands in place of each result. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.messages.blocks import block_of, is_error
from daykeep.transcripts.messages.model import TOOL_RESULT
from daykeep.transcripts.usage.weigh import images_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.transcripts.messages.model import Block, Message


def placeholder(block: Block, stored_id: str) -> str:
    """What stands for a result if nobody wrote a better text: its size, whether it failed, and where it can be read again.

    >>> placeholder(block_of({"type": "tool_result", "tool_use_id": "t", "content": "x" * 3400}), "A12")
    '[result hidden: 3400 characters, stored as A12]'
    """
    failed = ", failed" if is_error(block) else ""
    kept = f", stored as {stored_id}" if stored_id else ""
    return f"[result hidden: {len(block.text)} characters{failed}{kept}]"


def mask_message(message: Message, masks: Mapping[str, str], stored_id: str = "") -> Message:
    """A message whose results are hidden, ``masks`` by the call's id; the message itself if it holds none.

    A result that is no longer than what would stand for it stays, and so does one in a form that has no place for a text.
    """
    blocks = tuple(
        _masked(block, masks.get(block.id) or placeholder(block, stored_id))
        if block.kind == TOOL_RESULT
        else block
        for block in message.blocks
    )
    if all(one is other for one, other in zip(blocks, message.blocks, strict=True)):
        return message
    given = {key: value for key, value in message.given.items() if key not in {"content", "output"}}
    return message._replace(blocks=blocks, given=given)


def _masked(block: Block, text: str) -> Block:
    if len(block.text) <= len(text) and not images_of(block):
        return block
    key = "content" if "content" in block.data else "output"
    content: Any = block.data.get(key)
    if isinstance(content, str):
        made: Any = text
    elif isinstance(content, list):
        made = [{"type": "input_text" if key == "output" else "text", "text": text}]
    else:
        return block
    return block_of({**block.data, key: made})._replace(id=block.id, name=block.name)
