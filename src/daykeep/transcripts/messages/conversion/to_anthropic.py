"""Any block as one of the Anthropic API. Pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.content import text_of
from daykeep.transcripts.messages.blocks import (
    arguments_of,
    block_of,
    compact_json,
    is_error,
    result_content,
    text_block,
)
from daykeep.transcripts.messages.conversion.sources import find_source
from daykeep.transcripts.messages.model import (
    ATTACHMENT,
    COMPACTION,
    DOCUMENT,
    IMAGE,
    REDACTED,
    TEXT,
    THINKING,
    TOOL_RESULT,
    TOOL_USE,
    Block,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from daykeep.transcripts.messages.model import Message


def to_anthropic(block: Block, message: Message, lost: Callable[[str], None]) -> Block | None:
    """The block in this shape; None, told to ``lost``, if it has none."""
    return _MAKERS[block.kind](block, message, lost)


def _text(block: Block, message: Message, lost: Callable[[str], None]) -> Block:  # noqa: ARG001 - one signature for all
    is_native = block.data.get("type") == "text" and "textSignature" not in block.data
    return block if is_native else text_block(block.text)


def _compaction(block: Block, message: Message, lost: Callable[[str], None]) -> Block | None:  # noqa: ARG001 - one signature for all
    if "content" in block.data:
        return block
    lost("a compaction of another provider is sealed; left out")
    return None


def _call(block: Block, message: Message, lost: Callable[[str], None]) -> Block:  # noqa: ARG001 - one signature for all
    data = block.data
    if data.get("type") == "tool_use" and isinstance(data.get("input"), dict) and data.get("id"):
        return block
    given: Any = arguments_of(block)
    arguments = given
    if isinstance(given, str) and data.get("type") != "custom_tool_call":
        try:
            arguments = json.loads(given) if given.strip() else {}
        except (ValueError, RecursionError):
            lost(f"the arguments of call '{block.id}' are no JSON; passed on as a text under 'input'")
            arguments = {"input": given}
    if not isinstance(arguments, dict):
        arguments = {"input": arguments}
    return block_of({"type": "tool_use", "id": block.id, "name": block.name, "input": arguments})


def _result(block: Block, message: Message, lost: Callable[[str], None]) -> Block:
    is_native = block.data.get("type") == "tool_result" and block.data.get("tool_use_id")
    if is_native and _is_sound(block.data.get("content", "")):
        return block
    made: dict[str, Any] = {
        "type": "tool_result",
        "tool_use_id": block.id,
        "content": _content(block, message, lost),
    }
    if is_error(block):
        made["is_error"] = True
    return block_of(made)


def _is_sound(content: Any) -> bool:
    """Whether a result holds what the provider takes: a text, or blocks that each say what they are."""
    if not isinstance(content, list):
        return isinstance(content, str)
    return all(
        isinstance(part, dict)
        and isinstance(kind := part.get("type"), str)
        and (kind != "text" or isinstance(part.get("text"), str))
        for part in content
    )


def _content(block: Block, message: Message, lost: Callable[[str], None]) -> Any:
    given = result_content(block)
    if isinstance(given, str):
        return given
    if not isinstance(given, list):
        return compact_json(given) if given is not None else ""
    parts: list[Mapping[str, Any]] = []
    for part in map(block_of, given):
        if part.kind == TEXT:
            parts += [text_block(part.text).data] if part.text.strip() else []
        elif part.kind in {IMAGE, DOCUMENT}:
            parts.append(_file(part, message, lost).data)
        else:
            parts.append(text_block(compact_json(part.data)).data)
    return parts


def _file(block: Block, message: Message, lost: Callable[[str], None]) -> Block:
    if isinstance(block.data.get("source"), dict):
        return block
    del message  # its role makes no difference
    source = find_source(block)
    if source is None:
        lost(f"the {block.kind} is only known to its provider; replaced by [{block.kind}]")
        return text_block(f"[{block.kind}]")
    held: dict[str, Any] = {"type": "url", "url": source.url}
    if source.data:
        held = {"type": "base64", "media_type": source.media, "data": source.data}
    made: dict[str, Any] = {"type": block.kind, "source": held}
    if block.kind == DOCUMENT and source.name:
        made["title"] = source.name
    return block_of(made)


def _thought(block: Block, message: Message, lost: Callable[[str], None]) -> Block | None:
    data = dict(block.data)
    if str(data.get("type")) in {"thinking", "redacted_thinking"} and "thinkingSignature" not in data:
        return block
    seal = text_of(data, "thinkingSignature")
    if seal and "claude" in message.model.lower():
        if data.get("redacted") is True:
            return block_of({"type": "redacted_thinking", "data": seal})
        return block_of({"type": "thinking", "thinking": block.text, "signature": seal})
    lost("thinking of another provider has no form there; left out")
    return None


_MAKERS: dict[str, Callable[[Block, Message, Callable[[str], None]], Block | None]] = {
    TEXT: _text,
    ATTACHMENT: _text,
    TOOL_USE: _call,
    TOOL_RESULT: _result,
    IMAGE: _file,
    DOCUMENT: _file,
    THINKING: _thought,
    REDACTED: _thought,
    COMPACTION: _compaction,
}
