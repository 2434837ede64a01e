"""A stored turn that is no longer what was stored is named, and so is a restore that was cut short."""

from __future__ import annotations

from daykeep.doctor.examine import examine
from daykeep.doctor.stored import check_stored
from daykeep.workspace.restored import RESTORE_FILE, UnderWay, render_mark
from tests.doctor.examining import ids, subject
from tests.triage.stored.making import booking, put

STORED = ".daykeep/data/sessions/s1/stored"


def test_restore_that_was_cut_short_is_an_error_with_the_command_that_ends_it(tmp_path):
    mark = render_mark(UnderWay("a" * 64, "/backups/b.tar.gz", makes_history=True))
    found = ids(check_stored(subject(tmp_path, {RESTORE_FILE: mark})))
    assert found["restore-under-way"].level == "error"
    assert f'daykeep restore "/backups/b.tar.gz" "{tmp_path}"' in found["restore-under-way"].hint


def test_no_sessions_are_nothing(tmp_path):
    assert ids(check_stored(subject(tmp_path, {"MEMORY.md": "x"}))) == {}


def test_stored_turn_that_was_changed_is_an_error_with_its_file(tmp_path):
    put(tmp_path, booking())
    assert ids(check_stored(subject(tmp_path))) == {}
    path = min((tmp_path / STORED).iterdir())
    path.write_bytes(path.read_bytes().replace(b"{", b"[", 1))
    found = ids(check_stored(subject(tmp_path)))
    assert list(found) == [f"stored:{STORED}/{path.name}"]
    assert found[f"stored:{STORED}/{path.name}"].level == "error"
    assert not examine(subject(tmp_path)).healthy


def test_folder_with_no_name_of_a_session_is_said_and_the_others_are_looked_at(tmp_path):
    found = ids(check_stored(subject(tmp_path, {".daykeep/data/sessions/..odd name/x": "x"})))
    assert [finding.level for finding in found.values()] in ([], ["warning"])
    assert examine(subject(tmp_path)).healthy
