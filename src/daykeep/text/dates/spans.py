"""Days, weeks, months, quarters and years around a day. Weeks begin on Monday, as in ISO 8601."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from daykeep.text.dates.values import DAY, MONTH, QUARTER, RANGE, YEAR, Span

HALF_MONTH_DAYS = 15
"""``半个月`` is counted as fifteen days."""
MONTHS = 12
RECENT_DAYS = 60
"""A date without a year of which nothing is said is past if it lies no further back: "the outage of 3 March", in April."""


def one_day(day: date, *, before: str = "", after: str = "", anchor: str = "") -> Span:
    """A single day."""
    return Span(day, day, DAY, before, after, anchor)


def add_days(day: date, days: int) -> date:
    """The day so many days later, or earlier."""
    return day + timedelta(days=days)


def add_months(day: date, months: int) -> date:
    """The same day of another month; the month's last day where it has no such day.

    >>> add_months(date(2028, 1, 31), 1), add_months(date(2026, 3, 31), -1)
    (datetime.date(2028, 2, 29), datetime.date(2026, 2, 28))
    """
    year, month = divmod(day.year * MONTHS + day.month - 1 + months, MONTHS)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def add_units(day: date, amount: int, unit: str) -> date:
    """The day so many days, weeks, months or years later (``unit`` is ``day``, ``week``, ``month`` or ``year``)."""
    if unit in {"day", "week"}:
        return add_days(day, amount * (7 if unit == "week" else 1))
    return add_months(day, amount * (MONTHS if unit == "year" else 1))


def week_of(day: date, weeks: int = 0) -> Span:
    """The week of a day, Monday to Sunday, or the one so many weeks later."""
    monday = add_days(day, 7 * weeks - day.weekday())
    return Span(monday, add_days(monday, 6), RANGE)


def weekend_of(day: date, weeks: int = 0) -> Span:
    """Saturday and Sunday of the week of a day, or of the one so many weeks later."""
    sunday = week_of(day, weeks).last
    return Span(add_days(sunday, -1), sunday, RANGE)


def month_of(day: date, months: int = 0) -> Span:
    """The month of a day, or the one so many months later."""
    first = add_months(day.replace(day=1), months)
    return Span(first, first.replace(day=monthrange(first.year, first.month)[1]), MONTH)


def quarter_of(day: date, quarters: int = 0) -> Span:
    """The quarter of a year that a day is in, or the one so many quarters later."""
    first = add_months(date(day.year, (day.month - 1) // 3 * 3 + 1, 1), 3 * quarters)
    return Span(first, month_of(first, 2).last, QUARTER)


def year_of(day: date, years: int = 0) -> Span:
    """The year of a day, or the one so many years later."""
    return Span(date(day.year + years, 1, 1), date(day.year + years, 12, 31), YEAR)


PERIODS = {"week": week_of, "month": month_of, "quarter": quarter_of, "year": year_of, "weekend": weekend_of}


def coming_weekday(day: date, weekday: int) -> date:
    """The first such weekday from a day on; the day itself if it is one."""
    return add_days(day, (weekday - day.weekday()) % 7)


def past_weekday(day: date, weekday: int) -> date:
    """The last such weekday before a day."""
    return add_days(day, -((day.weekday() - weekday - 1) % 7 + 1))


def coming_day_of_month(day: date, number: int) -> date:
    """The first day from ``day`` on that has this number in its month (1 to 31); months without it are passed over."""
    return _day_of_month(day, number, 1)


def past_day_of_month(day: date, number: int) -> date:
    """The last day up to ``day`` that has this number in its month."""
    return _day_of_month(day, number, -1)


def _day_of_month(day: date, number: int, step: int) -> date:
    for months in range(0, 3 * step, step):
        month = month_of(day, months)
        if number <= month.last.day:
            there = month.first.replace(day=number)
            if there == day or (there > day) == (step > 0):
                return there
    raise ValueError(number)


def pick(day: date, earlier: date, later: date, direction: int) -> date:
    """Which of two possible days is meant: the later one (1), the earlier one (-1), or as nothing is said (0).

    Then it is the later one, unless the earlier one is no more than ``RECENT_DAYS`` ago.
    """
    if direction:
        return later if direction > 0 else earlier
    return earlier if (day - earlier).days <= RECENT_DAYS and later != day else later


def day_of_year(day: date, month: int, number: int, direction: int) -> date:
    """The day of the year that words without a year mean: the coming (1), the past (-1), or see :func:`pick` (0).

    The day itself is both the coming and the past one. 29 February is looked for in the next and last leap year.

    >>> day_of_year(date(2026, 4, 6), 3, 3, 0), day_of_year(date(2026, 4, 6), 3, 3, 1)
    (datetime.date(2026, 3, 3), datetime.date(2027, 3, 3))
    """
    return pick(day, _same_day(day, month, number, -1), _same_day(day, month, number, 1), direction)


def _same_day(day: date, month: int, number: int, step: int) -> date:
    for year in range(day.year, day.year + 9 * step, step):
        if number <= monthrange(year, month)[1]:
            there = date(year, month, number)
            if there == day or (there > day) == (step > 0):
                return there
    raise ValueError(number)


def month_named(day: date, month: int, direction: int) -> Span:
    """The month that its name means: the coming (1), the past (-1), or see :func:`pick` (0); this month is all of them."""
    if month == day.month:
        return month_of(day)
    later = month_of(day, (month - day.month) % MONTHS)
    earlier = month_of(day, -((day.month - month) % MONTHS))
    return later if pick(day, earlier.last, later.first, direction) == later.first else earlier
