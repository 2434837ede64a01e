"""What a person said holds for how to work, in a workspace's own notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.context.notes import state_of
from daykeep.context.reading import PresentReader
from daykeep.memory.notes.note import FEEDBACK
from daykeep.memory.notes.reading import load_notes
from daykeep.memory.notes.stores import workspace_store

if TYPE_CHECKING:
    from daykeep.files.store import Files


def find_rules(files: Files) -> list[tuple[str, str]]:
    """The reviewed feedback of a workspace's notes, as (file, rule): what a person said holds for how to work."""
    reader = PresentReader(files)
    store = workspace_store(files)
    found = []
    for note in load_notes(store).notes:
        name = store.name_of(note.path)
        data = reader.find(name) if note.type == FEEDBACK else None
        if data is not None and not state_of(note, approved=reader.is_approved(name, data)):
            found.append((name, note.description or note.title or note.name))
    return found
