"""Exports as JSON: ChatGPT's (a zip archive or its folder) and mem0's."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from daykeep.importing.formats.markdown import date_in, type_named
from daykeep.importing.found import Passed, Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.importing.found import Found
    from daykeep.importing.source import Source

CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
MEMORIES = re.compile(r"(?:.*/)?(?:user_)?memor(?:y|ies)(?:-\d+)?\.json")
TEXT_KEYS = ("memory", "text", "content", "data", "value")
LIST_KEYS = ("results", "memories", "items", "data")
_NUMBERED = re.compile(
    r"^\s*\d{1,4}\.\s+(?:\[(?P<day>\d{4}-\d{2}-\d{2})\]\.?\s*)?(?P<text>\S.*)", re.MULTILINE
)
_CHANGED = ("updated_at", "created_at", "updated", "created", "create_time", "timestamp")


def read_chatgpt(source: Source) -> Iterator[Found]:
    """What ChatGPT was told to remember, and custom instructions; the conversations themselves hold no statements.

    Memories stand in messages to its own tool ("bio"), in the context that it edits, and in a file of their own
    where the export has one.
    """
    for name in source.names():
        if MEMORIES.fullmatch(name):
            yield from _records(name, source.value(name))
        elif CONVERSATIONS.fullmatch(name):
            yield from _conversations(source, name)


def read_mem0(source: Source) -> Iterator[Found]:
    """Memories as mem0 gives them: ``{"results": [...]}``, pages of these, a plain list, or JSON lines."""
    for name in source.names():
        if name.lower().endswith((".json", ".jsonl")):
            value = source.value(name)
            if value is not None:
                yield from _records(name, value)


def _conversations(source: Source, name: str) -> Iterator[Found]:
    value = source.value(name)
    if value is None:
        return
    chats = (
        value if isinstance(value, list) else value.get("conversations") if isinstance(value, dict) else None
    )
    if not isinstance(chats, list):
        yield Passed(name, 1, "it is no list of conversations")
        return
    seen: set[str] = set()
    for number, chat in enumerate(chats, 1):
        mapping = chat.get("mapping") if isinstance(chat, dict) else None
        if not isinstance(mapping, dict):
            yield Passed(name, number, "this conversation has no messages that can be read")
            continue
        for node in mapping.values():
            message = node.get("message") if isinstance(node, dict) else None
            for found in _message(name, number, message) if isinstance(message, dict) else ():
                if found.text not in seen:
                    seen.add(found.text)
                    yield found
    many = "1 conversation was" if len(chats) == 1 else f"{len(chats):,} conversations were"
    yield Passed(name, 0, f"{many} looked through for memories; what else was said there is not imported")


def _message(name: str, number: int, message: dict[str, Any]) -> Iterator[Said]:
    """What one message has ChatGPT remember."""
    content = message.get("content")
    content = content if isinstance(content, dict) else {}
    kind, on = content.get("content_type"), _day_of(message.get("create_time"))
    if message.get("recipient") == "bio":
        parts = content.get("parts")
        texts = [content.get("text"), *(parts if isinstance(parts, list) else [])]
        for text in texts:
            if isinstance(text, str) and text.strip():
                yield Said(name, number, number, text.strip(), on=on, under="a memory")
    elif kind == "user_editable_context":
        for key, type_ in (("user_profile", "user"), ("user_instructions", "feedback")):
            text = content.get(key)
            if isinstance(text, str) and text.strip():
                yield Said(name, number, number, _unwrapped(text), type_, on=on, under="custom instructions")
    elif kind == "model_editable_context" and isinstance(content.get("model_set_context"), str):
        for found in _NUMBERED.finditer(content["model_set_context"]):
            yield Said(
                name, number, number, found["text"].strip(), on=date_in(found["day"]) or on, under="a memory"
            )


def _unwrapped(text: str) -> str:
    """Custom instructions without the sentence and the fence that they are wrapped in."""
    inside = re.search(r"```(?:\w*\n)?(.*?)```", text, re.DOTALL)
    return (inside[1] if inside else text).strip()


def _records(name: str, value: object) -> Iterator[Found]:
    """Memories in a list, however deep the pages of it are wrapped; ``first`` counts them."""
    for number, row in enumerate(_rows(value), 1):
        if isinstance(row, str):
            if row.strip():
                yield Said(name, number, number, row.strip())
            continue
        text = next((row[key] for key in TEXT_KEYS if isinstance(row.get(key), str) and row[key].strip()), "")
        if not text:
            yield Passed(name, number, "it has no text")
            continue
        on = next((day for key in _CHANGED if (day := _day_of(row.get(key)))), None)
        yield Said(name, number, number, text.strip(), _type_of(row), on=on)
    if isinstance(value, dict) and value.get("relations"):
        yield Passed(name, 0, f"{len(value['relations'])} relations of its graph are not imported")


def _rows(value: object) -> Iterator[dict[str, Any] | str]:
    if isinstance(value, list):
        for one in value:
            if isinstance(one, dict) and not any(isinstance(one.get(key), str) for key in TEXT_KEYS):
                inner = _list_in(one)
                yield from _rows(inner) if inner is not None else iter((one,))
            elif isinstance(one, (dict, str)):
                yield one
    elif isinstance(value, dict):
        inner = _list_in(value)
        yield from _rows(inner) if inner is not None else iter((value,))


def _list_in(value: dict[str, Any]) -> list[Any] | None:
    return next((value[key] for key in LIST_KEYS if isinstance(value.get(key), list)), None)


def _type_of(row: dict[str, Any]) -> str:
    """The type that a memory's metadata or categories tell."""
    metadata = row.get("metadata")
    named: list[Any] = (
        [metadata.get(key) for key in ("type", "category")] if isinstance(metadata, dict) else []
    )
    categories = row.get("categories")
    named += categories if isinstance(categories, list) else []
    return next((kind for word in named if (kind := type_named(word))), "")


def _day_of(value: object) -> date | None:
    """The day of a time as seconds since 1970 (UTC) or as ISO text."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return date_in(value)
    try:
        return datetime.fromtimestamp(value, tz=UTC).date()
    except (ValueError, OverflowError, OSError):
        return None
