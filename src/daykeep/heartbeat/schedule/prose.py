"""Schedules inside of sentences: ``One heartbeat a week, from Sunday 23:00`` speaks of every Sunday at 23:00."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.heartbeat.schedule.clocktimes import plain_times
from daykeep.heartbeat.schedule.parse import parse_schedule

if TYPE_CHECKING:
    from daykeep.heartbeat.schedule.kinds import Occurring

_DAY = (
    r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b"
    r"|\b(?:weekdays?|workdays?|weekends?|daily|everyday|every day|each day)\b"
    r"|(?:周|週|星期|礼拜)[一二三四五六日天]|工作日|周末|每天|每日|每晚|每早|(?<=每)月\d{1,2}[日号]"
)
_RANGE = r"(?:\s*(?:-|–|to|至|到)\s*)"
_TIME = r"(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?!:?\d)"
_EVERY = r"(?:\bevery|\beach|每隔?)\s*\d{1,4}\s*(?:minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|分钟|个?小时|天|周)(?![a-z])"
_DATE = r"\d{4}-\d\d-\d\d[ t]\d{1,2}:\d\d"
LIMIT_CHARS = 400
"""Only so much of a sentence is searched."""
_SHORT = {"tue": "tue", "tues": "tue", "wed": "wed", "wednes": "wed", "thurs": "thu", "satur": "sat"}


def find_schedule(text: str, *, bare_time: bool = False) -> Occurring | None:
    """The first schedule that a sentence names, None if it names none; with ``bare_time`` a lone time means every day.

    >>> find_schedule("One heartbeat a week, from Sunday 23:00 in the person's timezone:").words
    'every Sunday at 23:00'
    >>> find_schedule("Check the inbox") is None
    True
    """
    plain = plain_times(text[:LIMIT_CHARS].casefold())
    for quoted in re.findall(r"`([^`]+)`", plain):
        schedule, _ = parse_schedule(quoted)
        if schedule is not None:
            return schedule
    whole, _ = parse_schedule(plain.strip("`*_ "))
    if whole is not None:
        return whole
    for pattern in (_DATE, _EVERY):
        found = re.search(pattern, plain)
        if found:
            return parse_schedule(found[0])[0]
    return _by_days(plain, bare_time=bare_time)


def _by_days(plain: str, *, bare_time: bool) -> Occurring | None:
    times = re.findall(_TIME, plain)
    if not times or re.search(rf"{_TIME}\s*(?:-|–|~|至|到|to)\s*{_TIME}", plain):
        return None  # from … to … is a span, no time to be due at
    found = re.findall(f"({_TIME})|((?:{_DAY})(?:{_RANGE}(?:{_DAY}))?)", plain)  # in their order
    words = [clock or _plain_day(day) for clock, day in found]
    if not any(day for _, day in found):
        if not bare_time:
            return None
        words.insert(0, "daily")
    return parse_schedule(", ".join(words))[0]


def _plain_day(found: str) -> str:
    if found in {"每晚", "每早", "every day", "each day"}:
        return "daily"
    if found.startswith("月"):
        return f"每{found}"
    parts = re.split(_RANGE, found)
    shorts = [re.sub(r"days?$", "", part) if part[:1].isascii() else part for part in parts]
    if any(part in {"week", "work", "every"} for part in shorts) or found in {"daily", "weekend", "weekends"}:
        return found
    return "-".join(_SHORT.get(part, part[:3]) for part in shorts)
