"""Lists of messages as programs keep them: of the Anthropic and OpenAI APIs, of nanobot, ReMe and many a loop of one's own.

A message has a role and a content. It stands on a line of its own, or in a list in one JSON document, alone or under
a name such as ``messages``; ``{"message": {…}}`` around it is opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.asides import is_quiet, is_runtime_prompt, open_envelope
from daykeep.transcripts.entries.content import LIMIT_OUTPUT_CHARS, output_in, role_of, said_in, text_of
from daykeep.transcripts.entries.draft import Place, Said
from daykeep.transcripts.entries.times import read_time
from daykeep.transcripts.turn import ASSISTANT, OUTPUT, SUMMARY, TOOL, USER

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime, tzinfo

    from daykeep.transcripts.entries.draft import Draft
    from daykeep.transcripts.entries.lines import Record

LISTS = (
    "messages",
    "conversation",
    "history",
    "chat_messages",
    "input",
    "items",
    "turns",
    "chat",
    "traj",
    "dialog",
)
"""Names under which a document keeps its messages."""
_TIMES = ("timestamp", "created_at", "create_time", "createdAt", "time", "ts", "at", "date")
_MAX_INSIDE = 8
"""So deep may messages stand in an entry."""


def is_message(value: dict[str, Any]) -> bool:
    """Whether an entry is a message, holds some, or is the head of a nanobot session."""
    if value.get("_type") == "metadata":
        return True
    if any(isinstance(value.get(name), list) and _holds_messages(value[name]) for name in LISTS):
        return True
    inner = value.get("message")
    message = inner if isinstance(inner, dict) else value
    return bool(_role(message)) and bool({"content", "text", "parts", "tool_calls"} & message.keys())


def _holds_messages(items: list[Any]) -> bool:
    return any(
        isinstance(item, dict) and bool(_role(item) or item.get("message")) for item in items[:_MAX_INSIDE]
    )


def is_note(value: dict[str, Any]) -> bool:
    """Whether an entry is one of nanobot's history: a cursor, a time, and what happened."""
    return (
        isinstance(value.get("cursor"), int)
        and isinstance(value.get("content"), str)
        and "timestamp" in value
    )


def read_messages(records: Iterable[Record], draft: Draft, *, link: str = "") -> None:  # noqa: ARG001 - no branches here
    """Read messages one after the other, those inside an entry at its place; system messages are passed over."""
    for record in records:
        _add_entry(record.value, Place(record.line, record.offset), draft, depth=0)


def _add_entry(value: dict[str, Any], place: Place, draft: Draft, *, depth: int) -> None:
    if value.get("_type") == "metadata":
        draft.name_session(value.get("key"))
        return
    for name in ("cwd", "workspace"):
        draft.enter(value.get(name))
    draft.title = draft.title or text_of(value, "title").strip()
    if depth < _MAX_INSIDE:
        held = next((value[name] for name in LISTS if isinstance(value.get(name), list)), None)
        if held is not None and not _role(value):
            for item in held:
                if isinstance(item, dict):
                    _add_entry(item, place, draft, depth=depth + 1)
            return
    inner = value.get("message")
    message = inner if isinstance(inner, dict) else value
    at = _time(message, draft.zone) or _time(value, draft.zone)
    for said in _said(message, at, draft):
        draft.add(said, place)


def _role(message: dict[str, Any]) -> str:
    role = message.get("role", message.get("sender"))
    return role_of(role) or ("system" if role in ("system", "developer") else "")


def _time(value: dict[str, Any], zone: tzinfo) -> datetime | None:
    return next((at for name in _TIMES if (at := read_time(value.get(name), zone)) is not None), None)


def _said(message: dict[str, Any], at: datetime | None, draft: Draft) -> list[Said]:
    role = _role(message)
    content = message.get("content", message.get("text", message.get("parts")))
    text = said_in(content)
    speaker = text_of(message, "name").strip()[:80] or None
    if role == USER:
        opened = open_envelope(text)
        said = Said(USER, opened.text, at, speaker=speaker or opened.speaker)
        return [] if is_runtime_prompt(opened.text) else [said, *_output(content, at, draft)]
    if role == ASSISTANT:
        return [] if is_quiet(text) else [Said(ASSISTANT, text, at, speaker=speaker)]
    if role == TOOL and draft.tools:
        return [Said(TOOL, text[:LIMIT_OUTPUT_CHARS], at, OUTPUT)]
    if draft.tools and message.get("type") == "function_call_output":
        return _output(message, at, draft)
    return []


def _output(content: Any, at: datetime | None, draft: Draft) -> list[Said]:
    return [Said(TOOL, output_in(content), at, OUTPUT)] if draft.tools else []


def read_notes(records: Iterable[Record], draft: Draft, *, link: str = "") -> None:  # noqa: ARG001 - no branches here
    """Read nanobot's history: each entry is what the agent wrote down about a stretch of conversation."""
    for record in records:
        value = record.value
        if is_note(value):
            at = read_time(value["timestamp"], draft.zone)
            draft.add(Said(ASSISTANT, value["content"], at, SUMMARY), Place(record.line, record.offset))
