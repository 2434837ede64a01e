from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from itertools import pairwise
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.clock import (
    Week,
    Zone,
    format_instant,
    instant_of,
    last_due_day,
    last_due_week,
    local_day,
    local_time,
    now_utc,
    parse_day,
    parse_instant,
    parse_week,
    week_due_at,
    week_of,
)
from daykeep.errors import UsageError
from daykeep.zones import known_zones

if TYPE_CHECKING:
    from collections.abc import Callable


def zone(name: str) -> Zone:
    return Zone(name, ZoneInfo(name), "test")


SHANGHAI = zone("Asia/Shanghai")
NOW = datetime(2026, 3, 10, 6, 30, 5, tzinfo=UTC)  # 14:30:05 in Shanghai

instants = st.integers(946_684_800, 2_145_830_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
zones = st.sampled_from(known_zones()).map(zone)


def test_clock_is_read_in_utc() -> None:
    before = datetime.now(UTC)
    assert before <= now_utc() <= datetime.now(UTC)
    assert now_utc().tzinfo is UTC


def test_evening_of_the_user_belongs_to_the_users_day_not_to_utc() -> None:
    havana = zone("America/Havana")
    evening = datetime(2026, 1, 11, 3, 30, tzinfo=UTC)
    assert local_day(evening, havana) == date(2026, 1, 10)
    assert local_day(evening, SHANGHAI) == date(2026, 1, 11)
    assert local_time(evening, havana).hour == 22


@pytest.mark.parametrize(
    ("day", "week"),
    [
        ("2027-01-01", "2026-W53"),
        ("2026-12-31", "2026-W53"),
        ("2025-12-29", "2026-W01"),
        ("2024-12-31", "2025-W01"),
    ],
)
def test_days_around_new_year_lie_in_their_iso_week(day: str, week: str) -> None:
    found = week_of(date.fromisoformat(day))
    assert found.id == week
    assert found.first_day <= date.fromisoformat(day) <= found.last_day


@given(st.dates(date(1990, 1, 1), date(2100, 1, 1)))
def test_weeks_tile_the_calendar(day: date) -> None:
    week = week_of(day)
    assert week.first_day.isoweekday() == 1
    assert week.next().first_day == week.last_day + timedelta(days=1)
    assert week.next().previous() == week
    assert week < week.next()
    assert parse_week(week.id) == week == parse_week(week.id.lower().replace("-", ""))


@pytest.mark.parametrize(
    "text", ["2025-W53", "2026-W00", "2026-W54", "2026-49", "W49", "2026-W4", "2026-W49-1", "", "²026-W49"]
)
def test_week_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_week(text)


@pytest.mark.parametrize(
    ("name", "day", "wall", "instant"),
    [
        ("Asia/Beirut", "2026-03-29", "00:00", "2026-03-28T22:00:00+00:00"),  # the day begins at 01:00
        ("America/Havana", "2026-03-08", "00:30", "2026-03-08T05:00:00+00:00"),  # 00:30 is skipped
        (
            "America/Havana",
            "2026-11-01",
            "00:30",
            "2026-11-01T04:30:00+00:00",
        ),  # 00:30 comes twice: the first
        ("Africa/Cairo", "2026-04-24", "00:00", "2026-04-23T22:00:00+00:00"),
        ("America/New_York", "2026-03-08", "02:30", "2026-03-08T07:00:00+00:00"),
        ("America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00+00:00"),
        (
            "Australia/Lord_Howe",
            "2026-10-04",
            "02:15",
            "2026-10-03T15:30:00+00:00",
        ),  # half an hour is skipped
        (
            "Australia/Lord_Howe",
            "2026-04-05",
            "01:45",
            "2026-04-04T14:45:00+00:00",
        ),  # half an hour comes twice
        ("Pacific/Apia", "2011-12-30", "12:00", "2011-12-30T10:00:00+00:00"),  # the whole date is skipped
        ("America/Nuuk", "2026-03-28", "23:00", "2026-03-29T01:00:00+00:00"),  # the gap lies at 23:00
        ("Asia/Shanghai", "2026-03-08", "23:00", "2026-03-08T15:00:00+00:00"),
    ],
)
def test_wall_clock_in_a_gap_or_a_fold_has_one_instant(name: str, day: str, wall: str, instant: str) -> None:
    found = instant_of(date.fromisoformat(day), time.fromisoformat(wall), zone(name))
    assert found.isoformat() == instant
    assert found.tzinfo is UTC


@given(zones, instants)
def test_instant_of_what_the_wall_clock_shows_is_that_instant_or_its_first_showing(
    where: Zone, now: datetime
) -> None:
    wall = local_time(now, where)
    first = instant_of(wall.date(), wall.time(), where)
    assert first <= now
    assert local_time(first, where).replace(tzinfo=None, fold=0) == wall.replace(tzinfo=None, fold=0)


@given(zones, st.dates(date(2000, 1, 1), date(2037, 12, 31)), st.times())
def test_wall_clock_times_of_a_day_keep_their_order(where: Zone, day: date, wall: time) -> None:
    begin = instant_of(day, time(0), where)
    found = instant_of(day, wall, where)
    assert begin <= found <= instant_of(day + timedelta(days=1), time(0), where)
    assert local_day(begin, where) >= day


def test_week_is_due_on_its_sunday_evening_local_time() -> None:
    week = Week(2026, 10)
    assert week_due_at(week, SHANGHAI).isoformat() == "2026-03-08T15:00:00+00:00"
    assert week_due_at(week, SHANGHAI, weekday=5, at=time(18)).isoformat() == "2026-03-06T10:00:00+00:00"
    due = week_due_at(week, SHANGHAI)
    assert last_due_week(due, SHANGHAI) == week
    assert last_due_week(due - timedelta(seconds=1), SHANGHAI) == week.previous()


def test_last_due_week_over_new_year_is_week_53() -> None:
    assert last_due_week(datetime(2027, 1, 3, 15, 0, tzinfo=UTC), SHANGHAI).id == "2026-W53"
    assert last_due_week(datetime(2027, 1, 2, 15, 0, tzinfo=UTC), SHANGHAI).id == "2026-W52"


def test_last_due_day_is_the_latest_one_whose_time_has_come() -> None:
    assert last_due_day(NOW, SHANGHAI, at=time(14, 30)) == date(2026, 3, 10)
    assert last_due_day(NOW, SHANGHAI, at=time(14, 31)) == date(2026, 3, 9)


def ticks(step: timedelta, begin: datetime, end: datetime) -> list[datetime]:
    count = (end - begin) // step
    return [begin + step * number for number in range(count + 1)]


def walk(where: Zone, moments: list[datetime]) -> tuple[list[date], list[Week], list[date]]:
    """What a keeper of the latest day, due week and due day sees as it ticks: each new one, in order."""
    days, weeks, due_days = [local_day(moments[0], where)], [last_due_week(moments[0], where)], []
    due_days.append(last_due_day(moments[0], where, at=time(23, 30)))
    watched: tuple[tuple[list, Callable[[datetime], object]], ...] = (
        (days, lambda now: local_day(now, where)),
        (weeks, lambda now: last_due_week(now, where)),
        (due_days, lambda now: last_due_day(now, where, at=time(23, 30))),
    )
    for now in moments[1:]:
        for seen, look in watched:
            if (found := look(now)) > seen[-1]:
                seen.append(found)
    return days, weeks, due_days


def assert_nothing_is_missed(where: Zone, moments: list[datetime]) -> None:
    days, weeks, due_days = walk(where, moments)
    for seen in (days, due_days):
        assert seen == [seen[0] + timedelta(days=number) for number in range(len(seen))], where.name
    assert all(later == earlier.next() for earlier, later in pairwise(weeks)), where.name
    assert len(weeks) >= (moments[-1] - moments[0]).days // 7


def behaviours() -> dict[tuple[timedelta | None, ...], str]:
    """One zone for each different run of offsets in 2025..2028; names that are links to it are left out."""
    probes = ticks(
        timedelta(days=3, hours=5), datetime(2025, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC)
    )
    found: dict[tuple[timedelta | None, ...], str] = {}
    for name in known_zones():
        info = ZoneInfo(name)
        found.setdefault(tuple(moment.astimezone(info).utcoffset() for moment in probes), name)
    return found


def changes(where: Zone, begin: datetime, end: datetime) -> list[datetime]:
    """The hours from one day before to one day after every change of the offset, and every sixth hour elsewhere."""
    coarse = ticks(timedelta(hours=6), begin, end)
    dense = set(coarse)
    for earlier, later in pairwise(coarse):
        if earlier.astimezone(where.info).utcoffset() != later.astimezone(where.info).utcoffset():
            dense.update(ticks(timedelta(minutes=30), earlier - timedelta(days=1), later + timedelta(days=1)))
    return sorted(dense)


def test_every_date_and_week_comes_exactly_once_in_every_kind_of_zone_in_2026() -> None:
    names = behaviours().values()
    assert len(names) > 60
    for name in names:
        where = zone(name)
        begin, end = datetime(2025, 12, 20, tzinfo=UTC), datetime(2027, 1, 10, tzinfo=UTC)
        assert_nothing_is_missed(where, changes(where, begin, end))


@pytest.mark.parametrize(
    "name", ["America/Havana", "Asia/Beirut", "Africa/Cairo", "Australia/Lord_Howe", "America/Nuuk"]
)
def test_every_date_and_week_comes_exactly_once_over_four_years_of_hourly_ticks(name: str) -> None:
    begin, end = datetime(2025, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC)
    assert_nothing_is_missed(zone(name), ticks(timedelta(hours=1), begin, end))


@pytest.mark.soak
@pytest.mark.parametrize("name", known_zones())
def test_every_date_and_week_comes_exactly_once_in_every_zone_of_the_world(name: str) -> None:
    where = zone(name)
    begin, end = datetime(2025, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC)
    assert_nothing_is_missed(where, changes(where, begin, end))


def test_skipped_date_of_apia_comes_once_when_the_next_day_begins() -> None:
    apia = zone("Pacific/Apia")
    _, weeks, due_days = walk(
        apia,
        ticks(timedelta(minutes=10), datetime(2011, 12, 20, tzinfo=UTC), datetime(2012, 1, 12, tzinfo=UTC)),
    )
    assert due_days == [due_days[0] + timedelta(days=number) for number in range(len(due_days))]
    assert [week.id for week in weeks] == ["2011-W50", "2011-W51", "2011-W52", "2012-W01"]


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-03-10T14:30+08:00", "2026-03-10T06:30:00+00:00"),
        ("2026-03-10T14:30:00Z", "2026-03-10T14:30:00+00:00"),
        ("2026-03-10 14:30", "2026-03-10T06:30:00+00:00"),
        ("2026-03-10T14:30:15", "2026-03-10T06:30:15+00:00"),
        ("14:30", "2026-03-10T06:30:00+00:00"),
        ("9:05", "2026-03-10T01:05:00+00:00"),
        ("09：05", "2026-03-10T01:05:00+00:00"),
        ("2026-03-10", "2026-03-10T04:00:00+00:00"),
        (" 2026-W11-2 ", "2026-03-10T04:00:00+00:00"),
    ],
)
def test_time_that_a_person_names_is_read(text: str, instant: str) -> None:
    assert parse_instant(text, now=NOW, zone=SHANGHAI).isoformat() == instant


@pytest.mark.parametrize(
    "text",
    [
        "",
        "noon",
        ":",
        "25:00",
        "2026-02-30",
        "2026-13-01 10:00",
        "0001-01-01",
        "9999-12-31T23:59",
        "14:30+08:00",
        "tomorrow",
        "1741829443",
        "1969-12-31",
    ],
)
def test_time_that_is_none_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_instant(text, now=NOW, zone=SHANGHAI)
    assert caught.value.hint is not None
    assert "2026-03-10 14:30" in caught.value.hint


@given(st.text(max_size=40))
def test_any_text_is_a_time_or_a_usage_error(text: str) -> None:
    for parse in (parse_instant, parse_day):
        try:
            parse(text, now=NOW, zone=SHANGHAI)
        except UsageError as error:
            message = error.message
        else:
            message = "a time"
        assert message.isprintable()


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-01", "2026-03-01"),
        ("today", "2026-03-10"),
        ("Yesterday", "2026-03-09"),
        ("今天", "2026-03-10"),
        ("昨天", "2026-03-09"),
        ("前天", "2026-03-08"),
    ],
)
def test_day_that_a_person_names_is_read(text: str, day: str) -> None:
    assert parse_day(text, now=NOW, zone=SHANGHAI).isoformat() == day


def test_today_in_parse_day_is_the_users_today() -> None:
    late = datetime(2026, 3, 10, 17, 0, tzinfo=UTC)
    assert parse_day("today", now=late, zone=SHANGHAI) == date(2026, 3, 11)


@given(zones, instants)
def test_formatted_instant_reads_back_as_the_same_second(where: Zone, now: datetime) -> None:
    text = format_instant(now, where)
    assert datetime.fromisoformat(text) == now.replace(microsecond=0)
    assert parse_instant(text, now=NOW, zone=where) == now.replace(microsecond=0)


def test_format_has_the_users_offset() -> None:
    assert format_instant(NOW, SHANGHAI) == "2026-03-10T14:30:05+08:00"
    assert (
        format_instant(NOW, Zone("UTC-03:30", timezone(timedelta(hours=-3.5)), "x"))
        == "2026-03-10T03:00:05-03:30"
    )


def test_offsets_with_seconds_of_old_times_are_formatted_in_utc() -> None:
    assert format_instant(datetime(1890, 1, 1, tzinfo=UTC), SHANGHAI) == "1890-01-01T00:00:00+00:00"
