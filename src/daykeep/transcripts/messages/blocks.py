"""Blocks of every provider's shape, told apart by what stands in them; and what they say, whatever their shape. Pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.content import text_of
from daykeep.transcripts.messages.model import (
    COMPACTION,
    DOCUMENT,
    IMAGE,
    OTHER,
    REDACTED,
    TEXT,
    THINKING,
    TOOL_RESULT,
    TOOL_USE,
    Block,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXTS = frozenset({"text", "input_text", "output_text", "summary_text", "refusal"})
ITEM_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "shell_call"})
ITEM_CALLS |= {"computer_call", "apply_patch_call"}
"""Calls that are items of OpenAI's Responses, answered by an item of the same name with ``_output``."""
ITEM_OUTPUTS = frozenset(f"{name}_output" for name in ITEM_CALLS)
_CALLS = ITEM_CALLS | {"tool_use", "toolCall", "function"}
_KINDS = {
    **dict.fromkeys(TEXTS, TEXT),
    **dict.fromkeys(_CALLS, TOOL_USE),
    **dict.fromkeys(ITEM_OUTPUTS | {"tool_result"}, TOOL_RESULT),
    **dict.fromkeys(("image", "image_url", "input_image"), IMAGE),
    **dict.fromkeys(("document", "file", "input_file"), DOCUMENT),
    **dict.fromkeys(("thinking", "reasoning"), THINKING),
    **dict.fromkeys(("compaction", "compaction_summary"), COMPACTION),
    "redacted_thinking": REDACTED,
}
_IDS = ("call_id", "tool_use_id", "tool_call_id", "toolCallId", "id")
_RESULT_ROLES = frozenset({"tool", "function", "toolResult"})


def block_of(part: Any) -> Block:
    """The block that a part of a content, a tool call or an item is; of kind ``other`` if it is none that is known.

    >>> block_of({"type": "tool_use", "id": "t1", "name": "ls", "input": {}})[:4]
    ('tool_use', '', 't1', 'ls')
    >>> block_of({"role": "tool", "tool_call_id": "t1", "content": "a.txt"})[:3]
    ('tool_result', 'a.txt', 't1')
    """
    if isinstance(part, str):
        return text_block(part)
    if not isinstance(part, dict):
        return Block(OTHER, "", "", "", {"value": part})
    kind = _kind(part)
    if kind == TOOL_USE:
        return Block(kind, "", _call_id(part), _call_name(part), part)
    if kind == TOOL_RESULT:
        name = text_of(part, "name") or text_of(part, "toolName")
        return Block(kind, said_by(part.get("content", part.get("output"))), _call_id(part), name, part)
    return Block(kind, _said(kind, part), "", "", part)


def text_block(text: str) -> Block:
    """A block that says this.

    >>> text_block("Hi.").data
    {'type': 'text', 'text': 'Hi.'}
    """
    return Block(TEXT, text, "", "", {"type": "text", "text": text})


def _kind(part: dict[str, Any]) -> str:
    if "role" in part and str(part["role"]) in _RESULT_ROLES:
        return TOOL_RESULT
    name = part.get("type", "text" if "text" in part else "")
    kind = _KINDS.get(name, OTHER) if isinstance(name, str) else OTHER
    if kind == TEXT and not isinstance(part.get("text", part.get("refusal")), str):
        return OTHER
    return kind


def _said(kind: str, part: dict[str, Any]) -> str:
    if kind == TEXT:
        return text_of(part, "text") or text_of(part, "refusal")
    if kind == THINKING:
        return text_of(part, "thinking") or said_by(part.get("summary"))
    return said_by(part.get("content")) if kind == COMPACTION else ""


def _call_id(part: dict[str, Any]) -> str:
    for key in _IDS:
        found = part.get(key)
        if found and isinstance(found, str):
            return found
    return ""


def _call_name(part: dict[str, Any]) -> str:
    function = part.get("function")
    if isinstance(function, dict):
        return text_of(function, "name")
    name = text_of(part, "name")
    return name or (
        text_of(part, "type").removesuffix("_call") if str(part.get("type")) in ITEM_CALLS else ""
    )


def said_by(content: Any) -> str:
    """The text parts of a content, joined by newlines.

    >>> said_by([{"type": "text", "text": "a"}, {"type": "image"}, "b"]).split()
    ['a', 'b']
    """
    if isinstance(content, str):
        return content
    found = []
    for part in content if isinstance(content, list) else []:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, dict) and part.get("type", "text") in TEXTS:
            found.append(text_of(part, "text"))
    return "\n".join(found)


def result_content(block: Block) -> Any:
    """What a result holds, as given: a text, a list of parts, or something else."""
    return block.data.get("content", block.data.get("output", ""))


def is_error(block: Block) -> bool:
    """Whether a result says that the call failed."""
    return block.data.get("is_error") is True or block.data.get("isError") is True


def arguments_of(block: Block) -> Any:
    """What a call is made with: a mapping, or a text where the provider writes it as one."""
    data: Mapping[str, Any] = block.data
    function = data.get("function")
    if isinstance(function, dict):
        return function.get("arguments", "")
    for key in ("input", "arguments", "action", "operation"):
        if key in data:
            return data[key]
    return ""


def compact_json(value: Any) -> str:
    """A value as short JSON, for what can only be shown as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=dict)
