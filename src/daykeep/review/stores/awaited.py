"""A note beside the history of what waits there: a start need not ask git, and making a proposal need not read all.

It says nothing that the proposals don't say. Each row names the commit that it was taken from, so one that is out of
date is seen and not believed where it matters; whoever changes or lists proposals writes it anew.
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ConflictError, LockedError, StorageError
from daykeep.files.store import Files
from daykeep.workspace.layout import WAITING_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from daykeep.files.state import State
    from daykeep.git.refs import Ref
    from daykeep.review.queue.proposals import Proposal

SCHEMA = 1


class Note(NamedTuple):
    """What is noted of one proposal: when it was made, its commit, the items that wait, and how many of these are new.

    ``asked`` is its file if somebody asked for the change in so many words; ``put_off`` are the days until which items
    of it were put off.
    """

    created_at: datetime
    commit: str
    items: tuple[str, ...]
    pending: int
    asked: str = ""
    put_off: tuple[date, ...] = ()

    def count_on(self, day: date | None) -> int:
        """How many items a person is asked about on a day; None: only those that were never put off."""
        return self.pending + sum(day is not None and until <= day for until in self.put_off)


class Awaited(NamedTuple):
    """What waits in the history: when each proposal was made and how many items of it are asked about; and faults."""

    proposals: tuple[tuple[datetime, int], ...] = ()
    damaged: int = 0


def load_awaited(files: Files, day: date | None = None) -> Awaited:
    """How much waits, as far as it is noted; on a ``day``, with what was put off until then."""
    value = files.find_state(WAITING_FILE).value
    damaged = value.get("damaged")
    return Awaited(
        tuple((note.created_at, note.count_on(day)) for note in _notes(value).values()),
        damaged if isinstance(damaged, int) else 0,
    )


def load_asked(files: Files) -> frozenset[str]:
    """The files for which somebody asked for a change that nobody has looked at, as far as it is noted."""
    return frozenset(note.asked for note in load_notes(files).values() if note.asked and note.pending)


def load_notes(files: Files) -> dict[str, Note]:
    """What is noted, by the proposals' ids; a row that can't be understood is none."""
    return _notes(files.find_state(WAITING_FILE).value)


def is_noted(notes: Mapping[str, Note], ref: Ref) -> bool:
    """Whether exactly what stands at a reference is noted."""
    note = notes.get(ref.name.rsplit("/", 1)[-1])
    return note is not None and note.commit == ref.oid


def note_proposal(files: Files, proposal: Proposal, commit: str) -> None:
    """Note what waits of one proposal, or take it out if nothing does; what can't be noted, the next listing notes."""
    state = files.find_state(WAITING_FILE)
    rows = state.value.get("proposals")
    rows = dict(rows) if isinstance(rows, dict) else {}
    rows.pop(proposal.id, None)
    if proposal.waiting:
        rows[proposal.id] = _row(proposal, commit)
    _write(files, state, rows, state.value.get("damaged", 0))


def is_all_noted(files: Files, waiting: Iterable[tuple[Proposal, str]], *, damaged: int) -> bool:
    """Whether exactly these proposals, each with its commit, and so many faults are noted."""
    value = files.find_state(WAITING_FILE).value
    return (value.get("proposals", {}), value.get("damaged", 0)) == (_rows(waiting), damaged)


def note_all(files: Files, waiting: Iterable[tuple[Proposal, str]], *, damaged: int) -> None:
    """Note these proposals, each with its commit, and no other."""
    _write(files, files.find_state(WAITING_FILE), _rows(waiting), damaged)


def _notes(value: Mapping[str, Any]) -> dict[str, Note]:
    rows = value.get("proposals")
    notes = {}
    for proposal_id, row in rows.items() if isinstance(rows, dict) else ():
        try:
            items = tuple(map(str, row["items"]))
            note = Note(
                datetime.fromisoformat(row["created_at"]),
                str(row["commit"]),
                items,
                int(row["pending"]),
                str(row.get("asked", "")),
                tuple(map(date.fromisoformat, row.get("put_off", ()))),
            )
        except (KeyError, TypeError, ValueError):
            continue
        if note.created_at.tzinfo is not None:
            notes[proposal_id] = note
    return notes


def _rows(waiting: Iterable[tuple[Proposal, str]]) -> dict[str, Any]:
    return {proposal.id: _row(proposal, commit) for proposal, commit in waiting}


def _row(proposal: Proposal, commit: str) -> dict[str, Any]:
    put_off = [item.until.isoformat() for item in proposal.waiting if item.until is not None]
    return {
        "created_at": proposal.created_at.isoformat(timespec="seconds"),
        "commit": commit,
        "items": [item.id for item in proposal.waiting],
        "pending": proposal.pending_count,
        **({"asked": proposal.target} if proposal.is_asked else {}),
        **({"put_off": put_off} if put_off else {}),
    }


def _write(files: Files, state: State, rows: Mapping[str, Any], damaged: int) -> None:
    """Replace the note without waiting for the disk: what a power cut takes, the next listing puts right."""
    value = {"schema": SCHEMA, "proposals": rows, "damaged": damaged}
    data = json.dumps(value, indent=1).encode("ascii") + b"\n"
    with suppress(ConflictError, LockedError, StorageError):
        Files(files.root, durable=False).replace(WAITING_FILE, data, expected_sha256=state.sha256)
