"""Which notes are meant by what is to be forgotten, and forgetting them where no workspace keeps them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.notes.naming import note_slug
from daykeep.memory.notes.reading import claims_in, load_notes
from daykeep.memory.notes.removal import apply_forget_note, plan_forget_note
from daykeep.review.notes.discard import bury_note
from daykeep.review.notes.files import records_of
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.memory.notes.note import Note, Store

_WORD = re.compile(r"[^\W_]+")


class Gone(NamedTuple):
    """A note that was forgotten, or would be: its file in the store's root, and what changed with it."""

    note: Note
    name: str
    names: tuple[str, ...]


def find_meant(store: Store, asked: str) -> list[Note]:
    """The notes that are meant as a whole: by file, name or slug exactly, else by what they are about.

    What a note is about are the name and description of its frontmatter and, where it states one thing only, that: the
    text itself, or all its words. Any other text in a note means that line of it, not the note.
    """
    notes = load_notes(store).notes
    exact = [note for note in notes if is_named(store, note, asked)]
    return exact or [note for note in notes if _is_about(note, asked)]


def is_named(store: Store, note: Note, asked: str) -> bool:
    """Whether a note is named, and not only described, by what is asked: its file, name, title or slug."""
    plain = asked.strip().replace("\\", "/").removeprefix("./").casefold()
    path = note.path.casefold()
    if note.first:
        return plain in {note.name.casefold(), note_slug(note.name)}
    names = {path, path.removesuffix(".md"), store.name_of(note.path).casefold(), note.name.casefold()}
    return plain in names | {note.title.casefold()}


def plan_elsewhere(store: Store, asked: str) -> list[Gone]:
    """The notes of this store that would go; reads only."""
    return [
        Gone(note, store.name_of(note.path), tuple(one.name for one in plan_forget_note(store, note).changes))
        for note in find_meant(store, asked)
    ]


def apply_elsewhere(store: Store, notes: Sequence[Gone], *, now: datetime, by: str, proof: str) -> list[Gone]:
    """Forget these notes; what went. A tombstone in the store keeps each from being remembered there again.

    Order on disk: tombstone, line of the index, note. Raises ConflictError if a note says something else by now.
    """
    done = []
    for gone in notes:
        document = store.files.find_document(gone.name)
        if document is not None:
            lines = (gone.note.line, gone.note.line + len(gone.note.body) - 1)
            bury_note(
                store.files, document, item=plan_forget_note(store, gone.note).item, lines=lines,
                records=records_of(store), now=now, by=by, how="forget", proof=proof,
            )  # fmt: skip
        removal = apply_forget_note(store, gone.note, now=now, by=by, proof=proof)
        done.append(gone._replace(names=tuple(one.name for one in removal.changes)))
    return done


def _is_about(note: Note, asked: str) -> bool:
    wanted = normalise_line(asked).casefold()
    claims = claims_in(note.body)
    whole = claims[0][2] if len(claims) == 1 and len(claims[0][2]) == 1 else []  # all that it says
    about = [*([note.name, note.title, note.description] if note.line > 1 else []), *whole]
    texts = [normalise_line(text).casefold() for text in about if text]
    if len(wanted) < 2:
        return False
    words = _WORD.findall(wanted)
    return any(wanted in text for text in texts) or (
        len(words) > 1 and any(all(word in text for word in words) for text in texts)
    )
