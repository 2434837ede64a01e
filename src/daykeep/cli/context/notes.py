"""The typed notes that a built context draws on: those of the workspace, and the user's and the project's own stores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.enhance import Passage
from daykeep.context.notes import is_note_name, state_of
from daykeep.context.reading import PresentReader
from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode
from daykeep.memory.notes.note import (
    CLAUDE_STORE,
    PROJECT_STORE,
    UNREVIEWED,
    USER_STORE,
)
from daykeep.memory.notes.reading import load_notes, parse_note
from daykeep.memory.notes.stores import Around, find_store
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from daykeep.context.instructions.model import Around as Place
    from daykeep.files.store import Files
    from daykeep.memory.notes.note import Note, Store
    from daykeep.search.answer import Hit

OUTSIDE = (PROJECT_STORE, CLAUDE_STORE, USER_STORE)
MOST_HITS = 5


class OwnNotes(NamedTuple):
    """What the notes outside of the workspace say about a question, and what could not be looked at."""

    passages: list[Passage]
    problems: list[str]


def label_notes(files: Files, passages: Iterable[Passage]) -> Iterator[Passage]:
    """The passages of a workspace, those from notes that nobody has reviewed marked as data."""
    reader = PresentReader(files)
    for passage in passages:
        name = passage.place.rpartition(":")[0]
        if passage.origin or not name.startswith(f"{NOTES_FOLDER}/") or not is_note_name(name):
            yield passage
            continue
        data = reader.find(name)
        if data is None:
            yield passage._replace(origin=UNREVIEWED)
            continue
        note = parse_note(name, decode(data, name))
        yield passage._replace(origin=state_of(note, approved=reader.is_approved(name, data)))


def find_own_notes(place: Place, query: str, today: date) -> OwnNotes:
    """What the project's, Claude Code's and the user's notes say about a question, best first.

    They are read anew for each question, without an index. Notes that nobody has reviewed are marked as data.
    """
    from daykeep.clock import now_ns
    from daykeep.files.store import Files
    from daykeep.search.answer import Asking, Searcher
    from daykeep.search.answer.passages.hit import worth_reading
    from daykeep.search.index import Pace
    from daykeep.search.sources.knowledge import Base, KnowledgeSource

    stores, problems = _stores(place)
    if not stores:
        return OwnNotes([], problems)
    source = KnowledgeSource([Base(store.files.root) for store in stores])
    with Searcher(
        [source],
        files=Files(place.cwd),
        folder=None,
        pace=lambda _seconds: Pace(now_ns(), out_of_time=None, progress=None, share=None),
        embedder=lambda: None,
    ) as searcher:
        answer = searcher.answer(query, Asking(today, limit=MOST_HITS))
    return OwnNotes(
        [passage for hit in worth_reading(answer.hits) if (passage := _passage(hit, stores))], problems
    )


def _stores(place: Place) -> tuple[list[Store], list[str]]:
    """The stores that hold anything; two kinds may name one folder, which counts once."""
    around = Around(place.cwd, place.home, place.environ)
    found: dict[str, Store] = {}
    problems = []
    for kind in OUTSIDE:
        try:
            store = find_store(kind, around)
        except DaykeepError as error:
            problems.append(f"the notes of the {kind} store are not read: {error.message}")
            continue
        if store.files.root.is_dir():
            found.setdefault(str(store.files.root), store)
    return list(found.values()), problems


def _passage(hit: Hit, stores: Sequence[Store]) -> Passage | None:
    """A hit as a passage; None for a line of an index, which only points at notes."""
    whole = Path(hit.path)
    store = next((each for each in stores if whole.is_relative_to(each.files.root)), None)
    if store is None or whole.name == store.index_name:
        return None
    path = whole.relative_to(store.files.root).as_posix()
    note = _note_at(load_notes(store).notes, path, hit.lines[0])
    state = UNREVIEWED if note is None or note.status == UNREVIEWED else ""
    level = note.type if note is not None and note.type else "note"
    day = hit.day.isoformat() if hit.day else ""
    return Passage(level, hit.place, hit.text, day, hit.origin or state)


def _note_at(notes: Sequence[Note], path: str, line: int) -> Note | None:
    there = [note for note in notes if note.path == path]
    return next((note for note in there if note.first <= line <= note.last), there[0] if there else None)
