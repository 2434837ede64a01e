"""What the reference page shows is what the program reads, writes and warns about."""

from __future__ import annotations

import re

from daykeep.files.encoding import decode
from daykeep.memory.notes.door import LIMIT_BYTES
from daykeep.memory.notes.index import INDEX_BYTES, INDEX_LINES, parse_index
from daykeep.memory.notes.index.lint import lint_index
from daykeep.memory.notes.note import NOTE_CHARS, TYPES
from daykeep.memory.notes.reading import load_notes, parse_note
from daykeep.memory.notes.stores.places import KINDS
from tests.docs.pages import REPOSITORY
from tests.memory.notes.building import collecting, read, remember, workspace, write

PAGE = (REPOSITORY / "docs/reference/notes.md").read_text(encoding="utf-8")
FLAT, NESTED, COLLECTING, INDEX = re.findall(r"````markdown\n(.*?)````\n", PAGE, re.DOTALL)


def test_both_forms_on_the_page_are_read_alike() -> None:
    flat, nested = (parse_note("a.md", decode(text.encode())) for text in (FLAT, NESTED))
    assert (flat.type, nested.type) == ("feedback", "feedback")
    assert (flat.status, nested.status, flat.origin) == ("unreviewed", "active", "agent")
    assert flat.why == "a mock hid a bug that reached production"
    assert flat.problems == nested.problems == ()


def test_flat_note_on_the_page_is_written_like_that(tmp_path) -> None:
    store = workspace(tmp_path)
    done = remember(
        store,
        "Tests use a real database, never a mock.",
        why="a mock hid a bug that reached production",
        apply="in every test that reads or writes data; see [[test-setup]]",
        title="Real database in tests",
        description="Tests use a real database, never a mock",
    )
    assert read(store, done.path) == FLAT
    assert done.index_line == INDEX.split("\n")[2]


def test_collecting_file_on_the_page_is_written_like_that(tmp_path) -> None:
    store = collecting(tmp_path)
    words = {"why": "a mock hid a bug that reached production", "title": "Real database in tests"}
    remember(store, "Tests use a real database, never a mock.", **words)
    assert read(store, "feedback.md") == COLLECTING
    write(store, "feedback.md", COLLECTING)
    assert [note.title for note in load_notes(store).notes] == ["Real database in tests"]


def test_index_on_the_page_has_no_problem() -> None:
    paths = [line.path for line in parse_index(INDEX.split("\n"))]
    assert len(paths) == 2
    assert lint_index("INDEX.md", INDEX.split("\n"), paths) == []


def test_page_names_every_type_place_and_limit() -> None:
    for word in (*TYPES, *KINDS):
        assert f"`{word}`" in PAGE
    for number in (NOTE_CHARS, INDEX_BYTES, LIMIT_BYTES):
        assert f"{number:,}" in PAGE
    assert f"{INDEX_LINES} lines" in PAGE
