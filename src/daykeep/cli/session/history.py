"""What ``daykeep session new``, ``ingest``, ``append``, ``end`` and ``list`` answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from daykeep.cli.session.choosing import choose_session
from daykeep.errors import DocumentError, UsageError
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.blocks import text_block
from daykeep.transcripts.messages.model import Conversation, Message
from daykeep.transcripts.messages.read import read_conversation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.session.history.store import SessionInfo, Taken

LIMIT_INPUT_BYTES = 256 << 20
STDIN = "-"
_SHOWN = 20
_OPENINGS = ("{", "[")


def begin_session(call: Call, given: Mapping[str, Any]) -> None:
    """Answer ``new``."""
    workspace = call.workspace(at=given["at"])
    named = {key: given[key] for key in ("session_id", "source", "model")}
    info = SessionStore(workspace.files).new(at=workspace.now, **named)
    call.emit({"session": _facts(info)}, info.id)


def ingest_file(call: Call, name: str, given: Mapping[str, Any]) -> None:
    """Answer ``ingest``."""
    workspace = call.workspace(at=given["at"])
    conversation, source = _read(call, name)
    store = SessionStore(workspace.files)
    session_id, is_new = _session_of(store, conversation, source, given["session_id"])
    if is_new:
        session_id = store.new(at=workspace.now, session_id=session_id, source=source).id
    taken = store.ingest(session_id, conversation, source=source)
    _answer(call, store, session_id, taken, is_new=is_new)


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


def end_session(call: Call, given: Mapping[str, Any]) -> None:
    """Answer ``end``."""
    workspace = call.workspace(at=given["at"])
    store = SessionStore(workspace.files)
    info = store.end(choose_session(call, workspace, given["session"]), at=workspace.now)
    call.emit({"session": _facts(info)}, f"{info.id} ended {info.ended_at}")


def list_sessions(call: Call) -> None:
    """Answer ``list``."""
    found = SessionStore(call.workspace().files).sessions()
    lines = [f"{info.id}  {info.status}  {info.created_at[:16]}  {info.source}".rstrip() for info in found]
    call.emit({"sessions": [_facts(info) for info in found]}, lines or ["no session yet"])


def _read(call: Call, name: str) -> tuple[Conversation, str]:
    """The conversation that a name means, over all compactions, and where it comes from; DocumentError if it is none."""
    if name == STDIN:
        conversation, source = read_conversation(_input(call), name="standard input", whole=True), ""
    else:
        path = Path(name)
        conversation, source = read_conversation(path, whole=True), str(path.resolve())
    if not conversation.format:
        why = conversation.problems[0].message if conversation.problems else "it holds nothing"
        hint = "a transcript of Claude Code, pi or Codex, or a list of messages as JSON"
        raise DocumentError(f"'{name}': {why}", hint=hint)
    return conversation, source


def _input(call: Call) -> bytes:
    data = call.stdin_bytes(LIMIT_INPUT_BYTES)
    if len(data) > LIMIT_INPUT_BYTES:
        raise UsageError(f"standard input may have {LIMIT_INPUT_BYTES >> 20} MiB; name a file instead")
    return data


def _session_of(store: SessionStore, conversation: Conversation, source: str, given: str) -> tuple[str, bool]:
    """The session that a conversation belongs to, and whether it has to be begun: named, its own, or the one of its file."""
    known = store.sessions()
    wanted = given or store.fitting(conversation)
    if wanted:
        return wanted, not any(info.id == wanted for info in known)
    same = next((info.id for info in known if source and info.source == source), "")
    return same, not same


def _messages(data: bytes, role: str | None, workspace: Workspace) -> tuple[Message, ...]:
    text = data.decode("utf-8", "replace")
    if role is None and text.lstrip()[:1] in _OPENINGS:
        found = read_conversation(data, name="standard input").messages
        if found:
            return found
    if not text.strip():
        raise UsageError("standard input holds nothing to append")
    return (Message(role or "user", (text_block(text.rstrip("\n")),), at=workspace.now),)


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
