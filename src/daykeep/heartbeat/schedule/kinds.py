"""The kinds of schedules: once a week or a day, every so many minutes or days, once at all.

What is due follows from the calendar alone, so a missed tick, a restart or a night asleep loses nothing: the *latest
period* whose time has come is compared with the one on record. A wall clock time that a zone leaves out means the
first moment after the gap, one that it shows twice means the first; so every period comes exactly once.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple, Protocol

from daykeep.clock import instant_of, last_due_day, last_due_week, local_day, parse_week, week_due_at
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from daykeep.clock import Week, Zone

DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ANCHOR = date(2024, 1, 1)
"""The Monday from whose midnight intervals are counted, so that they never depend on when a program was started."""


class Period(NamedTuple):
    """One occurrence of a job: its id (``2026-W49``, ``2026-12-06``, ``2026-12-06T09:00``), its last day, due (UTC)."""

    id: str
    last_day: date
    due_at: datetime


class Occurring(Protocol):
    """What every kind of schedule can say; all of it follows from the clock and the zone alone."""

    @property
    def words(self) -> str:
        """The schedule in plain English, as it was understood."""
        ...

    def latest(self, now: datetime, zone: Zone) -> Period | None:
        """The latest period that is due at ``now``; None before the first."""
        ...

    def next_after(self, instant: datetime, zone: Zone) -> Period | None:
        """The first period that is due after ``instant``; None after the last."""
        ...

    def period(self, period_id: str, zone: Zone) -> Period | None:
        """The period with this id; None if it is no id of this kind of schedule."""
        ...


def coming(schedule: Occurring, now: datetime, zone: Zone, count: int) -> list[Period]:
    """The next ``count`` periods after ``now``, earliest first; fewer where the schedule ends."""
    found: list[Period] = []
    period = schedule.next_after(now, zone)
    while period is not None and len(found) < count:
        found.append(period)
        period = schedule.next_after(period.due_at, zone)
    return found


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

    def next_after(self, instant: datetime, zone: Zone) -> Period:
        """The first period that is due after ``instant``."""
        period = self.following(self.latest(instant, zone), zone)
        while period.due_at <= instant:  # a day that a zone left out is due together with the day after it
            period = self.following(period, zone)
        return period

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


class Every(NamedTuple):
    """Every ``minutes`` of elapsed time, counted from a fixed midnight of the zone: it never drifts or piles up."""

    minutes: int

    @property
    def words(self) -> str:
        """The schedule in plain words, as it was understood."""
        return f"every {interval_words(self.minutes)}"

    def latest(self, now: datetime, zone: Zone) -> Period:
        """The latest period that is due at ``now``."""
        anchor = instant_of(ANCHOR, time(0), zone)
        step = timedelta(minutes=self.minutes)
        return self._of(anchor + (now - anchor) // step * step, zone)

    def next_after(self, instant: datetime, zone: Zone) -> Period:
        """The first period that is due after ``instant``."""
        return self._of(self.latest(instant, zone).due_at + timedelta(minutes=self.minutes), zone)

    def period(self, period_id: str, zone: Zone) -> Period | None:
        """The period with this id; None if it is no id of this kind of schedule."""
        try:
            if not period_id.endswith("Z"):
                return None
            return self._of(datetime.fromisoformat(period_id).astimezone(UTC), zone)
        except (ValueError, OverflowError):
            return None

    def _of(self, due_at: datetime, zone: Zone) -> Period:
        due_at = due_at.astimezone(UTC)
        return Period(due_at.strftime("%Y-%m-%dT%H:%MZ"), local_day(due_at, zone), due_at)


class EveryDays(NamedTuple):
    """Every ``days`` calendar days at ``at`` on the user's wall clock, counted from a fixed Monday."""

    days: int
    at: time

    @property
    def words(self) -> str:
        """The schedule in plain words, as it was understood."""
        return f"every {self.days} days at {self.at:%H:%M}"

    def latest(self, now: datetime, zone: Zone) -> Period:
        """The latest period that is due at ``now``."""
        day = last_due_day(now, zone, at=self.at)
        return self._of(day - timedelta(days=(day - ANCHOR).days % self.days), zone)

    def next_after(self, instant: datetime, zone: Zone) -> Period:
        """The first period that is due after ``instant``."""
        return self._of(self.latest(instant, zone).last_day + timedelta(days=self.days), zone)

    def period(self, period_id: str, zone: Zone) -> Period | None:
        """The period with this id; None if it is no id of this kind of schedule."""
        return Schedule(None, self.at).period(period_id, zone)

    def _of(self, day: date, zone: Zone) -> Period:
        return Period(day.isoformat(), day, instant_of(day, self.at, zone))


class At(NamedTuple):
    """Once: at ``at`` on ``day`` on the user's wall clock, or at ``instant`` where an offset was written with it."""

    day: date
    at: time
    instant: datetime | None = None

    @property
    def words(self) -> str:
        """The schedule in plain words, as it was understood."""
        return f"once, on {self.id.replace('T', ' at ')}"

    @property
    def id(self) -> str:
        """The id of its one period."""
        if self.instant is not None:
            return self.instant.isoformat(timespec="minutes")
        return f"{self.day.isoformat()}T{self.at:%H:%M}"

    def latest(self, now: datetime, zone: Zone) -> Period | None:
        """Its one period, once it is due."""
        period = self._period(zone)
        return period if period.due_at <= now else None

    def next_after(self, instant: datetime, zone: Zone) -> Period | None:
        """Its one period, as long as it is to come."""
        period = self._period(zone)
        return period if period.due_at > instant else None

    def period(self, period_id: str, zone: Zone) -> Period | None:
        """Its one period, if this is its id."""
        return self._period(zone) if period_id == self.id else None

    def _period(self, zone: Zone) -> Period:
        if self.instant is not None:
            return Period(self.id, local_day(self.instant, zone), self.instant.astimezone(UTC))
        return Period(self.id, self.day, instant_of(self.day, self.at, zone))


def interval_words(minutes: int) -> str:
    """A number of minutes as a person says it.

    >>> interval_words(30), interval_words(60), interval_words(90), interval_words(2880)
    ('30 minutes', 'hour', '1 hour 30 minutes', '48 hours')
    """
    hours, rest = divmod(minutes, 60)
    if not rest:
        return "hour" if hours == 1 else f"{hours} hours"
    if not hours:
        return "minute" if rest == 1 else f"{rest} minutes"
    return f"{hours} hour{'' if hours == 1 else 's'} {rest} minute{'' if rest == 1 else 's'}"
