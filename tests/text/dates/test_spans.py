"""Days around a day: months end where they end, weeks begin on Monday."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.dates import spans

DAYS = st.dates(date(1900, 1, 1), date(2400, 12, 31))


@given(DAYS, st.integers(-400, 400))
def test_months_away_keep_the_day_or_take_the_last_one(day, months):
    there = spans.add_months(day, months)
    assert (there.year * 12 + there.month) - (day.year * 12 + day.month) == months
    assert there.day == day.day or (there.day < day.day and (there + timedelta(days=1)).day == 1)


@given(DAYS, st.integers(-60, 60))
def test_a_week_runs_from_monday_to_sunday_and_the_next_one_follows(day, weeks):
    week = spans.week_of(day, weeks)
    assert (week.first.weekday(), week.last.weekday()) == (0, 6)
    assert spans.week_of(day, weeks + 1).first == week.last + timedelta(days=1)
    assert spans.week_of(day).first <= day <= spans.week_of(day).last


@given(DAYS, st.integers(-40, 40), st.sampled_from(["month", "quarter", "year"]))
def test_periods_follow_one_another_without_a_gap(day, away, unit):
    period = spans.PERIODS[unit](day, away)
    assert spans.PERIODS[unit](day, away + 1).first == period.last + timedelta(days=1)


@given(DAYS, st.integers(0, 6))
def test_the_coming_weekday_is_within_a_week_and_the_past_one_before_the_day(day, weekday):
    coming, past = spans.coming_weekday(day, weekday), spans.past_weekday(day, weekday)
    assert coming.weekday() == past.weekday() == weekday
    assert day <= coming < day + timedelta(days=7)
    assert day - timedelta(days=7) <= past < day


@given(DAYS, st.integers(1, 31))
def test_a_day_of_the_month_is_the_nearest_on_its_side(day, number):
    coming, past = spans.coming_day_of_month(day, number), spans.past_day_of_month(day, number)
    assert coming.day == past.day == number
    assert past <= day <= coming
    assert (coming - day).days <= 62
    assert (day - past).days <= 62


def test_a_leap_day_is_looked_for_in_leap_years():
    assert spans.day_of_year(date(2026, 4, 6), 2, 29, 1) == date(2028, 2, 29)
    assert spans.day_of_year(date(2026, 4, 6), 2, 29, -1) == date(2024, 2, 29)
    assert spans.day_of_year(date(1897, 1, 1), 2, 29, 1) == date(1904, 2, 29)  # 1900 was none


@pytest.mark.parametrize(
    ("today", "month", "number", "expected"),
    [
        (date(2026, 4, 6), 3, 3, date(2026, 3, 3)),
        (date(2026, 4, 6), 2, 1, date(2027, 2, 1)),
        (date(2026, 4, 6), 4, 6, date(2026, 4, 6)),
        (date(2026, 1, 10), 12, 20, date(2025, 12, 20)),
    ],
)
def test_a_date_of_which_nothing_is_said_is_past_for_sixty_days_only(today, month, number, expected):
    assert spans.day_of_year(today, month, number, 0) == expected


def test_this_month_is_meant_by_its_name_whatever_the_tense():
    for direction in (-1, 0, 1):
        assert spans.month_named(date(2026, 4, 6), 4, direction).first == date(2026, 4, 1)
    assert spans.month_named(date(2026, 4, 6), 3, -1).first == date(2026, 3, 1)
    assert spans.month_named(date(2026, 4, 6), 5, -1).first == date(2025, 5, 1)
    assert spans.month_named(date(2026, 4, 6), 3, 1).first == date(2027, 3, 1)
