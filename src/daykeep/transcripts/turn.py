"""What every conversation is read into: turns, and where to read on when its file has grown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from daykeep.files.encoding import Problem

USER, ASSISTANT, TOOL = "user", "assistant", "tool"
TEXT, SUMMARY, OUTPUT = "text", "summary", "output"


class Turn(NamedTuple):
    """One thing said: its number from 1 in the conversation, and the line of the file on which it begins.

    ``role`` is ``user``, ``assistant`` or ``tool``; ``speaker`` a name where the conversation gives one. ``kind`` is
    ``text`` (said), ``summary`` (what stands for the turns before a compaction, beside them) or ``output`` (of a
    tool, shortened). ``at`` is aware, None where nothing says when. The text is never empty.
    """

    number: int
    role: str
    speaker: str | None
    text: str
    at: datetime | None
    line: int
    kind: str = TEXT


class Cursor(NamedTuple):
    """Where to read on in a file that only grows: at the line of the last turn, which may have grown too.

    ``offset`` is the first byte of line ``line``; ``turns`` stand before it. ``link`` is the id of the entry that it
    hangs on ("" in formats without branches). ``check`` is a digest of bytes before, by which a file that was
    written anew is known.
    """

    format: str
    session: str
    folder: str
    title: str
    offset: int
    line: int
    turns: int
    link: str
    check: str

    def dump(self) -> str:
        """The cursor as text, for a store that keeps it beside the document."""
        return json.dumps(list(self), ensure_ascii=True)


def load_cursor(text: str) -> Cursor | None:
    """The cursor that ``dump`` wrote; None for anything else.

    >>> load_cursor("[]") is None
    True
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    kinds = (str, str, str, str, int, int, int, str, str)
    if not isinstance(values, list) or [type(value) for value in values] != list(kinds):
        return None
    cursor = Cursor(*values)
    return cursor if cursor.offset >= 0 and cursor.line > 0 and cursor.turns >= 0 else None


class Transcript(NamedTuple):
    """A conversation, read: whose format it has, what it is called, its turns, and what could not be read.

    ``turns`` are those from number ``first`` on: all of them if it is 1, else those of a file that grew since the
    cursor that was handed in. ``folder`` is the working folder that the file names ("" if none). ``elsewhere``: the
    caller did not want conversations of that folder, and none of it was read. ``format`` is "" if the file is no
    conversation.
    """

    format: str
    session: str
    folder: str
    title: str
    turns: tuple[Turn, ...]
    first: int
    problems: tuple[Problem, ...]
    cursor: Cursor | None
    elsewhere: bool = False
