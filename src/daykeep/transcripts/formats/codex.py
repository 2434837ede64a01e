"""Codex's rollouts: ``{"timestamp", "type", "payload"}`` a line; in the first versions the payload alone.

Messages are read from the items of the model's conversation; the events beside them repeat the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.asides import without_codex
from daykeep.transcripts.entries.content import LIMIT_OUTPUT_CHARS, role_of, said_in
from daykeep.transcripts.entries.draft import Place, Said
from daykeep.transcripts.entries.times import read_time
from daykeep.transcripts.turn import ASSISTANT, OUTPUT, SUMMARY, TOOL, USER

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from daykeep.transcripts.entries.draft import Draft
    from daykeep.transcripts.entries.lines import Record

_WRAPPED = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output", "local_shell_call_output"})


def is_codex(value: dict[str, Any]) -> bool:
    """Whether an entry is one of a rollout."""
    kind = value.get("type")
    if isinstance(kind, str) and kind in _WRAPPED:
        return isinstance(value.get("payload"), dict)
    return kind is None and ("record_type" in value or {"id", "timestamp", "instructions"} <= value.keys())


def read_codex(records: Iterable[Record], draft: Draft, *, link: str = "") -> None:  # noqa: ARG001 - no branches here
    """Read the conversation; turns that were rolled back are not part of it. One of a sub-agent has no turns."""
    for record in records:
        value = record.value
        payload = value.get("payload")
        if not isinstance(payload, dict):
            payload = value
        kind = value.get("type")
        at = read_time(value.get("timestamp"), draft.zone)
        place = Place(record.line, record.offset)
        if kind == "session_meta" or (kind is None and "instructions" in value):
            is_first = not draft.session
            draft.name_session(payload.get("id"))
            if is_first and is_sub_agent(payload):
                return
            draft.enter(payload.get("cwd"))
        elif kind == "event_msg":
            if payload.get("type") == "thread_rolled_back" and type(payload.get("num_turns")) is int:
                draft.drop_users(payload["num_turns"])
        elif kind == "compacted":
            draft.add(Said(USER, said_in(payload.get("message")), at, SUMMARY), place)
        elif kind != "turn_context":
            _add_item(payload, at, place, draft)
        else:
            draft.enter(payload.get("cwd"))


def is_sub_agent(payload: dict[str, Any]) -> bool:
    """Whether a session's head says that it is one of a sub-agent."""
    source = payload.get("source")
    return isinstance(source, dict) and "subagent" in source


def _add_item(item: dict[str, Any], at: datetime | None, place: Place, draft: Draft) -> None:
    kind = item.get("type")
    if kind == "message":
        draft.require_folder()
        role = role_of(item.get("role"))
        if role == ASSISTANT:
            draft.add(Said(ASSISTANT, said_in(item.get("content")), at), place)
        elif role == USER:
            for text in _texts(item.get("content")):
                draft.add(Said(USER, without_codex(text), at, key=f"#{place.offset}"), place)
    elif draft.tools and isinstance(kind, str) and kind in _OUTPUTS:
        text = said_in(item.get("output"))
        draft.add(Said(TOOL, text[:LIMIT_OUTPUT_CHARS], at, OUTPUT), place)


def _texts(content: Any) -> list[str]:
    """The texts of the parts one by one: instructions and the person's words may share a message."""
    parts = content if isinstance(content, list) else [content]
    return [said_in(part) for part in parts]
