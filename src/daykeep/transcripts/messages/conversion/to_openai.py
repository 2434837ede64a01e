"""Any block as a part, a call or a tool message of OpenAI's chat. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    TEXT,
    TOOL_RESULT,
    TOOL_USE,
    Block,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.transcripts.messages.model import Message


def to_openai(block: Block, message: Message, lost: Callable[[str], None]) -> Block | None:
    """The block in this shape; None, told to ``lost``, if it has none."""
    del message  # which message it stands in makes no difference here
    data = block.data
    if block.kind == TEXT:
        is_native = (
            str(data.get("type")) in {"text", "refusal"}
            and not {"textSignature", "cache_control", "citations"} & data.keys()
        )
        return block if is_native else text_block(block.text)
    if block.kind == ATTACHMENT or (block.kind == COMPACTION and block.text):
        if block.kind == COMPACTION:
            lost("a compaction has no form in a chat; passed on as a text")
        return text_block(block.text)
    if block.kind == TOOL_USE:
        return _call(block)
    if block.kind == TOOL_RESULT:
        return _result(block, lost)
    if block.kind in {IMAGE, DOCUMENT}:
        return _file(block, lost)
    lost(f"a block of {block.kind} has no form in a chat; left out")
    return None


def _call(block: Block) -> Block:
    function = block.data.get("function")
    if isinstance(function, dict) and isinstance(function.get("arguments"), str) and block.data.get("id"):
        return block
    made = {"name": block.name, "arguments": arguments_text(block)}
    return block_of({"id": block.id, "type": "function", "function": made})


def arguments_text(block: Block) -> str:
    """What a call is made with, as the JSON text that OpenAI writes."""
    arguments = arguments_of(block)
    if isinstance(arguments, str):
        if block.data.get("type") == "custom_tool_call":
            return compact_json({"input": arguments})
        return arguments or "{}"
    return compact_json(arguments)


def _result(block: Block, lost: Callable[[str], None]) -> Block:
    if block.data.get("role") == "tool" and block.data.get("tool_call_id"):
        return block
    text = result_text(block, lost)
    return block_of({"role": "tool", "tool_call_id": block.id, "content": text})


def result_text(block: Block, lost: Callable[[str], None]) -> str:
    """What a result says, in one text; that it is an error stands before it, where nothing else says so."""
    given: Any = result_content(block)
    if isinstance(given, str):
        text = given
    elif isinstance(given, list):
        text = "\n".join(_part_text(part, block, lost) for part in map(block_of, given))
    else:
        text = compact_json(given) if given is not None else ""
    return f"Error: {text}" if is_error(block) and not text.lower().startswith("error") else text


def _part_text(part: Block, block: Block, lost: Callable[[str], None]) -> str:
    if part.kind == TEXT:
        return part.text
    if part.kind in {IMAGE, DOCUMENT}:
        lost(f"the {part.kind} in the result of '{block.id}' has no form there; replaced by [{part.kind}]")
        return f"[{part.kind}]"
    return compact_json(part.data)


def _file(block: Block, lost: Callable[[str], None]) -> Block:
    if str(block.data.get("type")) in {"image_url", "file"}:
        return block
    source = find_source(block)
    if source is None or (block.kind == DOCUMENT and not source.data):
        return _named(block, lost)
    if block.kind == IMAGE:
        return block_of({"type": "image_url", "image_url": {"url": source.address}})
    held = {"filename": source.name or "document", "file_data": source.address}
    return block_of({"type": "file", "file": held})


def _named(block: Block, lost: Callable[[str], None]) -> Block:
    """A document that is text, as its text; else a placeholder, and what is lost is said."""
    source = block.data.get("source")
    if isinstance(source, dict) and source.get("type") == "text" and isinstance(source.get("data"), str):
        return text_block(source["data"])
    lost(f"the {block.kind} has no form there; replaced by [{block.kind}]")
    return text_block(f"[{block.kind}]")
