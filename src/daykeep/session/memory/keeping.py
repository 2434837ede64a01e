"""Keeps a session's memory on disk: read, brought up to what was said, and given lines of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError
from daykeep.session.history.place import check_session_id, session_file
from daykeep.session.memory.document import Change, change_memory, line_of, memory_path, parse_memory
from daykeep.session.memory.model import SECTIONS, STATEMENT, Ledger, SessionMemory, Written
from daykeep.session.memory.planning import plan_update
from daykeep.session.memory.reading import clean_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date
    from typing import Any

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.session.units.model import Unit

LEDGER_FILE = "memory.json"
LOCK = "memory"
"""The name in the session's folder under which one update at a time goes on."""
TRIES = 5


class MemoryUpdate(NamedTuple):
    """What an update did, or would do: the file, and the entries (section, text) that came in and went out."""

    name: str
    added: tuple[tuple[str, str], ...]
    removed: tuple[tuple[str, str], ...]

    @property
    def changed(self) -> bool:
        """Whether the file is another one than before."""
        return bool(self.added or self.removed)


def load_memory(files: Files, session_id: str) -> SessionMemory | None:
    """The memory of a session; None if it has none."""
    document = files.find_document(memory_path(check_session_id(session_id)))
    return parse_memory(document) if document is not None else None


def load_written(files: Files, session_id: str) -> Ledger:
    """What is on record of a session's memory: how far the session was read for it, and what daykeep wrote."""
    return _load(files.find_state(session_file(check_session_id(session_id), LEDGER_FILE)).value)


def plan_memory(
    files: Files,
    session_id: str,
    units: Sequence[Unit],
    *,
    today: date,
    days: Mapping[int, date] | None = None,
) -> MemoryUpdate:
    """What `update_memory` would do; reads only."""
    name = memory_path(check_session_id(session_id))
    found = _read(files, session_id, files.find_document(name))
    plan = plan_update(units, *found, today=today, days=days)
    return MemoryUpdate(name, plan.add, plan.take_out)


def update_memory(
    files: Files,
    session_id: str,
    units: Sequence[Unit],
    *,
    today: date,
    language: str = "en",
    days: Mapping[int, date] | None = None,
) -> MemoryUpdate:
    """Bring the memory of a session up to its finished units; what was done. Durable when it returns.

    The file is written before the record of what was read: killed in between, the next call adds nothing twice. Every byte
    that others wrote stays. ``days`` tells the day of a message, by number; relative dates of others are told from ``today``.
    Raises LockedError, and ConflictError if another program keeps changing the file.
    """
    name = memory_path(check_session_id(session_id))
    with files.lock(session_file(session_id, LOCK), purpose="session memory"):
        for _ in range(TRIES):
            document = files.find_document(name)
            plan = plan_update(units, *_read(files, session_id, document), today=today, days=days)
            if not _write(files, session_id, document, Change(plan.add, plan.take_out, language)):
                continue
            _record(files, session_id, plan.ledger)
            return MemoryUpdate(name, plan.add, plan.take_out)
    raise ConflictError(f'"{name}" keeps changing while it is written', hint="run the command again")


def keep_lines(
    files: Files, session_id: str, section: str, texts: Sequence[str], *, language: str = "en"
) -> dict[str, int]:
    """Have each text stand as an entry of a section; the line (1-based) of each that does.

    A text that stands there already is not written again. Secrets are masked, and a text that could give orders to its reader is
    refused: it is missing in the answer. The entries are others', so no update takes them out. Raises KeyError for an
    unknown section, and as `update_memory`.
    """
    if section not in SECTIONS:
        raise KeyError(section)
    name = memory_path(check_session_id(session_id))
    lines = {text: line for text in texts if (line := clean_line(text))}
    for _ in range(TRIES):
        document = files.find_document(name)
        change = Change(tuple((section, line) for line in lines.values()), (), language)
        if not _write(files, session_id, document, change):
            continue
        now = files.find_document(name)
        if now is None:
            return {}
        return {text: at for text, line in lines.items() if (at := line_of(now, section, line))}
    raise ConflictError(f'"{name}" keeps changing while it is written', hint="run the command again")


def _read(files: Files, session_id: str, document: Document | None) -> tuple[SessionMemory, Ledger]:
    memory = parse_memory(document) if document is not None else SessionMemory(())
    return memory, load_written(files, session_id)


def _write(files: Files, session_id: str, document: Document | None, change: Change) -> bool:
    """Change the file over what was read; False if it is another one by now."""
    before = document.data if document is not None else b""
    after = change_memory(before, session_id, change)
    if after == before:
        return True
    expected = document.sha256 if document is not None else None
    try:
        files.replace(memory_path(session_id), after, expected_sha256=expected)
    except ConflictError:
        return False
    return True


def _record(files: Files, session_id: str, ledger: Ledger) -> None:
    files.update_state(session_file(session_id, LEDGER_FILE), lambda value: {**value, **_dump(ledger)})


def _dump(ledger: Ledger) -> dict[str, Any]:
    return {
        "version": 1,
        "read": ledger.read,
        "begun": ledger.begun,
        "written": [one._asdict() for one in ledger.written],
    }


def _load(value: Mapping[str, Any]) -> Ledger:
    """The record; what can't be understood in it counts as not there."""
    read = value.get("read")
    rows = value.get("written")
    written = [
        Written(row["section"], row["text"], str(row.get("kind", STATEMENT)), str(row.get("about", "")))
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, dict) and isinstance(row.get("section"), str) and isinstance(row.get("text"), str)
    ]
    return Ledger(
        read if isinstance(read, int) and read > 0 else 0, tuple(written), value.get("begun") is True
    )
