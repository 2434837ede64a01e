"""Which day a file of the log belongs to, read from its name alone.

A third of real daily logs are called ``memory/YYYY-MM-DD.md``; the others carry a slug, a time, a prefix, a compact
date, a time stamp, or have the month (or the whole date) in a folder. Names never say their time zone: the date is
taken as the user's day.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import NamedTuple

FOLDER = "memory"
ENDINGS = (".md", ".txt", ".markdown")
"""File name endings of logs, in lower case."""

FIRST_YEAR, LAST_YEAR = 1990, 2099
"""A name with a year outside of these is no log's."""

_YEAR = r"(?:199\d|20\d\d)"


class DailyName(NamedTuple):
    """A file and the day that its name gives it.

    ``slug`` is what the name says besides the date (``"1430"``, ``"gateway-crash"``), ``""`` for a plain name.
    ``certain`` is False when only a folder or something behind a prefix carries the date.
    """

    name: str
    day: date
    slug: str
    certain: bool


def daily_file(day: date) -> str:
    """The name of the plain log of a day, the one that daykeep appends to."""
    return f"{FOLDER}/{day.isoformat()}.md"


def parse_daily_name(name: str) -> DailyName | None:
    """The day of a file by its name and folders, or None where they carry no possible date.

    Digits that belong to a longer number are no date, and neither is 30 February.

    >>> parse_daily_name("memory/2026-03-10-1430.md").slug
    '1430'
    >>> str(parse_daily_name("memory/2026/03/10.md").day)
    '2026-03-10'
    >>> parse_daily_name("memory/ticket-120260310.md") is None
    True
    """
    folder, _, base = name.rpartition("/")
    lower = base.lower()
    ending = next((ending for ending in ENDINGS if lower.endswith(ending)), None)
    if ending is None or len(base) == len(ending) or base.startswith((".", "~$")):
        return None
    stem = base[: -len(ending)]
    return (
        _from_stem(name, stem) or _from_month_folder(name, folder, stem) or _from_folder(name, folder, stem)
    )


def impossible_date(name: str) -> str:
    """The date in a file's name that no calendar or no log has, as it is written there; ``""`` where there is none.

    >>> impossible_date("memory/2026-02-30.md"), impossible_date("memory/2026-02-28.md")
    ('2026-02-30', '')
    """
    if parse_daily_name(name) is not None:
        return ""
    folder, _, base = name.rpartition("/")
    stem = base.rpartition(".")[0]
    found = _dates().search(stem)
    if found is not None:
        return found[0]
    day = _odd_year(stem)
    if day is not None:
        return day.isoformat() if day.year < FIRST_YEAR else ""
    month = month_of_folder(folder) if _has_day_number(stem) else None
    return f"{month}-{stem[:2]}" if month else ""


def distant_date(name: str) -> date | None:
    """The date that a file's name begins with if it lies beyond the years of logs, after 2099; else None.

    >>> str(distant_date("memory/9999-12-31.md")), distant_date("memory/2026-12-31.md")
    ('9999-12-31', None)
    """
    day = _odd_year(name.rpartition("/")[2].rpartition(".")[0])
    return day if day is not None and day.year > LAST_YEAR else None


def month_of_folder(folder: str) -> str | None:
    """The month that a folder stands for, as ``YYYY-MM``: ``memory/2026-03`` and ``memory/2026/03`` both do.

    >>> month_of_folder("memory/2026/03")
    '2026-03'
    """
    parts = folder.split("/")
    last = parts[-1]
    if len(last) == 7 and last[4] in "-_":
        month = f"{last[:4]}-{last[5:]}"
    elif len(last) == 2 and len(parts) > 1 and len(parts[-2]) == 4:
        month = f"{parts[-2]}-{last}"
    else:
        return None
    return month if _months().fullmatch(month) else None


def day_of_folder(folder: str) -> date | None:
    """The day that one of the folders is named after (``memory/2026-03-10/notes``), the innermost first."""
    for part in reversed(folder.split("/")):
        found = _dates().match(part) if part[:1].isdigit() else None
        day = _date_of(found) if found else None
        if day is not None:
            return day
    return None


def is_conflict_copy(name: str) -> bool:
    """Whether a file is a copy that a sync tool made of another one (Syncthing, Obsidian, Dropbox, iCloud).

    >>> is_conflict_copy("memory/2026-03-10.sync-conflict-20260310-143000-ABCDEFG.md")
    True
    """
    base = name.rpartition("/")[2].lower()
    if ".sync-conflict-" in base or "conflicted copy" in base:
        return True
    stem = base.rpartition(".")[0]
    return len(stem) >= 12 and stem[-2] == " " and stem[-1] in "23456789" and stem[-3].isdigit()


@cache
def _dates() -> re.Pattern[str]:
    dashed = rf"(?<!\d)({_YEAR})([-_])(\d\d)\2(\d\d)(?!\d)"
    compact = rf"(?<![0-9A-Za-z])({_YEAR})(\d\d)(\d\d)(?=T\d|[^0-9A-Za-z]|\Z)"
    return re.compile(f"{dashed}|{compact}", re.ASCII)


@cache
def _months() -> re.Pattern[str]:
    return re.compile(rf"{_YEAR}-(?:0[1-9]|1[0-2])", re.ASCII)


def _date_of(found: re.Match[str]) -> date | None:
    year, _, month, day, *compact = found.groups()
    if year is None:
        year, month, day = compact
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _odd_year(stem: str) -> date | None:
    """The day that a name begins with, if it is one of a calendar in a year that no log has."""
    head = stem[:10]
    if len(head) < 10 or head[4] != "-" or stem[10:11].isdigit():
        return None
    try:
        day = date.fromisoformat(head)
    except ValueError:
        return None
    return None if FIRST_YEAR <= day.year <= LAST_YEAR else day


def _has_day_number(stem: str) -> bool:
    return stem[:2].isdigit() and stem[:2].isascii() and not stem[2:3].isalnum()


def _from_stem(name: str, stem: str) -> DailyName | None:
    for found in _dates().finditer(stem):
        day = _date_of(found)
        if day is not None:
            parts = (stem[: found.start()].strip("-_ ."), stem[found.end() :].lstrip("-_ .T"))
            return DailyName(name, day, "-".join(part for part in parts if part), found.start() == 0)
    return None


def _from_month_folder(name: str, folder: str, stem: str) -> DailyName | None:
    if not _has_day_number(stem):
        return None
    month = month_of_folder(folder)
    if month is None:
        return None
    try:
        day = date(int(month[:4]), int(month[5:]), int(stem[:2]))
    except ValueError:
        return None
    return DailyName(name, day, stem[3:], certain=True)


def _from_folder(name: str, folder: str, stem: str) -> DailyName | None:
    day = day_of_folder(folder)
    return DailyName(name, day, stem, certain=False) if day is not None else None
