"""Keeps registered information in ``memory/sessions/<id>.md``, in the section that fits, beside whatever stands there. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.session.history.place import check_session_id
from daykeep.session.memory.document import Change, change_memory, line_of, memory_path
from daykeep.session.memory.model import DECISIONS, FINDINGS, GOAL, PREFERENCES, PROGRESS
from daykeep.session.memory.reading import clean_line
from daykeep.session.records.model import CONSTRAINT, DECISION, PREFERENCE, STATE
from daykeep.session.records.model import GOAL as GOAL_TYPE
from daykeep.session.records.model import PROGRESS as PROGRESS_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.files.encoding import Document
    from daykeep.session.records.model import Record

OUTSIDE = "it came from outside: only the user's or the agent's own words are kept"
ORDER = "it reads like an order to its reader, or hides something"
TOO_LONG = "it is too long for one line of memory"

_TRUSTED = ("user", "agent")
_SECTIONS = {
    PREFERENCE: PREFERENCES,
    CONSTRAINT: PREFERENCES,
    DECISION: DECISIONS,
    GOAL_TYPE: GOAL,
    STATE: PROGRESS,
    PROGRESS_TYPE: PROGRESS,
}


class Kept(NamedTuple):
    """The file as it will be, the line (from 1) of every record that stands in it, and why others do not, by record."""

    document: Document
    lines: dict[str, int]
    refused: dict[str, str]
    changed: bool


def section_of(type_name: str) -> str:
    """The section of session memory for information of a type."""
    return _SECTIONS.get(type_name, FINDINGS)


def kept_text(record: Record) -> str:
    """A record's content as one line of session memory; "" if it may not stand there."""
    return clean_line(record.content) if not why_not_kept(record) else ""


def why_not_kept(record: Record) -> str:
    """Why a record may not stand in session memory; "" if it may."""
    if record.origin not in _TRUSTED:
        return OUTSIDE
    line = clean_line(record.content)
    if not line:
        return ORDER
    return TOO_LONG if line.endswith("…") and not record.content.rstrip().endswith("…") else ""


def plan_lines(
    document: Document | None, session_id: str, records: Iterable[Record], *, language: str
) -> Kept:
    """The session's memory with every record in force in its section, and without what a record said before.

    What stands there already is found, not written again. Every byte that is not daykeep's to change stays; the same
    records again change nothing.
    """
    name = memory_path(check_session_id(session_id))
    before = document if document is not None else decode(b"", name)
    known = tuple(records)
    standing = [record for record in known if record.is_in_force and not why_not_kept(record)]
    entries = {record.id: (section_of(record.type), kept_text(record)) for record in standing}
    gone = tuple(one for one in _former(known) if one not in entries.values())
    change = Change(tuple(dict.fromkeys(entries.values())), gone, language)
    data = change_memory(before.data, session_id, change)
    after = decode(data, name)
    lines = {record_id: line_of(after, *entry) for record_id, entry in entries.items()}
    refused = {record.id: why_not_kept(record) for record in known if record.is_in_force}
    return Kept(
        after,
        {record_id: line for record_id, line in lines.items() if line},
        {record_id: reason for record_id, reason in refused.items() if reason},
        after.data != before.data,
    )


def _former(records: Iterable[Record]) -> Iterable[tuple[str, str]]:
    """What was said before, as entries: former contents, and the contents of what was superseded."""
    for record in records:
        texts = record.earlier if record.is_in_force else (*record.earlier, record.content)
        for text in texts:
            line = clean_line(text)
            if line:
                yield section_of(record.type), line
