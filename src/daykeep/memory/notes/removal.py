"""Forgetting a note as a whole: its file, or its section of a collecting file, and its line in the index.

Order on disk: the tombstone, the line in the index, the note. Killed in between, the note stands without a line and
the same call goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError
from daykeep.files.encoding import decode
from daykeep.files.ids import short_hash
from daykeep.memory.decisions import add_tombstone, find_tombstones
from daykeep.memory.notes.changes import LOCK, REPLANS, FileChange, make_changes
from daykeep.memory.notes.index.lines import drop_line
from daykeep.memory.notes.note import WORKSPACE_STORE
from daykeep.memory.notes.reading import load_notes
from daykeep.memory.sources import hash_line
from daykeep.text.frontmatter import parse_frontmatter
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.memory.notes.note import Note, Store


class Removal(NamedTuple):
    """A note that goes: the changes in their order on disk, and the hashes of its lines that must not come back."""

    note: Note
    item: str
    changes: tuple[FileChange, ...]
    lines: tuple[str, ...]


def plan_removal(store: Store, note: Note) -> tuple[FileChange, ...]:
    """What removing a note changes, the index first: the file goes, or the section with the blank lines around it.

    A collecting file stays, and so does its line in the index, while anything but its title is left in it.
    """
    name = store.name_of(note.path)
    document = store.files.find_document(name)
    if document is None:
        return _without_line(store, note)
    if not note.first:
        return (*_without_line(store, note), FileChange(name, document.data, None))
    first, last = note.first, note.last
    while first > 1 and last == len(document.texts) and not document.texts[first - 2].strip():
        first -= 1
    after = document.cut(first, last)
    if _says_nothing(decode(after).texts):
        return (*_without_line(store, note), FileChange(name, document.data, None))
    return (FileChange(name, document.data, after),)


def _says_nothing(texts: Sequence[str]) -> bool:
    """Whether nothing is left of a collecting file but its frontmatter and its title."""
    rest = texts[parse_frontmatter(texts).last :]
    return all(not text.strip() or text.startswith("# ") for text in rest)


def _without_line(store: Store, note: Note) -> tuple[FileChange, ...]:
    index = store.files.find_document(store.index_name)
    if index is None:
        return ()
    after = drop_line(index, note.path)
    return (FileChange(store.index_name, index.data, after),) if after != index.data else ()


def plan_forget_note(store: Store, note: Note) -> Removal:
    """What forgetting a note does: `plan_removal`, and in a workspace a tombstone with the hashes of what it states."""
    changes = plan_removal(store, note)
    texts = [note.description, *note.body] if store.kind == WORKSPACE_STORE else []
    lines = tuple(dict.fromkeys(hash_line(text) for text in texts if normalise_line(text)))
    item = short_hash("\n".join(["forget-note", note.path, *lines]).encode("utf-8", "surrogateescape"), 12)
    return Removal(note, item, changes, lines)


def apply_forget_note(store: Store, note: Note, *, now: datetime, by: str, proof: str = "") -> Removal:
    """Forget a note; what was done. Durable when it returns.

    ``proof`` is what showed that a person asked for it. Only the note that was looked at is removed: ConflictError if
    it says something else by now.
    """
    done: list[FileChange] = []
    with store.files.lock(store.name_of(LOCK), purpose="forget"):
        for _ in range(REPLANS):
            current = _find_again(store, note)
            removal = plan_forget_note(store, current or note)
            if current is None and not removal.changes:
                return removal._replace(changes=tuple(done))
            dead = find_tombstones(store.files) if removal.lines else {}
            lines = [line for line in removal.lines if line not in dead]
            if lines:
                add_tombstone(
                    store.files, item=removal.item, lines=lines, now=now, by=by, how="forget", proof=proof
                )
            try:
                for change in removal.changes:
                    make_changes(store, [change])
                    done.append(change)
            except ConflictError:
                continue
            return removal._replace(changes=tuple(done))
    raise ConflictError(f'"{store.name_of(note.path)}" keeps changing', hint="run the command again")


def _find_again(store: Store, note: Note) -> Note | None:
    """The note as it stands now; None if it is gone. ConflictError if another text stands in its place."""
    notes = [one for one in load_notes(store).notes if one.path == note.path]
    same = [one for one in notes if one.text == note.text and one.title == note.title]
    if same:
        return same[0]
    if any(one.title == note.title for one in notes):
        raise ConflictError(
            f'"{store.name_of(note.path)}" was changed meanwhile; it stays', hint="look at it again"
        )
    return None
