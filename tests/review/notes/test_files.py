"""Which files are notes, and which of their lines say something."""

from __future__ import annotations

import pytest

from daykeep.files.store import Files
from daykeep.review.notes.files import body_numbers, is_note_file, note_names, read_notes


@pytest.mark.parametrize(
    "name", ["memory/notes/INDEX.md", "memory/2026-04-06.md", "memory/notes/tea.txt", "tea.md"]
)
def test_what_is_no_note_is_not_taken_for_one(name):
    assert not is_note_file(name)
    assert is_note_file("memory/notes/deep/tea.md")


def test_notes_are_read_in_order_and_the_unreadable_left_out(tmp_path):
    files = Files(tmp_path)
    assert note_names(files) == []
    folder = tmp_path / "memory/notes"
    (folder / "rice.md").mkdir(parents=True)
    for name in ("tea.md", "INDEX.md", "bread.md", "plan.txt"):
        (folder / name).write_text("One line.\n")
    (folder / "gone.md").symlink_to(tmp_path.parent / "elsewhere.md")
    assert [note.name for note in read_notes(files)] == ["memory/notes/bread.md", "memory/notes/tea.md"]


def test_headings_marks_and_frontmatter_say_nothing():
    texts = ["---", "name: Tea", "---", "", "# Tea", "<!-- daykeep:origin web -->", "The team drinks tea."]
    assert body_numbers(texts) == [7]
