"""Cron's five fields, with the meaning that POSIX and Vixie cron give them.

Minute, hour, day of the month, month, day of the week; each ``*``, a number, a name (``jan``, ``sunday``), a range,
a list, or a range with a step (``*/15``, ``9-17/2``). 0 and 7 are Sunday. Where both day fields are restricted, a day
counts that fits either; a field that begins with ``*`` is no restriction in this sense, so ``*/2`` in one and ``mon``
in the other mean the days that fit both.
"""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import instant_of, local_day
from daykeep.heartbeat.schedule.kinds import DAY_NAMES, Period, Schedule

if TYPE_CHECKING:
    from datetime import datetime

    from daykeep.clock import Zone

MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
MACROS = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}
"""What the short forms stand for."""
LONGEST_WAIT_DAYS = 366 * 8 + 2
"""Between two 29th of February there are at most eight years."""
_LONGEST_MONTHS = {1: 31, 2: 29, 3: 31, 4: 30, 5: 31, 6: 30, 7: 31, 8: 31, 9: 30, 10: 31, 11: 30, 12: 31}
_ALL_DAYS, _ALL_MONTHS, _ALL_WEEKDAYS = (
    frozenset(range(1, 32)),
    frozenset(range(1, 13)),
    frozenset(range(1, 8)),
)


class Cron(NamedTuple):
    """Wall clock ``times`` (minutes after midnight, ascending) on the days that the three sets of numbers let through.

    With ``either`` a day counts that is in ``days`` or in ``weekdays`` (1 = Monday), else it must be in both.
    """

    times: tuple[int, ...]
    days: frozenset[int] = _ALL_DAYS
    months: frozenset[int] = _ALL_MONTHS
    weekdays: frozenset[int] = _ALL_WEEKDAYS
    either: bool = False

    @property
    def words(self) -> str:
        """The schedule in plain words, as it was understood."""
        from daykeep.heartbeat.schedule.words import describe  # noqa: PLC0415 - the two need each other

        return describe(self)

    def latest(self, now: datetime, zone: Zone) -> Period | None:
        """The latest period that is due at ``now``."""
        first = local_day(now, zone) + timedelta(
            days=1
        )  # where clocks go back over midnight, that day has begun
        day: date | None = first
        while day is not None:
            day = self._day(day, first, -1)
            if day is not None:
                index = self._due_times(day, now, zone)
                if index:
                    return self._of(day, self.times[index - 1], zone)
                day -= timedelta(days=1)
        return None

    def next_after(self, instant: datetime, zone: Zone) -> Period | None:
        """The first period that is due after ``instant``; of several in one gap, the last."""
        first = local_day(instant, zone) - timedelta(days=1)
        day: date | None = first
        while day is not None:
            day = self._day(day, first, 1)
            if day is not None:
                index = self._due_times(day, instant, zone)
                if index < len(self.times):
                    return self.latest(self._of(day, self.times[index], zone).due_at, zone)
                day += timedelta(days=1)
        return None

    def period(self, period_id: str, zone: Zone) -> Period | None:
        """The period with this id; None if it is no id of this kind of schedule."""
        day, separator, clock = period_id.partition("T")
        try:
            if not separator or len(day) != 10 or len(clock) != 5:
                return None
            at = time.fromisoformat(clock)
            return self._of(date.fromisoformat(day), at.hour * 60 + at.minute, zone)
        except (ValueError, OverflowError):
            return None

    def has_day(self, day: date) -> bool:
        """Whether the schedule has times on this day."""
        if day.month not in self.months:
            return False
        in_days, in_weekdays = day.day in self.days, day.isoweekday() in self.weekdays
        return (in_days or in_weekdays) if self.either else (in_days and in_weekdays)

    def _day(self, day: date, first: date, step: int) -> date | None:
        """The nearest day from ``day`` on, forwards or backwards, that has times."""
        while abs((day - first).days) <= LONGEST_WAIT_DAYS:
            if self.has_day(day):
                return day
            day += timedelta(days=step)
        return None

    def _due_times(self, day: date, now: datetime, zone: Zone) -> int:
        """How many of the day's times have come; later times of a day never come earlier, so halving finds it."""
        low, high = 0, len(self.times)
        while low < high:
            middle = (low + high) // 2
            if self._instant(day, self.times[middle], zone) <= now:
                low = middle + 1
            else:
                high = middle
        return low

    def _of(self, day: date, minute: int, zone: Zone) -> Period:
        clock = f"{minute // 60:02d}:{minute % 60:02d}"
        return Period(f"{day.isoformat()}T{clock}", day, self._instant(day, minute, zone))

    def _instant(self, day: date, minute: int, zone: Zone) -> datetime:
        return instant_of(day, time(minute // 60, minute % 60), zone)


class _Field(NamedTuple):
    """One of the five fields: its name, its range, and the names of its numbers."""

    name: str
    low: int
    high: int
    names: tuple[str, ...] = ()
    first: int = 0


_FIELDS = (
    _Field("minute", 0, 59),
    _Field("hour", 0, 23),
    _Field("day of the month", 1, 31),
    _Field("month", 1, 12, MONTH_NAMES, 1),
    _Field("day of the week", 0, 7, ("Sunday", *DAY_NAMES), 0),
)


def parse_cron(text: str) -> tuple[Cron | Schedule | None, str]:
    """The schedule of a cron text or one of its short forms, or None and what is wrong with it.

    One time a day or a week becomes a `Schedule`, so that its periods are days and ISO weeks.

    >>> parse_cron("0 23 * * 0")[0]
    Schedule(weekday=7, at=datetime.time(23, 0))
    >>> parse_cron("0 9 32 * *")
    (None, 'has the day of the month "32", which is not between 1 and 31')
    """
    text = MACROS.get(text.strip().casefold(), text)
    fields = text.split()
    if len(fields) != len(_FIELDS):
        return None, f"has {len(fields)} fields; cron's text has five: minute hour day month weekday"
    sets: list[frozenset[int]] = []
    for field, written in zip(_FIELDS, fields, strict=True):
        found, fault = _parse_field(field, written)
        if fault:
            return None, fault
        sets.append(found)
    minutes, hours, days, months, sundays = sets
    weekdays = frozenset(number or 7 for number in sundays)
    either = not fields[2].startswith("*") and not fields[4].startswith("*")
    if either and (days == _ALL_DAYS or weekdays == _ALL_WEEKDAYS):  # every day fits one of the two
        days, weekdays, either = _ALL_DAYS, _ALL_WEEKDAYS, False
    if max(_LONGEST_MONTHS[month] for month in months) < min(days) and not either:
        return None, "never comes: none of its months has such a day"
    times = tuple(hour * 60 + minute for hour in sorted(hours) for minute in sorted(minutes))
    return simplest(Cron(times, days, months, weekdays, either)), ""


def simplest(cron: Cron) -> Cron | Schedule:
    """The same schedule as once a day or once a week, where that is what it means."""
    plain = cron.days == _ALL_DAYS and cron.months == _ALL_MONTHS and not cron.either
    if plain and len(cron.times) == 1:
        at = time(cron.times[0] // 60, cron.times[0] % 60)
        if cron.weekdays == _ALL_WEEKDAYS:
            return Schedule(None, at)
        if len(cron.weekdays) == 1:
            return Schedule(next(iter(cron.weekdays)), at)
    return cron


def _parse_field(field: _Field, written: str) -> tuple[frozenset[int], str]:
    found: set[int] = set()
    for part in written.split(","):
        numbers, fault = _parse_part(field, part)
        if fault:
            return frozenset(), fault
        found |= numbers
    return frozenset(found), ""


def _parse_part(field: _Field, part: str) -> tuple[set[int], str]:
    whole, slash, step_text = part.partition("/")
    step = int(step_text) if _is_number(step_text) else 1 if not slash else 0
    if step < 1:
        return set(), f'has the step "{step_text}" in its {field.name}, which is not a number from 1 on'
    if whole == "*":
        return set(range(field.low, field.high + 1, step)), ""
    left, dash, right = whole.partition("-")
    low = _number(field, left)
    high = _number(field, right) if dash else field.high if slash else low
    for written, number in ((left, low), (right, high)):
        if number is None:
            return set(), _bad_value(field, written)
    if low is None or high is None:
        return set(), _bad_value(field, whole)
    if high == 0 and low > 0 and field.high == 7:
        high = 7  # saturday-sunday
    if low > high:
        return (
            set(),
            f'has the {field.name} "{whole}", a range that runs backwards; write it as two, with a comma',
        )
    return set(range(low, high + 1, step)), ""


def _bad_value(field: _Field, written: str) -> str:
    if written == "?" or written[-1:].casefold() in {"l", "w"} or "#" in written:
        return f'has the {field.name} "{written}", which cron\'s standard does not have'
    names = f" or a name such as {field.names[1][:3].lower()}" if field.names else ""
    return f'has the {field.name} "{written}", which is not between {field.low} and {field.high}{names}'


def _number(field: _Field, written: str) -> int | None:
    if _is_number(written):
        number = int(written)
        return number if field.low <= number <= field.high else None
    word = written.casefold()
    for index, name in enumerate(field.names):
        if word in {name.casefold(), name.casefold()[:3]}:
            return field.first + index
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 4
