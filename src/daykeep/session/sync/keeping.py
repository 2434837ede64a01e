"""Keeps registered information in a session's memory on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import ConflictError
from daykeep.session.memory.document import memory_path
from daykeep.session.sync.medium import Kept, plan_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.store import Files
    from daykeep.session.records.model import Record

TRIES = 5
"""How often a file that changes meanwhile is planned anew before it is given up with a conflict."""


def plan_kept(files: Files, session_id: str, records: Sequence[Record], *, language: str) -> tuple[Kept, int]:
    """What `keep_records` would do; reads only."""
    document = files.find_document(memory_path(session_id))
    kept = plan_lines(document, session_id, records, language=language)
    before = len(document.texts) if document is not None else 0
    return kept, len(kept.document.texts) - before if kept.changed else 0


def keep_records(
    files: Files, session_id: str, records: Sequence[Record], *, language: str
) -> tuple[Kept, int]:
    """Have the records in force stand in the session's memory; the file as it is then, and how many lines it gained.

    By compare-and-swap: every byte of others stays. Raises ConflictError if the file keeps changing.
    """
    name = memory_path(session_id)
    for _ in range(TRIES):
        document = files.find_document(name)
        kept, gained = plan_kept(files, session_id, records, language=language)
        if not kept.changed:
            return kept, 0
        expected = document.sha256 if document is not None else None
        try:
            files.replace(name, kept.document.data, expected_sha256=expected)
        except ConflictError:
            continue
        return kept, gained
    raise ConflictError(f'"{name}" keeps changing while it is written', hint="run the command again")
