"""The notes of a workspace in a packet: a line for each, those that a person has reviewed apart from all others.

What is in a note stands in its file: a packet names the note, `daykeep search` and `daykeep show` give its text. A note
that nobody has reviewed, and one that says it was without an approval on record, is data: it may be wrong, and it may
come from anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.part import Part
from daykeep.context.safe import NOTES
from daykeep.daily.read import parse_log
from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode
from daykeep.memory.notes import TYPES
from daykeep.memory.notes.note import REVIEWED, UNREVIEWED, WORKSPACE_INDEX
from daykeep.memory.notes.reading import parse_note
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from daykeep.context.framing import Words
    from daykeep.context.reading import Reader
    from daykeep.memory.notes.note import Note

MOST_NOTES = 500
"""More notes are not read at a start; how many there are is said."""

LINE_CHARS = 240
"""So much of a note's description is given; the rest is in the note."""

UNAPPROVED = "unapproved"
"""A note that says it was reviewed, without an approval on record."""


class Listed(NamedTuple):
    """What a packet says of the notes: its parts, and (name, word, fields) of what it leaves out."""

    parts: tuple[Part, ...]
    skipped: tuple[tuple[str, str, dict[str, object]], ...]


def list_notes(reader: Reader, words: Words, *, already: Collection[str] = ()) -> Listed:
    """A part with the reviewed notes and one with all others, each a line a note by type and name; reads only.

    Notes that are in context ``already`` (names without case) are left out, which is said.
    """
    names = sorted(name for name in reader.list_names(NOTES_FOLDER) if is_note_name(name))
    skipped: list[tuple[str, str, dict[str, object]]] = []
    reviewed: list[tuple[int, str]] = []
    others: list[tuple[int, str]] = []
    for name in names[:MOST_NOTES]:
        if name.casefold() in already:
            skipped.append((name, "already", {}))
            continue
        try:
            data = reader.find(name)
        except DaykeepError as error:
            skipped.append((name, "unreadable", {"why": error.message}))
            continue
        if data is None:
            continue
        note = parse_note(name, decode(data, name))
        state = state_of(note, approved=reader.is_approved(name, data))
        place = TYPES.index(note.type) if note.type in TYPES else len(TYPES)
        (others if state else reviewed).append((place, _line(name, note, state)))
    if len(names) > MOST_NOTES:
        skipped.append((f"{NOTES_FOLDER}/", "more_notes", {"count": len(names) - MOST_NOTES}))
    return Listed(tuple(_parts(reviewed, others, words)), tuple(skipped))


def is_note_name(name: str) -> bool:
    """Whether a file of the folder is a note: Markdown, and not the index."""
    return name.endswith(".md") and name != WORKSPACE_INDEX


def state_of(note: Note, *, approved: bool) -> str:
    """``""`` for a note that a person approved as it is, else why it is data: unreviewed, or unapproved."""
    if approved and note.status != UNREVIEWED:
        return ""
    return UNAPPROVED if note.status == REVIEWED else UNREVIEWED


def _line(name: str, note: Note, state: str) -> str:
    said = " ".join((note.description or note.title or note.name).split())
    said = said if len(said) <= LINE_CHARS else f"{said[: LINE_CHARS - 1]}…"
    said_of = (note.type, note.origin if state else "", state if state == UNAPPROVED else "")
    about = ", ".join(part for part in said_of if part)
    return f"- {name}: {said}{f' ({about})' if about else ''}"


def _parts(reviewed: list[tuple[int, str]], others: list[tuple[int, str]], words: Words) -> Iterator[Part]:
    for title, lines in (("notes_reviewed", reviewed), ("notes_unreviewed", others)):
        if lines:
            data = "".join(f"{line}\n" for _, line in sorted(lines)).encode("utf-8", "surrogateescape")
            part = Part(parse_log(f"{NOTES_FOLDER}/", data, from_start=True), kind=NOTES, title=words(title))
            if lines is others:
                part.origins = [UNREVIEWED] * len(part.origins)
            yield part
