"""Any block as a part or an item of OpenAI's Responses. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.messages.blocks import (
    ITEM_CALLS,
    ITEM_OUTPUTS,
    block_of,
    is_error,
    result_content,
)
from daykeep.transcripts.messages.conversion.sources import find_source
from daykeep.transcripts.messages.conversion.to_openai import arguments_text, result_text
from daykeep.transcripts.messages.model import (
    ASSISTANT,
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

_PARTS = frozenset({"input_text", "output_text", "refusal"})


def to_responses(block: Block, message: Message, lost: Callable[[str], None]) -> Block | None:
    """The block in this shape; None, told to ``lost``, if it has none."""
    if block.kind in {TEXT, ATTACHMENT}:
        return _said(block, message)
    if block.kind in {TOOL_USE, TOOL_RESULT}:
        return _call(block) if block.kind == TOOL_USE else _result(block, lost)
    if block.kind in {IMAGE, DOCUMENT}:
        return _file(block, message, lost)
    return _sealed(block, message, lost)


def _said(block: Block, message: Message) -> Block:
    bare = {"type": "text", "text": message.given.get("content")}
    alone = not {"tool_calls", "function_call"} & message.given.keys()
    is_native = (alone and block.data == bare) or str(block.data.get("type")) in _PARTS
    return block if is_native else _text(block.text, message)


def _sealed(block: Block, message: Message, lost: Callable[[str], None]) -> Block | None:
    """Reasoning and compactions: those of this provider as they are, the words of another's compaction as text."""
    is_words = block.kind == COMPACTION and "content" in block.data
    if is_words and block.text:
        lost("a compaction of another provider has no form there; passed on as a text")
        return _text(block.text, message)
    if not is_words and (block.kind == COMPACTION or block.data.get("type") == "reasoning"):
        return block
    lost(f"a block of {block.kind} is sealed by another provider; left out")
    return None


def _text(text: str, message: Message) -> Block:
    name = "output_text" if message.role == ASSISTANT else "input_text"
    return block_of({"type": name, "text": text})


def _call(block: Block) -> Block:
    if str(block.data.get("type")) in ITEM_CALLS and block.data.get("call_id"):
        return block
    made = {"type": "function_call", "call_id": block.id, "name": block.name}
    return block_of({**made, "arguments": arguments_text(block)})


def _result(block: Block, lost: Callable[[str], None]) -> Block:
    if str(block.data.get("type")) in ITEM_OUTPUTS and block.data.get("call_id"):
        return block
    given = result_content(block)
    output: Any
    if (
        isinstance(given, list)
        and not is_error(block)
        and all(block_of(one).kind in {TEXT, IMAGE} for one in given)
    ):
        output = [_part(part, lost) for part in map(block_of, given)]
        output = output[0]["text"] if len(output) == 1 and "text" in output[0] else output
    else:
        output = result_text(block, lost)
    return block_of({"type": "function_call_output", "call_id": block.id, "output": output})


def _part(part: Block, lost: Callable[[str], None]) -> Any:
    source = find_source(part) if part.kind == IMAGE else None
    if source is not None:
        return {"type": "input_image", "image_url": source.address}
    if part.kind == IMAGE:
        lost("the image in a result is only known to its provider; replaced by [image]")
    return {"type": "input_text", "text": part.text if part.kind == TEXT else f"[{part.kind}]"}


def _file(block: Block, message: Message, lost: Callable[[str], None]) -> Block:
    if str(block.data.get("type")) in {"input_image", "input_file"}:
        return block
    source = find_source(block)
    if source is None:
        held = block.data.get("source")
        if block.kind == DOCUMENT and isinstance(held, dict) and held.get("type") == "text":
            return _text(str(held.get("data", "")), message)
        lost(f"the {block.kind} is only known to its provider; replaced by [{block.kind}]")
        return _text(f"[{block.kind}]", message)
    if block.kind == IMAGE:
        return block_of({"type": "input_image", "image_url": source.address})
    if source.url:
        return block_of({"type": "input_file", "file_url": source.url})
    return block_of(
        {"type": "input_file", "filename": source.name or "document", "file_data": source.address}
    )
