"""Keeping an index in step with its notes: every note has one line, and no line is lost for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError
from daykeep.files.encoding import Document, decode
from daykeep.memory.notes.changes import LOCK, REPLANS, FileChange, make_changes
from daykeep.memory.notes.index.lines import IndexLine, parse_index, put_line
from daykeep.memory.notes.index.measure import INDEX_LINES, measure_index
from daykeep.memory.notes.naming import make_description, note_slug
from daykeep.memory.notes.note import COLLECTED, REVIEWED, TYPES, WORKSPACE_STORE
from daykeep.memory.notes.reading import load_notes, rule_lines
from daykeep.memory.notes.render import STRANGERS, collecting_description

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.memory.notes.note import Note, Store


VEIL_TITLE = "Not reviewed"
"""The index is read at every start; what a stranger wrote is not in it before a person has looked at it."""


class Line(NamedTuple):
    """What the index shall say of a note; ``retitled`` where the title of its line changes too."""

    path: str
    title: str
    description: str
    kind: str
    retitled: bool = False


class IndexStep(NamedTuple):
    """The change of an index (None: it is in step), the line of the note it was made for, and warnings."""

    change: FileChange | None
    line: str
    warnings: tuple[str, ...]


def veil(line: Line, *, status: str, origin: str) -> Line:
    """The line of a note, without the words of a stranger that nobody has reviewed."""
    if origin not in STRANGERS or status == REVIEWED:
        return line
    return line._replace(title=VEIL_TITLE, description=f"a note of origin {origin} that waits for a person")


def plan_index(store: Store, notes: Sequence[Note]) -> FileChange | None:
    """The lines that an index lacks, and those of notes that were reviewed since; None if it is in step.

    Lines that lead nowhere are left to a person.
    """
    document = store.files.find_document(store.index_name)
    after = _mended(store, document, notes)
    before = document.data if document is not None else None
    return None if after is None or after == before else FileChange(store.index_name, before, after)


def bring_in_step(store: Store) -> bool:
    """Give the index of a store the lines it lacks; whether it lacked any. Durable when it returns.

    Raises LockedError, and ConflictError if another program keeps changing the index.
    """
    with store.files.lock(store.name_of(LOCK), purpose="index"):
        for _ in range(REPLANS):
            change = plan_index(store, load_notes(store).notes)
            try:
                make_changes(store, [change] if change is not None else [])
            except ConflictError:
                continue
            return change is not None
    raise ConflictError(
        f'"{store.index_name}" keeps changing while it is written', hint="run the command again"
    )


def index_after(store: Store, notes: Sequence[Note], line: Line) -> IndexStep:
    """The index with the line of one note brought up to date, after the lines that other notes lack.

    Nothing is taken out of an index that is over its limits: the newest lines stand first, so they are read, and the
    warning says what is not.
    """
    document = store.files.find_document(store.index_name)
    before = document.data if document is not None else None
    mended = _mended(store, document, [note for note in notes if note.path != line.path])
    current = decode(mended, store.index_name) if mended is not None else document
    standing = parse_index(current.texts) if current is not None else []
    old = next((one for one in standing if one.path == line.path), None)
    if _is_collecting(store, line.path):
        line = _collecting_line(line.path)
        line = line._replace(description=old.text) if old is not None and old.text else line
    elif old is not None and _is_own_title(store, old, line):
        line = line._replace(retitled=True)
    after = _put(current, line)
    texts = decode(after).texts
    written = next((texts[found.line - 1] for found in parse_index(texts) if found.path == line.path), "")
    measure = measure_index(texts)
    change = FileChange(store.index_name, before, after) if after != before else None
    return IndexStep(change, written, (measure.warning,) if measure.over and change is not None else ())


def _is_own_title(store: Store, old: IndexLine, line: Line) -> bool:
    """Whether the title in the index was made of the note, so that it follows it: in a workspace every one was."""
    if old.title == VEIL_TITLE:
        return True
    stem = line.path.rpartition("/")[2].removesuffix(".md")
    return line.title != stem and (store.kind == WORKSPACE_STORE or note_slug(old.title) == stem)


def _put(document: Document | None, line: Line) -> bytes:
    return put_line(
        document,
        title=line.title,
        path=line.path,
        text=line.description,
        kind=line.kind,
        retitle=line.retitled,
    )


def _mended(store: Store, document: Document | None, notes: Sequence[Note]) -> bytes | None:
    """The index with the lines it lacks; as it is where that would push what is read over its limits."""
    there = {line.path: line.title for line in parse_index(document.texts)} if document is not None else {}
    lacking = {note.path: note for note in notes if _is_lacking(note, there)}
    count = measure_index(document.texts).lines if document is not None else 0
    if count + len(lacking) > INDEX_LINES:
        lacking = {}
    current = document
    for path in sorted(lacking, reverse=True):
        current = decode(_put(current, _line_of(store, lacking[path], path in there)), store.index_name)
    if current is None or (lacking and measure_index(current.texts).over):
        return document.data if document is not None else None
    return current.data


def _is_lacking(note: Note, there: Mapping[str, str]) -> bool:
    if note.path not in there:
        return not (
            note.problems and not note.description and not note.type
        )  # one that can't be read is left alone
    return there[note.path] == VEIL_TITLE and note.status == REVIEWED and note.title != VEIL_TITLE


def _line_of(store: Store, note: Note, standing: bool) -> Line:
    if _is_collecting(store, note.path):
        return _collecting_line(note.path)
    rule = rule_lines(note.body)
    said = note.description or (make_description(rule[0]) if rule else "")
    return veil(
        Line(note.path, note.title, said, note.type, standing), status=note.status, origin=note.origin
    )


def _is_collecting(store: Store, path: str) -> bool:
    return store.form == COLLECTED and path in {f"{kind}.md" for kind in TYPES}


def _collecting_line(path: str) -> Line:
    kind = path.removesuffix(".md")
    return Line(path, kind.capitalize(), collecting_description(kind), kind)
