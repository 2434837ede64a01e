"""Sessions of pi and of OpenClaw's classic store: a header, then entries, in a tree from version 2 on.

Version 1 has no ids: its entries follow each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.asides import is_quiet, is_runtime_prompt, open_envelope
from daykeep.transcripts.entries.branches import Node, choose_branch
from daykeep.transcripts.entries.content import LIMIT_OUTPUT_CHARS, role_of, said_in, text_of
from daykeep.transcripts.entries.draft import Place, Said
from daykeep.transcripts.entries.times import read_time
from daykeep.transcripts.turn import ASSISTANT, OUTPUT, SUMMARY, TOOL, USER

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from daykeep.transcripts.entries.draft import Draft
    from daykeep.transcripts.entries.lines import Record

KINDS = frozenset({"message", "compaction", "branch_summary", "custom_message"})
"""Types of entries in which somebody speaks."""
OTHERS = frozenset({"thinking_level_change", "model_change", "custom", "label", "session_info"})
"""Types of entries without a place in the conversation."""
FAILED = frozenset({"aborted", "error"})
"""Why an answer stopped that is not a whole one: its usage is no account of anything."""
_MIRRORS = frozenset({"delivery-mirror", "gateway-injected"})
"""OpenClaw's models of answers that were only sent on: most of them stand in the entry before, too."""


def is_pi(value: dict[str, Any]) -> bool:
    """Whether an entry is one of such a session."""
    kind = value.get("type")
    if kind == "session":
        return "cwd" in value or "version" in value
    if kind == "message":
        return isinstance(value.get("message"), dict) and ("timestamp" in value or "parentId" in value)
    return isinstance(kind, str) and kind in KINDS | OTHERS and "timestamp" in value


def read_pi(records: Iterable[Record], draft: Draft, *, link: str = "") -> None:
    """Read the conversation: of several branches the one that the file ends in."""
    nodes: list[Node] = []
    said: list[Said | None] = []
    places: list[Place] = []
    seen: set[str] = set()
    mirrors: set[str] = set()
    last = link
    for record in records:
        value = record.value
        if value.get("type") == "session":
            draft.name_session(value.get("id"))
            draft.enter(value.get("cwd"))
            continue
        node = node_of(value, record, last)
        if node.id in seen:
            continue
        draft.require_folder()
        seen.add(node.id)
        last = node.id
        _take_title(value, draft)
        if _is_mirror(value):
            mirrors.add(node.id)
        nodes.append(node)
        said.append(_said(value, draft))
        places.append(Place(record.line, record.offset, node.parent))
    for index in choose_branch(nodes, link=link):
        piece = said[index]
        if piece is not None and not (nodes[index].id in mirrors and draft.repeats(piece.text)):
            draft.add(piece, places[index])


def node_of(value: dict[str, Any], record: Record, last: str) -> Node:
    """The entry's place; without an id it follows the one before it."""
    ident = text_of(value, "id")
    speaks = text_of(value, "type") in KINDS
    if ident and "parentId" in value:
        return Node(ident, text_of(value, "parentId"), speaks)
    return Node(f"#{record.offset}", last, speaks)


def _is_mirror(value: dict[str, Any]) -> bool:
    message = value.get("message")
    return isinstance(message, dict) and text_of(message, "model") in _MIRRORS


def _take_title(value: dict[str, Any], draft: Draft) -> None:
    name = text_of(value, "name").strip()
    if value.get("type") == "session_info" and name:
        draft.title = name


def _said(value: dict[str, Any], draft: Draft) -> Said | None:
    kind = text_of(value, "type")
    at = read_time(value.get("timestamp"), draft.zone)
    if kind in {"compaction", "branch_summary"}:
        return Said(USER, said_in(value.get("summary")), at, SUMMARY)
    message = value.get("message")
    if kind != "message" or not isinstance(message, dict):
        return None
    return _of_message(message, read_time(message.get("timestamp"), draft.zone) or at, draft)


def _of_message(message: dict[str, Any], at: datetime | None, draft: Draft) -> Said | None:
    role = role_of(message.get("role"))
    text = said_in(message.get("content"))
    if role == USER:
        opened = open_envelope(text)
        return None if is_runtime_prompt(opened.text) else Said(USER, opened.text, at, speaker=opened.speaker)
    if role == ASSISTANT:
        return None if is_quiet(text) else Said(ASSISTANT, text, at)
    if not draft.tools:
        return None
    if message.get("role") == "bashExecution":
        text = f"{message.get('command', '')}\n{message.get('output', '')}"
    elif role != TOOL:
        return None
    return Said(TOOL, text[:LIMIT_OUTPUT_CHARS], at, OUTPUT)
