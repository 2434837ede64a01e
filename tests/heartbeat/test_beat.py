from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from daykeep.errors import GitError, LockedError, StorageError
from daykeep.files.store import Files
from daykeep.heartbeat.alerts import Alert
from daykeep.heartbeat.beat import LINES, Moment, preview_beat, render_answer, run_beat
from daykeep.heartbeat.jobs import DAILY_COMMIT, Job, JobList
from daykeep.heartbeat.schedule import Schedule
from daykeep.heartbeat.status import hold_beat
from daykeep.testing import SettableClock
from tests.heartbeat.support import CACHE, HAVANA, JOBS, SHANGHAI, STATE, SUNDAYS, Beats, RecordedActions, at

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.clock import Zone

ZONE = Alert("zone", 'USER.md:2: "PST" is an abbreviation, not a zone')


def test_quiet_beat_answers_the_token_alone_and_writes_only_its_own_folder(tmp_path: Path) -> None:
    beats = Beats(tmp_path, actions=RecordedActions(unread_from=None, commits=False))
    report = beats.beat("2026-03-06 12:00")
    assert (report.answer, report.quiet, report.failed) == ("HEARTBEAT_OK", True, False)
    assert beats.outside_machine_folder() == {}
    looks = beats.actions.looks
    assert beats.beat("2026-03-06 12:30").outcomes == ()
    assert beats.actions.looks == looks, "what was looked at is settled"
    assert beats.cache()["seen_at"] == "2026-03-06T04:30:00+00:00"


def test_beat_does_what_is_due_once_and_stays_silent(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    report = beats.beat("2026-03-08 23:05")
    assert report.answer == "HEARTBEAT_OK"
    assert [(one.job, one.period, one.status) for one in report.outcomes] == [
        ("daily-commit", "2026-03-07", "done"),
        ("distill", "2026-W10", "done"),
    ]
    assert beats.beat("2026-03-08 23:06").outcomes == ()
    assert (beats.actions.distilled, beats.actions.committed) == (["2026-W10"], ["2026-03-07"])


def test_beat_merges_entries_that_wait_in_the_spool(tmp_path: Path) -> None:
    beats = Beats(tmp_path, actions=RecordedActions(unread_from=None, commits=False))
    name = "memory/2026-03-06.md"
    with beats.files.lock(name, purpose="a writer that takes its time"):
        assert Files(tmp_path).append(name, lambda _: b"- an entry\n", wait=False).spooled
    report = beats.beat("2026-03-06 12:00")
    assert report.notes == ("1 waiting log entry merged",)
    assert (tmp_path / name).read_text(encoding="utf-8") == "- an entry\n"
    assert beats.beat("2026-03-06 12:30").notes == ()


def test_week_without_logs_is_still_done_and_recorded_once(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    for when in ("2026-03-08 23:05", "2026-03-15 23:05", "2026-03-16 09:00"):
        beats.beat(when)
    assert beats.actions.distilled == ["2026-W10", "2026-W11"]
    assert beats.state()["daykeep"]["jobs"]["distill"]["period"] == "2026-W11"


def test_daily_commit_that_changed_nothing_writes_nothing(tmp_path: Path) -> None:
    beats = Beats(tmp_path, actions=RecordedActions(unread_from=None, commits=False))
    for when in ("2026-03-04 12:00", "2026-03-05 12:00", "2026-03-05 13:00"):
        assert all(outcome.status == "nothing" for outcome in beats.beat(when).outcomes)
    assert beats.actions.committed == ["2026-03-03", "2026-03-04"]
    assert not (tmp_path / STATE).exists()


@pytest.mark.parametrize("token", ["HEARTBEAT_OK", "NO_REPLY", "ALLES-GUT"])
def test_answer_is_the_token_or_a_list_never_both(tmp_path: Path, token: str) -> None:
    beats = Beats(tmp_path)
    alerts = [ZONE, Alert("echo", "the log says HEARTBEAT_OK, NO_REPLY and ALLES-GUT\nand more")]
    first = beats.beat("2026-03-06 12:00", alerts=alerts, token=token)
    assert not first.quiet
    lines = first.answer.splitlines()
    assert lines[0] == f"- {ZONE.text}"
    assert len(lines) == 2
    assert token not in first.answer
    second = beats.beat("2026-03-06 12:30", alerts=alerts, token=token)
    assert (second.answer, second.quiet) == (token, True)
    assert [alert.key for alert in second.alerts] == ["zone", "echo"]


def test_long_answers_are_short() -> None:
    alerts = [Alert(str(number), "x" * 5000) for number in range(LINES + 7)]
    lines = render_answer(alerts, "HEARTBEAT_OK").splitlines()
    assert len(lines) == LINES + 1
    assert lines[-1].startswith("- and 7 more")
    assert max(map(len, lines)) < 500


def test_alerts_wait_for_a_beat_that_somebody_reads(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.actions.alerts = (Alert("held", "3 things wait for your approval", event=True),)
    unread = beats.beat("2026-03-08 23:05", alerts=[ZONE], deliver=False)
    assert (unread.answer, unread.quiet) == ("HEARTBEAT_OK", True)
    assert beats.beat("2026-03-08 23:10", deliver=False).answer == "HEARTBEAT_OK"
    read = beats.beat("2026-03-09 08:00")
    assert read.answer == "- 3 things wait for your approval"
    assert beats.beat("2026-03-09 08:30").quiet


def test_bad_job_file_is_said_once_and_the_other_jobs_run(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.jobs = JobList(JOBS.jobs, ("cron/a.md:2: no schedule",))
    assert beats.beat("2026-03-08 23:05").answer == "- cron/a.md:2: no schedule"
    assert beats.actions.distilled == ["2026-W10"]
    assert beats.beat("2026-03-08 23:10").quiet


def test_failed_job_is_said_once_tried_again_and_then_recorded(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.actions.error = GitError("a merge is under way")
    first = beats.beat("2026-03-08 23:05")
    assert first.failed
    assert first.answer.splitlines() == [
        "- daily-commit for 2026-03-07 failed and is tried again: a merge is under way",
        "- distill for 2026-W10 failed and is tried again: a merge is under way",
    ]
    second = beats.beat("2026-03-08 23:10")
    assert (second.failed, second.quiet) == (True, True)
    beats.actions.error = None
    third = beats.beat("2026-03-08 23:15")
    assert (third.failed, third.quiet) == (False, True)
    assert beats.actions.distilled == ["2026-W10"]
    assert beats.beat("2026-03-08 23:20").outcomes == ()


def test_job_whose_files_are_locked_waits_without_an_alert(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.actions.error = LockedError("MEMORY.md is held by process 1")
    report = beats.beat("2026-03-08 23:05")
    assert [outcome.status for outcome in report.outcomes] == ["waits", "waits"]
    assert (report.quiet, report.failed) == (True, False)


def test_full_disk_is_a_failure_that_is_tried_again(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.actions.error = StorageError("no space left on device")
    assert "no space left" in beats.beat("2026-03-08 23:05").answer
    beats.actions.error = None
    beats.beat("2026-03-08 23:10")
    assert beats.actions.distilled == ["2026-W10"]


def test_beat_while_another_works_says_so_and_does_nothing(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    inner: list[object] = []

    class Nested(RecordedActions):
        def distill(self, period):
            inner.append(beats.beat("2026-03-08 23:06"))
            return super().distill(period)

    outer = Nested()
    moment = Moment(at("2026-03-08 23:05"), SHANGHAI)
    run_beat(beats.files, moment, JOBS, outer, token="HEARTBEAT_OK")
    (report,) = inner
    assert (report.answer, report.quiet, report.outcomes) == ("HEARTBEAT_OK", True, ())
    assert "heartbeat" in report.busy
    assert (beats.actions.distilled, outer.distilled) == ([], ["2026-W10"])


def test_job_that_is_asked_for_while_another_beat_works_is_refused(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    with hold_beat(beats.files), pytest.raises(LockedError):
        beats.beat("2026-03-08 23:05", only="distill")
    assert beats.actions.distilled == []


def test_preview_shows_what_is_due_and_writes_nothing_at_all(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    moment = Moment(at("2026-03-08 23:05"), SHANGHAI)
    plan = preview_beat(beats.files, moment, JOBS)
    assert [(task.job.name, task.period.id) for task in plan.tasks] == [
        ("daily-commit", "2026-03-07"),
        ("distill", "2026-W10"),
    ]
    assert list(tmp_path.iterdir()) == [tmp_path / "memory"]


@pytest.mark.parametrize("where", [SHANGHAI, HAVANA], ids=lambda where: where.name)
def test_machine_asleep_for_hours_days_or_over_new_year_catches_up_once(tmp_path: Path, where: Zone) -> None:
    clock = SettableClock(at("2026-12-20 22:50", where).isoformat())
    beats = Beats(tmp_path, where=where)
    beats.beat(clock().isoformat())
    ran = len(beats.actions.distilled)
    for hours, week in ((3, "2026-W51"), (12, None), (9 * 24, "2026-W52"), (14 * 24, "2027-W01")):
        clock.advance(hours=hours)
        beats.beat(clock().isoformat())
        clock.advance(minutes=1)
        beats.beat(clock().isoformat())
        assert beats.actions.distilled[ran:] == ([week] if week else [])
        ran = len(beats.actions.distilled)


@pytest.mark.parametrize("where", [SHANGHAI, HAVANA], ids=lambda where: where.name)
def test_clock_an_hour_back_and_forth_repeats_nothing(tmp_path: Path, where: Zone) -> None:
    beats = Beats(tmp_path, where=where)
    beats.beat("2026-03-08 23:05")
    for when in ("2026-03-08 22:06", "2026-03-08 22:59", "2026-03-08 23:01", "2026-03-08 23:40"):
        report = beats.beat(when)
        assert report.quiet, "a clock that will be right by itself is a note, not an alert"
    assert beats.actions.distilled == ["2026-W10"]
    assert beats.actions.committed == ["2026-03-07", "2026-03-08"]


def test_clock_a_year_ahead_for_a_while_costs_one_run_and_time_goes_on(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.files.append("memory/2026-03-08.md", lambda _: b"# log\n")
    beats.beat("2026-03-08 23:05")
    beats.beat("2027-03-08 23:05")
    assert beats.actions.distilled == ["2026-W10", "2027-W09"]
    for when in ("2026-03-08 23:10", "2026-03-09 09:00", "2026-03-15 22:00"):
        beats.beat(when)
    assert beats.actions.distilled == ["2026-W10", "2027-W09"]
    beats.actions.unread_from = date(2026, 3, 10)
    beats.beat("2026-03-15 23:05")
    beats.beat("2026-03-22 23:05")
    assert beats.actions.distilled == ["2026-W10", "2027-W09", "2026-W11", "2026-W12"]


def test_clock_a_year_back_for_a_while_repeats_nothing_and_is_said_once(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.files.append("memory/2026-03-08.md", lambda _: b"# log\n")
    beats.beat("2026-03-08 23:05")
    first = beats.beat("2025-03-08 23:10")
    assert (
        "the clock is behind the last beat (2026-03-08T23:05:00+08:00), and there are logs dated up to 2026-03-08"
        in first.answer
    )
    assert beats.beat("2025-03-08 23:40").quiet
    assert beats.beat("2025-03-10 09:00").quiet
    assert beats.actions.distilled == ["2026-W10"]
    beats.beat("2026-03-10 09:00")
    assert beats.actions.distilled == ["2026-W10"]
    beats.beat("2026-03-15 23:05")
    assert beats.actions.distilled == ["2026-W10", "2026-W11"]


def test_clock_that_stays_a_year_back_is_believed_after_two_days(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.files.append("memory/2026-03-08.md", lambda _: b"# log\n")
    beats.beat("2026-03-08 23:05")
    beats.actions.unread_from = date(2025, 3, 9)
    for when in ("2025-03-08 23:10", "2025-03-09 23:10", "2025-03-10 23:15"):
        beats.beat(when)
    assert beats.actions.distilled == ["2026-W10", "2025-W10"]
    beats.beat("2025-03-16 23:05")
    assert beats.actions.distilled == ["2026-W10", "2025-W10", "2025-W11"]


def test_lost_state_costs_one_look_and_no_run_where_nothing_is_unread(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.beat("2026-03-08 23:05")
    (tmp_path / STATE).unlink()
    (tmp_path / CACHE).unlink()
    beats.beat("2026-03-09 09:00")
    beats.beat("2026-03-09 09:30")
    assert beats.actions.distilled == ["2026-W10"]
    assert beats.actions.looks == 2


def test_lost_machine_folder_leaves_the_record_to_know_that_the_clock_is_behind(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.beat("2026-03-08 23:05")
    (tmp_path / CACHE).unlink()
    (note,) = beats.beat("2026-03-08 22:30").notes
    assert "the clock is behind the last beat (2026-03-08T23:05:00+08:00)" in note


def test_job_that_asks_is_an_alert_until_nothing_is_unread(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.jobs = JobList((Job("distill", "distill", SUNDAYS, misfire="ask"),), ())
    first = beats.beat("2026-03-09 09:00")
    assert first.answer == (
        "- distill was due at 2026-03-08T23:00:00+08:00 and was slept through; `daykeep distill` does it now"
    )
    beats.actions.unread_from = None
    assert beats.beat("2026-03-09 10:00").alerts == ()
    assert beats.actions.distilled == []


def test_job_that_skips_leaves_the_missed_time_out_and_runs_the_next(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.jobs = JobList((Job("distill", "distill", SUNDAYS, misfire="skip"),), ())
    assert [one.status for one in beats.beat("2026-03-09 09:00").outcomes] == ["skipped"]
    assert beats.beat("2026-03-09 09:30").outcomes == ()
    beats.beat("2026-03-15 23:05")
    assert beats.actions.distilled == ["2026-W11"]


def test_due_time_in_the_gap_of_a_clock_change_comes_once(tmp_path: Path) -> None:
    beats = Beats(tmp_path, where=HAVANA)
    beats.jobs = JobList(
        (Job("night", DAILY_COMMIT, Schedule(None, SUNDAYS.at.replace(hour=0, minute=30))),), ()
    )
    # In Havana 2026-03-08 has no 00:30, and 2026-11-01 has two.
    for instant in (
        "2026-03-07T05:31:00+00:00",
        "2026-03-08T04:59:00+00:00",
        "2026-03-08T05:00:00+00:00",
        "2026-03-08T05:31:00+00:00",
        "2026-11-01T04:29:00+00:00",
        "2026-11-01T04:31:00+00:00",
        "2026-11-01T05:31:00+00:00",
    ):
        beats.beat(instant)
    assert beats.actions.committed == ["2026-03-07", "2026-03-08", "2026-10-31", "2026-11-01"]


def test_unwritable_machine_folder_is_a_note_and_the_work_is_done(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    (tmp_path / ".daykeep").mkdir()
    (tmp_path / ".daykeep" / "cache").write_text("in the way", encoding="utf-8")
    report = beats.beat("2026-03-08 23:05")
    assert beats.actions.distilled == ["2026-W10"]
    assert any("can't be remembered" in note for note in report.notes)
