from __future__ import annotations

import itertools
from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.heartbeat.schedule import At, Every, EveryDays, Schedule, coming, describe, parse_schedule
from daykeep.heartbeat.schedule.prose import find_schedule
from tests.heartbeat.support import HAVANA, SHANGHAI, at, zone

BERLIN = zone("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sunday 23:00", "every Sunday at 23:00"),
        ("Sun 23:00", "every Sunday at 23:00"),
        ("23:00 sundays", "every Sunday at 23:00"),
        ("every Sunday at 9:05", "every Sunday at 09:05"),
        ("weekly, friday 18:00", "every Friday at 18:00"),
        ("周日 23:00", "every Sunday at 23:00"),
        ("每周日 23：00", "every Sunday at 23:00"),
        ("每周日23:00", "every Sunday at 23:00"),
        ("星期天 23:00", "every Sunday at 23:00"),
        ("每星期三 08:00", "every Wednesday at 08:00"),
        ("daily 23:30", "every day at 23:30"),
        ("every day at 23:30", "every day at 23:30"),
        ("每天 23:30", "every day at 23:30"),
        ("sunday 11pm", "every Sunday at 23:00"),
        ("daily 9:30 am", "every day at 09:30"),
        ("daily 12am and 12 p.m.", "every day at 00:00 and 12:00"),
        ("daily at noon", "every day at 12:00"),
        ("每周日晚上11点", "every Sunday at 23:00"),
        ("每天早上9点半", "every day at 09:30"),
        ("工作日下午6点15分", "Monday to Friday at 18:15"),
        ("每天凌晨12点", "every day at 00:00"),
        ("weekdays 09:00", "Monday to Friday at 09:00"),
        ("mon-fri 9:00", "Monday to Friday at 09:00"),
        ("工作日 09:00", "Monday to Friday at 09:00"),
        ("周一至周五 09:00", "Monday to Friday at 09:00"),
        ("周末 10:00", "every Saturday and Sunday at 10:00"),
        ("fri-mon 10:00", "every Monday, Friday, Saturday and Sunday at 10:00"),
        ("mon, thu 09:00 and 18:30", "every Monday and Thursday at 09:00 and 18:30"),
        ("mon, tue 9:00", "every Monday and Tuesday at 09:00"),
        ("mon 9:00 and 18:00", "every Monday at 09:00 and 18:00"),
        ("mon 9:00, tue 9:00", "every Monday and Tuesday at 09:00"),
        ("daily 9:00, daily 18:00", "every day at 09:00 and 18:00"),
        ("sunday monday 23:00", "every Monday and Sunday at 23:00"),
        ("monthly on the 15th at 09:00", "on day 15 of every month at 09:00"),
        ("每月1日 09:00", "on day 1 of every month at 09:00"),
        ("every 30m", "every 30 minutes"),
        ("every: 30m", "every 30 minutes"),
        ("30 minutes", "every 30 minutes"),
        ("every 1h30m", "every 1 hour 30 minutes"),
        ("hourly", "every hour"),
        ("every hour", "every hour"),
        ("每30分钟", "every 30 minutes"),
        ("每 2 小时", "every 2 hours"),
        ("every 3 days at 09:00", "every 3 days at 09:00"),
        ("every 1d at 09:00", "every day at 09:00"),
        ("每3天 09:00", "every 3 days at 09:00"),
        ("every 2 weeks", "every 14 days at 00:00"),
        ("at 2026-12-24 18:00", "once, on 2026-12-24 at 18:00"),
        ("at: 2026-12-24T18:00", "once, on 2026-12-24 at 18:00"),
        ("2026-12-24 18:00:00", "once, on 2026-12-24 at 18:00"),
        ("2026-12-24T18:00+08:00", "once, on 2026-12-24 at 10:00+00:00"),
    ],
)
def test_schedule_is_understood_and_echoed_in_plain_words(text: str, words: str) -> None:
    schedule, fault = parse_schedule(text)
    assert fault == ""
    assert schedule is not None
    assert schedule.words == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0 9 * * 1-5", "每周一至周五 09:00"),
        ("*/15 * * * *", "每 15 分钟"),
        ("0 23 * * 0", "每周日 23:00"),
        ("0 9-17 * * *", "09:00 至 17:00 每小时"),
        ("0 0 13 * fri", "每月 13 日和每周五 00:00"),
        ("every 90m", "每 1 小时 30 分钟"),
        ("every 3 days at 09:00", "每 3 天 09:00"),
        ("at 2026-12-24 18:00", "一次，2026-12-24 18:00"),
    ],
)
def test_schedule_is_echoed_in_chinese(text: str, words: str) -> None:
    schedule, _ = parse_schedule(text)
    assert schedule is not None
    assert describe(schedule, "zh") == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("sunday", "says no time of day"),
        ("23:00", "says no day"),
        ("sunda 23:00", '"sunda", which is not a day'),
        ("sunday 24:00", '"24:00", which is not a time'),
        ("sunday 13pm", "not a day"),
        ("sunday 23:60", "not a time"),
        ("周八 23:00", "not a day"),
        ("1日 09:00", "not a day"),
        ("monday 1st 09:00", "mixes days"),
        ("mon 9:00, tue 10:00", "write two jobs, one for each time"),
        ("mon-fri 9:00; sat 10:00", "write two jobs, one for each time"),
        ("9:00 mon, 10:00 tue", "write two jobs, one for each time"),
        ("mon 9:00 and 18:00, tue 9:00", "write two jobs, one for each time"),
        ("周一 9:00，周二 10:00", "write two jobs, one for each time"),
        ("every 0m", "no interval between"),
        ("every 367 days", "no interval between"),
        ("every 2h at 09:00", "has a time of day beside an interval"),
        ("every 5 lightyears", "not a day"),
        ("at 2026-12-24", "says no time of day"),
        ("at 2026-02-30 18:00", "no day and time"),
        ("at 2026-12-24 25:00", "no day and time"),
        ("at 2026-12-24 18:00+25:00", "no day and time"),
        ("@reboot", "is not one of @yearly"),
        ("x" * 300, "longer than 200 characters"),
        ("٢٣ ٠ * * ٠", "not a day"),
    ],
)
def test_schedule_that_is_none_is_named_with_what_to_write(text: str, words: str) -> None:
    schedule, fault = parse_schedule(text)
    assert schedule is None
    assert words in fault


@given(st.text(max_size=40) | st.text(alphabet="0123456789*/,-@ :monsundayevryhat每周日天", max_size=25))
def test_any_text_is_a_schedule_or_a_fault(text: str) -> None:
    schedule, fault = parse_schedule(text)
    assert (schedule is None) == bool(fault)
    find_schedule(text)
    if schedule is not None:
        assert describe(schedule)
        assert describe(schedule, "zh")
        coming(schedule, at("2026-03-08 12:00"), HAVANA, 2)


def test_period_that_is_due_and_the_one_after_it() -> None:
    weekly = Schedule(7, time(23, 0))
    period = weekly.latest(at("2026-03-08 23:00"), SHANGHAI)
    assert (period.id, period.last_day.isoformat()) == ("2026-W10", "2026-03-08")
    assert period.due_at == at("2026-03-08 23:00")
    assert weekly.following(period, SHANGHAI).due_at == at("2026-03-15 23:00")
    daily = Schedule(None, time(23, 30))
    assert daily.latest(at("2026-03-08 23:29"), SHANGHAI).id == "2026-03-07"
    assert daily.following(daily.latest(at("2026-03-08 23:29"), SHANGHAI), SHANGHAI).id == "2026-03-08"


KINDS = {
    "daily": Schedule(None, time(0, 30)),
    "weekly": Schedule(3, time(0, 30)),
    "cron": parse_schedule("30 0 1,15 * mon")[0],
    "minutes": parse_schedule("*/20 * * * *")[0],
    "every": Every(90),
    "days": EveryDays(3, time(0, 30)),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("where", [SHANGHAI, HAVANA], ids=lambda where: where.name)
def test_period_is_read_back_from_its_id(kind: str, where: object) -> None:
    schedule = KINDS[kind]
    now = at("2026-03-08 12:00")
    for _ in range(60):
        period = schedule.latest(now, where)
        assert schedule.period(period.id, where) == period
        now += timedelta(hours=37)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["America/Havana", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Shanghai"])
def test_next_period_is_the_first_that_becomes_the_latest(kind: str, name: str) -> None:
    schedule, where = KINDS[kind], zone(name)
    for begin in ("2026-03-06T00:00+00:00", "2026-04-03T00:00+00:00", "2026-10-29T00:00+00:00"):
        now = at(begin)
        for _ in range(20):
            period = schedule.next_after(now, where)
            assert period.due_at > now
            assert schedule.latest(period.due_at, where) == period
            before = schedule.latest(period.due_at - timedelta(seconds=1), where)
            assert before.due_at <= now
            now = period.due_at


@pytest.mark.parametrize(
    "wrong", ["", "2026-W54", "2026-03-08", "next week", "20260308", "9999-W99", "10000-W01"]
)
def test_id_of_another_kind_of_schedule_is_no_period(wrong: str) -> None:
    assert Schedule(7, time(23, 0)).period(wrong, SHANGHAI) is None
    assert Schedule(None, time(23, 0)).period(wrong.replace("2026-03-08", "2026-W10"), SHANGHAI) is None
    assert Every(30).period(wrong, SHANGHAI) is None
    assert KINDS["cron"].period(wrong, SHANGHAI) is None


def test_interval_keeps_its_step_over_changes_of_the_clock() -> None:
    found = coming(Every(360), at("2026-03-28 12:00", BERLIN), BERLIN, 8)
    steps = {later.due_at - earlier.due_at for earlier, later in itertools.pairwise(found)}
    assert steps == {timedelta(hours=6)}


def test_days_are_the_calendars_so_that_a_change_of_the_clock_moves_no_time() -> None:
    found = coming(EveryDays(7, time(3, 0)), at("2026-03-20 12:00", BERLIN), BERLIN, 3)
    assert [one.due_at.astimezone(BERLIN.info).strftime("%m-%d %H:%M") for one in found] == [
        "03-23 03:00",
        "03-30 03:00",
        "04-06 03:00",
    ]


def test_one_time_comes_once_and_is_known_by_its_own_time() -> None:
    christmas = At(datetime(2026, 12, 24, tzinfo=UTC).date(), time(18, 0))
    due = at("2026-12-24 18:00", BERLIN)
    assert christmas.latest(due - timedelta(seconds=1), BERLIN) is None
    assert christmas.latest(due, BERLIN) == christmas.latest(due + timedelta(days=999), BERLIN)
    assert [one.due_at for one in coming(christmas, due - timedelta(days=1), BERLIN, 5)] == [due]
    assert coming(christmas, due, BERLIN, 5) == []
    assert christmas._replace(at=time(19, 0)).period("2026-12-24T18:00", BERLIN) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("One heartbeat a week, from Sunday 23:00 in the person's timezone:", "every Sunday at 23:00"),
        ("Every Monday and Thursday at 09:00 check mail", "every Monday and Thursday at 09:00"),
        ("Check email every 30 minutes", "every 30 minutes"),
        ("Tuesdays 18:00: put the bins out", "every Tuesday at 18:00"),
        ("`0 9 * * 1-5` stand-up", "Monday to Friday at 09:00"),
        ("每天 09:00 看邮件", "every day at 09:00"),
        ("每天早上9点看邮件", "every day at 09:00"),
        ("Fridays at 5pm: write the weekly note", "every Friday at 17:00"),
        ("每周一、周四 10:00 同步", "every Monday and Thursday at 10:00"),
        ("每 2 小时检查一次", "every 2 hours"),
        ("on 2026-12-24 18:00 call home", "once, on 2026-12-24 at 18:00"),
        ("weekdays 09:00-17:00 look at tickets", None),
        ("30 min before 10:00", None),
        ("Monday 9:00 check mail, Tuesday 10:00 call the bank", None),
        ("(weekly) review", None),
        ("Check the inbox", None),
    ],
)
def test_schedule_in_a_sentence_is_found_or_left_open(text: str, words: str | None) -> None:
    schedule = find_schedule(text)
    assert (schedule.words if schedule else None) == words


def test_lone_time_is_every_day_only_where_times_are_expected() -> None:
    assert find_schedule("08:00") is None
    assert find_schedule("08:00", bare_time=True) == Schedule(None, time(8, 0))
