"""Checks of the notes: those that can't be read, are too long, are in no index, link to nothing, or wait nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.doctor.finding import Finding
from daykeep.memory.notes.index.lint import lint_store
from daykeep.memory.notes.index.step import bring_in_step, plan_index
from daykeep.memory.notes.note import UNREVIEWED, WORKSPACE_INDEX
from daykeep.memory.notes.reading import load_notes
from daykeep.memory.notes.stores.places import workspace_store
from daykeep.review.stores.joined import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject
    from daykeep.memory.notes.reading import Notes

INDEX_FIX = "notes-index"
"""The id of the finding, and of the fix, of an index that lacks notes."""


def check_notes(subject: Subject) -> Iterator[Finding]:
    """Name what keeps a note from being found or read as it is meant; nothing is cut anywhere."""
    store = workspace_store(subject.files)
    loaded = load_notes(store)
    for problem in lint_store(store, loaded):
        if problem.name == WORKSPACE_INDEX and not problem.line:
            continue  # named below, in one finding with a fix
        hint = (
            "take the line out, or put the note back"
            if "leads nowhere" in problem.message
            else "mend it by hand; every byte of it is kept as it is"
        )
        key = f"note:{problem.name}:{problem.line}:{problem.message[:40]}"
        yield Finding(key, "warning", problem.name, problem.line, problem.message, hint)
    if plan_index(store, loaded.notes) is not None:
        said = "lacks a line for a note, so no session knows of it"
        yield Finding(
            INDEX_FIX, "warning", WORKSPACE_INDEX, 0, said, "the fix adds what is missing", fixable=True
        )
    yield from _check_waiting(subject, loaded)


def mend_index(subject: Subject) -> str:
    """Add the lines that the index of the notes lacks; what was done. ConflictError if it changes meanwhile."""
    if not bring_in_step(workspace_store(subject.files)):
        return "the index is in step already; nothing was written"
    return f"added what {WORKSPACE_INDEX} lacked; every other line of it stays"


def _check_waiting(subject: Subject, loaded: Notes) -> Iterator[Finding]:
    """Name the unreviewed notes that are in no queue: a program wrote them itself, or died too early."""
    unreviewed = [note for note in loaded.notes if note.status == UNREVIEWED]
    if not unreviewed:
        return
    store = workspace_store(subject.files)
    listing = open_store(subject.files, subject.history, only_reads=True).list_waiting()
    waiting = {
        proposal.target for proposal in listing.proposals if any(item.is_note for item in proposal.waiting)
    }
    for note in unreviewed:
        name = store.name_of(note.path)
        if name not in waiting:
            said = "is unreviewed and waits in no queue yet"
            yield Finding(
                f"note-waits:{name}", "info", name, 0, said, "`daykeep review` puts it there and asks"
            )
