"""The index of the workspace's notes, kept in step with them whenever a review changes a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import ConflictError
from daykeep.files.encoding import decode
from daykeep.memory.notes.changes import LOCK, make_changes
from daykeep.memory.notes.index.step import Line, index_after, plan_index, veil
from daykeep.memory.notes.note import WORKSPACE_INDEX
from daykeep.memory.notes.reading import load_notes, parse_note
from daykeep.memory.notes.removal import plan_removal
from daykeep.memory.notes.stores.places import workspace_store
from daykeep.review.notes.files import is_note_file
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.files.store import Files
    from daykeep.memory.notes.changes import FileChange
    from daykeep.memory.notes.note import Note, Store

TRIES = 3


def notes_beside(names: Iterable[str]) -> list[str]:
    """The index of the notes, if one of these files is a note: both are recorded together."""
    return [WORKSPACE_INDEX] if any(map(is_note_file, names)) else []


def put_in_step(files: Files, name: str) -> list[str]:
    """Have the index, if there is one, say what a note says now; its name if it changed.

    An index that keeps changing under this is left to the next change: it is made of the notes.
    """
    store = workspace_store(files)
    if files.kind(store.index_name) == "missing":
        return []
    with files.lock(store.name_of(LOCK), purpose="index"):
        for _ in range(TRIES):
            change = _plan(store, name)
            if change is None:
                return []
            try:
                make_changes(store, [change])
            except ConflictError:
                continue
            return [change.name]
    return []


def follow(files: Files, name: str) -> list[str]:
    """Have the index follow a note that was changed, came back or went; its name if it changed."""
    if files.kind(name) != "missing":
        return put_in_step(files, name)
    path = name.removeprefix(f"{NOTES_FOLDER}/")
    return remove_file(files, parse_note(path, decode(b"", name)))


def remove_file(files: Files, note: Note) -> list[str]:
    """Take a note's line out of the index, then its file away; the names of the files that changed.

    Raises ConflictError if one of them keeps changing.
    """
    store = workspace_store(files)
    with files.lock(store.name_of(LOCK), purpose="forget"):
        changes = plan_removal(store, note)
        make_changes(store, changes)
    return [change.name for change in changes]


def _plan(store: Store, name: str) -> FileChange | None:
    notes = load_notes(store).notes
    note = next((one for one in notes if store.name_of(one.path) == name), None)
    if note is None:
        return plan_index(store, notes)
    line = Line(note.path, note.title, note.description, note.type, retitled=True)
    return index_after(store, notes, veil(line, status=note.status, origin=note.origin)).change
