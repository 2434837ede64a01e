"""What keeps a note from being found or believed is named, and the index is mended when that is asked for."""

from __future__ import annotations

from daykeep.doctor.examine import examine
from daykeep.doctor.fix import apply_fixes, choose
from tests.doctor.examining import subject

NOTE = "---\nname: {0}\ndescription: {0}\ntype: project\nstatus: {1}\n---\n\n{0}.\n"
INDEX = "# Memory Index\n\n- [Tea](tea.md): Tea\n"
FOLDER = "memory/notes/"


def found(root, contents):
    made = subject(root, {f"{FOLDER}{name}": text for name, text in contents.items()})
    return made, [one for one in examine(made).findings if FOLDER in one.name]


def test_notes_in_order_are_no_finding_but_that_nobody_approved_them(tmp_path):
    _, findings = found(tmp_path, {"INDEX.md": INDEX, "tea.md": NOTE.format("Tea", "active")})
    assert findings == []


def test_note_that_calls_itself_reviewed_is_unapproved(tmp_path):
    _, findings = found(tmp_path, {"INDEX.md": INDEX, "tea.md": NOTE.format("Tea", "reviewed")})
    assert [(one.id, one.level) for one in findings] == [(f"unapproved:{FOLDER}tea.md", "warning")]


def test_unreviewed_note_that_waits_nowhere_is_named(tmp_path):
    _, findings = found(tmp_path, {"INDEX.md": INDEX, "tea.md": NOTE.format("Tea", "unreviewed")})
    assert [one.id for one in findings] == [f"note-waits:{FOLDER}tea.md"]


def test_line_that_leads_nowhere_is_named_with_its_place(tmp_path):
    _, findings = found(tmp_path, {"INDEX.md": INDEX})
    assert [(one.line, "leads nowhere" in one.message, one.fixable) for one in findings] == [(3, True, False)]


def test_index_that_lacks_a_note_is_mended_on_request_and_keeps_every_line(tmp_path):
    notes = {
        "INDEX.md": INDEX,
        "tea.md": NOTE.format("Tea", "active"),
        "rice.md": NOTE.format("Rice", "active"),
    }
    made, findings = found(tmp_path, notes)
    (lacking,) = [one for one in findings if one.fixable]
    (fixed,) = apply_fixes(made, choose(findings, [lacking.id]))
    assert fixed.done
    text = (tmp_path / FOLDER / "INDEX.md").read_text()
    assert "(rice.md)" in text
    assert set(INDEX.splitlines()) <= set(text.splitlines())
    assert found(tmp_path, {})[1] == []


def test_note_over_its_limit_and_one_with_a_broken_head_are_named_and_stay(tmp_path):
    long, broken = NOTE.format("Tea", "active") + "x" * 41_000, "---\nname: [a\n---\n\nText.\n"
    index = INDEX + "- [B](b.md): b\n"
    _, findings = found(tmp_path, {"INDEX.md": index, "tea.md": long, "b.md": broken})
    assert {one.name for one in findings} >= {f"{FOLDER}tea.md", f"{FOLDER}b.md"}
    assert (tmp_path / FOLDER / "b.md").read_text() == broken
