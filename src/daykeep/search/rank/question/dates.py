"""The days that a question asks about: written dates, months and years, and words such as "last week" or 上周.

English, Chinese and ISO dates, and the names of the months of other European languages. What stands in the future of
``today`` is taken for the year before, when no year is given: a question looks back.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.dates import spans
from daykeep.text.dates.names import MONTH_NUMBERS, NUMBER_WORDS, WEEKDAYS, weekday_number, without_lookalikes
from daykeep.text.dates.values import RANGE, Span
from daykeep.text.numerals import han_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_AMBIGUOUS = frozenset(("may", "march", "mar", "mars", "mai", "sep", "dec", "jan", "jun", "май"))
"""Names that are also other words: they mean a month only beside a number or after a word such as "in"."""
_EVERY = "|".join(sorted(MONTH_NUMBERS, key=len, reverse=True))
_SAFE = "|".join(sorted(MONTH_NUMBERS.keys() - _AMBIGUOUS, key=len, reverse=True))
_LEAD = r"(?:\b(?:in|on|of|during|by|since|until|before|after|around|late|early|mid|im|am|en|em|le|au|в|с)[\s-]+)?"
_HAN_UNITS = {
    "天": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "个月": "month",
    "年": "year",
}
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_AMOUNTS = NUMBER_WORDS | {"couple of": 2, "few": 3}

DIGIT = "0"
"""Stands for every digit among the signs of a text."""


class _Rule(NamedTuple):
    """A form of a date; only a text with one of ``signs`` (words, signs of Chinese, ``0`` for any digit) can hold it.

    Compiling all patterns takes longer than the rest of a question's reading, so each is compiled when it is needed.
    """

    signs: frozenset[str]
    pattern: str
    read: Callable[[re.Match[str], date], Span | None]


class Dated(NamedTuple):
    """The days that a question asks about, and the question without the words that say so.

    ``impossible`` is what is written as a date and is none (``2026-02-30``), where the question asks about no other day.
    """

    span: Span | None
    rest: str
    impossible: str = ""


def find_span(text: str, today: date) -> Dated:
    """Look for days in a question.

    The first of the forms that is found counts, the more exact ones before the vaguer. An impossible date is no date,
    and no part of it is.

    >>> from datetime import date
    >>> span, rest, _ = find_span("what broke on 2026-03-04?", date(2026, 5, 1))
    >>> span.first.isoformat(), rest
    ('2026-03-04', 'what broke  ?')
    >>> span, rest, _ = find_span("上周我们决定了什么", date(2026, 3, 11))
    >>> span.first.isoformat(), span.last.isoformat(), rest.strip()
    ('2026-03-02', '2026-03-08', '我们决定了什么')
    >>> find_span("what broke on 2026-02-30?", date(2026, 5, 1)).impossible
    'on 2026-02-30'
    """
    looked_at = without_lookalikes(text)
    impossible = ""
    signs = _signs_of(text)
    for rule in _rules():
        if signs.isdisjoint(rule.signs):
            continue
        for match in _compiled(rule.pattern).finditer(looked_at):
            start, end = match.span()
            span = rule.read(match, today)
            if span is not None:
                return Dated(span, f"{text[:start]} {text[end:]}")
            impossible = impossible or match[0].strip()
            looked_at = f"{looked_at[:start]}{' ' * (end - start)}{looked_at[end:]}"
    return Dated(None, text, impossible)


def _signs_of(text: str) -> set[str]:
    signs = {*text, *re.split(r"\W+", text.lower())}
    return signs | {DIGIT} if any(map(str.isdecimal, text)) else signs


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


@cache
def _rules() -> tuple[_Rule, ...]:
    """All forms, the more exact ones first; none is compiled yet."""
    return (*_days_rules(), *_month_rules(), *_distance_rules(), *_word_rules(), *_year_rules())


def _rule(signs: Iterable[str], pattern: str, read: Callable[[re.Match[str], date], Span | None]) -> _Rule:
    return _Rule(frozenset(signs), pattern, read)


def _days_rules() -> tuple[_Rule, ...]:
    """Written dates."""
    return (
        _rule(
            DIGIT,
            rf"{_LEAD}\b(\d{{4}})[-/.](\d{{1,2}})[-/.](\d{{1,2}})\b",
            lambda m, _: _day(m[1], m[2], m[3]),
        ),
        _rule(
            "年",
            r"(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]",
            lambda m, _: _day(m[1], m[2], m[3]),
        ),
        _rule(
            MONTH_NUMBERS,
            rf"{_LEAD}(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|\.|º)?\s+(?:of\s+|de\s+)?({_EVERY})\b(?:[,\s]+(?:de\s+)?(\d{{4}}))?",
            lambda m, today: _day_of_month(m[1], _month_of(m[2]), m[3], today),
        ),
        _rule(
            MONTH_NUMBERS,
            rf"{_LEAD}\b({_EVERY})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d)(?:[,\s]+(\d{{4}}))?",
            lambda m, today: _day_of_month(m[2], _month_of(m[1]), m[3], today),
        ),
        _rule(
            "月",
            r"(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]",
            lambda m, today: _day_of_month(m[2], int(m[1]), None, today),
        ),
    )


def _month_rules() -> tuple[_Rule, ...]:
    """Months, with their year or without."""
    return (
        _rule("年", r"(\d{4})\s*年\s*(\d{1,2})\s*月", lambda m, _: _month(int(m[1]), int(m[2]))),
        _rule(
            "月",
            r"(?<!\d)(\d{1,2})\s*月(?:份|里|中)?",
            lambda m, today: _recent_month(int(m[1]), today),
        ),
        _rule(
            "月",
            "(十[一二]?|[一二三四五六七八九])月(?:份|里|中)?",
            lambda m, today: _recent_month(int(han_number(m[1]) or 0), today),
        ),
        _rule(
            MONTH_NUMBERS,
            rf"{_LEAD}\b({_EVERY})[,\s]+(?:of\s+|de\s+)?(\d{{4}})\b",
            lambda m, _: _month(int(m[2]), _month_of(m[1])),
        ),
        _rule(DIGIT, rf"{_LEAD}\b(\d{{4}})-(\d{{2}})\b(?!-)", lambda m, _: _month(int(m[1]), int(m[2]))),
        _rule(
            MONTH_NUMBERS,
            rf"{_LEAD.removesuffix('?')}({_EVERY})\b",
            lambda m, today: _recent_month(_month_of(m[1]), today),
        ),
        _rule(
            MONTH_NUMBERS,
            rf"\b({_SAFE})\b",
            lambda m, today: _recent_month(_month_of(m[1]), today),
        ),
    )


def _distance_rules() -> tuple[_Rule, ...]:
    """So long ago, and within so long."""
    number = "|".join(_AMOUNTS)
    return (
        _rule(
            ("ago", "前"),
            rf"\b(\d{{1,3}}|{number})\s+(day|week|month|year)s?\s+ago\b|(\d{{1,3}})\s*(天|周|个?月|年)(?:之?前|以前)",
            lambda m, today: _ago(m[1] or m[3], m[2] or m[4], today),
        ),
        _rule(
            ("last", "past"),
            rf"\b(?:in|over|during|for)?\s*the\s+(?:last|past)\s+(\d{{1,3}}|{number})?\s*(day|week|month|year)s?\b",
            lambda m, today: _past(m[1] or "1", m[2], today),
        ),
        _rule("最", r"最近\s*(\d{1,3})\s*(天|周|个?月|年)", lambda m, today: _past(m[1], m[2], today)),
    )


def _word_rules() -> tuple[_Rule, ...]:
    """Words that name days, weeks, months and years from today on."""
    weekdays = "|".join(WEEKDAYS)
    return (
        _rule(
            ("last", "this"),
            r"\b(last|this)\s+(week|month|year)\b",
            lambda m, today: _period(m[2], today, back=m[1].lower() == "last"),
        ),
        _rule(
            "上这本",
            r"(上|这|本)(?:一)?个?(周|星期|礼拜|月)(?!末)",
            lambda m, today: _period(m[2], today, back=m[1] == "上"),
        ),
        _rule("去今", r"(去|今)年", lambda m, today: _period("year", today, back=m[1] == "去")),
        _rule(("weekend", "上"), r"\blast\s+weekend\b|上周末", lambda _, today: spans.weekend_of(today, -1)),
        _rule(
            WEEKDAYS,
            rf"\b(?:on\s+|last\s+)({weekdays})\b",
            lambda m, today: spans.one_day(spans.past_weekday(today, weekday_number(m[1]))),
        ),
        _rule(
            ("before", "前"),
            r"\bthe\s+day\s+before\s+yesterday\b|前天",
            lambda _, today: spans.one_day(today - timedelta(days=2)),
        ),
        _rule(
            ("yesterday", "last", "昨"),
            r"\b(?:yesterday|last\s+night)\b|昨天|昨日|昨晚",
            lambda _, today: spans.one_day(today - timedelta(days=1)),
        ),
        _rule(
            ("today", "this", "今"),
            r"\btoday\b|\bthis\s+(?:morning|afternoon|evening)\b|今天|今日|今早",
            lambda _, today: spans.one_day(today),
        ),
    )


def _year_rules() -> tuple[_Rule, ...]:
    """Years by their number."""
    return (
        _rule(
            DIGIT, rf"{_LEAD}\b((?:19|20)\d\d)\b(?!\s*年)", lambda m, _: spans.year_of(date(int(m[1]), 1, 1))
        ),
        _rule("年", r"((?:19|20)\d\d)\s*年", lambda m, _: spans.year_of(date(int(m[1]), 1, 1))),
    )


def _month_of(name: str) -> int:
    return MONTH_NUMBERS[name.lower()]


def _day(year: str, month: str, day: str) -> Span | None:
    try:
        return spans.one_day(date(int(year), int(month), int(day)))
    except ValueError:
        return None


def _day_of_month(day: str, month: int, year: str | None, today: date) -> Span | None:
    if year:
        return _day(year, str(month), day)
    span = _day(str(today.year), str(month), day)
    return _day(str(today.year - 1), str(month), day) if span is None or span.first > today else span


def _month(year: int, month: int) -> Span | None:
    try:
        return spans.month_of(date(year, month, 1))
    except ValueError:
        return None


def _recent_month(month: int, today: date) -> Span | None:
    return _month(today.year - 1 if month > today.month else today.year, month)


def _unit_of(unit: str) -> str:
    return _HAN_UNITS.get(unit) or unit.lower()


def _ago(count: str, unit: str, today: date) -> Span | None:
    """Some time ago is said loosely: half a unit to both sides, but for days."""
    days = _DAYS[_unit_of(unit)]
    middle = today - timedelta(days=_count(count) * days)
    return Span(middle - timedelta(days=days // 2), min(today, middle + timedelta(days=days // 2)), RANGE)


def _past(count: str, unit: str, today: date) -> Span:
    return Span(today - timedelta(days=_count(count) * _DAYS[_unit_of(unit)]), today, RANGE)


def _count(text: str) -> int:
    return int(text) if text.isdigit() else _AMOUNTS[" ".join(text.lower().split())]


def _period(unit: str, today: date, *, back: bool) -> Span:
    return spans.PERIODS[_unit_of(unit)](today, -1 if back else 0)
