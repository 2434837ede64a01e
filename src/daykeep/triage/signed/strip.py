"""Take what a provider signed out of an answer: thinking of every shape, and the marks that bind other blocks to it. Pure."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING

from daykeep.transcripts.messages.blocks import text_block
from daykeep.transcripts.messages.model import ASSISTANT, COMPACTION, THOUGHTS

if TYPE_CHECKING:
    from daykeep.transcripts.messages.model import Block, Message

OMITTED = "[reasoning omitted]"
"""What an answer says that said nothing but its thoughts."""
_SEALS = frozenset({"thoughtSignature", "thought_signature", "textSignature", "encrypted_content"})
"""Members by which Gemini, pi and Responses bind a block to the thinking before it."""
_GIVEN = frozenset({"reasoning", "reasoning_content", "reasoning_details", "thinking_blocks"})
"""Members in which chats carry thinking beside the content."""


def is_signed(message: Message) -> bool:
    """Whether an answer holds anything that holds only for the conversation before it."""
    if message.role != ASSISTANT:
        return False
    return bool(_GIVEN & message.given.keys()) or any(
        block.kind in THOUGHTS or (block.kind != COMPACTION and bool(_SEALS & block.data.keys()))
        for block in message.blocks
    )


def strip_message(message: Message) -> Message:
    """An answer without what was signed; the message itself if nothing was. One that is empty then says that it thought.

    A compaction that the provider made stays: it stands for what was before. Items of Responses lose the ids by which the
    provider would look for their reasoning.
    """
    if message.role != ASSISTANT:
        return message
    if not is_signed(message):
        return _unlinked(message)
    blocks = tuple(_without_seals(block) for block in message.blocks if block.kind not in THOUGHTS)
    given = {key: value for key, value in message.given.items() if key not in _GIVEN}
    made = _unlinked(message._replace(blocks=blocks, given=given))
    return made if made.blocks else made._replace(blocks=(text_block(OMITTED),), given={})


def _without_seals(block: Block) -> Block:
    if block.kind == COMPACTION or not _SEALS & block.data.keys():
        return block
    return block._replace(data={key: value for key, value in block.data.items() if key not in _SEALS})


def _unlinked(message: Message) -> Message:
    """Without the ids of items: the provider refuses one whose reasoning is gone."""
    blocks = tuple(
        block._replace(data={key: value for key, value in block.data.items() if key != "id"})
        if "call_id" in block.data and "id" in block.data
        else block
        for block in message.blocks
    )
    given = message.given
    if given.get("type") == "message" and "id" in given and "model" not in given:
        given = {key: value for key, value in given.items() if key != "id"}
    same = given is message.given and all(map(is_, blocks, message.blocks))
    return message if same else message._replace(blocks=blocks, given=given)
