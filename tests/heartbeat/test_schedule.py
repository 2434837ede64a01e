from __future__ import annotations

from datetime import time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.heartbeat.schedule import Schedule, parse_schedule
from tests.heartbeat.support import HAVANA, SHANGHAI, at


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
        ("星期天 23:00", "every Sunday at 23:00"),
        ("每星期三 08:00", "every Wednesday at 08:00"),
        ("daily 23:30", "every day at 23:30"),
        ("every day at 23:30", "every day at 23:30"),
        ("每天 23:30", "every day at 23:30"),
        ("0 23 * * 0", "every Sunday at 23:00"),
        ("0 23 * * 7", "every Sunday at 23:00"),
        ("5 4 * * sun", "every Sunday at 04:05"),
        ("0 0 * * 1", "every Monday at 00:00"),
        ("30 23 * * *", "every day at 23:30"),
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
        ("", "is empty"),
        ("sunday", "not one time of one day"),
        ("23:00", "not one time of one day"),
        ("sunda 23:00", '"sunda", which is not a day'),
        ("sunday 24:00", '"24:00", which is not a time'),
        ("sunday 23:60", "not a time"),
        ("sunday monday 23:00", "not one time of one day"),
        ("sunday 09:00 23:00", "not one time of one day"),
        ("*/30 * * * *", "more than one time a day"),
        ("0 9,18 * * *", "not one time of one day"),
        ("0 9-17 * * 1", "more than one time a day"),
        ("0 9 1 * *", "days of a month"),
        ("0 9 * 6 0", "days of a month"),
        ("0 9 * * 1-5", "more than one day of the week"),
        ("0 9 * * 8", "more than one day of the week, or none"),
        ("60 9 * * 0", "no time between"),
        ("0 24 * * 0", "no time between"),
        ("every 30m", "not one time of one day"),
        ("@weekly", "not one time of one day"),
        ("周八 23:00", "not a day"),
        ("٢٣ ٠ * * ٠", "no time between"),
    ],
)
def test_schedule_that_is_none_is_named_with_what_to_write(text: str, words: str) -> None:
    schedule, fault = parse_schedule(text)
    assert schedule is None
    assert words in fault


@given(st.text(max_size=40))
def test_any_text_is_a_schedule_or_a_fault(text: str) -> None:
    schedule, fault = parse_schedule(text)
    assert (schedule is None) == bool(fault)


def test_period_that_is_due_and_the_one_after_it() -> None:
    weekly = Schedule(7, time(23, 0))
    period = weekly.latest(at("2026-03-08 23:00"), SHANGHAI)
    assert (period.id, period.last_day.isoformat()) == ("2026-W10", "2026-03-08")
    assert period.due_at == at("2026-03-08 23:00")
    assert weekly.following(period, SHANGHAI).due_at == at("2026-03-15 23:00")
    daily = Schedule(None, time(23, 30))
    assert daily.latest(at("2026-03-08 23:29"), SHANGHAI).id == "2026-03-07"
    assert daily.following(daily.latest(at("2026-03-08 23:29"), SHANGHAI), SHANGHAI).id == "2026-03-08"


@pytest.mark.parametrize("weekday", [None, 3, 7])
@pytest.mark.parametrize("where", [SHANGHAI, HAVANA], ids=lambda where: where.name)
def test_period_is_read_back_from_its_id(weekday: int | None, where: object) -> None:
    schedule = Schedule(weekday, time(0, 30))
    now = at("2026-03-08 12:00")
    for _ in range(60):
        period = schedule.latest(now, where)
        assert schedule.period(period.id, where) == period
        now += timedelta(hours=37)


@pytest.mark.parametrize(
    "wrong", ["", "2026-W54", "2026-03-08", "next week", "20260308", "9999-W99", "10000-W01"]
)
def test_id_of_another_kind_of_schedule_is_no_period(wrong: str) -> None:
    assert Schedule(7, time(23, 0)).period(wrong, SHANGHAI) is None
    assert Schedule(None, time(23, 0)).period(wrong.replace("2026-03-08", "2026-W10"), SHANGHAI) is None
