"""Points in time as conversations write them: ISO texts with and without a zone, seconds and milliseconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import tzinfo

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_YEARS = range(1990, 2200)
"""Anything else is a slip or another unit."""
_MILLISECONDS_FROM = 100_000_000_000
"""Seconds reach this number in the year 5138, milliseconds in 1973."""
_MICROSECONDS_FROM = 100_000_000_000_000
_TOO_LARGE = 10**18


def read_time(value: Any, zone: tzinfo) -> datetime | None:
    """The aware moment that a JSON value names, in UTC; None if it names none. A time without a zone is one of ``zone``.

    >>> read_time("2026-03-01T09:00:00.5Z", UTC).isoformat()
    '2026-03-01T09:00:00.500000+00:00'
    >>> read_time(1772355600000, UTC) == read_time(1772355600, UTC) == read_time("1772355600", UTC)
    True
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _from_number(value)
    if not isinstance(value, str) or not 10 <= len(value) <= 40:
        return None
    return _from_text(value, zone)


def _from_number(value: float) -> datetime | None:
    if not 0 < value < _TOO_LARGE:
        return None  # nor is what is no number
    if value >= _MICROSECONDS_FROM:
        value /= 1_000_000
    elif value >= _MILLISECONDS_FROM:
        value /= 1_000
    try:
        moment = EPOCH + timedelta(seconds=value)
    except OverflowError:
        return None
    return moment if moment.year in _YEARS else None


@lru_cache(maxsize=1024)
def _from_text(text: str, zone: tzinfo) -> datetime | None:
    if text.isdigit() and text.isascii():
        return _from_number(int(text)) if len(text) < 19 else None
    try:
        moment = datetime.fromisoformat(text.strip().replace(" UTC", "Z"))
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=zone)
        moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment if moment.year in _YEARS else None
