"""Lists of messages as programs send them: of the Anthropic API, of OpenAI's chat, the items of its Responses.

Each message, part and item tells what it is; a list may even mix them. Messages stand in one JSON document, alone or
under a name such as ``messages``, or one on each line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.content import role_of, text_of
from daykeep.transcripts.entries.times import read_time
from daykeep.transcripts.formats.messages import LISTS
from daykeep.transcripts.messages.blocks import ITEM_CALLS, ITEM_OUTPUTS, block_of
from daykeep.transcripts.messages.model import (
    ANTHROPIC,
    ASSISTANT,
    DEVELOPER,
    OPENAI,
    RESPONSES,
    SYNTHETIC,
    SYSTEM,
    TOOL,
    USER,
    Block,
    Message,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.transcripts.entries.lines import Record
    from daykeep.transcripts.messages.readers.gathering import Gathering

_ITEM_ROLES = {
    **dict.fromkeys(ITEM_CALLS | {"reasoning"}, ASSISTANT),
    **dict.fromkeys(("compaction", "compaction_summary"), ASSISTANT),
    **dict.fromkeys(ITEM_OUTPUTS, TOOL),
}
_ITEM_PARTS = frozenset({"input_text", "output_text", "input_image", "input_file"})
_CHAT_PARTS = frozenset({"image_url", "input_audio", "file", "function"})
_CHAT_KEYS = frozenset({"tool_calls", "function_call", "name", "refusal", "reasoning_content", "audio"})
_ANTHROPIC_PARTS = frozenset(
    {"tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document", "compaction"}
)
_HEADS = ("system", "instructions")
_MAX_INSIDE = 8


class ListReader:
    """Takes objects one by one. ``messages`` are those found; ``format`` is whose shape they have."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.messages: list[Message] = []
        self._head: list[Message] = []
        self._seen: set[str] = set()

    @property
    def format(self) -> str:
        """The provider whose shape the messages have; where all say the same, Anthropic's."""
        for provider in (RESPONSES, OPENAI, ANTHROPIC):
            if provider in self._seen:
                return provider
        return OPENAI if any(message.role in {SYSTEM, DEVELOPER} for message in self.messages) else ANTHROPIC

    def all(self) -> list[Message]:
        """The messages behind what stands above the list."""
        return self._head + self.messages

    def add(self, value: dict[str, Any], line: int, *, depth: int = 0) -> None:
        """Take a message, an item, an entry around one, or an object that holds a list of them."""
        inner = value.get("message")
        if "role" not in value and isinstance(inner, dict):
            self.add({"timestamp": value.get("timestamp"), **inner}, line, depth=depth + 1)
        elif "role" in value or "sender" in value:
            self._add_message(value, line)
        elif "type" in value and not any(isinstance(value.get(name), list) for name in LISTS):
            self._add_item(value, line)
        else:
            self._add_around(value, line, depth)

    def _add_around(self, value: dict[str, Any], line: int, depth: int) -> None:
        for name in _HEADS:
            if value.get(name):
                blocks = self.gathering.blocks(value[name], line)
                self._head.append(Message(SYSTEM, blocks, line=line))
                self._seen.update((ANTHROPIC,) if name == "system" else (RESPONSES,))
        self.gathering.name_session(
            value.get("key", value.get("session_id")), value.get("cwd", value.get("workspace"))
        )
        for name, held in value.items():
            if name in LISTS and isinstance(held, list) and depth < _MAX_INSIDE:
                for item in held:
                    if isinstance(item, dict):
                        self.add(item, line, depth=depth + 1)
                    else:
                        self.gathering.report(line, f"'{name}' holds something that is no message; left out")
            elif name not in _HEADS:
                self.gathering.given[name] = held

    def _add_item(self, value: dict[str, Any], line: int) -> None:
        block = block_of(value)
        self._seen.add(RESPONSES)
        self.gathering.note(block, line)
        role = _ITEM_ROLES.get(text_of(value, "type"), ASSISTANT)
        self.messages.append(Message(role, (block,), text_of(value, "id"), line, given=value))

    def _add_message(self, value: dict[str, Any], line: int) -> None:
        role, mark = _role(value), ""
        if not role:
            self.gathering.unknown(line, "role", value.get("role", value.get("sender")))
            role, mark = USER, SYNTHETIC  # nobody knows who speaks: it is not the person
        blocks = self._blocks(value, role, line)
        self._vote(value, role, blocks)
        usage = value.get("usage")
        self.messages.append(
            Message(
                role, blocks, text_of(value, "id"), line,
                read_time(value.get("timestamp", value.get("created_at")), self.gathering.zone),
                usage if isinstance(usage, dict) else None, text_of(value, "model"), mark,
                value,
            )
        )  # fmt: skip

    def _blocks(self, value: dict[str, Any], role: str, line: int) -> tuple[Block, ...]:
        if role == TOOL:
            return (block_of(value),)
        content = value.get("content", value.get("text", value.get("parts")))
        blocks = self.gathering.blocks(content, line)
        calls = value.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            block = block_of(
                call if not isinstance(call, dict) or "type" in call else {"type": "function", **call}
            )
            self.gathering.note(block, line)
            blocks += (block,)
        old = value.get("function_call")
        if isinstance(old, dict):
            blocks += (block_of({"type": "function", "id": "", "function": old}),)
        return blocks

    def _vote(self, value: dict[str, Any], role: str, blocks: tuple[Block, ...]) -> None:
        kinds = {kind for block in blocks if isinstance(kind := block.data.get("type"), str)}
        if value.get("type") == "message" and ("model" not in value and "stop_reason" not in value):
            self._seen.add(RESPONSES)
        if kinds & _ITEM_PARTS:
            self._seen.add(RESPONSES)
        if role == TOOL or kinds & _CHAT_PARTS or _CHAT_KEYS & value.keys():
            self._seen.add(OPENAI)
        if kinds & _ANTHROPIC_PARTS:
            self._seen.add(ANTHROPIC)


def _role(value: dict[str, Any]) -> str:
    role = value.get("role", value.get("sender"))
    return role_of(role) or (role if role in (SYSTEM, DEVELOPER) else "")


def read_list(records: Iterable[Record], gathering: Gathering) -> tuple[list[Message], str]:
    """The messages of all records, and the provider whose shape they have."""
    reader = ListReader(gathering)
    for record in records:
        reader.add(record.value, record.line)
    return reader.all(), reader.format
