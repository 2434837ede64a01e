"""The values that the grammars of dates share: a stretch of days, a place in a text, and what a rule looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from datetime import date

DAY, RANGE, MONTH, QUARTER, YEAR = "day", "range", "month", "quarter", "year"


class Span(NamedTuple):
    """The days that words mean, both ends included, and how they are written."""

    first: date
    last: date
    kind: str
    """``day``, ``range`` (of days), ``month``, ``quarter`` or ``year``."""
    before: str = ""
    """A word that the new wording needs before the date ("on " for "in 3 days")."""
    after: str = ""
    """A word that it needs after the date (``前`` for ``三天内``)."""
    anchor: str = ""
    """``week`` where a bare weekday that follows in the same list belongs to the same week."""


class Found(NamedTuple):
    """A relative date in a text: ``text[start:end]`` is ``said``, and ``written`` is what says the same for ever.

    ``written`` has spaces at its ends where Han characters or letters stand right beside the words.
    """

    start: int
    end: int
    said: str
    first: date
    last: date
    kind: str
    """``day``, ``range`` (of days), ``month``, ``quarter`` or ``year``."""
    written: str


class Scene(NamedTuple):
    """What a rule looks at beside its own words.

    ``text`` has code, addresses and titles blanked out (``BLANK``) and absolute dates marked (``DATE``), at the same
    length. ``previous`` is the date found before, with the place where its words end.
    """

    text: str
    today: date
    start: int
    end: int
    previous: Span | None
    previous_end: int
    previous_day: int
    """The weekday (0 is Monday) if the words before named one, else -1."""


class Rule(NamedTuple):
    """A wording and its meaning. ``read`` gives None for words that look alike and mean no date.

    The group ``said`` of the pattern, if there is one, is the part that is replaced.
    """

    pattern: re.Pattern[str]
    read: Callable[[re.Match[str], Scene], Span | None]


BLANK, DATE = "\x00", "\x01"
