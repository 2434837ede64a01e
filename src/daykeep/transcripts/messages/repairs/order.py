"""The order and the grouping of messages that each provider wants. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.transcripts.messages.blocks import text_block
from daykeep.transcripts.messages.conversion.convert import has_calls
from daykeep.transcripts.messages.model import (
    ANTHROPIC,
    ASSISTANT,
    ATTACHMENT,
    DEVELOPER,
    OPENAI,
    SYNTHETIC,
    SYSTEM,
    TEXT,
    TOOL,
    TOOL_RESULT,
    USER,
    Message,
)
from daykeep.transcripts.messages.repairs.ledger import Item
from daykeep.transcripts.messages.repairs.turns import gather_turns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.transcripts.messages.model import Block, Provider
    from daykeep.transcripts.messages.repairs.ledger import Ledger
    from daykeep.transcripts.messages.repairs.turns import Turn

BEGINS = "[The conversation begins with the assistant.]"
"""What the user says where the provider wants a first word of the user and there is none."""
_SYSTEM = frozenset({SYSTEM, DEVELOPER})
_ASIDE = frozenset({TOOL_RESULT, ATTACHMENT})
_SAID = frozenset(
    {"text", "input_text", "output_text", "refusal", "input_image", "input_file", "input_audio"}
)
"""Parts of a message of Responses; everything else is an item of its own."""
_ITEMS = frozenset({"responses", "codex"})


def place_system(items: Sequence[Item], provider: Provider, ledger: Ledger) -> list[Item]:
    """Put system messages first where the provider takes them nowhere else."""
    head = 0
    while head < len(items) and items[head].message.role in _SYSTEM:
        head += 1
    late = [item for item in items[head:] if item.message.role in _SYSTEM]
    if provider != ANTHROPIC or not late:
        return list(items)
    for item in late:
        ledger.enter(
            "system_moved", item, "a system message is moved to the front: the provider takes it only there"
        )
    return [*items[:head], *late, *(item for item in items[head:] if item.message.role not in _SYSTEM)]


def arrange(items: Sequence[Item], provider: Provider, source: str, ledger: Ledger) -> list[Item]:
    """Group blocks into messages as the provider wants them; ``source`` is the format the conversation came in."""
    found: list[Item] = []
    for turn in gather_turns(items):
        if provider == ANTHROPIC:
            found += _for_anthropic(turn, source, ledger)
        elif provider == OPENAI:
            found += _for_chat(turn, source, ledger)
        else:
            found += [part for item in turn.items for part in _as_items(item)]
    return _begin(found, ledger) if provider == ANTHROPIC else found


def _for_anthropic(turn: Turn, source: str, ledger: Ledger) -> list[Item]:
    system = [item for item in turn.items if item.message.role in _SYSTEM]
    others = [item for item in turn.items if item.message.role not in _SYSTEM]
    role = ASSISTANT if turn.is_answer else USER
    said = list({item.number: item for item in others if item.message.mark != SYNTHETIC}.values())
    if len(said) > 1 and _is_repair(turn, said, source):
        text = f"{len(said)} messages of the {role} in a row are one"
        ledger.enter("merged", said[1], text, edits=False)
    return [*system, *([_joined(others, role)] if others else [])]


def _is_repair(turn: Turn, items: Sequence[Item], source: str) -> bool:
    """Whether joining these is a repair, and not the way from another provider's shape to this one's."""
    if source == ANTHROPIC:
        return True
    if turn.is_answer:
        return source not in _ITEMS
    return sum(any(block.kind not in _ASIDE for block in item.message.blocks) for item in items) > 1


def _joined(items: Sequence[Item], role: str) -> Item:
    first = items[0]
    if len(items) == 1:
        return first if first.message.role == role else Item(first.number, first.message._replace(role=role))
    messages = [item.message for item in items]
    blocks = tuple(block for message in messages for block in message.blocks)
    usage = next((message.usage for message in reversed(messages) if message.usage), None)
    marks = {message.mark for message in messages}
    lead = next((message for message in messages if message.mark != SYNTHETIC), messages[0])
    mark = marks.pop() if len(marks) == 1 else ""
    return Item(first.number, lead._replace(role=role, blocks=blocks, usage=usage, mark=mark, given={}))


def _begin(items: list[Item], ledger: Ledger) -> list[Item]:
    place = next((i for i, item in enumerate(items) if item.message.role not in _SYSTEM), len(items))
    if place == len(items) or items[place].message.role == USER:
        return items
    first = items[place]
    ledger.enter("first_user", first, "a message of the user is put before the first answer", edits=False)
    made = Message(USER, (text_block(BEGINS),), line=first.message.line, mark=SYNTHETIC)
    return [*items[:place], Item(first.number, made), *items[place:]]


def _for_chat(turn: Turn, source: str, ledger: Ledger) -> list[Item]:
    if not turn.is_answer:
        return [part for item in turn.items for part in _results_apart(item)]
    if any(has_calls(item.message) for item in turn.items[:-1]):
        if source not in _ITEMS:
            text = f"{len(turn.items)} messages of the assistant in a row are one: a call must be followed by its result"
            ledger.enter("merged", turn.items[1], text, edits=False)
        return [_joined(turn.items, ASSISTANT)]
    return list(turn.items)


def _results_apart(item: Item) -> list[Item]:
    """Each result as a message of the tool, the rest as one of the user."""
    message = item.message
    if message.role == TOOL and len(message.blocks) == 1:
        return [item]
    results = [block for block in message.blocks if block.kind == TOOL_RESULT]
    if not results:
        return [item if message.role != TOOL else Item(item.number, message._replace(role=USER, given={}))]
    found = [Item(item.number, message._replace(role=TOOL, blocks=(block,), given={})) for block in results]
    rest = tuple(block for block in message.blocks if block.kind != TOOL_RESULT)
    return [
        *found,
        *([Item(item.number, message._replace(role=USER, blocks=rest, given={}))] if rest else []),
    ]


def _as_items(item: Item) -> list[Item]:
    """Each call, result and reasoning as an item of its own; what is said between them as messages."""
    message = item.message
    groups: list[list[Block]] = []
    said = False
    for block in message.blocks:
        if is_said(block) and said:
            groups[-1].append(block)
        else:
            groups.append([block])
        said = is_said(block)
    if len(groups) < 2:
        return [_role_right(item)]
    parts = [
        Item(item.number, message._replace(blocks=tuple(group), given={}, usage=None)) for group in groups
    ]
    last = parts[-1]
    parts[-1] = Item(last.number, last.message._replace(usage=message.usage))
    return [_role_right(part) for part in parts]


def _role_right(item: Item) -> Item:
    role, blocks = item.message.role, item.message.blocks
    right = TOOL if role == USER and blocks[0].kind == TOOL_RESULT else role
    right = USER if role == TOOL and blocks[0].kind == TEXT else right
    return item if right == role else Item(item.number, item.message._replace(role=right))


def is_said(block: Block) -> bool:
    """Whether a block of Responses is part of a message, and not an item of its own."""
    return str(block.data.get("type")) in _SAID
