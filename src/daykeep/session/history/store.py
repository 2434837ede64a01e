"""Sessions in a workspace: begun, appended to, taken in from an agent's own files, read, ended. Histories only grow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ConflictError, DocumentError
from daykeep.files.encoding import Problem
from daykeep.files.ids import new_ulid
from daykeep.files.tree import scan_folder
from daykeep.session.history.growth import plan_growth
from daykeep.session.history.place import (
    HISTORY_FILE,
    INFO_FILE,
    SESSIONS_FOLDER,
    fitting_id,
    session_file,
)
from daykeep.session.history.records import NOTHING_READ, Read, growth_record, message_record, read_on
from daykeep.session.history.tail import plan_after

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from daykeep.files.locking.locks import Lock
    from daykeep.files.store import Files
    from daykeep.session.history.tail import Tail
    from daykeep.transcripts.messages.model import Conversation, Message

OPEN, ENDED = "open", "ended"


class SessionInfo(NamedTuple):
    """What is known of a session beside what was said in it.

    ``format`` is that of its messages (see `Conversation`), ``source`` names where they came from, ``model`` and ``tools`` are what the
    conversation named. ``status`` is ``open`` or ``ended``; times are ISO 8601, "" where there is none.
    """

    id: str
    status: str
    created_at: str
    ended_at: str = ""
    format: str = ""
    source: str = ""
    model: str = ""
    tools: tuple[str, ...] = ()


class Taken(NamedTuple):
    """What was taken into a history: messages appended, messages that gained blocks, messages known before; problems with lines."""

    added: int
    grown: int
    known: int
    problems: tuple[Problem, ...]


class History(NamedTuple):
    """All messages of a session, word for word, and what could not be read, with lines."""

    messages: tuple[Message, ...]
    problems: tuple[Problem, ...]


class SessionStore:
    """The sessions of one workspace. What is acknowledged is on the disk; nothing that was said is ever changed."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._read: dict[str, Read] = {}

    def new(self, *, at: datetime, session_id: str = "", source: str = "", model: str = "") -> SessionInfo:
        """Begin a session; without an id it gets one that sorts by time. ConflictError if there is one of that name."""
        with self._beginning():
            return self._begin(at=at, session_id=session_id, source=source, model=model)

    def find_or_begin(
        self, *, at: datetime, session_id: str = "", source: str = "", model: str = ""
    ) -> tuple[str, bool]:
        """The id of the session of this name, without one of what was taken in from ``source``; whether it had to be begun.

        Several processes that ask for the same one at once get the same one.
        """
        with self._beginning():
            key = session_id or source
            same = (
                info.id for info in self.sessions() if key and key == (info.id if session_id else info.source)
            )
            found = next(same, "")
            if found:
                return found, False
            return self._begin(at=at, session_id=session_id, source=source, model=model).id, True

    def sessions(self) -> tuple[SessionInfo, ...]:
        """All sessions, those that began last first."""
        found = [self._info(session_id) for session_id in self._ids()]
        return tuple(sorted(found, key=lambda info: (info.created_at, info.id), reverse=True))

    def get(self, session_id: str) -> SessionInfo:
        """What is known of a session; DocumentError if there is none of that name."""
        if self._files.kind(session_file(session_id, INFO_FILE)) != "file":
            raise DocumentError(f"there is no session '{session_id}'", hint="daykeep session list")
        return self._info(session_id)

    def last(self) -> SessionInfo | None:
        """The session that began last; None if there is none."""
        return next(iter(self.sessions()), None)

    def load(self, session_id: str) -> History:
        """The history of a session; DocumentError if there is none of that name."""
        self.get(session_id)
        return self._history(session_id)

    def append(self, session_id: str, messages: Sequence[Message]) -> Taken:
        """Append messages as they are, all or none, even where they say what was said before. An ended session goes on.

        DocumentError if they hold what JSON has no form for.
        """
        self.get(session_id)
        with self._hold(session_id):
            history = self._settled(session_id)
            first = len(history.messages) + 1
            self._write(session_id, [message_record(one, n) for n, one in enumerate(messages, first)])
            self._go_on(session_id, {})
        return Taken(len(messages), 0, 0, history.problems)

    def ingest(self, session_id: str, conversation: Conversation, *, source: str = "") -> Taken:
        """Append what of a conversation is new, all or none; the same one again adds nothing.

        Messages that gained blocks since they were taken in get them. After a compaction of the agent's own, copies of what it
        kept are known; its summary is appended, marked as one.
        """
        self.get(session_id)
        with self._hold(session_id):
            history = self._settled(session_id)
            added = plan_growth(history.messages, conversation.messages, form=conversation.format)
            first = len(history.messages) + 1
            lines = [growth_record(one) for one in added.growth]
            lines += [message_record(one, n) for n, one in enumerate(added.messages, first)]
            self._write(session_id, lines)
            self._go_on(session_id, _facts(conversation, source))
        problems = (*history.problems, *conversation.problems)
        if added.problem:
            problems += (Problem(source or conversation.session or session_id, 1, added.problem),)
        return Taken(len(added.messages), len(added.growth), added.known, problems)

    def ingest_after(self, session_id: str, tail: Tail, conversation: Conversation) -> Taken | None:
        """Append what of a conversation comes after the history's tail, whose first message is its first, all or none.

        The history is not read. None, and nothing done, where the history is another one than the tail was taken of, or the
        conversation does not simply go on from it: then `ingest` the whole of it.
        """
        self.get(session_id)
        with self._hold(session_id):
            self._files.merge_spool()
            if self.size(session_id) != tail.bytes:
                return None
            added = plan_after(tail, conversation.messages)
            if added is None:
                return None
            lines = [growth_record(one) for one in added.growth]
            lines += [message_record(one, n) for n, one in enumerate(added.messages, tail.last + 1)]
            self._write(session_id, lines)
            self._go_on(session_id, _facts(conversation, ""))
        return Taken(len(added.messages), len(added.growth), added.known, conversation.problems)

    def size(self, session_id: str) -> int:
        """How many bytes a session's history has on the disk."""
        return len(self._files.find_bytes(session_file(session_id, HISTORY_FILE)) or b"")

    def end(self, session_id: str, *, at: datetime) -> SessionInfo:
        """Say that a session is over; the time of the first end stays."""
        info = self.get(session_id)
        if info.status == ENDED:
            return info
        ended = {"status": ENDED, "ended_at": at.isoformat()}
        self._files.update_state(session_file(session_id, INFO_FILE), lambda state: {**state, **ended})
        return self.get(session_id)

    def fitting(self, conversation: Conversation) -> str:
        """The id under which a conversation is kept if none is given: its own, as far as it can be used; else ""."""
        return fitting_id(conversation.session)

    def _beginning(self) -> Lock:
        return self._files.lock(f"{SESSIONS_FOLDER}/new", purpose="begin a session")

    def _begin(self, *, at: datetime, session_id: str, source: str, model: str) -> SessionInfo:
        given = session_id or f"{at:%Y-%m-%d}-{new_ulid(at)[-8:].lower()}"
        name = session_file(given, INFO_FILE)
        taken = next((one for one in self._ids() if one.casefold() == given.casefold()), "")
        if taken:
            raise ConflictError(f"there is a session '{taken}' already", hint="choose another --id")
        info = SessionInfo(given, OPEN, at.isoformat(), source=source, model=model)
        self._files.update_state(name, lambda state: {**state, **_state(info)})
        return info

    def _hold(self, session_id: str) -> Lock:
        return self._files.lock(session_file(session_id, "history"), purpose="append to a session")

    def _write(self, session_id: str, lines: Sequence[Mapping[str, Any]]) -> None:
        if not lines:
            return
        try:
            self._files.append_records(session_file(session_id, HISTORY_FILE), lines)
        except (TypeError, ValueError, RecursionError) as error:
            raise DocumentError(f"a message can't be kept as JSON: {error}") from error

    def _go_on(self, session_id: str, facts: Mapping[str, Any]) -> None:
        def change(state: dict[str, Any]) -> dict[str, Any]:
            new = {key: value for key, value in facts.items() if value and not state.get(key)}
            again = {"status": OPEN, "ended_at": ""} if state.get("status") == ENDED else {}
            return {**state, **new, **again}

        self._files.update_state(session_file(session_id, INFO_FILE), change)

    def _settled(self, session_id: str) -> History:
        """The history as it is for the next writer: with lines that waited for the lock, without those of a killed writer."""
        self._files.merge_spool()
        with self._files.lock(session_file(session_id, HISTORY_FILE), purpose="settle a history"):
            return self._history(session_id)

    def _history(self, session_id: str) -> History:
        name = session_file(session_id, HISTORY_FILE)
        records, problems = self._files.find_records(name)
        before = self._read.get(name, NOTHING_READ)
        read = self._read[name] = read_on(before, records, name)
        return History(read.messages, (*problems, *read.problems))

    def _ids(self) -> list[str]:
        leaves = scan_folder(str(self._files.root), SESSIONS_FOLDER)
        found = (leaf for leaf, kind in leaves if kind == "folder" and fitting_id(leaf) == leaf)
        return sorted(leaf for leaf in found if self._files.kind(session_file(leaf, INFO_FILE)) == "file")

    def _info(self, session_id: str) -> SessionInfo:
        state = self._files.find_state(session_file(session_id, INFO_FILE)).value
        texts = {
            key: state[key] for key in SessionInfo._fields if isinstance(state.get(key), str) and key != "id"
        }
        tools = state.get("tools")
        named = tuple(str(one) for one in tools) if isinstance(tools, list) else ()
        status = ENDED if texts.get("status") == ENDED else OPEN
        made = {"created_at": "", **texts, "status": status, "tools": named}
        return SessionInfo(session_id, **made)


def _state(info: SessionInfo) -> dict[str, Any]:
    return {**info._asdict(), "tools": list(info.tools)}


def _facts(conversation: Conversation, source: str) -> dict[str, Any]:
    tools = conversation.given.get("tools")
    named = [_tool_name(tool) for tool in tools] if isinstance(tools, list) else []
    models = (message.model for message in reversed(conversation.messages))
    given = conversation.given.get("model")
    return {
        "format": conversation.format,
        "source": source,
        "model": given if isinstance(given, str) else next(filter(None, models), ""),
        "tools": sorted({name for name in named if name}),
    }


def _tool_name(tool: Any) -> str:
    held = tool.get("function", tool) if isinstance(tool, dict) else {}
    name = held.get("name", held.get("type")) if isinstance(held, dict) else ""
    return name if isinstance(name, str) else ""
