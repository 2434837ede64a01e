"""The dates and times of a text, in figures and in words, English and Chinese."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.triage.reading.forms import MONTHS, NUMBER_WORDS, date_form, han_value, time_form

if TYPE_CHECKING:
    from collections.abc import Iterator

DATE, TIME = "date", "time"
Found = tuple[str, int, int, str]

_MONTH = (
    r"(?P<n>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)"
)
_YEAR = r"(?:,?\s+(?P<y>(?:19|20)\d\d))?"
_ISO = re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)[-/.年]\s?(?P<m>\d{1,2})[-/.月]\s?(?P<d>\d{1,2})[日号]?(?!\d)")
_NAMED = (
    re.compile(
        rf"(?<![A-Za-z]){_MONTH}\.?\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[:.%]\d|[A-Za-z%]){_YEAR}",
        re.IGNORECASE,
    ),
    re.compile(rf"(?<![\d:.])(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}\b{_YEAR}", re.IGNORECASE),
    re.compile(
        r"(?<![A-Za-z])(?P<n>January|February|March|April|June|July|August|September|October|November|December)\b"
        r"(?:\s+(?P<y>(?:19|20)\d\d))?"
    ),
    re.compile(r"(?<![\d:.#])(?P<d>\d{1,2})(?:st|nd|rd|th)(?![A-Za-z])"),
)
_HAN_DATES = (
    re.compile(r"(?:(?P<y>(?:19|20)\d\d)年)?(?<!\d)(?P<m>\d{1,2})月(?:(?P<d>\d{1,2})[日号]?|份)?"),
    re.compile(r"(?<![\d月])(?P<d>\d{1,2})[日号](?![楼线机门])"),
)
_PART = r"(?:\s*(?P<h>[ap])\.?m\b\.?|,?\s+(?:in the|at)\s+(?P<part>morning|afternoon|evening|night))?"
_CLOCK = re.compile(
    rf"(?<![\d:.])(?P<a>\d{{1,2}}):(?P<b>[0-5]\d)(?::\d\d(?:\.\d+)?)?{_PART}(?![\d:])", re.IGNORECASE
)
_HOUR = re.compile(
    r"(?<![\d:.$])(?P<a>\d{1,2})(?:\s?(?P<h>[ap])\.?m\b\.?|\s+(?:o'?clock)?\s*(?:in the|at)\s+(?P<part>morning|afternoon|evening|night)|\s+o'?clock)",
    re.IGNORECASE,
)
_PART_FIRST = re.compile(
    r"\b(?P<part>morning|afternoon|evening)(?: at)? (?P<a>\d{1,2})(?::(?P<b>\d\d))?(?![\d:])", re.IGNORECASE
)
_WORD = rf"(?:\d{{1,2}}|{'|'.join(word for word, value in NUMBER_WORDS.items() if value <= 12)})"
_PAST = re.compile(rf"\b(?P<how>half past|quarter past|quarter to)\s+(?P<a>{_WORD})\b{_PART}", re.IGNORECASE)
_HAN_TIME = re.compile(
    r"(?P<part>早上|上午|中午|下午|晚上|凌晨|傍晚|今晚)?\s?(?P<a>\d{1,2}|[一二两三四五六七八九十]{1,3})[点點](?P<b>半|一刻|\d{1,2}分?)?"
    r"(?![一-鿿]{0,2}(?:意见|建议|要求|原因|想法|问题|钱|击|评|名|开))"
)
_DAYS = {
    "mon": "monday mondays 一", "tue": "tuesday tuesdays tues 二", "wed": "wednesday wednesdays 三",
    "thu": "thursday thursdays thurs 四", "fri": "friday fridays 五", "sat": "saturday saturdays 六", "sun": "sunday sundays 日 天",
}  # fmt: skip
_DAY_OF = {word: day for day, words in _DAYS.items() for word in (day, *words.split())}
_WEEKDAY = re.compile(
    r"(?<![A-Za-z])(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?-i:Mon|Tue|Tues|Wed|Thu|Thurs|Fri|Sat|Sun))(?![A-Za-z])",
    re.IGNORECASE,
)
_HAN_WEEKDAY = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])")
_RELATIVE = {
    "today": "today 今天 今日", "tonight": "tonight 今晚", "tomorrow": "tomorrow 明天 明日", "yesterday": "yesterday 昨天 昨日",
    "the day after tomorrow": "后天", "next week": "下周 下星期", "last week": "上周 上星期", "next month": "下个月 下月",
    "last month": "上个月", "this week": "本周 这周", "noon": "noon midday 正午", "midnight": "midnight 午夜", "next year": "明年",
    "weekend": "weekend weekends 周末",
}  # fmt: skip
_RELATIVE_OF = {word: form for form, words in _RELATIVE.items() for word in (form, *words.split())}
_RELATIVE_WORD = re.compile(
    rf"(?<![A-Za-z])(?:{'|'.join(sorted((re.escape(w) for w in _RELATIVE_OF if w.isascii()), key=len, reverse=True))})(?![A-Za-z])"
    rf"|{'|'.join(sorted((w for w in _RELATIVE_OF if not w.isascii()), key=len, reverse=True))}(?![一二三四五六日天])",
    re.IGNORECASE,
)

_WORDS = re.compile("[a-z]+")
_MONTH_WORDS = frozenset(
    [
        "jan",
        "january",
        "feb",
        "february",
        "mar",
        "march",
        "apr",
        "april",
        "may",
        "jun",
        "june",
        "jul",
        "july",
        "aug",
        "august",
        "sep",
        "sept",
        "september",
        "oct",
        "october",
        "nov",
        "november",
        "dec",
        "december",
    ]
)
_ORDINALS = frozenset({"st", "nd", "rd", "th"})
_PAST_WORDS = frozenset({"past", "quarter"})
_HOUR_WORDS = frozenset({"am", "pm", "a", "p", "clock", "oclock", "morning", "afternoon", "evening", "night"})
_DAY_WORDS = frozenset(word for word in _DAY_OF if word.isascii())
_RELATIVE_WORDS = frozenset(
    {
        "today",
        "tonight",
        "tomorrow",
        "yesterday",
        "week",
        "month",
        "year",
        "noon",
        "midday",
        "midnight",
        "weekend",
        "weekends",
    }
)


def find_times(text: str, words: frozenset[str] | None = None) -> Iterator[Found]:
    """Every date and time: kind, start, end, normal form; where two overlap the first one counts.

    ``words`` are the words of the text in small letters (see `words_of`); without them only dates and times in figures
    are looked for.

    >>> text = "Friday at half past 5 in the evening, or 2026-11-03 09:00, 下午三点半"
    >>> [one[3] for one in find_times(text, words_of(text))]
    ['2026-11-03', '09:00', '17:30', '17:00', '15:30', 'fri']
    """
    if _may_hold_date(text):
        for found in _ISO.finditer(text):
            yield DATE, found.start(), found.end(), _date(found)
    if words is not None:
        yield from _worded_dates(text, words)
    if ":" in text:
        for found in _CLOCK.finditer(text):
            yield TIME, found.start(), found.end(), _clock(found)
    if words is not None:
        yield from _spoken_times(text, words)
        yield from _days(text, words)


def words_of(text: str) -> frozenset[str]:
    """The words of a text in small letters, ASCII only: what a quick look needs before a thorough one.

    >>> sorted(words_of("On the 8th, at 5pm"))
    ['at', 'on', 'pm', 'th', 'the']
    """
    return frozenset(_WORDS.findall(text.lower()))


def _may_hold_date(text: str) -> bool:
    return "20" in text or "19" in text


def _worded_dates(text: str, words: frozenset[str]) -> Iterator[Found]:
    patterns: list[re.Pattern[str]] = []
    if words & _MONTH_WORDS:
        patterns += _NAMED[:3]
    if words & _ORDINALS:
        patterns.append(_NAMED[3])
    if "月" in text or "日" in text or "号" in text:
        patterns += _HAN_DATES
    for pattern in patterns:
        for found in pattern.finditer(text):
            yield DATE, found.start(), found.end(), _date(found)


def _date(found: re.Match[str]) -> str:
    parts = found.groupdict()
    month = parts.get("m") or (MONTHS[parts["n"][:3].lower()] if parts.get("n") else None)
    return date_form(parts.get("y"), month, parts.get("d"))


def _clock(found: re.Match[str]) -> str:
    parts = found.groupdict()
    half = f"{parts['h']}m" if parts.get("h") else parts.get("part") or ""
    return time_form(int(parts["a"]), int(parts.get("b") or 0), half)


def _spoken_times(text: str, words: frozenset[str]) -> Iterator[Found]:
    if words & _PAST_WORDS:
        yield from _past_times(text)
    if words & _HOUR_WORDS:
        for pattern in (_HOUR, _PART_FIRST):
            for found in pattern.finditer(text):
                yield TIME, found.start(), found.end(), _clock(found)
    if "点" in text or "點" in text:
        yield from _han_times(text)


def _past_times(text: str) -> Iterator[Found]:
    for found in _PAST.finditer(text):
        word = found["a"].casefold()
        hour = int(word) if word.isdigit() else NUMBER_WORDS[word]
        minute = {"half past": 30, "quarter past": 15, "quarter to": 45}[
            " ".join(found["how"].casefold().split())
        ]
        half = f"{found['h']}m" if found["h"] else found["part"] or ""
        form = time_form(hour - (minute == 45), minute, half)
        yield TIME, found.start(), found.end(), form


def _han_times(text: str) -> Iterator[Found]:
    for found in _HAN_TIME.finditer(text):
        hour = int(found["a"]) if found["a"].isdigit() else han_value(found["a"])
        if hour is not None:
            rest = found["b"] or "0"
            minute = {"半": 30, "一刻": 15}.get(rest)
            form = time_form(hour, int(rest.rstrip("分")) if minute is None else minute, found["part"] or "")
            yield TIME, found.start(), found.end(), form


def _days(text: str, words: frozenset[str]) -> Iterator[Found]:
    if words & _DAY_WORDS:
        for found in _WEEKDAY.finditer(text):
            yield DATE, found.start(), found.end(), _DAY_OF[found.group().casefold()]
    is_ascii = text.isascii()
    if not is_ascii:
        for found in _HAN_WEEKDAY.finditer(text):
            yield DATE, found.start(), found.end(), _DAY_OF[found[1]]
    if not is_ascii or words & _RELATIVE_WORDS:
        for found in _RELATIVE_WORD.finditer(text):
            yield DATE, found.start(), found.end(), _RELATIVE_OF[found.group().casefold()]
