"""Any folder of Markdown: statements of its files, days by their names, and notes that say their type.

Also what the readers of the other formats share.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from daykeep.daily.names import parse_daily_name
from daykeep.importing.cutting import cut_statements, find_left_out
from daykeep.importing.found import Day, Passed, Said
from daykeep.memory.notes.note import TYPES
from daykeep.memory.notes.reading import APPLY_LABELS, WHY_LABELS, label_span, parse_note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from daykeep.files.encoding import Document
    from daykeep.importing.found import Found
    from daykeep.importing.source import Source
    from daykeep.memory.notes.note import Note

OVER = frozenset({"superseded", "archived", "deprecated", "obsolete", "deleted", "forgotten"})
"""What a note says of itself when it is true no more."""
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


def read(source: Source) -> Iterator[Found]:
    """The files that stand openly in the folder."""
    for name in source.texts():
        yield from read_any(source, name)


def read_any(source: Source, name: str) -> Iterator[Found]:
    """One file: a day's log by its name, a note by its type, else its statements."""
    document = source.document(name)
    if document is None:
        return
    day = day_of_name(name)
    if day is not None:
        yield from read_day(name, document, day)
        return
    note = parse_note(name, document)
    if note.type:
        yield from read_note(name, note)
    else:
        yield from statements(name, document.texts, on=date_in(note.modified))


def read_note(name: str, note: Note) -> Iterator[Found]:
    """A note that is one statement, with its own type, reason and use."""
    if note.status.strip().lower() in OVER:
        yield Passed(name, 1, f"it says of itself that it is {note.status.strip().lower()}")
        return
    spans = [label_span(note.body, labels) for labels in (WHY_LABELS, APPLY_LABELS)]
    out = {index for span in spans if span for index in range(*span)}
    rule = [line for index, line in enumerate(note.body) if index not in out]
    while rule and (not rule[0].strip() or (rule[0].startswith("# ") and len(rule) > 1)):
        del rule[0]
    text = "\n".join(rule).strip() or note.description
    if not text:
        yield Passed(name, note.line, "the note says nothing")
        return
    filled = [index for index, line in enumerate(note.body) if line.strip()] or [0]
    yield Said(
        name,
        note.line + filled[0],
        note.line + filled[-1],
        text,
        note.type,
        note.title,
        note.description,
        note.why,
        note.apply,
        date_in(note.modified),
    )


def statements(
    name: str,
    texts: Sequence[str],
    *,
    kind: str = "",
    on: date | None = None,
    without: Callable[[int, str], str] | None = None,
) -> Iterator[Found]:
    """The statements of a text, all of one ``kind`` if that is given.

    ``without`` says of a statement, by its first line and text, why it is none ("": it is one).
    """
    pieces = cut_statements(texts)
    for piece in pieces:
        reason = without(piece.first, piece.text) if without is not None else ""
        if reason:
            yield Passed(name, piece.first, reason)
        else:
            yield Said(name, piece.first, piece.last, piece.text, kind, on=on, under=piece.under)
    for line, reason in find_left_out(texts, pieces):
        yield Passed(name, line, reason)


def read_day(name: str, document: Document, day: date) -> Iterator[Found]:
    """A day's log, whole."""
    if any(text.strip() for text in document.texts):
        yield Day(name, 1, day, tuple(document.texts))


def day_of_name(name: str) -> date | None:
    """The day that a file's own name gives it, None where only a folder or nothing does."""
    found = parse_daily_name(name)
    return found.day if found is not None and found.certain else None


def date_in(text: object) -> date | None:
    """The first date in a text, as ``2026-03-04`` or the beginning of a timestamp; None without a possible one.

    >>> date_in("2026-08-15T18:58:28.638Z"), date_in("soon")
    (datetime.date(2026, 8, 15), None)
    """
    found = _DATE.search(text) if isinstance(text, str) else None
    try:
        return date(*map(int, found.groups())) if found is not None else None
    except ValueError:
        return None


def type_named(text: object) -> str:
    """The type of a note that another tool's word for it means, ``""`` where none does.

    >>> type_named("Preferences"), type_named("decision"), type_named("random")
    ('user', 'project', '')
    """
    word = text.strip().lower() if isinstance(text, str) else ""
    return word if word in TYPES else _NAMED.get(word, _NAMED.get(word.removesuffix("s"), ""))


_NAMED = {
    "preference": "user", "profile": "user", "personal": "user", "personal_details": "user", "person": "user", "role": "user",
    "user_preference": "user", "about": "user", "skill": "user",
    "lesson": "feedback", "rule": "feedback", "convention": "feedback", "correction": "feedback", "guideline": "feedback",
    "instruction": "feedback", "practice": "feedback", "technique": "feedback", "gotcha": "feedback",
    "decision": "project", "goal": "project", "status": "project", "requirement": "project", "constraint": "project",
    "plan": "project", "task": "project", "milestone": "project", "deadline": "project", "project_detail": "project",
    "link": "reference", "resource": "reference", "url": "reference", "source": "reference", "contact": "reference",
}  # fmt: skip
"""Words of other tools for what a note is about."""
