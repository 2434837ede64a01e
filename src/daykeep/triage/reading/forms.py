"""Normal forms of numbers, dates and times: the same thing written in another way is the same detail."""

from __future__ import annotations

import re
from functools import lru_cache

MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip
NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90,
    "hundred": 100, "thousand": 1000,
}  # fmt: skip
HAN_DIGITS = {
    "零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
}  # fmt: skip
_UNIT_NAMES = {
    "s": "s sec secs second seconds 秒 秒钟",
    "ms": "ms msec millisecond milliseconds 毫秒",
    "min": "min mins minute minutes 分钟",
    "h": "h hr hrs hour hours 小时 钟头",
    "day": "d day days 天 日",
    "week": "w week weeks 周 星期",
    "month": "month months 月",
    "year": "y yr yrs year years 年",
    "%": "% percent pct 个百分点 百分点",
    "b": "byte bytes 字节",
    "kb": "k kb kib kilobyte kilobytes",
    "mb": "mb mib megabyte megabytes 兆",
    "gb": "g gb gib gigabyte gigabytes",
    "tb": "tb tib terabyte terabytes",
    "m": "m metre metres meter meters 米",
    "km": "km kilometre kilometres kilometer kilometers 公里 千米",
    "mi": "mile miles 英里",
    "kg": "kg kilogram kilograms 公斤 千克",
    "usd": "$ usd dollar dollars buck bucks 美元 美金",
    "eur": "€ eur euro euros 欧元",
    "gbp": "£ gbp pound pounds 英镑",
    "cny": "¥ ￥ cny rmb yuan 元 块 块钱 人民币",
    "x": "x times 倍 次",
    "c": "°c ℃ celsius 度",
    "f": "°f fahrenheit",
    "pt": "pt",
    "px": "px pixel pixels 像素",
    "token": "token tokens",
    "line": "line lines 行",
    "req": "rps qps",
    "core": "core cores 核",
    "person": "people person persons 人 位",
    "million": "million millions",
    "billion": "billion billions",
}
UNITS = {name: unit for unit, names in _UNIT_NAMES.items() for name in names.split()}
"""Every name of a unit that is known, and the unit."""
MONEY = frozenset({"usd", "eur", "gbp", "cny"})
_HAN_TENS = {"千": 1_000, "百": 100, "万": 10_000, "亿": 100_000_000}
_LATE = frozenset(
    {"pm", "afternoon", "evening", "night", "tonight", "下午", "晚上", "傍晚", "晚", "今晚", "noon"}
)
_EARLY = frozenset({"am", "morning", "早上", "上午", "凌晨", "早晨", "清晨", "early"})
_NOON = 12


@lru_cache(maxsize=1 << 14)
def number_form(value: str, unit: str = "") -> str:
    """A number with its unit: no thousands separators, no zeros that say nothing, one name for each unit.

    >>> number_form("1,200.50", "secs"), number_form("007"), number_form("3万"), number_form("20", "percent")
    ('1200.5s', '7', '30000', '20%')
    """
    text = value.replace(",", "").replace("_", "").lstrip("+")
    factor = 1
    while text and text[-1] in _HAN_TENS:
        factor *= _HAN_TENS[text[-1]]
        text = text[:-1]
    if factor > 1:
        text = f"{float(text) * factor:f}"
    whole, _, part = text.partition(".")
    sign = "-" if whole.startswith("-") else ""
    whole = whole.lstrip("-").lstrip("0") or "0"
    part = part.rstrip("0")
    name = UNITS.get(unit.casefold(), unit.casefold())
    return f"{sign}{whole}{'.' + part if part else ''}{name}"


def value_of(form: str) -> str:
    """The number in a normal form, without its unit.

    >>> value_of("1200.5s"), value_of("30")
    ('1200.5', '30')
    """
    found = re.match(r"-?\d+(?:\.\d+)?", form)
    return found.group() if found else ""


def han_value(text: str) -> int | None:
    """The number that Han digits below a hundred say; None for anything else.

    >>> han_value("十二"), han_value("两"), han_value("二十"), han_value("大")
    (12, 2, 20, None)
    """
    if not text or any(one not in HAN_DIGITS for one in text):
        return None
    if "十" not in text:
        return HAN_DIGITS[text] if len(text) == 1 else int("".join(str(HAN_DIGITS[one]) for one in text))
    tens, _, ones = text.partition("十")
    if len(tens) > 1 or len(ones) > 1:
        return None
    return 10 * (HAN_DIGITS[tens] if tens else 1) + (HAN_DIGITS[ones] if ones else 0)


def date_form(year: str | None, month: int | str | None, day: str | None) -> str:
    """A date, as far as it is told: ``2026-11-03``, ``11-03``, ``2026-11``, ``11``.

    >>> date_form("2026", 11, "3"), date_form(None, 11, "3"), date_form(None, None, "8")
    ('2026-11-03', '11-03', '--08')
    """
    if month is None:
        return f"--{int(day or 0):02d}"
    parts = [f"{int(month):02d}"] + ([f"{int(day):02d}"] if day else [])
    return "-".join(([year] if year else []) + parts) if day or year else f"month-{parts[0]}"


def time_form(hour: int, minute: int, half: str = "") -> str:
    """A time of the day by 24 hours, as far as the words tell which half of the day is meant.

    >>> time_form(5, 30, "pm"), time_form(12, 0, "am"), time_form(9, 5), time_form(3, 0, "下午")
    ('17:30', '00:00', '09:05', '15:00')
    """
    word = half.casefold().replace(".", "")
    if word in _LATE and hour < _NOON:
        hour += _NOON
    elif word in _EARLY and hour == _NOON:
        hour = 0
    return f"{hour:02d}:{minute:02d}"
