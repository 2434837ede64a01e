"""A line without what dates and dresses it: bullet, emphasis, label, date stamp, width; Chinese clocks in digits."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from daykeep.text.numerals import han_number
from daykeep.text.similarity import strip_lead


@cache
def _stamp_pattern() -> re.Pattern[str]:
    date = r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}月\d{1,2}[日号])(?:[ T]\d{1,2}:\d{2})?"
    clock = r"\d{1,2}:\d{2}(?::\d{2})?"
    return re.compile(
        rf"^\s*[\[(（【]?(?:{date}|{clock})[\])）】]?\s*(?:[-–—:：|·]\s*|\s+(?!to\b|until\b|till\b|and\b|is\b|[-–—至到和~之以前后])|(?<=[\])）】]))"
        rf"|\s*(?:[\[(（【]\s*{date}\s*[\])）】]|[-–—|·]\s*{date})[.。]?\s*$"
    )


@cache
def _label_pattern() -> re.Pattern[str]:
    names = (
        r"lessons?(?: learned| learnt)?|learned|learning|takeaway|insight|key insight|problem|issue|fix|solution|decision|"
        r"decided|preference|facts?|note|rule|root cause|cause|symptom|remember|important|gotcha|tip|update|new|conclusion|"
        r"教训|经验|问题|修复|解决|解决方案|决定|决策|偏好|事实|注意|规则|原因|根因|心得|结论|记住|重要|提示|要点|备注|现象|更新"
    )
    return re.compile(
        rf"^\s*[【\[]?(?:{names})(?:\s?\d{{1,2}})?[】\]]?\s*(?:[:：]|(?<=】)|(?<=\])|\s[-–—]\s)\s*",
        re.IGNORECASE,
    )


def plain_line(line: str) -> str:
    """A line without bullet, emphasis, label and date stamp; its case is kept."""
    text = strip_lead(
        " ".join(_narrow(line).split())
        .replace("**", "")
        .replace("__", "")
        .replace("~~", "")
        .replace("*", " ")
    )
    wide = not text.isascii()
    if wide:
        text = _DATE_BLANKS.sub("", text)
    text = _stamp_pattern().sub("", text)
    if wide:
        text = _HAN_CLOCK.sub(_clock, text)
    text = _spoken_pattern().sub(_spoken_clock, text)
    return _label_pattern().sub("", text, count=1)


_DATE_BLANKS = re.compile(r"(?<=\d)\s+(?=[年月日号点])|(?<=[年月])\s+(?=\d)")
_HAN_CLOCK = re.compile(
    r"(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|今晚|(?<=[天周晚日一二三四五六]))\s?([一二两三四五六七八九十]{1,3}|\d{1,2})\s?点(?:钟|(半)|(一刻|三刻)|([一二三四五]?十?[一二三四五六七八九]?|\d{1,2})分)?(?![击赞评])"
)
_PARTS_OF_HOURS = {"半": 30, "一刻": 15, "三刻": 45}
_HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SMALL_HOURS = 5
_LATE = ("中午", "下午", "傍晚", "晚上", "夜里", "今晚")


def _clock(match: re.Match[str]) -> str:
    """A Chinese time of day in digits: "下午三点半" is 15:30."""
    hour = int(match[2]) if match[2].isascii() else int(han_number(match[2]) or 0)
    written = match[5] or "0"
    minute = (
        _PARTS_OF_HOURS[match[3] or match[4]]
        if match[3] or match[4]
        else int(written)
        if written.isdecimal() and written.isascii()
        else int(han_number(written) or 0)
    )
    if match[1] in _LATE and hour < 12 and not (match[1] == "夜里" and hour < 6):
        hour += 12
    part = "" if hour < 24 and match[1] else match[1]
    return f"{part} {hour % 24}:{minute:02d} "


@cache
def _spoken_pattern() -> re.Pattern[str]:
    hours = "|".join(_HOURS)
    return re.compile(
        rf"\b(?:a )?(?:(quarter past|half past|quarter to) )?({hours}|\d{{1,2}})"
        r"(?: o'clock)?(?: (in the morning|in the afternoon|in the evening|at night))?\b",
        re.IGNORECASE,
    )


def _spoken_clock(match: re.Match[str]) -> str:
    """An English time of day in digits: "quarter past nine" is 9:15, "ten at night" is 22:00; else as it is."""
    part, written, day = match[1], match[2].lower(), (match[3] or "").lower()
    if not part and not day and "o'clock" not in match[0].lower():
        return match[0]
    hour = int(written) if written.isdecimal() else _HOURS.index(written) + 1
    minutes = {"quarter past": 15, "half past": 30, "quarter to": -15}.get((part or "").lower(), 0)
    late = day in {"in the afternoon", "in the evening"} or (day == "at night" and hour > _SMALL_HOURS)
    total = 60 * (hour + 12 * (late and hour < 12)) + minutes
    return f"{total // 60 % 24}:{total % 60:02d}"


def _narrow(line: str) -> str:
    if line.isascii():
        return line
    return unicodedata.normalize("NFKC", line)
