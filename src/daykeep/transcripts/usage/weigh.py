"""What the messages of a conversation weigh, counted from what they hold where no provider has said it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from daykeep.transcripts.messages.model import (
    DOCUMENT,
    IMAGE,
    OTHER,
    REDACTED,
    TOOL_RESULT,
    TOOL_USE,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from daykeep.transcripts.messages.model import Block, Message

IMAGE_TOKENS = 1_600
"""A picture as large as providers keep it: Anthropic counts its width times its height over 750, and makes larger ones smaller."""
DOCUMENT_TOKENS = 3_000
"""A document whose text can't be seen: a page of a PDF costs 1,500 to 3,000 tokens."""
MESSAGE_TOKENS = 4
"""What stands around a message: its role and its borders."""
_CALLS = ("input", "arguments", "function", "args")


def weigh_message(message: Message, count: Callable[[str], int]) -> int:
    """The tokens of one message, its role included."""
    return MESSAGE_TOKENS + sum(weigh_block(block, count) for block in message.blocks)


def weigh_block(block: Block, count: Callable[[str], int]) -> int:
    """The tokens of one block: its text, what a call is given, the pictures of a result."""
    if block.kind == TOOL_USE:
        return count(block.name) + count(_given(block.data))
    if block.kind == IMAGE:
        return IMAGE_TOKENS
    if block.kind == DOCUMENT:
        return count(block.text) if block.text else DOCUMENT_TOKENS
    if block.kind == TOOL_RESULT:
        return count(block.text) + IMAGE_TOKENS * images_of(block)
    if block.kind == OTHER and not block.text:
        return count(_dumped(block.data))
    return 0 if block.kind == REDACTED else count(block.text)


def images_of(block: Block) -> int:
    """How many pictures a block holds: one, or those inside a tool's result."""
    if block.kind == IMAGE:
        return 1
    content = block.data.get("content") if block.kind == TOOL_RESULT else None
    return sum(1 for part in content if _is_image(part)) if isinstance(content, list) else 0


def _is_image(part: Any) -> bool:
    return isinstance(part, dict) and str(part.get("type")) in {"image", "image_url", "input_image"}


def _given(data: Mapping[str, Any]) -> str:
    given = next((data[name] for name in _CALLS if name in data), "")
    return given if isinstance(given, str) else _dumped(given)


def _dumped(value: Any) -> str:
    return json.dumps(dict(value) if isinstance(value, dict) else value, ensure_ascii=False, default=str)
