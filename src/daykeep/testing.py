"""Fakes that ship with daykeep, for tests of programs that use it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class SettableClock:
    """A clock that stands still until it is told otherwise; call it for the present instant, in UTC.

    >>> clock = SettableClock("2026-03-08T22:59:00+08:00")
    >>> clock.advance(minutes=1)
    >>> clock().isoformat()
    '2026-03-08T15:00:00+00:00'
    """

    def __init__(self, at: str) -> None:
        self._now = _instant(at)

    def __call__(self) -> datetime:
        """The instant that the clock shows."""
        return self._now

    def set(self, at: str) -> None:
        """Jump to an ISO 8601 time with an offset, forwards or backwards."""
        self._now = _instant(at)

    def advance(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> None:
        """Let time pass, or with negative numbers jump back."""
        self._now += timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)


def _instant(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text!r} has no offset from UTC")
    return moment.astimezone(UTC)
