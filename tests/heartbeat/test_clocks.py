"""Every kind of schedule over sleep, restarts and clocks that jump: each period at most once, and one catch-up."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from daykeep.clock import instant_of, local_day, week_of
from daykeep.errors import GitError
from daykeep.heartbeat.due import LEAP, Memory, find_leap, plan_beat
from daykeep.heartbeat.jobs import ARCHIVE, DOCTOR, Job, JobList
from daykeep.heartbeat.schedule import parse_schedule
from daykeep.testing import SettableClock
from tests.heartbeat.support import HAVANA, JOBS, SHANGHAI, Beats, at, command_job, zone
from tests.test_clock import behaviours, changes

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.clock import Zone

SCHEDULES = {
    "daily": "daily 00:30",
    "weekly": "sunday 00:00",
    "night": "30 2 * * *",
    "monthly": "0 0 1 * *",
    "halves": "*/30 * * * *",
    "every": "every 90m",
    "days": "every 3 days at 02:30",
    "once": "at 2026-03-29 02:30",
}


def all_jobs() -> tuple[Job, ...]:
    return tuple(command_job(text, name) for name, text in SCHEDULES.items())


def run_over(where: Zone, moments: list[datetime]) -> dict[str, list[tuple[str, datetime, datetime]]]:
    """Beat at every moment with perfect memory: by job every period it ran for, when it was due, and when it ran."""
    jobs = all_jobs()
    ran: dict[str, list[tuple[str, datetime, datetime]]] = {job.name: [] for job in jobs}
    for now in moments:
        memory = Memory({name: (rows[-1][0],) for name, rows in ran.items() if rows}, now)
        for task in plan_beat(now=now, zone=where, jobs=jobs, memory=memory).tasks:
            ran[task.job.name].append((task.period.id, task.period.due_at, now))
    return ran


def assert_each_once(
    ran: dict[str, list[tuple[str, datetime, datetime]]], where: Zone, begin: datetime, end: datetime
) -> None:
    for rows in ran.values():
        assert len({row[0] for row in rows}) == len(rows)
        assert all(earlier[1] < later[1] for earlier, later in pairwise(rows))
    first, last = local_day(begin, where) + timedelta(days=1), local_day(end, where) - timedelta(days=1)
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    assert set(map(str, days)) <= {row[0] for row in ran["daily"]}
    assert {f"{day}T02:30" for day in days} <= {row[0] for row in ran["night"]} | _as_daily(ran["night"])
    assert {week_of(day).id for day in days if day.isoweekday() == 7} <= {row[0] for row in ran["weekly"]}
    assert {f"{day}T00:00" for day in days if day.day == 1} <= {row[0] for row in ran["monthly"]}
    assert {str(day) for day in days if (day - date(2024, 1, 1)).days % 3 == 0} <= {
        row[0] for row in ran["days"]
    }
    once = instant_of(date(2026, 3, 29), time(2, 30), where)
    assert [row[1] for row in ran["once"]] == ([once] if once <= end else [])


def _as_daily(rows: list[tuple[str, datetime, datetime]]) -> set[str]:
    """``30 2 * * *`` is once a day, so its periods are days."""
    return {f"{row[0]}T02:30" for row in rows}


@pytest.mark.parametrize(
    "name",
    ["Asia/Shanghai", "America/Havana", "Asia/Beirut", "Africa/Cairo", "Australia/Lord_Howe", "America/Nuuk"],
)
def test_every_period_of_every_kind_comes_exactly_once_in_2026(name: str) -> None:
    where = zone(name)
    begin, end = datetime(2026, 2, 1, tzinfo=UTC), datetime(2027, 1, 20, tzinfo=UTC)
    assert_each_once(run_over(where, changes(where, begin, end)), where, begin, end)


@pytest.mark.soak
def test_every_period_of_every_kind_comes_exactly_once_in_every_kind_of_zone() -> None:
    begin, end = datetime(2025, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC)
    for name in behaviours().values():
        where = zone(name)
        assert_each_once(run_over(where, changes(where, begin, end)), where, begin, end)


@pytest.mark.parametrize("name", ["America/Havana", "Australia/Lord_Howe", "Africa/Cairo"])
def test_minutes_and_intervals_come_exactly_once_around_changes_of_the_clock(name: str) -> None:
    where = zone(name)
    for begin in (
        datetime(2026, 3, 6, tzinfo=UTC),
        datetime(2026, 4, 3, tzinfo=UTC),
        datetime(2026, 10, 29, tzinfo=UTC),
    ):
        moments = [begin + timedelta(minutes=minute) for minute in range(0, 5 * 1440, 5)]
        ran = run_over(where, moments)
        assert all(now - due < timedelta(minutes=5) for _, due, now in ran["halves"][1:])
        steps = {later[1] - earlier[1] for earlier, later in pairwise(ran["every"])}
        assert steps == {timedelta(minutes=90)}
        halves = [row[0] for row in ran["halves"]]
        assert len(halves) == len(set(halves))


class Machine:
    """A workspace whose machine sleeps and whose clock can be set; beats come every minute while it is awake."""

    def __init__(self, root: Path, schedule: str, begin: str) -> None:
        self.clock = SettableClock(at(begin).isoformat())
        self.beats = Beats(root)
        self.beats.jobs = JobList((command_job(schedule),), ())

    def wake(self, minutes: int = 3) -> list[str]:
        """Beat for some minutes; the periods for which the job ran."""
        before = len(self.beats.actions.ran)
        for _ in range(minutes):
            self.beats.beat(self.clock().isoformat())
            self.clock.advance(minutes=1)
        return [period for _, period in self.beats.actions.ran[before:]]

    def ids(self) -> list[str]:
        return [period for _, period in self.beats.actions.ran]


EVERY_KIND = pytest.mark.parametrize(
    "schedule",
    ["daily 09:00", "monday 09:00", "0 9,21 * * *", "*/30 * * * *", "every 30m", "every 2 days at 09:00"],
)


@EVERY_KIND
@pytest.mark.parametrize("hours", [3, 12, 9 * 24])
def test_sleep_makes_one_catch_up_at_the_first_beat(tmp_path: Path, schedule: str, hours: int) -> None:
    machine = Machine(tmp_path, schedule, "2026-03-09 08:50")
    machine.wake(15)
    slept_at = machine.clock()
    machine.clock.advance(hours=hours)
    found, _ = parse_schedule(schedule)
    latest = found.latest(machine.clock(), SHANGHAI)
    assert machine.wake() == ([latest.id] if latest.due_at > slept_at - timedelta(minutes=1) else [])


@EVERY_KIND
def test_clock_an_hour_back_repeats_nothing_and_goes_on(tmp_path: Path, schedule: str) -> None:
    machine = Machine(tmp_path, schedule, "2026-03-09 08:50")
    machine.wake(20)
    machine.clock.advance(hours=-1)
    machine.wake(180)
    assert len(set(machine.ids())) == len(machine.ids())
    found, _ = parse_schedule(schedule)
    assert machine.ids()[-1] == found.latest(machine.clock() - timedelta(minutes=1), SHANGHAI).id


@EVERY_KIND
@pytest.mark.parametrize("days", [365, -365])
def test_clock_a_year_off_and_back_repeats_nothing_and_goes_on(
    tmp_path: Path, schedule: str, days: int
) -> None:
    machine = Machine(tmp_path, schedule, "2026-03-09 08:50")
    machine.beats.files.append("memory/2026-03-09.md", lambda _: b"# log\n")
    machine.wake(20)
    right = machine.clock()
    machine.clock.advance(days=days)
    machine.wake(90)
    machine.clock.set((right + timedelta(minutes=90)).isoformat())
    machine.wake(120)
    assert len(set(machine.ids())) == len(machine.ids())
    found, _ = parse_schedule(schedule)
    latest = found.latest(machine.clock() - timedelta(minutes=1), SHANGHAI)
    assert latest.id in machine.ids()


def test_year_ahead_costs_one_run_of_each_job(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "daily 09:00", "2026-03-09 09:10")
    machine.wake()
    machine.clock.advance(days=365)
    assert machine.wake() == ["2027-03-09"]


@pytest.mark.parametrize("gap_days", [400, 8])
def test_day_that_was_done_by_a_clock_a_year_ahead_is_done_when_it_comes(
    tmp_path: Path, gap_days: int
) -> None:
    """Also where the machine is off for three days every other week, as if its clock jumped."""
    machine = Machine(tmp_path, "daily 09:00", "2026-03-09 09:10")
    schedule, _ = parse_schedule("daily 09:00")
    machine.beats.jobs = JobList((*machine.beats.jobs.jobs, Job(DOCTOR, DOCTOR, schedule)), ())
    machine.beats.actions.found = ("x",)
    machine.wake()
    right = machine.clock()
    machine.clock.advance(days=365)
    machine.beats.actions.found = ("y",)
    machine.wake()
    machine.clock.set(right.isoformat())
    while machine.clock() < at("2027-03-10 12:00"):
        machine.wake(1)
        day = (machine.clock() - right).days
        machine.clock.advance(hours=72 if day % 14 == gap_days and day < 355 else 12)
    assert machine.ids().count("2027-03-09") == 2
    assert [period for period, _ in machine.beats.actions.examined].count("2027-03-09") == 2


def test_job_that_was_cut_short_by_a_restart_is_made_good_once(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "daily 09:00", "2026-03-09 08:59")
    machine.wake(1)

    class Killed(BaseException):
        pass

    def die(job, period):
        machine.beats.actions.ran.append((job.name, "begun"))
        raise Killed

    machine.beats.actions.command, whole = die, machine.beats.actions.command
    with pytest.raises(Killed):
        machine.wake(1)
    machine.beats.actions.command = whole
    assert machine.wake(10) == ["2026-03-09"]


def test_leap_of_more_than_400_days_keeps_logs_from_the_archive_until_the_clock_proved_itself(
    tmp_path: Path,
) -> None:
    schedule, _ = parse_schedule("daily 04:00")
    machine = Machine(tmp_path, "daily 09:00", "2026-03-09 08:00")
    jobs = JobList((Job(ARCHIVE, ARCHIVE, schedule), Job(DOCTOR, DOCTOR, schedule)), ())
    machine.beats.jobs = jobs
    machine.wake(1)
    assert machine.beats.actions.archived == ["2026-03-09"]
    machine.clock.advance(days=LEAP.days + 1)
    report = machine.beats.beat(machine.clock().isoformat())
    assert "the clock leapt forward by more than 400 days, to 2027-04-14T" in report.answer
    assert [one[0] for one in machine.beats.actions.examined] == ["2026-03-09", "2027-04-14"]
    machine.clock.advance(hours=47)
    assert machine.beats.beat(machine.clock().isoformat()).quiet
    assert machine.beats.actions.archived == ["2026-03-09"]
    machine.clock.advance(hours=2)
    machine.beats.beat(machine.clock().isoformat())
    assert machine.beats.actions.archived == ["2026-03-09", "2027-04-16"]


def test_leap_is_forgotten_when_the_clock_is_set_right_again() -> None:
    now = at("2026-03-09 09:00")
    assert find_leap(now, Memory({}, now - LEAP - timedelta(days=1))) == now
    assert find_leap(now, Memory({}, now - LEAP)) is None
    wrong = now + timedelta(days=500)
    assert find_leap(now, Memory({}, wrong, leapt_at=wrong)) is None


def test_command_is_not_made_to_catch_up_on_times_before_it_was_written(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "daily 09:00", "2026-03-09 15:00")
    machine.beats.jobs = JobList((command_job("daily 09:00", since=at("2026-03-09 14:00")),), ())
    assert machine.wake() == []
    machine.clock.set(at("2026-03-10 11:30").isoformat())
    assert machine.wake() == ["2026-03-10"]


def test_command_that_was_written_before_its_time_runs_although_nothing_is_on_record(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "daily 09:00", "2026-03-09 15:00")
    machine.beats.jobs = JobList((command_job("at 2026-03-09 14:30", since=at("2026-03-09 14:00")),), ())
    assert machine.wake() == ["2026-03-09T14:30"]


def test_file_from_the_future_proves_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "daily 09:00", "2026-03-09 15:00")
    machine.beats.jobs = JobList((command_job("daily 09:00", since=at("2026-12-01 00:00")),), ())
    assert machine.wake() == ["2026-03-09"]


def test_refused_command_is_said_once_and_what_it_missed_is_not_made_good_when_it_is_enabled(
    tmp_path: Path,
) -> None:
    beats = Beats(tmp_path)
    beats.jobs = JobList((command_job("daily 09:00", refused="cron/backup.md is not enabled"),), ())
    assert beats.beat("2026-03-09 09:05").answer == "- cron/backup.md is not enabled"
    assert beats.beat("2026-03-09 09:06").quiet
    beats.jobs = JobList((command_job("daily 09:00"),), ())
    assert beats.beat("2026-03-09 10:00").quiet
    beats.beat("2026-03-10 09:01")
    assert beats.actions.ran == [("backup", "2026-03-10")]


def test_result_of_a_command_is_said_once_unless_the_job_is_quiet(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.jobs = JobList((command_job("daily 09:00"), command_job("daily 09:00", "silent", quiet=True)), ())
    assert beats.beat("2026-03-09 09:05").answer == "- backup: all saved"
    assert beats.beat("2026-03-09 09:06").quiet


def test_failing_command_is_said_and_tried_again_only_at_its_next_time(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.jobs = JobList((command_job("daily 09:00", quiet=True),), ())
    beats.actions.failing = True
    report = beats.beat("2026-03-09 09:05")
    assert (report.failed, report.outcomes[0].again) == (True, False)
    assert report.answer == "- backup ended with exit code 3"
    assert beats.beat("2026-03-09 09:06").outcomes == ()
    beats.beat("2026-03-10 09:05")
    assert [period for _, period in beats.actions.ran] == ["2026-03-09", "2026-03-10"]


def test_findings_of_the_doctor_are_said_once_as_long_as_they_last(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    schedule, _ = parse_schedule("daily 08:30")
    beats.jobs = JobList((Job(DOCTOR, DOCTOR, schedule),), ())
    beats.actions.found = ("budget:MEMORY.md",)
    assert beats.beat("2026-03-09 09:00").answer == "- found budget:MEMORY.md"
    for day in range(10, 25):
        assert beats.beat(f"2026-03-{day} 09:00").quiet
    beats.actions.found = ()
    beats.beat("2026-03-25 09:00")
    beats.actions.found = ("budget:MEMORY.md",)
    assert beats.beat("2026-03-27 09:00").answer == "- found budget:MEMORY.md"


def test_findings_that_nobody_read_are_kept(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    schedule, _ = parse_schedule("daily 08:30")
    beats.jobs = JobList((Job(DOCTOR, DOCTOR, schedule),), ())
    beats.actions.found = ("budget:MEMORY.md",)
    assert beats.beat("2026-03-09 09:00", deliver=False).quiet
    assert beats.beat("2026-03-13 09:00", deliver=False).quiet
    assert beats.beat("2026-03-14 09:00").answer == "- found budget:MEMORY.md"


def test_one_job_is_done_now_due_or_not_and_counts_for_its_latest_period(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.jobs = JobList((*JOBS.jobs, command_job("daily 09:00")), ())
    beats.beat("2026-03-09 08:00", only="backup")
    assert (beats.actions.ran, beats.actions.distilled) == ([("backup", "2026-03-08")], [])
    beats.beat("2026-03-09 08:01")
    assert beats.actions.ran == [("backup", "2026-03-08")]
    beats.beat("2026-03-09 09:01")
    assert beats.actions.ran[-1] == ("backup", "2026-03-09")


def test_job_in_its_own_zone_is_due_by_its_own_wall_clock(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.jobs = JobList((command_job("daily 09:00", zone=HAVANA),), ())
    beats.beat("2026-03-10T12:59:00+00:00")
    beats.beat("2026-03-10T13:00:00+00:00")
    assert [period for _, period in beats.actions.ran] == ["2026-03-09", "2026-03-10"]


def test_failed_archive_is_tried_again_by_the_next_beat(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    schedule, _ = parse_schedule("daily 04:00")
    beats.jobs = JobList((Job("daily-commit", "daily-commit", schedule),), ())
    beats.actions.error = GitError("a merge is under way")
    assert beats.beat("2026-03-09 09:00").outcomes[0].again
    beats.actions.error = None
    assert [one.status for one in beats.beat("2026-03-09 09:01").outcomes] == ["done"]
