"""The texts that people write a schedule as, in English, Chinese and cron."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from itertools import groupby
from typing import TYPE_CHECKING

from daykeep.heartbeat.schedule.clocktimes import plain_times
from daykeep.heartbeat.schedule.cron import MACROS, Cron, parse_cron, simplest
from daykeep.heartbeat.schedule.kinds import DAY_NAMES, At, Every, EveryDays, Occurring, Schedule

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLES = '"sunday 23:00", "weekdays 09:00", "every 30m", "at 2026-12-24 18:00" or cron\'s five fields'
LONGEST_EVERY_DAYS = 366
LIMIT_CHARS = 200
"""A schedule longer than this is not one."""
_HAN_DAYS = "一二三四五六日"
_HAN_WEEK = ("周", "週", "星期", "礼拜", "禮拜")
_EVERY_DAY = frozenset(range(1, 8))
_DAY_SETS = {
    **dict.fromkeys(("daily", "day", "everyday", "天", "日"), _EVERY_DAY),
    **dict.fromkeys(("weekdays", "weekday", "workdays", "workday", "工作日"), frozenset(range(1, 6))),
    **dict.fromkeys(("weekends", "weekend", "周末", "週末"), frozenset((6, 7))),
}
_FILLERS = frozenset(
    {"every", "each", "weekly", "on", "at", "and", "the", "&", "+", "每", "和", "与", "及", "的"}
)
_UNITS = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes", "分", "分钟", "分鐘"), 1),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours", "时", "小时", "小時", "个小时", "个钟头"), 60),
    **dict.fromkeys(("d", "day", "days", "天"), 1440),
    **dict.fromkeys(("w", "week", "weeks", "周", "週", "星期", "个星期"), 10080),
}


def parse_schedule(text: str) -> tuple[Occurring | None, str]:
    """The schedule that a person wrote, or None and what is wrong with it.

    ``sunday 23:00``, ``mon, thu 09:00``, ``weekdays 09:00``, ``daily 09:00 18:00``, ``每周日 23:00``, ``工作日 09:00``,
    ``每月1日 09:00``, ``every 30m``, ``every 3 days at 09:00``, ``每30分钟``, ``at 2026-12-24 18:00``, ``@daily``, and
    cron's five fields in the standard's meaning.

    >>> parse_schedule("0 23 * * 0")[0].words
    'every Sunday at 23:00'
    >>> parse_schedule("every 30m")[0].words
    'every 30 minutes'
    >>> parse_schedule("sunday")[1]
    'says no time of day, such as 23:00'
    """
    plain = text.strip().casefold().replace("：", ":").replace("，", ",").replace("、", ",")
    if not plain:
        return None, f"is empty; write {EXAMPLES}"
    if len(plain) > LIMIT_CHARS:
        return None, f"is longer than {LIMIT_CHARS} characters; write {EXAMPLES}"
    usual = _parse_usual(plain.split())
    if usual is not None:
        return usual, ""
    if plain.startswith("@") or _looks_like_cron(plain):
        return _parse_macro(plain) if plain.startswith("@") else parse_cron(text)
    plain = plain_times(plain).strip()
    for parse in (_parse_every, _parse_at):
        schedule, fault = parse(plain)
        if schedule is not None or fault:
            return schedule, fault
    return _parse_days(plain)


def _parse_usual(words: list[str]) -> Occurring | None:
    """``sunday 23:00`` and ``daily 23:30``, read without a regular expression: every beat reads some of them."""
    at = _parse_time(words[1]) if len(words) == 2 else None
    if at is None:
        return None
    if words[0] == "daily":
        return Schedule(None, at)
    weekday = _weekday(words[0])
    return Schedule(weekday, at) if weekday is not None else None


def _parse_macro(text: str) -> tuple[Occurring | None, str]:
    if text in MACROS:
        return parse_cron(text)
    if text.startswith("@every "):
        return parse_schedule(text.removeprefix("@"))
    return None, f"is not one of {', '.join(MACROS)}"


def _looks_like_cron(text: str) -> bool:
    """Whether this is meant as cron's fields, right or wrong: five or six words, the first two made of numbers and ``*``."""
    words = text.split()
    return len(words) in {5, 6} and all(
        word.isascii() and word[0] in "0123456789*" and set(word) <= set("0123456789*/,-?")
        for word in words[:2]
    )


def _parse_every(text: str) -> tuple[Occurring | None, str]:
    """``every 30m``, ``30 minutes``, ``hourly``, ``every 3 days at 09:00``, ``每2小时``; None and "" for anything else."""
    bare = re.sub(r"^(?:every\b|each\b|每隔|每)[\s:]*", "", text)
    bare = {"hourly": "1h", "every minute": "1m"}.get(bare, bare)
    marked = bare != text
    if marked and bare in {"hour", "minute", "小时", "小時", "分钟", "分鐘"}:
        bare = f"1{bare}"
    body, at = _cut_time(bare)
    parts = re.findall(r"(\d{1,6})\s*([^\W\d_]+)", body, re.ASCII if body.isascii() else 0)
    left = re.sub(r"(\d{1,6})\s*([^\W\d_]+)", "", body).strip(" ,")
    if left or not parts or any(unit not in _UNITS for _, unit in parts):
        return None, ""
    minutes = sum(int(number) * _UNITS[unit] for number, unit in parts)
    if not 1 <= minutes <= LONGEST_EVERY_DAYS * 1440:
        return None, f"is no interval between 1 minute and {LONGEST_EVERY_DAYS} days"
    if all(
        _UNITS[unit] >= 1440 for _, unit in parts
    ):  # days are the calendar's, so that a clock change moves no time
        days, clock = minutes // 1440, at or time(0)
        return (Schedule(None, clock) if days == 1 else EveryDays(days, clock)), ""
    if at is not None:
        return None, "has a time of day beside an interval of hours or minutes; write one of them"
    return Every(minutes), ""


def _cut_time(text: str) -> tuple[str, time | None]:
    """The text without its time of day, and that time."""
    found = re.search(r"(?:\bat\s+|@\s*)?(?<!\d)(\d{1,2}:\d\d)(?!\d)", text)
    at = _parse_time(found[1]) if found else None
    if found is None or at is None:
        return text, None
    return (text[: found.start()] + text[found.end() :]).strip(), at


def _parse_at(text: str) -> tuple[Occurring | None, str]:
    """``at 2026-12-24 18:00``, with an offset or without; None and "" for anything that holds no date."""
    bare = re.sub(r"^(?:once\b|at\b|on\b|[\s:,])+", "", text)
    found = re.fullmatch(
        r"(\d{4}-\d\d-\d\d)(?:[t\s]\s*(?:at\s+)?(\d{1,2}:\d\d)(?::00)?\s*(z|[+-]\d\d:?\d\d)?)?", bare
    )
    if found is None:
        return None, ""
    try:
        return _at(date.fromisoformat(found[1]), found[2], found[3])
    except (ValueError, OverflowError):
        return None, f'has "{bare}", which is no day and time between 1970 and 8999'


def _at(day: date, clock: str | None, offset: str | None) -> tuple[Occurring | None, str]:
    """The one time; ValueError or OverflowError if there is no such day, time or offset."""
    if clock is None:
        return None, f'says no time of day; write "at {day} 18:00"'
    at = _parse_time(clock)
    if at is None or not 1970 <= day.year < 9000:
        raise ValueError(clock)
    if offset is None:
        return At(day, at), ""
    written = f"{day}T{at:%H:%M}{'+00:00' if offset == 'z' else offset}"
    return At(day, at, datetime.fromisoformat(written).astimezone(UTC)), ""


def _parse_days(text: str) -> tuple[Occurring | None, str]:
    """Days of the week or the month by name, with one time of day or more."""
    spaced = re.sub(r"(?<=[^\W\d_a-z])(?=\d{1,2}:)", " ", re.sub(r"[,;/]|到|至|~", _separate, text))
    spaced = (
        re.sub(r"\bmonthly\b|\bof (?:the|every|each) month\b", " ", spaced) if "month" in spaced else spaced
    )
    words = [word for word in spaced.split() if word not in _FILLERS]
    times = [word for word in words if ":" in word]
    names = [word for word in words if ":" not in word]
    clocks = [_parse_time(word) for word in times]
    bad_time = next((word for word, at in zip(times, clocks, strict=True) if at is None), None)
    if bad_time is not None:
        return None, f'has "{bad_time}", which is not a time between 00:00 and 23:59'
    weekdays: set[int] = set()
    days: set[int] = set()
    for name in names:
        found, of_month = _read_days(name)
        if not found:
            return None, f'has "{name}", which is not a day of the week; write {EXAMPLES}'
        (days if of_month else weekdays).update(found)
    if not clocks:
        return None, "says no time of day, such as 23:00"
    if not weekdays and not days:
        return None, f'says no day; write "daily {times[0]}" or {EXAMPLES}'
    if (weekdays and days) or _has_times_of_their_own(words):
        mixed = "mixes days of the month and of the week; write two jobs"
        timed = "gives days different times; write two jobs, one for each time"
        return None, mixed if weekdays and days else timed
    return _with(weekdays, days, [at for at in clocks if at is not None]), ""


def _has_times_of_their_own(words: Sequence[str]) -> bool:
    """Whether days and times alternate (``mon 9:00, tue 10:00``), so that not every time is meant for every day.

    ``mon 9:00, tue 9:00`` and ``daily 9:00, daily 18:00`` say the same of each day, and are no such case.
    """
    runs = [list(run) for _, run in groupby(words, key=lambda word: ":" in word)]
    names = [frozenset().union(*(_read_days(name)[0] for name in run)) for run in runs if ":" not in run[0]]
    clocks = [frozenset(_parse_time(word) for word in run) for run in runs if ":" in run[0]]
    return len(set(names)) > 1 and (len(names) != len(clocks) or len(set(clocks)) > 1)


def _separate(found: re.Match[str]) -> str:
    return "-" if found[0] in "到至~" else " "


def _with(weekdays: set[int], days: set[int], clocks: list[time]) -> Occurring:
    times = tuple(sorted({at.hour * 60 + at.minute for at in clocks}))
    if days:
        return Cron(times, days=frozenset(days))
    return simplest(Cron(times, weekdays=frozenset(weekdays)))


def _read_days(word: str) -> tuple[frozenset[int], bool]:
    """The days that a word names, and whether they are days of the month; none if it names no day."""
    bare = word.removeprefix("每个").removeprefix("每")
    if bare in _DAY_SETS:
        return _DAY_SETS[bare], False
    month = re.fullmatch(r"(?:月|月的)?(\d{1,2})[日号號]|(\d{1,2})(?:st|nd|rd|th)", bare)
    if month:
        number = int(month[1] or month[2])
        has_month = bare.startswith("月") or month[2]
        return (frozenset((number,)) if has_month and 1 <= number <= 31 else frozenset()), True
    left, dash, right = bare.partition("-")
    low = _weekday(left)
    high = _weekday(right) if dash else low
    if dash and high is None and low is not None and len(right) == 1:
        high = _weekday("周" + right)  # 周一至五
    if low is None or high is None:
        return frozenset(), False
    count = (high - low) % 7 + 1
    return frozenset((low - 1 + step) % 7 + 1 for step in range(count)), False


def _parse_time(text: str) -> time | None:
    hour, colon, minute = text.partition(":")
    digits = hour + minute
    if (
        not colon
        or len(hour) not in {1, 2}
        or len(minute) != 2
        or not (digits.isascii() and digits.isdecimal())
    ):
        return None
    return time(int(hour), int(minute)) if int(hour) < 24 and int(minute) < 60 else None


def _weekday(word: str) -> int | None:
    for number, name in enumerate(DAY_NAMES, 1):
        if word in {name.casefold(), name.casefold() + "s", name.casefold()[:3]}:
            return number
    bare = word.removeprefix("每")
    for prefix in _HAN_WEEK:
        day = bare.removeprefix(prefix).replace("天", "日")
        if bare.startswith(prefix) and len(day) == 1 and day in _HAN_DAYS:
            return _HAN_DAYS.index(day) + 1
    return None
