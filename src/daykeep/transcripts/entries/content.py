"""The words in a message's content: a text, or a list of parts in the shape of one of the model providers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT_OUTPUT_CHARS = 2_000
"""So much of a tool's output is read if output is asked for: what it is about stands at its start."""
_TEXT_PARTS = frozenset({"text", "input_text", "output_text", "summary_text", ""})
_OUTPUT_PARTS = frozenset(
    {"tool_result", "toolResult", "tool-result", "function_call_output", "custom_tool_call_output"}
)
_ROLES = {
    **dict.fromkeys(("user", "human"), "user"),
    **dict.fromkeys(("assistant", "ai", "model", "bot"), "assistant"),
    **dict.fromkeys(("tool", "function", "toolResult", "tool_result", "ipython"), "tool"),
}


def text_of(value: dict[str, Any], key: str) -> str:
    """A member of an entry if it is a text, else ""."""
    found = value.get(key)
    return found if isinstance(found, str) else ""


def role_of(value: Any) -> str:
    """``user``, ``assistant`` or ``tool`` for any of the words that formats have for them; "" for others and no words.

    >>> role_of("human"), role_of("system")
    ('user', '')
    """
    return _ROLES.get(value, "") if isinstance(value, str) else ""


def said_in(content: Any) -> str:
    """The text of a content without thinking, pictures, tool calls and their output; parts by an empty line.

    >>> said_in([{"type": "text", "text": "Hi."}, {"type": "tool_use", "name": "ls", "input": {}}])
    'Hi.'
    """
    if isinstance(content, str):
        return content
    return "\n\n".join(text for text in _texts(content) if text.strip())


def _texts(content: Any) -> Iterator[str]:
    for part in _parts(content):
        if isinstance(part, str):
            yield part
        elif part.get("type", "") in _TEXT_PARTS:
            text = part.get("text", part.get("content"))
            if isinstance(text, dict):
                text = text.get("value")
            if isinstance(text, str):
                yield text


def _parts(content: Any) -> Iterator[str | dict[str, Any]]:
    """The parts of a content; a kind that can't be looked up (a list, an object) is none."""
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, str) or (isinstance(part, dict) and isinstance(part.get("type", ""), str)):
            yield part


def output_in(content: Any) -> str:
    """The start of what tools gave back in this content, at most 2,000 characters of each."""
    found = []
    for part in _parts(content):
        if isinstance(part, dict) and text_of(part, "type") in _OUTPUT_PARTS:
            text = said_in(part.get("content", part.get("output")))
            if text.strip():
                found.append(text[:LIMIT_OUTPUT_CHARS])
    return "\n\n".join(found)
