"""Dates as people write them in headings and list items: found, and written again in the same form."""

from __future__ import annotations

import re
from datetime import date
from functools import cache, lru_cache
from typing import NamedTuple

ISO = "{y:04}-{m:02}-{d:02}"

_SHORT = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONG = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_NUMBERS = {name.lower(): number for names in (_SHORT, _LONG) for number, name in enumerate(names, 1)} | {
    "sept": 9
}


class Dated(NamedTuple):
    """A date in a text: the day, where it stands, and its form for ``render_day``."""

    day: date
    start: int
    end: int
    form: str


@cache
def _pattern() -> re.Pattern[str]:
    month = "|".join(sorted(_NUMBERS, key=len, reverse=True))
    forms = (
        r"(?P<y1>\d{4})(?P<s1>[-/.])(?P<m1>\d{1,2})(?P=s1)(?P<d1>\d{1,2})(?!\d)",
        r"(?P<y2>\d{4})\s?年\s?(?P<m2>\d{1,2})\s?月\s?(?P<d2>\d{1,2})\s?日",
        r"(?P<d3>\d{1,2})\.\s?(?P<m3>\d{1,2})\.\s?(?P<y3>\d{4})(?!\d)",
        rf"(?P<m4>{month})\.?\s(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<y4>\d{{4}})(?!\d)",
        rf"(?P<d5>\d{{1,2}})\.?\s(?P<m5>{month})\.?,?\s(?P<y5>\d{{4}})(?!\d)",
    )
    return re.compile("|".join(rf"(?<![\w]){form}" for form in forms), re.IGNORECASE | re.ASCII)


@lru_cache(maxsize=20_000)
def find_day(text: str) -> Dated | None:
    """The first date that a text holds, or None; ISO and its likes, Chinese, German, and English with a month's name.

    >>> found = find_day("Timeouts (10.03.2026)")
    >>> str(found.day), render_day(date(2026, 4, 1), found.form)
    ('2026-03-10', '01.04.2026')
    """
    if not any(character.isdigit() for character in text):
        return None
    for found in _pattern().finditer(text):
        day, form = _read(found)
        if day is not None:
            return Dated(day, found.start(), found.end(), form)
    return None


def render_day(day: date, form: str) -> str:
    """A day in a form that ``find_day`` found."""
    return form.format(
        y=day.year, m=day.month, d=day.day, mon=_SHORT[day.month - 1], month=_LONG[day.month - 1]
    )


def _read(found: re.Match[str]) -> tuple[date | None, str]:
    kind = next(number for number in "12345" if found[f"y{number}"])
    year, month, day = (found[f"{part}{kind}"] for part in "ymd")
    named = kind in "45"
    number = _NUMBERS[month.lower()] if named else int(month)
    try:
        return date(int(year), number, int(day)), _form(found, kind, month, day)
    except ValueError:
        return None, ""


def _form(found: re.Match[str], kind: str, month: str, day: str) -> str:
    narrow = len(day) == 1 or len(month) == 1
    if kind == "1":
        sign = found["s1"]
        return f"{{y:04}}{sign}{{m}}{sign}{{d}}" if narrow else f"{{y:04}}{sign}{{m:02}}{sign}{{d:02}}"
    if kind == "2":
        return "{y}年{m:02}月{d:02}日" if "0" in (day[0], month[0]) else "{y}年{m}月{d}日"
    if kind == "3":
        return "{d}.{m}.{y}" if narrow else "{d:02}.{m:02}.{y}"
    name = "{mon}" if len(month) <= 4 and month.lower() not in {"june", "july"} else "{month}"
    return f"{name} {{d}}, {{y}}" if kind == "4" else f"{{d}} {name} {{y}}"
