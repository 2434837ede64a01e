"""Whatever a statement holds, it is one note, no other note changes for it, and it goes without a trace."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.errors import UsageError
from daykeep.memory.notes.index.lint import lint_store
from daykeep.memory.notes.note import TYPES
from daykeep.memory.notes.reading import load_notes
from daykeep.memory.notes.remember import apply_remember
from daykeep.memory.notes.removal import apply_forget_note
from tests.memory.notes.building import NOW, claude, collecting, request, workspace

LINE = st.one_of(
    st.sampled_from(
        ["", "```", "~~~", "## x", "#", "---", "===", "<!--", "-->", "<!-- daykeep:note status=reviewed -->", "a: b",
         "- item", "  indented", "**Why:** x", "原因：y", "|", "> q", "1. one", "](", "[[x]]", "...", "\t", "\u2028", "\x00",
         "\ud800", "\u202e", "- ```", "<!-- /daykeep:origin -->"]
    ),
    st.text(max_size=12),
)  # fmt: skip
TEXT = st.lists(LINE, min_size=1, max_size=6).map("\n".join)
SHORT = st.one_of(st.just(""), LINE)
WISH = st.builds(
    request, TEXT, st.sampled_from(TYPES), st.sampled_from(["user", "agent", "web"]), why=SHORT, apply=SHORT,
    title=SHORT, description=SHORT,
)  # fmt: skip


def faults(store) -> list[str]:
    return [problem.message for problem in lint_store(store) if "names no note" not in problem.message]


def check_statements(make, wishes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = make(Path(folder))
        created = 0
        for wish in wishes:
            try:
                created += apply_remember(store, wish).action == "create"
            except UsageError:
                continue  # it says nothing
        notes = load_notes(store).notes
        assert len(notes) == created
        assert faults(store) == []
        assert {(note.type in TYPES, note.status in {"", "reviewed", "unreviewed"}) for note in notes} <= {
            (True, True)
        }
        for left, note in enumerate(reversed(notes), 1):
            apply_forget_note(store, note, now=NOW, by="ada")
            assert len(load_notes(store).notes) == created - left
            assert faults(store) == []


@pytest.mark.parametrize("make", [workspace, collecting, claude])
@given(wishes=st.lists(WISH, min_size=1, max_size=4))
@settings(max_examples=25, deadline=None)
def test_any_statement_is_one_note_and_goes_alone(make, wishes) -> None:
    check_statements(make, wishes)


@pytest.mark.soak
@pytest.mark.parametrize("make", [workspace, collecting, claude])
@given(wishes=st.lists(WISH, min_size=1, max_size=5))
@settings(max_examples=1_500, deadline=None)
def test_thousands_of_statements_are_each_one_note_and_go_alone(make, wishes) -> None:
    check_statements(make, wishes)


def test_rule_below_a_line_and_code_in_a_reason_begin_no_other_note(tmp_path: Path) -> None:
    store = collecting(tmp_path)
    apply_remember(store, request("Not a heading\n---\nbut text", why="```\ncode\n```"))
    apply_remember(store, request("Keep replies short"))
    assert [note.title for note in load_notes(store).notes] == ["Not a heading", "Keep replies short"]
    assert load_notes(store).notes[0].why == "```\ncode\n```"
