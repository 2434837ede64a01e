"""What the model may do in the parts of memory that people review: ask for a note, change what it asked for, log.

A typed note that the model makes is one that nobody has reviewed: it says so itself, with origin agent, whatever its
text claims, and waits in the queue. One that a person has approved, or that has another origin, can't be changed
here. Today's log grows at its end, entry by entry; nothing else of the logs can be written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.clock import local_time
from daykeep.daily.entry import Entry
from daykeep.daily.log import append_entry, notes_on
from daykeep.daily.names import daily_file
from daykeep.errors import ConflictError, DocumentError, RefusedError
from daykeep.files.encoding import decode
from daykeep.memory.decisions import find_tombstones
from daykeep.memory.notes.deciding import decide_type
from daykeep.memory.notes.index.step import bring_in_step
from daykeep.memory.notes.note import TYPES, UNREVIEWED
from daykeep.memory.notes.reading import parse_note, rule_lines
from daykeep.memory.notes.render import set_fields
from daykeep.memory.notes.stores.places import workspace_store
from daykeep.memory.sources import SOURCES_FILE, AskedRecord, append_asked, hash_line
from daykeep.memory_tool.desk import Guarded, check_size, guard
from daykeep.memory_tool.editing import insert_after, replace_once, split_lines
from daykeep.memory_tool.model import CommandError, shown
from daykeep.memory_tool.paths import check_harmless
from daykeep.review.notes.discard import remove_note
from daykeep.review.notes.files import body_numbers, is_note_file
from daykeep.review.notes.index import put_in_step
from daykeep.review.notes.item import note_id
from daykeep.review.notes.refused import check_wanted
from daykeep.review.record import REMEMBERED_TRAILER
from daykeep.review.remembering.queue import Told, queue_notes
from daykeep.review.stores.joined import open_store
from daykeep.text.frontmatter import frontmatter_end
from daykeep.text.frontmatter_edit import quote_value
from daykeep.text.language import language_of
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.files.encoding import Document
    from daykeep.memory.notes.note import Note
    from daykeep.memory_tool.desk import Desk
    from daykeep.memory_tool.model import Command
    from daykeep.memory_tool.paths import Spot

ORIGIN = "agent"
_REASON = "the agent wrote it with its memory tool"


def create_note(desk: Desk, spot: Spot, text: str) -> Guarded:
    """Make a note that waits for a person; CommandError if the file is there, RefusedError for what was refused before."""
    if not is_note_file(spot.name):
        raise CommandError(f"Error: A note needs a name that ends in .md, got: {shown(spot.path)}")
    check_harmless(spot)
    if desk.kind(spot.name) != "missing":
        raise CommandError(f"Error: File {shown(spot.path)} already exists")
    made = guard(text)
    document = _as_note(spot, made.text)
    check_size(document.data, spot.path)
    said = "\n".join(document.texts[number - 1] for number in body_numbers(document.texts))
    _check_wanted(desk, said)
    _record(desk, document)
    try:
        desk.files.replace(spot.name, document.data, expected_sha256=None)
    except ConflictError as error:
        raise CommandError(f"Error: File {shown(spot.path)} already exists") from error
    _follow(desk, document, "Remembered")
    return made


def replace_in_note(desk: Desk, spot: Spot, command: Command) -> tuple[Guarded, str]:
    """Replace a text in a note that the model asked for and nobody has reviewed; the new text, and a snippet of it."""
    snippets: list[str] = []

    def make(before: str) -> Guarded:
        after, snippet = replace_once(before, command.old, command.new, path=spot.path)
        snippets[:] = [snippet]
        return _still_waiting(spot, before, after)

    missing = f"Error: The path {shown(spot.path)} does not exist. Please provide a valid path."
    return _change(desk, spot, make, missing), snippets[0]


def insert_in_note(desk: Desk, spot: Spot, command: Command) -> Guarded:
    """Put text behind a line of a note that the model asked for and nobody has reviewed."""

    def make(before: str) -> Guarded:
        return _still_waiting(spot, before, insert_after(before, command.line, command.text))

    return _change(desk, spot, make, f"Error: The path {shown(spot.path)} does not exist")


def delete_note(desk: Desk, spot: Spot) -> None:
    """Take back a note that the model asked for and nobody has reviewed, and its place in the queue."""
    document = decode(desk.read(spot.name, f"Error: The path {shown(spot.path)} does not exist"), spot.name)
    _check_own(spot, document)
    desk.settle([spot.name])
    changed = remove_note(desk.files, document)
    _queue(desk, {})
    desk.record([spot.name, *changed], f"The agent took back {spot.name}")


def log(desk: Desk, spot: Spot, text: str, *, line: int | None) -> Guarded:
    """Add an entry at the end of today's log, as `daykeep log` does; ``line`` is after which one, None to begin the log.

    CommandError for another day's log, and for any place but the end.
    """
    workspace = desk.workspace
    if spot.name != daily_file(workspace.day):
        raise CommandError(
            f"Error: The path {shown(spot.path)} is read-only: only today's log "
            f"(/memories/daily/{workspace.day}.md) can be added to"
        )
    there = desk.kind(spot.name) != "missing"
    if line is None and there:
        raise CommandError(f"Error: File {shown(spot.path)} already exists")
    if line is not None:
        data = desk.read(spot.name, f"Error: The path {shown(spot.path)} does not exist")
        count = len(split_lines(desk.decode(data, spot.path)))
        if line != count:
            raise CommandError(
                f"Error: Invalid `insert_line` parameter: {line}. A log only grows at its end: [{count}, {count}]"
            )
    entry = Entry("note", local_time(workspace.now, workspace.zone), text.strip("\n"), origin=ORIGIN)
    logged = append_entry(desk.files, entry, language=workspace.language)
    return Guarded(text, tuple(notes_on(logged)))


def _as_note(spot: Spot, text: str) -> Document:
    """The model's text as a note: with the frontmatter of one, and unreviewed whatever its own frontmatter says."""
    document = decode(text.encode(), spot.name)
    path = spot.name.removeprefix(f"{NOTES_FOLDER}/")
    given = parse_note(path, document)
    first = next(iter(rule_lines(given.body)), "")
    kind = given.type or decide_type(first, language=language_of(first)).type
    kind = kind if kind in TYPES else "project"
    if frontmatter_end(document.texts):
        try:
            document = set_fields(document, {("type",): kind, ("status",): UNREVIEWED, ("origin",): ORIGIN})
        except DocumentError as error:
            raise CommandError(
                f"Error: The frontmatter of {shown(spot.path)} can't be used: {error.message}"
            ) from error
    else:
        title = path.removesuffix(".md").replace("-", " ").replace("_", " ").rpartition("/")[2]
        fields = {
            "name": title,
            "type": kind,
            "status": UNREVIEWED,
            "origin": ORIGIN,
        }
        head = [f"{key}: {quote_value(value)}" for key, value in fields.items()]
        end = "\r\n" if "\r\n" in text else "\n"
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        lead = end.join(["---", *head, "---", "", ""])
        document = decode(f"{mark}{lead}{text.removeprefix(mark)}".encode(), spot.name)
    _check_own(spot, document)
    return document


def _check_own(spot: Spot, document: Document) -> Note:
    """The note, if the model asked for it and nobody has reviewed it; else CommandError."""
    note = parse_note(spot.name.removeprefix(f"{NOTES_FOLDER}/"), document)
    if not is_note_file(spot.name) or note.status != UNREVIEWED or note.origin != ORIGIN:
        raise CommandError(
            f"Error: The path {shown(spot.path)} is read-only: it was reviewed by a person, or is not the agent's own. "
            "What should change goes into a new file in /memories/notes, which a person will review"
        )
    return note


def _still_waiting(spot: Spot, before: str, after: str) -> Guarded:
    """A note's new text, if it was and stays one that the model asked for and nobody has reviewed."""
    _check_own(spot, decode(before.encode(), spot.name))
    made = guard(after, before)
    try:
        _check_own(spot, decode(made.text.encode(), spot.name))
    except CommandError as error:
        raise CommandError(
            "Error: A note keeps `status: unreviewed` and `origin: agent` until a person has reviewed it"
        ) from error
    return made


def _change(desk: Desk, spot: Spot, make: Callable[[str], Guarded], missing: str) -> Guarded:
    made = desk.change(spot.name, make, path=spot.path, missing=missing)
    document = decode(made.text.encode(), spot.name)
    _record(desk, document)
    _follow(desk, document, "Remembered more in")
    return made


def _check_wanted(desk: Desk, said: str) -> None:
    workspace = desk.workspace
    check_wanted(desk.files, workspace.history, said, by="")
    dead = find_tombstones(desk.files)
    if any(hash_line(line) in dead for line in said.split("\n") if line.strip()):
        raise RefusedError("a person asked to forget this, so it is not remembered again")


def _record(desk: Desk, document: Document) -> None:
    """Put on record who asked for the lines of a note."""
    texts, workspace = document.texts, desk.workspace
    lines = dict.fromkeys(hash_line(texts[number - 1]) for number in body_numbers(texts))
    at, day = workspace.now.isoformat(timespec="seconds"), workspace.day.isoformat()
    item = note_id(document.name, document.data)
    append_asked(desk.files, [AskedRecord(item, line, ORIGIN, day, "", at, "") for line in lines])


def _follow(desk: Desk, document: Document, said: str) -> None:
    """Have the index and the queue follow a note, and commit all of it."""
    store = workspace_store(desk.files)
    put_in_step(desk.files, document.name)
    bring_in_step(store)
    _queue(desk, {document.name: Told(ORIGIN, (_REASON,))})
    item = note_id(document.name, document.data)
    names = [document.name, store.index_name, SOURCES_FILE]
    desk.record(names, f"{said} {document.name}", trailers=[(REMEMBERED_TRAILER, item)])


def _queue(desk: Desk, told: dict[str, Told]) -> None:
    workspace = desk.workspace
    store = open_store(desk.files, workspace.history, language=workspace.language)
    queue_notes(desk.files, store, now=workspace.now, day=workspace.day, told=told)
