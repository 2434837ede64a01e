"""Takes a whole note away: a tombstone keeps it from being remembered again, its file and its line of the index go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import ConflictError, DaykeepError
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.decisions import add_tombstone, find_tombstones
from daykeep.memory.notes.note import REVIEWED
from daykeep.memory.notes.reading import parse_note
from daykeep.memory.sources import hash_line, hash_source
from daykeep.review.asking.copies import write_copy
from daykeep.review.asking.repeats import find_repeats
from daykeep.review.notes.files import body_numbers
from daykeep.review.notes.index import remove_file
from daykeep.review.notes.item import is_as_asked
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import ProposedItem

CHANGED = "the note was changed since it was asked for"


def find_discarded(files: Files, item: ProposedItem) -> tuple[Document | None, str]:
    """The note that goes when its item is rejected, and why it can't be decided so (``""``: it can).

    None, without a reason, where nothing goes: the item would change a note that a person has reviewed, which stays as
    it is, or the note is gone already.
    """
    try:
        document = files.find_document(item.name)
    except DaykeepError as error:
        return None, error.message
    if document is None or parse_note(item.name, document).status == REVIEWED:
        return None, ""
    return (document, "") if is_as_asked(document, item) else (None, CHANGED)


def bury_note(
    files: Files,
    document: Document,
    *,
    item: str,
    now: datetime,
    by: str,
    how: str,
    proof: str = "",
    lines: tuple[int, int] | None = None,
    records: Files | None = None,
) -> None:
    """Put a note's lines on record as not to be learned again, with the lines of logs that say the same.

    A copy of the note is kept aside, until a commit holds what it was. Nothing is put on record twice. ``lines`` are
    those of the note in a collecting file (first, last), ``records`` the place of the records where it is not beside
    the notes.
    """
    texts = document.texts
    first, last = lines or (1, len(texts))
    write_copy(files, document, range(first, last + 1), item=item, now=now, by=by)
    numbers = [number for number in body_numbers(texts) if first <= number <= last]
    said = [texts[number - 1] for number in numbers]
    logged = list(find_repeats(files, said)) if records is None else []
    book = records or files
    dead = find_tombstones(book)
    every = dict.fromkeys(map(hash_line, [*said, *(line.text for line in logged)]))
    fresh = [line for line in every if line not in dead]
    spans = [
        *((document.name, number, hash_source([texts[number - 1]])) for number in numbers),
        *((mask_secrets(line.name)[0], line.number, hash_source([line.text])) for line in logged),
    ]
    if fresh:
        add_tombstone(book, item=item, lines=fresh, now=now, by=by, how=how, proof=proof, spans=spans)


def remove_note(files: Files, document: Document) -> list[str]:
    """Take a note's file away, and its line out of the index; the names of the files that changed.

    Raises ConflictError if the note changed since it was read.
    """
    there = files.find_document(document.name)
    if there is not None and there.sha256 != document.sha256:
        raise ConflictError(
            f'"{document.name}" changed meanwhile; it was not removed', hint="run the command again"
        )
    path = document.name.removeprefix(f"{NOTES_FOLDER}/")
    return remove_file(files, parse_note(path, document))


def is_empty_note(texts: Sequence[str]) -> bool:
    """Whether a note says nothing any more below its frontmatter."""
    return not body_numbers(texts)
