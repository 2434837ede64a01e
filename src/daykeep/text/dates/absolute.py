"""A text with its relative dates made absolute, so that it says the same when it is read on another day."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.dates.find import find_relative_dates, replace

if TYPE_CHECKING:
    from datetime import date

    from daykeep.text.dates.values import Found


class Absolute(NamedTuple):
    """A text without relative dates, and the dates that were replaced, as they stood in the text before."""

    text: str
    found: tuple[Found, ...]


def make_absolute(text: str, today: date) -> Absolute:
    """Put the date in the place of each wording that :func:`find_relative_dates` reads; ``today`` is the user's day.

    The words themselves are left out of the text (``found`` has them): two dates in one line read worse than one, and the
    words would mean another day tomorrow. Every other character stays, and a text without relative dates comes back as it
    is. Doing it again changes nothing.

    >>> from datetime import date
    >>> make_absolute("我们周四前要冻结合并", date(2026, 4, 6)).text
    '我们 2026-04-09 前要冻结合并'
    """
    found = find_relative_dates(text, today)
    return Absolute(replace(text, found), tuple(found))
