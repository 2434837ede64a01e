"""The hours in which beats speak: outside of them a beat works, and what needs attention waits.

A window is written ``08:00-23:00``: its start belongs to it, its end does not, ``24:00`` is the end of the day, one
over midnight wraps, and one without length is never open.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import Zone, instant_of, local_time
from daykeep.zones import read_system, read_zone

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.zones import ZoneReading

DAY_MINUTES = 24 * 60
USER, LOCAL = "user", "local"


class ActiveHours(NamedTuple):
    """A daily window on the wall clock of ``zone``, in minutes after midnight; ``end`` may be 1440."""

    start: int
    end: int
    zone: Zone

    def is_open(self, now: datetime) -> bool:
        """Whether a beat at ``now`` speaks."""
        local = local_time(now, self.zone)
        minute = local.hour * 60 + local.minute
        if self.start <= self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end

    def opens_at(self, now: datetime) -> datetime | None:
        """From when on the window is next open, in UTC: ``now`` if it is; None for one that never opens."""
        if self.start == self.end:
            return None
        if self.is_open(now):
            return now.astimezone(UTC)
        day = local_time(now, self.zone).date()
        clock = time(self.start // 60 % 24, self.start % 60)
        starts = (instant_of(day + timedelta(days=ahead), clock, self.zone) for ahead in range(3))
        return next((start for start in starts if start > now and self.is_open(start)), None)


def read_hours(
    written: str, zone_written: str, user: Zone, *, find_system: Callable[[], ZoneReading] = read_system
) -> tuple[ActiveHours | None, list[str]]:
    """The window of the settings, None where beats may always speak, and what is wrong with what was written.

    ``zone_written`` is ``user``, ``local`` (the machine's) or a zone; one that can't be read means the user's.

    >>> from daykeep.zones import UTC_READING
    >>> read_hours("22:00-06:00", "local", Zone("UTC", UTC, "x"), find_system=lambda: UTC_READING)[0][:2]
    (1320, 360)
    """
    bare = written.strip().replace("：", ":")
    if not bare:
        return None, []
    found = re.fullmatch(r"(\d{1,2}):([0-5]\d)\s*(?:-|–|—|~|to|至|到)\s*(\d{1,2}):([0-5]\d)", bare, re.ASCII)
    start, end = (
        (int(found[1]) * 60 + int(found[2]), int(found[3]) * 60 + int(found[4])) if found else (-1, -1)
    )
    if not 0 <= start < DAY_MINUTES or not 0 <= end <= DAY_MINUTES:
        text = f'heartbeat.active_hours "{written}" is no window of the day; write "08:00-23:00". Beats speak at any time until then'
        return None, [text]
    zone, problems = _read_zone(zone_written.strip(), user, find_system)
    return ActiveHours(start, end, zone), problems


def _read_zone(written: str, user: Zone, find_system: Callable[[], ZoneReading]) -> tuple[Zone, list[str]]:
    if written.casefold() in {"", USER}:
        return user, []
    reading = find_system() if written.casefold() == LOCAL else read_zone(written)
    if reading.info is None:
        what = (
            "the machine's zone is not known"
            if written.casefold() == LOCAL
            else f'"{written}" {reading.fault}'
        )
        return user, [f"heartbeat.active_zone: {what}; {user.name} counts until then"]
    return Zone(reading.name, reading.info, "heartbeat.active_zone"), []
