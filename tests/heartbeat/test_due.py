from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from daykeep.heartbeat.due import ASK, CLOCK_PATIENCE, LOOK, RUN, SKIP, Memory, needs_logs, plan_beat
from daykeep.heartbeat.jobs import Job, built_in_jobs
from daykeep.heartbeat.schedule import Schedule
from daykeep.zones import known_zones
from tests.heartbeat.support import HAVANA, SHANGHAI, SUNDAYS, at, zone
from tests.test_clock import changes, ticks

DISTILL = Job("distill", "distill", SUNDAYS)


def steps(
    now: str, memory: Memory, *, job: Job = DISTILL, newest_log: date | None = None
) -> list[tuple[str, str]]:
    plan = plan_beat(now=at(now), zone=SHANGHAI, jobs=[job], memory=memory, newest_log=newest_log)
    return [(task.period.id, task.step) for task in plan.tasks]


def done(*periods: str, seen: str | None = None, doubted: str | None = None) -> Memory:
    return Memory({"distill": periods}, at(seen) if seen else None, at(doubted) if doubted else None)


def test_week_is_due_from_its_sunday_evening_until_it_is_done() -> None:
    assert steps("2026-03-08 22:59", done("2026-W09")) == []
    assert steps("2026-03-08 23:00", done("2026-W09")) == [("2026-W10", RUN)]
    assert steps("2026-03-13 09:00", done("2026-W09")) == [("2026-W10", RUN)]
    assert steps("2026-03-13 09:00", done("2026-W10")) == []


def test_missed_weeks_become_one_recorded_as_the_latest() -> None:
    assert steps("2027-01-04 09:00", done("2026-W40")) == [("2026-W53", RUN)]


def test_sleep_over_new_year_makes_week_53_due_once() -> None:
    assert steps("2027-01-03 23:00", done("2026-W52")) == [("2026-W53", RUN)]
    assert steps("2027-01-09 23:00", done("2026-W53")) == []
    assert steps("2027-01-10 23:00", done("2026-W53")) == [("2027-W01", RUN)]


def test_lost_record_makes_the_beat_look_first() -> None:
    assert steps("2026-03-13 09:00", Memory({})) == [("2026-W10", LOOK)]
    assert steps("2026-03-13 09:00", done("last week", "")) == [("2026-W10", LOOK)]


def test_job_that_is_switched_off_is_never_due() -> None:
    assert steps("2026-03-13 09:00", Memory({}), job=DISTILL._replace(enabled=False)) == []


def test_record_of_another_schedule_does_not_count() -> None:
    daily = DISTILL._replace(schedule=Schedule(None, time(23, 30)))
    assert steps("2026-03-13 09:00", done("2026-W10"), job=daily) == [("2026-03-12", LOOK)]


@pytest.mark.parametrize(
    ("now", "misfire", "step"),
    [
        ("2026-03-09 00:30", "skip", RUN),
        ("2026-03-09 01:01", "skip", SKIP),
        ("2026-03-09 01:01", "ask", ASK),
        ("2026-03-09 01:01", "once", RUN),
    ],
)
def test_job_that_was_slept_through_follows_its_misfire(now: str, misfire: str, step: str) -> None:
    assert steps(now, done("2026-W09"), job=DISTILL._replace(misfire=misfire)) == [("2026-W10", step)]


def test_clock_an_hour_back_over_the_due_time_repeats_nothing() -> None:
    memory = done("2026-W10", seen="2026-03-08 23:10")
    plan = plan_beat(now=at("2026-03-08 22:10"), zone=SHANGHAI, jobs=[DISTILL], memory=memory)
    assert plan.tasks == ()
    assert plan.clock_words == (
        "the clock is behind the last beat (2026-03-08T23:10:00+08:00); nothing is done again until it has caught up"
    )
    assert steps("2026-03-08 23:05", memory) == []
    assert steps("2026-03-08 23:30", memory) == []


def test_clock_that_was_set_right_by_minutes_is_worth_no_word() -> None:
    memory = done("2026-W09", seen="2026-03-08 23:10")
    assert steps("2026-03-08 23:01", memory) == [("2026-W10", RUN)]


def test_traveller_westwards_does_not_repeat_the_week_of_his_old_zone() -> None:
    memory = Memory({"distill": ("2026-W10",)}, at("2026-03-08 23:05", SHANGHAI))
    plan = plan_beat(now=at("2026-03-08 12:30", HAVANA), zone=HAVANA, jobs=[DISTILL], memory=memory)
    assert plan.tasks == ()


def test_record_of_a_year_ahead_is_distrusted_when_the_logs_agree_with_the_clock() -> None:
    memory = done("2099-W01", seen="2099-01-04 23:00")
    assert needs_logs(at("2026-03-13 09:00"), memory)
    assert steps("2026-03-13 09:00", memory, newest_log=date(2026, 3, 14)) == [("2026-W10", LOOK)]
    assert steps("2026-03-13 09:00", memory, newest_log=None) == [("2026-W10", LOOK)]


def test_plausible_record_beside_a_slip_still_counts() -> None:
    assert steps("2026-03-13 09:00", done("2099-W01", "2026-W10")) == []
    assert steps("2026-03-20 09:00", done("2099-W01", "2026-W10")) == [("2026-W11", RUN)]


def test_record_of_a_year_ago_makes_one_run() -> None:
    assert steps("2026-03-13 09:00", done("2025-W10", seen="2025-03-09 23:00")) == [("2026-W10", RUN)]


def test_clock_a_year_back_with_later_logs_waits_and_says_so_until_it_has_proved_itself() -> None:
    memory = done("2026-W10", seen="2026-03-13 09:00")
    newest = date(2026, 3, 13)
    first = plan_beat(
        now=at("2025-03-13 09:00"), zone=SHANGHAI, jobs=[DISTILL], memory=memory, newest_log=newest
    )
    assert first.tasks == ()
    assert first.doubted_at == at("2025-03-13 09:00")
    assert "there are logs dated up to 2026-03-13" in first.clock_words
    doubted = memory._replace(doubted_at=first.doubted_at)
    later = plan_beat(
        now=at("2025-03-15 08:59"), zone=SHANGHAI, jobs=[DISTILL], memory=doubted, newest_log=newest
    )
    assert (later.tasks, later.doubted_at) == ((), first.doubted_at)
    assert steps("2025-03-15 09:00", doubted, newest_log=newest) == [("2025-W10", LOOK)]


def test_doubt_begins_anew_when_the_clock_goes_back_once_more() -> None:
    memory = done("2026-W10", seen="2026-03-13 09:00", doubted="2025-03-13 09:00")
    plan = plan_beat(
        now=at("2024-03-13 09:00"), zone=SHANGHAI, jobs=[DISTILL], memory=memory, newest_log=date(2026, 3, 13)
    )
    assert plan.doubted_at == at("2024-03-13 09:00")


def test_logs_are_asked_for_only_when_the_record_is_far_ahead() -> None:
    now = at("2026-03-13 09:00")
    assert not needs_logs(now, Memory({}))
    assert not needs_logs(now, Memory({}, now + CLOCK_PATIENCE))
    assert needs_logs(now, Memory({}, now + CLOCK_PATIENCE + timedelta(seconds=1)))


def run_beats(where: object, moments: list[datetime]) -> dict[str, list[str]]:
    """Beat at every moment with perfect memory; what every job was run for."""
    jobs = built_in_jobs(SUNDAYS)
    ran: dict[str, list[str]] = {job.name: [] for job in jobs}
    for now in moments:
        memory = Memory({name: (periods[-1],) for name, periods in ran.items() if periods}, now)
        for task in plan_beat(now=now, zone=where, jobs=jobs, memory=memory).tasks:
            ran[task.job.name].append(task.period.id)
    return ran


def assert_each_once(ran: dict[str, list[str]], begin: datetime, end: datetime) -> None:
    days = [date.fromisoformat(one) for one in ran["daily-commit"]]
    assert days == [days[0] + timedelta(days=number) for number in range(len(days))]
    weeks = [date.fromisocalendar(int(one[:4]), int(one[6:]), 7) for one in ran["distill"]]
    assert weeks == [weeks[0] + timedelta(days=7 * number) for number in range(len(weeks))]
    assert len(days) >= (end - begin).days
    assert len(weeks) >= (end - begin).days // 7


@pytest.mark.parametrize(
    "name",
    ["Asia/Shanghai", "America/Havana", "Asia/Beirut", "Africa/Cairo", "Australia/Lord_Howe", "America/Nuuk"],
)
def test_beats_over_a_year_run_every_day_and_week_once(name: str) -> None:
    begin, end = datetime(2026, 2, 1, tzinfo=UTC), datetime(2027, 1, 20, tzinfo=UTC)
    assert_each_once(run_beats(zone(name), ticks(timedelta(minutes=45), begin, end)), begin, end)


@pytest.mark.soak
@pytest.mark.parametrize("name", known_zones())
def test_beats_over_four_years_run_every_day_and_week_once_in_every_zone(name: str) -> None:
    begin, end = datetime(2025, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC)
    assert_each_once(run_beats(zone(name), changes(zone(name), begin, end)), begin, end)
