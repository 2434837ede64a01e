"""Blocks of messages as values: what they say, what they cost, and whether a breakpoint may stand at them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.messages.blocks import compact_json
from daykeep.transcripts.usage.weigh import IMAGE_TOKENS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CONTROL = "cache_control"

_NO_CARRIERS = ("thinking", "redacted_thinking")
_OPAQUE = ("image", "document", "file")


def content_of(message: Mapping[str, Any]) -> list[Any]:
    """The blocks of a message; one text block where its content is a string."""
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return list(content) if isinstance(content, list) else []


def text_of(block: Any) -> str:
    """What a block says: its text, a call's name and arguments, a result's texts; "" for pictures and files."""
    if not isinstance(block, dict):
        return block if isinstance(block, str) else ""
    kind = block.get("type", "")
    if kind in _OPAQUE:
        return ""
    if kind == "tool_result":
        content = block.get("content")
        parts = content if isinstance(content, list) else [content]
        return "\n".join(filter(None, map(text_of, parts)))
    if kind == "tool_use":
        return f"{block.get('name', '')} {compact_json(block.get('input', {}))}"
    for key in ("text", "thinking", "data"):
        if isinstance(block.get(key), str):
            return str(block[key])
    return compact_json({key: value for key, value in block.items() if key != CONTROL})


def tokens_of(block: Any, count: Callable[[str], int]) -> int:
    """What a block costs; pictures and files at a flat rate, also inside a result."""
    if not isinstance(block, dict):
        return count(text_of(block))
    if str(block.get("type")) in _OPAQUE:
        return IMAGE_TOKENS
    inner = block.get("content") if block.get("type") == "tool_result" else None
    pictures = sum(isinstance(each, dict) and str(each.get("type")) in _OPAQUE for each in inner or ())
    return count(text_of(block)) + pictures * IMAGE_TOKENS


def identity_of(block: Any) -> str:
    """All of a block but its breakpoint, as text: two blocks that a cache takes for the same have the same."""
    return compact_json(bare(block))


def bare(block: Any) -> Any:
    """A block without its breakpoint and without those inside a result; itself where it has none."""
    if not isinstance(block, dict):
        return block
    inner = block.get("content") if block.get("type") == "tool_result" else None
    if isinstance(inner, list) and any(isinstance(each, dict) and CONTROL in each for each in inner):
        block = {**block, "content": [bare(each) for each in inner]}
    return {key: value for key, value in block.items() if key != CONTROL} if CONTROL in block else block


def can_carry(block: Any) -> bool:
    """Whether a breakpoint may stand at a block: not at thinking, not at an empty text."""
    if not isinstance(block, dict) or str(block.get("type")) in _NO_CARRIERS:
        return False
    return block.get("type") != "text" or bool(str(block.get("text") or "").strip())


def given_ttl(block: Any) -> str:
    """The time to live of the breakpoint at a block, or inside a result; "" if it has none."""
    if not isinstance(block, dict):
        return ""
    control = block.get(CONTROL)
    if isinstance(control, dict):
        return "1h" if control.get("ttl") == "1h" else "5m"
    inner = block.get("content") if block.get("type") == "tool_result" else None
    return next(filter(None, map(given_ttl, inner)), "") if isinstance(inner, list) else ""
