"""Where the records of notes are that no workspace keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.files.store import Files

if TYPE_CHECKING:
    from daykeep.memory.notes.note import Store


def records_of(store: Store) -> Files:
    """Where the records of a store outside of workspaces are: below ``.daykeep/`` in its root, out of git's sight."""
    return Files(store.files.root / ".daykeep")
