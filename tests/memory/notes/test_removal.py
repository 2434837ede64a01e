"""A note goes with its line in the index and leaves a tombstone; nothing else goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.errors import ConflictError
from daykeep.memory.decisions import find_tombstones
from daykeep.memory.notes.reading import load_notes
from daykeep.memory.notes.removal import apply_forget_note, plan_removal
from daykeep.memory.sources import hash_line
from tests.memory.notes.building import NOW, claude, collecting, index, read, remember, tree, workspace, write


def find(store, title: str):
    return next(note for note in load_notes(store).notes if note.title == title)


def test_note_goes_with_its_line_and_its_lines_are_on_record(tmp_path: Path) -> None:
    store = workspace(tmp_path)
    remember(store, "Keep replies short", origin="user")
    kept = tree(tmp_path)
    remember(store, "Use a real database", why="a mock hid a bug")
    done = apply_forget_note(store, find(store, "Use a real database"), now=NOW, by="ada")
    after = tree(tmp_path)
    decisions = after.pop("memory/decisions.jsonl")
    assert after == kept
    assert [change.name for change in done.changes] == [
        "memory/notes/INDEX.md",
        "memory/notes/use-a-real-database.md",
    ]
    assert hash_line("Use a real database") in find_tombstones(store.files)
    assert b"database" not in decisions


def test_section_goes_and_its_neighbours_stay_byte_for_byte(tmp_path: Path) -> None:
    store = collecting(tmp_path)
    remember(store, "Keep replies short")
    before = read(store, "feedback.md")
    remember(store, "Use a real database")
    standing = index(store)
    apply_forget_note(store, find(store, "Use a real database"), now=NOW, by="ada")
    assert (read(store, "feedback.md"), index(store)) == (before, standing)
    assert not (tmp_path / "memory").exists()
    apply_forget_note(store, find(store, "Keep replies short"), now=NOW, by="ada")
    assert "feedback.md" not in index(store)


def test_section_in_the_middle_goes_alone(tmp_path: Path) -> None:
    store = collecting(tmp_path)
    text = "# User\n\n## A\n\nOne.\n\n## B\n\nTwo.\n\n## C\n\nThree.\n"
    write(store, "user.md", text)
    apply_forget_note(store, find(store, "B"), now=NOW, by="ada")
    assert read(store, "user.md") == text.replace("## B\n\nTwo.\n\n", "")


def test_note_that_was_changed_meanwhile_stays(tmp_path: Path) -> None:
    store = claude(tmp_path)
    remember(store, "Use a real database")
    note = find(store, "Use a real database")
    write(store, note.path, read(store, note.path) + "\nSomething new.\n")
    before = tree(tmp_path)
    with pytest.raises(ConflictError):
        apply_forget_note(store, note, now=NOW, by="ada")
    assert tree(tmp_path) == before


def test_forgetting_again_does_nothing(tmp_path: Path) -> None:
    store = workspace(tmp_path)
    remember(store, "Use a real database")
    note = find(store, "Use a real database")
    apply_forget_note(store, note, now=NOW, by="ada")
    before = tree(tmp_path)
    assert apply_forget_note(store, note, now=NOW, by="ada").changes == ()
    assert tree(tmp_path) == before


def test_planning_changes_the_index_before_the_note(tmp_path: Path) -> None:
    store = claude(tmp_path)
    remember(store, "Use a real database")
    first, second = plan_removal(store, find(store, "Use a real database"))
    assert (first.name, second.name, second.after) == ("MEMORY.md", "use-a-real-database.md", None)
