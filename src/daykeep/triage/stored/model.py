"""The values of stored turns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.history.place import session_file

if TYPE_CHECKING:
    from daykeep.transcripts.messages.model import Message

STORED_ID = re.compile(r"A[1-9][0-9]{0,8}")
"""What a stored turn is called: ``A12``; numbers are never used twice in a session."""


class Stored(NamedTuple):
    """What is known of a stored turn without its text.

    ``unit_sha`` is that of the unit, which its edit carries too, ``sha256`` that of its line in the file. ``at`` is when it was stored, ISO 8601. ``label`` and ``ids`` may stand outside of a frame; "" and () where nobody
    asked for them yet. ``start`` and ``end`` are its place behind the head of the file.
    """

    id: str
    unit_id: str
    unit_sha: str
    at: str
    tokens: int
    label: str
    ids: tuple[str, ...]
    sha256: str
    file: str
    start: int
    end: int

    @property
    def number(self) -> int:
        """Its number: 12 of ``A12``."""
        return int(self.id[1:])


class StoredTurn(NamedTuple):
    """A stored turn with its messages as they were; ``first`` is the number of the first one in the history."""

    stored: Stored
    first: int
    messages: tuple[Message, ...]


def stored_folder(session_id: str) -> str:
    """Where the stored turns of a session lie."""
    return session_file(session_id, "stored")


def recalls_file(session_id: str) -> str:
    """Where it is noted what was recalled in a session."""
    return session_file(session_id, "recalls.jsonl")
