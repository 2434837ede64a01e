"""What ``daykeep session new``, ``ingest``, ``append``, ``end`` and ``list`` answer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import PARTIAL
from daykeep.cli.session.choosing import choose_session
from daykeep.errors import DocumentError, UsageError
from daykeep.operations.choosing import said_minute
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.blocks import text_block
from daykeep.transcripts.messages.model import SYNTHETIC, Conversation, Message
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.run.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.session.history.store import SessionInfo, Taken

LIMIT_INPUT_BYTES = 256 << 20
STDIN = "-"
_SHOWN = 20
_OPENINGS = ("{", "[")
_ROLE = re.compile(r'"role"\s*:')


def begin_session(call: Call, given: Mapping[str, Any]) -> None:
    """Answer ``new``."""
    workspace = call.workspace(at=given["at"])
    named = {key: given[key] for key in ("session_id", "source", "model")}
    info = SessionStore(workspace.files).new(at=workspace.now, **named)
    call.emit({"session": _facts(info)}, info.id)


def ingest_file(call: Call, name: str, given: Mapping[str, Any]) -> None:
    """Answer ``ingest``."""
    workspace = call.workspace(at=given["at"])
    store = SessionStore(workspace.files)
    session_id, taken, is_new = take_in(call, workspace, store, name, given["session_id"])
    _answer(call, store, session_id, taken, is_new=is_new)


def take_in(
    call: Call, workspace: Workspace, store: SessionStore, name: str, wanted: str
) -> tuple[str, Taken, bool]:
    """Take in what is new in the conversation that a name means; its session, what was taken in, whether it was begun."""
    conversation, source = _read(call, name)
    wanted = wanted or store.fitting(conversation)
    session_id, is_new = store.find_or_begin(at=workspace.now, session_id=wanted, source=source)
    return session_id, store.ingest(session_id, conversation, source=source), is_new


def append_input(call: Call, given: Mapping[str, Any]) -> None:
    """Answer ``append``."""
    workspace = call.workspace(at=given["at"])
    data = _input(call)
    messages = _messages(data, given["role"], workspace)
    store = SessionStore(workspace.files)
    known = len(store.sessions())
    session_id = choose_session(call, workspace, given["session"], make=True)
    taken = store.append(session_id, messages)
    _answer(call, store, session_id, taken, is_new=len(store.sessions()) > known)


def end_session(call: Call, given: Mapping[str, Any]) -> int | None:
    """Answer ``end``; 10 where something of the session could not be recorded."""
    from daykeep.loop.ending import end_session as end

    workspace = call.workspace(at=given["at"])
    desk = Desk(workspace.files, choose_session(call, workspace, given["session"]))
    ended = end(workspace, desk, sync=given["sync"])
    for problem in ended.problems:
        call.note(problem)
    info = desk.sessions.get(desk.session_id)
    done = {
        "memory": ended.memory,
        "proposed": ended.proposed,
        "learned": ended.learned,
        "waiting": ended.waiting,
    }
    said = f"{info.id} ended {said_minute(info.ended_at, workspace.zone)}; its memory is {ended.memory}"
    notes = f"{ended.proposed} notes proposed, {ended.learned} learned, {ended.waiting} wait for you"
    call.emit({"session": _facts(info), **done}, [said, notes] if given["sync"] else said)
    return PARTIAL if ended.problems else None


def list_sessions(call: Call) -> None:
    """Answer ``list``."""
    workspace = call.workspace()
    found = SessionStore(workspace.files).sessions()
    width = max((len(info.id) for info in found), default=0)
    lines = [
        f"{info.id:<{width}}  {info.status:<5}  {said_minute(info.created_at, workspace.zone)}  {info.source}".rstrip()
        for info in found
    ]
    call.emit({"sessions": [_facts(info) for info in found]}, lines or ["no session yet"])


def _read(call: Call, name: str) -> tuple[Conversation, str]:
    """The conversation that a name means, over all compactions, and where it comes from; DocumentError if it is none."""
    if name == STDIN:
        conversation, source = read_conversation(_input(call), name="standard input", whole=True), ""
    else:
        path = Path(name)
        conversation, source = read_conversation(path, whole=True), str(path.resolve())
    first = next(iter(conversation.problems), None)
    if not conversation.format:
        why = first.message if first else "it holds nothing"
        hint = "a transcript of Claude Code, pi or Codex, or a list of messages as JSON"
        raise DocumentError(f"'{name}': {why}", hint=hint)
    if first and not conversation.messages:
        raise DocumentError(f"'{name}': no message of it can be read; line {first.line}: {first.message}")
    return conversation, source


def _input(call: Call) -> bytes:
    data = call.stdin_bytes(LIMIT_INPUT_BYTES)
    if len(data) > LIMIT_INPUT_BYTES:
        raise UsageError(f"standard input may have {LIMIT_INPUT_BYTES >> 20} MiB; name a file instead")
    return data


def _messages(data: bytes, role: str | None, workspace: Workspace) -> tuple[Message, ...]:
    text = data.decode("utf-8", "replace")
    if role is None and text.lstrip()[:1] in _OPENINGS:
        found = _given(data, text)
        if found:
            return found
    if not text.strip():
        raise UsageError("standard input holds nothing to append")
    return (Message(role or "user", (text_block(text.rstrip("\n")),), at=workspace.now),)


def _given(data: bytes, text: str) -> tuple[Message, ...]:
    """The messages that a JSON text gives; none if it is no list of messages but words.

    DocumentError where it was meant as messages and is damaged, or names a role that nobody has: part of it would be lost, or
    what a tool gave taken for a person's words.
    """
    read = read_conversation(data, name="standard input")
    values = _values(text)
    if values is None:
        if _ROLE.search(text):
            line = read.problems[0].line if read.problems else 1
            raise _refused(f"line {line} is not valid JSON")
        return ()
    if any(message.mark == SYNTHETIC for message in read.messages) or (
        not read.messages and any(isinstance(one, dict) and "role" in one for one in values)
    ):
        raise _refused("a message has no role that is known")
    return read.messages


def _values(text: str) -> list[Any] | None:
    """What stands in a text that is one JSON document (the members of a list), or one on each line; None if it isn't all JSON."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            return [json.loads(line) for line in lines] if len(lines) > 1 else None
        except (ValueError, RecursionError):
            return None
    return found if isinstance(found, list) else [found]


def _refused(why: str) -> DocumentError:
    return DocumentError(
        f"standard input: {why}; nothing was appended",
        hint="`--role user` appends a text as it is, whatever it looks like",
    )


def _answer(call: Call, store: SessionStore, session_id: str, taken: Taken, *, is_new: bool) -> None:
    count = len(store.load(session_id).messages)
    data = {
        "session": session_id,
        "new": is_new,
        "added": taken.added,
        "grown": taken.grown,
        "known": taken.known,
        "messages": count,
        "problems": [problem._asdict() for problem in taken.problems],
    }
    for problem in () if call.json else taken.problems[:_SHOWN]:
        call.note(f"{problem.name}, line {problem.line}: {problem.message}")
    if len(taken.problems) > _SHOWN and not call.json:
        call.note(f"{len(taken.problems) - _SHOWN} more problems; --json holds all of them")
    grown = f", {taken.grown} grown" if taken.grown else ""
    call.emit(
        data, f"{session_id}: {taken.added} new{grown}, {count} message{'' if count == 1 else 's'} in all"
    )


def _facts(info: SessionInfo) -> dict[str, Any]:
    return {**info._asdict(), "tools": list(info.tools)}
