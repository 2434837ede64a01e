"""Messages as the request that a provider takes: its own blocks come back exactly as they were given. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.messages.conversion.convert import convert
from daykeep.transcripts.messages.model import (
    ANTHROPIC,
    ASSISTANT,
    DEVELOPER,
    OPENAI,
    RESPONSES,
    SYSTEM,
    TEXT,
    TOOL_RESULT,
    TOOL_USE,
)
from daykeep.transcripts.messages.repairs.order import is_said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from daykeep.transcripts.messages.model import Block, Message, Provider

_CHAT_KEYS = frozenset({"role", "content", "tool_calls", "function_call"})


def render_anthropic(messages: Sequence[Message]) -> dict[str, Any]:
    """``{"system": […], "messages": […]}``; without ``system`` where there is none."""
    system: list[Any] = []
    found: list[dict[str, Any]] = []
    for message in messages:
        blocks = _native(message, ANTHROPIC)
        if message.role in {SYSTEM, DEVELOPER}:
            system += [dict(block.data) for block in blocks]
        else:
            role = ASSISTANT if message.role == ASSISTANT else "user"
            found.append({"role": role, "content": _content(message, blocks)})
    return {"system": system, "messages": found} if system else {"messages": found}


def render_openai(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The messages of a chat: calls in ``tool_calls``, each result as a message of the tool."""
    found: list[dict[str, Any]] = []
    for message in messages:
        blocks = _native(message, OPENAI)
        found += [dict(block.data) for block in blocks if block.kind == TOOL_RESULT]
        calls = [dict(block.data) for block in blocks if block.kind == TOOL_USE]
        said = [block for block in blocks if block.kind not in {TOOL_RESULT, TOOL_USE}]
        if calls or said:
            given = message.given if message.given.get("role") == message.role else {}
            made = {key: value for key, value in given.items() if key not in _CHAT_KEYS}
            content = _content(message, said, in_chat=True) if said else _no_content(given)
            found.append(_ordered(given, {"role": message.role, "content": content, **made}, calls))
    return found


def _no_content(given: Mapping[str, Any]) -> Any:
    """What stands in the place of a content where only tools are called: as given, if that says nothing either."""
    return given["content"] if given.get("content") in ("", []) else None


def _ordered(given: Mapping[str, Any], made: dict[str, Any], calls: list[Any]) -> dict[str, Any]:
    """The members in the order in which they were given."""
    if calls:
        made["tool_calls"] = calls
    if made["content"] is None and "content" not in given and calls:
        del made["content"]
    return {
        key: made[key]
        for key in [*(key for key in given if key in made), *(key for key in made if key not in given)]
    }


def render_responses(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The items of Responses: what is said as messages, calls, outputs and reasoning as items of their own."""
    found: list[dict[str, Any]] = []
    for message in messages:
        said: list[Block] = []
        for block in _native(message, RESPONSES):
            if is_said(block):
                said.append(block)
                continue
            found += _said_item(message, said)
            said = []
            found.append(dict(block.data))
        found += _said_item(message, said)
    return found


def _said_item(message: Message, said: Sequence[Block]) -> list[dict[str, Any]]:
    if not said:
        return []
    given = message.given if message.given.get("role") == message.role else {}
    kept = {key: value for key, value in given.items() if key != "content"} or {
        "type": "message",
        "role": message.role,
    }
    return [_ordered(given, {**kept, "content": _content(message, said)}, [])]


def _content(message: Message, blocks: Sequence[Block], *, in_chat: bool = False) -> Any:
    """The content as a text where it was given as one, or where a chat's message is one text; else as a list."""
    bare = {"type": "text", "text": blocks[0].text} if blocks else {}
    is_text = len(blocks) == 1 and blocks[0].kind == TEXT and dict(blocks[0].data) == bare
    if is_text and (isinstance(message.given.get("content"), str) or (in_chat and not message.given)):
        return blocks[0].text
    return [dict(block.data) for block in blocks]


def _native(message: Message, provider: Provider) -> tuple[Block, ...]:
    return convert(message, provider, provider, lambda _text: None)


RENDERERS: dict[Provider, Callable[[Sequence[Message]], Any]] = {
    ANTHROPIC: render_anthropic,
    OPENAI: render_openai,
    RESPONSES: render_responses,
}
"""By provider."""
