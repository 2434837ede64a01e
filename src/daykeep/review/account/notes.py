"""Notes that say that a person has reviewed them: whether that is on record, and which may be put there."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from daykeep.errors import UsageError
from daykeep.memory.decisions import trusted_contents, trusted_sha256
from daykeep.memory.notes.note import REVIEWED, UNREVIEWED
from daykeep.memory.notes.reading import load_notes, parse_note
from daykeep.memory.notes.stores.places import workspace_store
from daykeep.review.account.trust import Unapproved
from daykeep.review.notes.files import is_note_file

if TYPE_CHECKING:
    from daykeep.files.store import Files


def find_unapproved_notes(files: Files) -> list[Unapproved]:
    """Every note that says that it was reviewed while no approval of it as it is is on record."""
    known, approved = trusted_sha256(files), trusted_contents(files)
    store = workspace_store(files)
    found = []
    for note in load_notes(store).notes:
        data = files.find_bytes(store.name_of(note.path)) if note.status == REVIEWED else None
        if data is not None:
            name, sha256 = store.name_of(note.path), hashlib.sha256(data).hexdigest()
            if sha256 not in approved.get(name, ()):
                found.append(Unapproved(name, known.get(name), sha256))
    return found


def check_reviewable(files: Files, name: str) -> str:
    """The name of a note that a person may approve as it stands.

    Raises UsageError for what is no note, and for one that says that nobody has reviewed it.
    """
    if not is_note_file(name):
        raise UsageError(f'"{name}" is no note', hint="notes are Markdown files below memory/notes/")
    document = files.find_document(name)
    if document is not None and parse_note(name, document).status == UNREVIEWED:
        raise UsageError(
            f'"{name}" is marked as unreviewed', hint="`daykeep review` approves it, and takes the mark away"
        )
    return name
