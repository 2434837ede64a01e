"""Cron's five fields against a second reading of the standard, minute by minute."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.clock import Zone, instant_of
from daykeep.heartbeat.schedule import Cron, Schedule, coming
from daykeep.heartbeat.schedule.cron import MACROS, parse_cron
from tests.heartbeat.support import HAVANA, at, zone

PLAIN = Zone("UTC", UTC, "test")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0 23 * * 0", "every Sunday at 23:00"),
        ("0 23 * * 7", "every Sunday at 23:00"),
        ("0 23 * * SUN", "every Sunday at 23:00"),
        ("5 4 * * sunday", "every Sunday at 04:05"),
        ("0 0 * * 1", "every Monday at 00:00"),
        ("30 23 * * *", "every day at 23:30"),
        ("0 9 * * 1-5", "Monday to Friday at 09:00"),
        ("0 9 * * mon-fri", "Monday to Friday at 09:00"),
        ("0 9,18 * * sat-sun", "every Saturday and Sunday at 09:00 and 18:00"),
        ("0 9,18 * * 6-7", "every Saturday and Sunday at 09:00 and 18:00"),
        ("0 9 * * 5,6,0", "Friday to Sunday at 09:00"),
        ("* * * * *", "every minute"),
        ("*/15 * * * *", "every 15 minutes"),
        ("*/15 9-17 * * mon-fri", "every 15 minutes from 09:00 to 17:45 Monday to Friday"),
        ("5 * * * *", "every hour at minute 5"),
        ("0 */6 * * *", "every day at 00:00, 06:00, 12:00 and 18:00"),
        ("0 */2 * * *", "at minute 0 of the hours 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20 and 22"),
        ("*/7 8 * * *", "every hour at minutes 0, 7, 14, 21, 28, 35, 42, 49 and 56 from 08:00 to 08:56"),
        ("0 9 13 * *", "on day 13 of every month at 09:00"),
        ("0 9 1-5 * *", "on days 1 to 5 of every month at 09:00"),
        ("0 9 13 * fri", "on day 13 of every month and on every Friday at 09:00"),
        ("0 9 */2 * fri", "on days 1 to 31 in steps of 2 of every month, if it is a Friday at 09:00"),
        ("0 9 1 jan,jul *", "on day 1 of January and July at 09:00"),
        ("0 9 * 6 *", "every day in June at 09:00"),
        ("0 9 1 * 0-7", "every day at 09:00"),
        ("@hourly", "every hour"),
        ("@weekly", "every Sunday at 00:00"),
        ("@Yearly", "on day 1 of January at 00:00"),
    ],
)
def test_cron_text_has_the_standards_meaning(text: str, words: str) -> None:
    schedule, fault = parse_cron(text)
    assert fault == ""
    assert schedule is not None
    assert schedule.words == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0 9 * *", "has 4 fields"),
        ("0 0 9 * * *", "has 6 fields"),
        ("60 9 * * 0", 'minute "60", which is not between 0 and 59'),
        ("0 24 * * 0", 'hour "24", which is not between 0 and 23'),
        ("0 9 0 * *", 'day of the month "0"'),
        ("0 9 * 13 *", 'month "13", which is not between 1 and 12 or a name such as feb'),
        ("0 9 * * 8", 'day of the week "8"'),
        ("0 9 * * fri-mon", "runs backwards"),
        ("0 17-9 * * *", "runs backwards"),
        ("*/0 * * * *", 'the step "0"'),
        ("*/ * * * *", 'the step ""'),
        ("*/-5 * * * *", 'the step "-5"'),
        ("1- * * * *", 'minute ""'),
        ("0 9 L * *", "standard does not have"),
        ("0 9 ? * 1", "standard does not have"),
        ("0 9 * * 5#2", "standard does not have"),
        ("0 9 31 2 *", "never comes"),
        ("0 9 31 feb,apr *", "never comes"),
        ("0 9 * * maybe", 'day of the week "maybe"'),
    ],
)
def test_wrong_cron_text_is_named_by_its_field(text: str, words: str) -> None:
    schedule, fault = parse_cron(text)
    assert schedule is None
    assert words in fault


def test_short_forms_are_what_they_stand_for() -> None:
    for short, long in MACROS.items():
        assert parse_cron(short) == parse_cron(long)


def test_day_that_comes_every_four_years_is_found() -> None:
    schedule, _ = parse_cron("0 12 29 2 *")
    found = coming(schedule, at("2026-03-01 12:00"), PLAIN, 2)
    assert [one.id for one in found] == ["2028-02-29T12:00", "2032-02-29T12:00"]


def numbers(low: int, high: int) -> st.SearchStrategy[str]:
    one = st.integers(low, high)
    span = st.tuples(one, one).map(lambda pair: f"{min(pair)}-{max(pair)}")
    stepped = st.tuples(span | st.just("*"), st.integers(1, high)).map(lambda pair: f"{pair[0]}/{pair[1]}")
    part = one.map(str) | span | stepped
    return st.just("*") | st.lists(part, min_size=1, max_size=3).map(",".join)


def matches(field: str, value: int, low: int, high: int) -> bool:
    """A second, slow reading of one field."""
    for part in field.split(","):
        span, _, step = part.partition("/")
        first, _, last = (f"{low}-{high}" if span == "*" else span).partition("-")
        if value in range(int(first), int(last or first) + 1, int(step or 1)):
            return True
    return False


def fits(text: str, day: date, minute: int) -> bool:
    """Whether cron runs at this minute of this day, by the text of POSIX and the star rule of Vixie cron."""
    fields = text.split()
    if not (matches(fields[0], minute % 60, 0, 59) and matches(fields[1], minute // 60, 0, 23)):
        return False
    if not matches(fields[3], day.month, 1, 12):
        return False
    in_month = matches(fields[2], day.day, 1, 31)
    weekday = day.isoweekday() % 7
    in_week = matches(fields[4], weekday, 0, 7) or (weekday == 0 and matches(fields[4], 7, 0, 7))
    if fields[2].startswith("*") or fields[4].startswith("*"):
        return in_month and in_week
    return in_month or in_week


@settings(max_examples=150, deadline=None)
@given(
    st.tuples(numbers(0, 59), numbers(0, 23), numbers(1, 31), numbers(1, 12), numbers(0, 7)).map(" ".join),
    st.dates(date(2025, 1, 1), date(2028, 12, 1)),
)
def test_every_day_and_minute_agrees_with_a_second_reading(text: str, begin: date) -> None:
    schedule, fault = parse_cron(text)
    if schedule is None:
        assert fault.startswith("never comes")
        return
    for ahead in range(40):
        day = begin + timedelta(days=ahead)
        expected = [minute for minute in range(1440) if fits(text, day, minute)]
        assert times_of(schedule, day) == expected


def times_of(schedule: Cron | Schedule, day: date) -> list[int]:
    if isinstance(schedule, Cron):
        return list(schedule.times) if schedule.has_day(day) else []
    here = schedule.weekday is None or schedule.weekday == day.isoweekday()
    return [schedule.at.hour * 60 + schedule.at.minute] if here else []


def test_time_in_a_gap_comes_once_after_it_and_one_in_a_fold_once_at_its_first() -> None:
    # In Havana 2026-03-08 has no 00:30, and 2026-11-01 has two.
    schedule, _ = parse_cron("30 0 * * 0,1")
    spring = [one.due_at for one in coming(schedule, at("2026-03-07T12:00+00:00"), HAVANA, 2)]
    assert spring == [at("2026-03-08T05:00+00:00"), at("2026-03-09T04:30+00:00")]
    autumn = [one.due_at for one in coming(schedule, at("2026-10-31T12:00+00:00"), HAVANA, 2)]
    assert autumn == [at("2026-11-01T04:30+00:00"), at("2026-11-02T05:30+00:00")]


def test_times_that_share_the_end_of_a_gap_are_one() -> None:
    schedule, _ = parse_cron("*/20 * * * *")
    found = coming(schedule, at("2026-03-08T04:30+00:00"), HAVANA, 3)
    assert [one.due_at for one in found] == [
        at("2026-03-08T04:40+00:00"),
        at("2026-03-08T05:00+00:00"),
        at("2026-03-08T05:20+00:00"),
    ]
    assert found[1].id == "2026-03-08T01:00"


@pytest.mark.parametrize("name", ["America/Havana", "Australia/Lord_Howe", "Africa/Cairo", "America/Nuuk"])
def test_every_wall_clock_time_of_a_year_comes_exactly_once(name: str) -> None:
    where = zone(name)
    schedule, _ = parse_cron("*/30 * * * *")
    begin, end = datetime(2026, 1, 1, 12, tzinfo=UTC), datetime(2027, 1, 1, 12, tzinfo=UTC)
    expected = set()
    day = date(2025, 12, 30)
    while day < date(2027, 1, 4):
        expected |= {instant_of(day, time(minute // 60, minute % 60), where) for minute in range(0, 1440, 30)}
        day += timedelta(days=1)
    found, now = [], begin
    while now < end:
        period = schedule.next_after(now, where)
        found.append(period.due_at)
        now = period.due_at
    assert found == sorted(one for one in expected if begin < one <= found[-1])
