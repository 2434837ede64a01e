"""What Claude Code's own memory repeats is said, and two programs in one folder too."""

from __future__ import annotations

import json

import pytest

from daykeep.doctor.together.claude import check_claude_memory
from daykeep.text.slugs import slug_of
from tests.doctor.examining import ids, subject

SAME = "The staging database is reset every night at two"
NOTE = "---\nname: staging\ndescription: {0}\nmetadata: \n  type: project\n---\n\n{0}.\n"


@pytest.fixture
def place(tmp_path):
    root, home = tmp_path / "w", tmp_path / "home"
    root.mkdir()
    folder = home / ".claude/projects" / slug_of(str(root)) / "memory"
    folder.mkdir(parents=True)
    return root, home, folder


def look(root, home, contents, **changes):
    return ids(check_claude_memory(subject(root, contents, home=home, **changes)))


def test_note_that_says_what_memory_says_is_named_once_for_all(place):
    root, home, folder = place
    (folder / "staging.md").write_text(NOTE.format(SAME))
    (folder / "other.md").write_text(NOTE.format("The printer is on the third floor of the annex"))
    found = look(root, home, {"MEMORY.md": f"# Memory\n- **{SAME.upper()}**.\n"})
    assert list(found) == ["claude-memory:same"]
    assert "1 of 2 notes" in found["claude-memory:same"].message
    assert SAME in found["claude-memory:same"].message
    assert "staging.md" in found["claude-memory:same"].message


def test_note_of_the_workspace_counts_as_memory_does(place):
    root, home, folder = place
    (folder / "staging.md").write_text(NOTE.format(SAME))
    assert "claude-memory:same" in look(root, home, {"memory/notes/staging.md": NOTE.format(SAME)})


def test_other_statements_short_lines_and_no_memory_are_nothing(place):
    root, home, folder = place
    assert look(root, home, {"MEMORY.md": f"- {SAME}\n- Use tabs\n"}) == {}
    (folder / "other.md").write_text(NOTE.format("Use tabs"))
    assert look(root, home, {}) == {}
    assert look(root, None, {}) == {}


def test_memory_that_is_switched_off_repeats_nothing(place):
    root, home, folder = place
    (folder / "staging.md").write_text(NOTE.format(SAME))
    environ = {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}
    assert look(root, home, {"MEMORY.md": f"- {SAME}\n"}, environ=environ) == {}


@pytest.mark.parametrize("inside", [".", "memory"])
def test_claude_code_that_keeps_its_memory_in_the_workspace_is_a_second_writer(place, inside):
    root, home, _ = place
    (root / "memory").mkdir()
    (home / ".claude/settings.json").write_text(json.dumps({"autoMemoryDirectory": str(root / inside)}))
    assert look(root, home, {"MEMORY.md": "- x\n"})["claude-memory:here"].level == "warning"
