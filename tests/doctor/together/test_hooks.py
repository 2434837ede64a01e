"""Hooks print nothing when they fail: doctor does."""

from __future__ import annotations

from daykeep.doctor.together.hooks import check_hooks
from daykeep.workspace.hooklog import HOOK_LOG, HookRun, note_run
from tests.doctor.examining import ids, subject


def look(root, *runs, **changes):
    (root / ".daykeep").mkdir(exist_ok=True)
    for run in runs:
        note_run(root, run)
    return ids(check_hooks(subject(root, **changes)))


def run(event, kind="ran", message=""):
    return HookRun("2026-03-10T12:00:00+00:00", event, "0123", kind, message)


def test_last_runs_that_went_wrong_are_counted_by_event(tmp_path):
    found = look(
        tmp_path,
        run("Stop"),
        run("Stop", "storage", "disk full"),
        run("Stop", "storage", "disk full"),
        run("SessionStart"),
    )
    assert list(found) == ["hook-run:Stop"]
    assert found["hook-run:Stop"].name == HOOK_LOG
    assert "the last 2 runs of the Stop hook went wrong (storage" in found["hook-run:Stop"].message


def test_hook_that_works_again_is_nothing_and_one_that_never_did_is_said(tmp_path):
    assert look(tmp_path, run("Stop", "bug", "x"), run("Stop")) == {}
    assert (
        "the last run of the PreCompact"
        in look(tmp_path, run("PreCompact", "late"))["hook-run:PreCompact"].message
    )


def test_no_log_is_nothing_and_damaged_lines_are_passed_over(tmp_path):
    assert look(tmp_path) == {}
    (tmp_path / ".daykeep/data").mkdir()
    (tmp_path / HOOK_LOG).write_bytes(b"{\n\xff\n")
    assert look(tmp_path) == {}


def test_what_is_wrong_with_the_installation_keeps_its_id_from_run_to_run(tmp_path):
    problems = (
        "Stop: answered 2 times, by the settings of scope user and project",
        'the program "/gone" is not there',
    )
    found = look(tmp_path, hook_problems=problems)
    assert {finding.message for finding in found.values()} == set(problems)
    assert found.keys() == look(tmp_path, hook_problems=problems).keys()
