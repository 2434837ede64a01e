"""Sees to it that every note that nobody has reviewed waits in the queue, as it stands, and once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.memory.notes.note import UNREVIEWED
from daykeep.memory.notes.reading import load_notes
from daykeep.memory.notes.stores.places import workspace_store
from daykeep.review.notes.item import as_reviewed, draft_note, is_as_asked
from daykeep.review.queue.proposals import REJECTED, Choice, Ruling

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date, datetime

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.memory.notes.note import Note
    from daykeep.review.queue.proposals import Proposal, ProposalStore

BY = "daykeep"


class Told(NamedTuple):
    """What is known of a note beside its file: who asked for it, and why it is of its type."""

    origin: str
    reasons: tuple[str, ...] = ()


def queue_notes(
    files: Files, store: ProposalStore, *, now: datetime, day: date, told: Mapping[str, Told] | None = None
) -> list[Proposal]:
    """Queue every unreviewed note that does not wait as it stands; the proposals made.

    What waits of a note that has changed since, or is gone, is withdrawn without a word about it: nobody decided it.
    """
    notes = workspace_store(files)
    unreviewed = {
        notes.name_of(note.path): note for note in load_notes(notes).notes if note.status == UNREVIEWED
    }
    waiting = _withdraw(files, store, find_waiting(store), unreviewed.keys(), now=now)
    made = []
    for name, note in unreviewed.items():
        if name not in waiting:
            proposal = _queue(files, store, name, note, (told or {}).get(name), now=now, day=day)
            made += [proposal] if proposal is not None else []
    return made


def find_waiting(store: ProposalStore) -> list[Choice]:
    """The notes that wait, oldest first."""
    return [
        Choice(proposal, item)
        for proposal in store.list_waiting().proposals
        for item in proposal.waiting
        if item.is_note
    ]


def withdraw(store: ProposalStore, choices: Sequence[Choice], *, now: datetime) -> None:
    """Take items out of the queue that nobody decided about: something else stands in their place."""
    for proposal, item in choices:
        store.decide(proposal.id, [Ruling(item.id, REJECTED)], now=now, by=BY)


def _withdraw(
    files: Files,
    store: ProposalStore,
    waiting: Sequence[Choice],
    unreviewed: Collection[str],
    *,
    now: datetime,
) -> set[str]:
    """Withdraw what is out of date; the names of the notes that wait all the same."""
    kept: set[str] = set()
    for choice in waiting:
        name = choice.proposal.target
        document = _find(files, name)
        stale = document is None or (name in unreviewed and not is_as_asked(document, choice.item))
        if stale:
            withdraw(store, [choice], now=now)
        else:
            kept.add(name)
    return kept


def _find(files: Files, name: str) -> Document | None:
    try:
        return files.find_document(name)
    except DaykeepError:
        return None


def _queue(
    files: Files, store: ProposalStore, name: str, note: Note, told: Told | None, *, now: datetime, day: date
) -> Proposal | None:
    """Queue one note; None where it can't be: doctor names what is wrong with such a file."""
    try:
        document = files.find_document(name)
        after = as_reviewed(document.data, name) if document is not None else b""
    except DaykeepError:
        return None
    if document is None or after == document.data:
        return None
    origin = told.origin if told is not None else note.origin or "agent"
    reasons = told.reasons if told is not None else ()
    title = note.title or note.name
    return store.create(
        draft_note(document, after, title=title, origin=origin, day=day, reasons=reasons), now=now
    )
