"""When a job is due: once a week or once a day, at a time of the user's wall clock.

What is due follows from the calendar alone, so a missed tick, a restart or a night asleep loses nothing: the *latest
period* whose time has come is compared with the one on record.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import instant_of, last_due_day, last_due_week, parse_week, week_due_at
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from daykeep.clock import Week, Zone

DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HAN_DAYS = "一二三四五六日"
_DAILY_WORDS = frozenset({"daily", "day", "everyday", "每天", "每日"})
_FILLERS = frozenset({"every", "each", "weekly", "on", "at", "每周", "每星期"})
_EXAMPLES = '"sunday 23:00" or "daily 23:30"'


class Period(NamedTuple):
    """One week or day of a job: its id (``2026-W49``, ``2026-12-06``), its last day, and from when it is due (UTC)."""

    id: str
    last_day: date
    due_at: datetime


class Schedule(NamedTuple):
    """Once a week on ``weekday`` (1 = Monday), or every day where it is None, at ``at`` on the user's wall clock."""

    weekday: int | None
    at: time

    @property
    def words(self) -> str:
        """The schedule in plain words, as it was understood."""
        day = "every day" if self.weekday is None else f"every {DAY_NAMES[self.weekday - 1]}"
        return f"{day} at {self.at:%H:%M}"

    def latest(self, now: datetime, zone: Zone) -> Period:
        """The latest period that is due at ``now``."""
        if self.weekday is None:
            return self._of_day(last_due_day(now, zone, at=self.at), zone)
        return self._of_week(last_due_week(now, zone, weekday=self.weekday, at=self.at), zone)

    def following(self, period: Period, zone: Zone) -> Period:
        """The period after this one."""
        if self.weekday is None:
            return self._of_day(period.last_day + timedelta(days=1), zone)
        return self._of_week(parse_week(period.id).next(), zone)

    def period(self, period_id: str, zone: Zone) -> Period | None:
        """The period with this id; None if it is no id of this kind of schedule."""
        try:
            if self.weekday is None:
                return self._of_day(date.fromisoformat(period_id), zone) if len(period_id) == 10 else None
            return self._of_week(parse_week(period_id), zone)
        except (UsageError, ValueError, OverflowError):
            return None

    def _of_day(self, day: date, zone: Zone) -> Period:
        return Period(day.isoformat(), day, instant_of(day, self.at, zone))

    def _of_week(self, week: Week, zone: Zone) -> Period:
        return Period(week.id, week.last_day, week_due_at(week, zone, weekday=self.weekday or 7, at=self.at))


def parse_schedule(text: str) -> tuple[Schedule | None, str]:
    """The schedule that a person wrote, or None and what is wrong with it.

    ``sunday 23:00``, ``每周日 23:00``, ``daily 23:30``, or the five fields of cron where they mean one time a week or a
    day; in cron text 0 and 7 are Sunday, as the standard has it.

    >>> parse_schedule("0 23 * * 0")[0].words
    'every Sunday at 23:00'
    >>> parse_schedule("*/30 * * * *")
    (None, 'means more than one time a day; write "sunday 23:00" or "daily 23:30"')
    """
    words = [
        word for word in text.casefold().replace("：", ":").replace(",", " ").split() if word not in _FILLERS
    ]
    if len(words) == 5 and not any(":" in word for word in words):
        return _parse_cron(words)
    times = [word for word in words if ":" in word]
    days = [word for word in words if ":" not in word]
    if len(times) != 1 or len(days) != 1:
        return (
            None,
            f"is not one time of one day; write {_EXAMPLES}" if words else f"is empty; write {_EXAMPLES}",
        )
    at, weekday = _parse_time(times[0]), _weekday(days[0])
    if at is None:
        return None, f'has "{times[0]}", which is not a time between 00:00 and 23:59'
    if weekday is None and days[0] not in _DAILY_WORDS:
        return None, f'has "{days[0]}", which is not a day of the week; write {_EXAMPLES}'
    return Schedule(weekday, at), ""


def _parse_cron(fields: list[str]) -> tuple[Schedule | None, str]:
    minute, hour, day, month, weekday = fields
    if (day, month) != ("*", "*"):
        return None, f"means days of a month, which is not supported; write {_EXAMPLES}"
    if not (minute.isdecimal() and hour.isdecimal()):
        return None, f"means more than one time a day; write {_EXAMPLES}"
    at = _parse_time(f"{hour}:{minute:0>2}")
    if at is None:
        return None, f"has no time between 00:00 and 23:59; write {_EXAMPLES}"
    if weekday == "*":
        return Schedule(None, at), ""
    number = int(weekday) if weekday in "01234567" and len(weekday) == 1 else None
    found = (number or 7) if number is not None else _weekday(weekday)
    if found is None:
        return None, f"means more than one day of the week, or none; write {_EXAMPLES}"
    return Schedule(found, at), ""


def _parse_time(text: str) -> time | None:
    found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", text, re.ASCII)
    return time(int(found[1]), int(found[2])) if found else None


def _weekday(word: str) -> int | None:
    for number, name in enumerate(DAY_NAMES, 1):
        if word in {name.casefold(), name.casefold() + "s", name.casefold()[:3]}:
            return number
    bare = word.removeprefix("每")
    for prefix in ("周", "週", "星期", "礼拜"):
        day = bare.removeprefix(prefix).replace("天", "日")
        if bare.startswith(prefix) and len(day) == 1 and day in _HAN_DAYS:
            return _HAN_DAYS.index(day) + 1
    return None
