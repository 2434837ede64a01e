"""Texts and blocks that no provider takes: lone surrogates, empty texts, blocks in the mouth of the wrong one. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.text.unicode import repair_surrogates
from daykeep.transcripts.messages.blocks import TEXTS, arguments_of, compact_json, text_block
from daykeep.transcripts.messages.model import (
    ANTHROPIC,
    ASSISTANT,
    COMPACTION,
    DEVELOPER,
    DOCUMENT,
    IMAGE,
    OTHER,
    SYSTEM,
    TEXT,
    THINKING,
    THOUGHTS,
    TOOL_RESULT,
    TOOL_USE,
    Block,
)
from daykeep.transcripts.messages.repairs.ledger import Item, Ledger, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.transcripts.messages.model import Provider

_SEALED = THOUGHTS | {COMPACTION}
"""Blocks that a signature covers: they are passed on as they are, or not at all."""

_OF_ANSWERS = _SEALED | {TOOL_USE}
_NO_FILES = frozenset({ASSISTANT, SYSTEM, DEVELOPER})


def mend_texts(items: Sequence[Item], ledger: Ledger) -> list[Item]:
    """Replace lone surrogates (half of an emoji that was cut) by U+FFFD; a sealed block that holds one is taken out."""
    return [_mend(item, ledger) for item in items]


def _mend(item: Item, ledger: Ledger) -> Item:
    blocks: list[Block] = []
    count = 0
    for block in item.message.blocks:
        data, found = mended(block.data) if _has_lone(block.data) else (block.data, 0)
        if not found and not repair_surrogates(block.text + block.id + block.name)[1]:
            blocks.append(block)
        elif block.kind in _SEALED:
            ledger.enter(
                "surrogate", item, f"a {block.kind} block can't be encoded; it is signed, so it is left out"
            )
        else:
            count += found
            text, ident, name = (repair_surrogates(one)[0] for one in (block.text, block.id, block.name))
            blocks.append(Block(block.kind, text, ident, name, data))
    given, inside = (item.message.given, 0)
    if _has_lone(given):
        given, inside = mended(given)
    whole = len(blocks) == len(item.message.blocks)
    if count or inside or not whole:
        if count or (inside and whole):
            ledger.enter(
                "surrogate", item, f"{count or inside} lone surrogate(s) replaced: they can't be encoded"
            )
        return Item(item.number, item.message._replace(blocks=tuple(blocks), given=given))
    return item


def _has_lone(value: Any) -> bool:
    """Whether a text in a JSON value can't be encoded; however deep it is nested."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            if not here.isascii() and repair_surrogates(here)[1]:
                return True
        elif isinstance(here, list):
            waiting += here
        elif hasattr(here, "items"):
            waiting += here.keys()
            waiting += here.values()
    return False


def mended(value: Any) -> tuple[Any, int]:
    """A JSON value whose texts can be encoded, and how many characters were replaced; the value itself if none was."""
    if isinstance(value, str):
        return repair_surrogates(value)
    if isinstance(value, list):
        pairs = [mended(one) for one in value]
        count = sum(found for _, found in pairs)
        return ([one for one, _ in pairs], count) if count else (value, 0)
    if not hasattr(value, "items"):
        return value, 0
    members = [(mended(key), mended(one)) for key, one in value.items()]
    count = sum(key[1] + one[1] for key, one in members)
    return ({key[0]: one[0] for key, one in members}, count) if count else (value, 0)


def put_right(items: Sequence[Item], provider: Provider, ledger: Ledger) -> list[Item]:
    """Mend blocks that stand in a message of the wrong role, and take out empty texts where the provider refuses them."""
    found = []
    for item in items:
        blocks: list[Block] = []
        for block in item.message.blocks:
            kept = _placed(block, item, ledger)
            if kept is None or (provider == ANTHROPIC and _is_empty(kept)):
                if kept is not None:
                    ledger.enter("empty_text", item, "an empty text block is left out")
                continue
            blocks.append(_without_empty_parts(kept, item, ledger) if provider == ANTHROPIC else kept)
        found.append(item.holding(blocks))
    return found


def _is_empty(block: Block) -> bool:
    return block.kind == TEXT and not block.text.strip()


def _placed(block: Block, item: Item, ledger: Ledger) -> Block | None:
    role = item.message.role
    if block.kind == OTHER and not _has_type(block.data.get("type")):
        ledger.enter("malformed", item, "a block without a type that can be read is turned into text")
        return text_block(compact_json(dict(block.data)))
    if block.kind in {IMAGE, DOCUMENT} and role in _NO_FILES:
        ledger.enter(
            "misplaced", item, f"the {block.kind} in a message of the {role} is replaced by [{block.kind}]"
        )
        return text_block(f"[{block.kind}]")
    if role == ASSISTANT or block.kind not in _OF_ANSWERS:
        return block
    if block.kind in THOUGHTS or not (block.text or block.kind == TOOL_USE):
        ledger.enter(
            "misplaced", item, f"{block.kind} in a message of the {role} is left out: {quoted(block.text)}"
        )
        return None
    ledger.enter("misplaced", item, f"{block.kind} in a message of the {role} is turned into text")
    said = (
        f"[tool call {block.name} {_as_text(arguments_of(block))}]" if block.kind == TOOL_USE else block.text
    )
    return text_block(said)


def _has_type(kind: Any) -> bool:
    """Whether a block that is not understood may be one that its provider knows; a text without words is none."""
    return isinstance(kind, str) and bool(kind) and kind not in TEXTS


def _as_text(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else compact_json(arguments)


def _without_empty_parts(block: Block, item: Item, ledger: Ledger) -> Block:
    parts = block.data.get("content")
    if block.kind != TOOL_RESULT or not isinstance(parts, list):
        return block
    kept = [part for part in parts if not _is_empty_part(part)]
    if len(kept) == len(parts):
        return block
    ledger.enter("empty_text", item, f"an empty text in the result of '{block.id}' is left out")
    return block._replace(data={**block.data, "content": kept})


def _is_empty_part(part: Any) -> bool:
    if isinstance(part, dict):
        return part.get("type") == "text" and not str(part.get("text", "")).strip()
    return isinstance(part, str) and not part.strip()


def drop_empty(items: Sequence[Item], provider: Provider, ledger: Ledger) -> list[Item]:
    """Take out messages that hold nothing; an answer that only thought says nothing either, where thinking can't stand alone."""
    found = []
    for item in items:
        blocks = item.message.blocks
        thought = bool(blocks) and all(block.kind in THOUGHTS for block in blocks)
        if blocks and not (thought and provider == ANTHROPIC):
            found.append(item)
        else:
            thoughts = (
                " but " + quoted("".join(b.text for b in blocks if b.kind == THINKING)) if thought else ""
            )
            ledger.enter(
                "empty_message",
                item,
                f"a message of the {item.message.role} holds nothing{thoughts}; left out",
            )
    return found
