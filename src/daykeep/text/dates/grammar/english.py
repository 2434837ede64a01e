"""The grammar of relative dates in English."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from daykeep.text.dates import spans
from daykeep.text.dates.grammar.english_weekdays import weekday_rules
from daykeep.text.dates.grammar.english_words import ALONE, AMOUNT, NEXT, POSSESSED, make_rule, number_of
from daykeep.text.dates.grammar.tense import PAST, direction_of, is_habit, is_repeated
from daykeep.text.dates.names import MONTH_NUMBERS, MONTH_WORDS
from daykeep.text.dates.values import RANGE, Rule, Scene, Span

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

_UNIT = r"(?:day|week|fortnight|month|year)"
_GOES_ON = frozenset(
    ["we", "i", "it", "they", "he", "she", "you", "and", "or", "but", "so", "to", "for", "because", "since", "if", "when", "is",
     "was", "are", "the", "at", "in", "on", "this", "that"]
)  # fmt: skip
"""Words that may follow "on the 15th"; a noun would make it the number of something: "on the 1st floor"."""


@cache
def english_rules() -> tuple[Rule, ...]:
    """The rules, more telling ones first."""
    return (
        make_rule(rf"(?:the\s+)?day\s+after\s+tomorrow{POSSESSED}", _days(2)),
        make_rule(rf"(?:the\s+)?day\s+before\s+yesterday{POSSESSED}", _days(-2)),
        make_rule(rf"(?:tomorrow|tmrw|tmr){POSSESSED}", _days(1)),
        make_rule(rf"yesterday{POSSESSED}", _days(-1)),
        make_rule(rf"today{POSSESSED}", _days(0)),
        make_rule(r"(?:tonight|this\s+(?:morning|afternoon|evening)|last\s+night)" + POSSESSED, _part_of_day),
        make_rule(rf"(?P<lead>(?:by|before|until)\s+)(?P<said>(?:EOD|COB|(?:the\s+)?end\s+of\s+(?:the\s+)?day)){ALONE}(?!\s+\S*(?:day|tomorrow)\b)", _end_of_day),
        make_rule(rf"half\s+a\s+year\s+ago{ALONE}", _half_year(-1)),
        make_rule(rf"in\s+half\s+a\s+year{ALONE}", _half_year(1)),
        make_rule(rf"in\s+(?P<about>(?:about|around|roughly|approximately)\s+)?(?P<n>{AMOUNT})\s+(?P<u>{_UNIT})s?(?:'s?\s+time)?{ALONE}", _in),
        make_rule(rf"within\s+(?:the\s+next\s+)?(?P<n>{AMOUNT})\s+(?P<u>{_UNIT})s?{ALONE}", _within),
        make_rule(rf"for\s+the\s+(?:next|coming)\s+(?P<n>{AMOUNT})\s+(?P<u>{_UNIT})s?{ALONE}", _for_the_next),
        make_rule(rf"(?P<n>{AMOUNT})\s+(?P<u>{_UNIT})s?\s+(?:from\s+(?:now|today)){ALONE}", _from_now),
        make_rule(rf"(?P<n>{AMOUNT})\s+(?P<u>{_UNIT})s?\s+ago{ALONE}", _ago),
        make_rule(rf"(?P<n>{AMOUNT})\s+(?P<u>{_UNIT})s?\s+from\s+tomorrow{ALONE}", _from_tomorrow),
        make_rule(rf"(?:the\s+)?(?P<u>week|month|quarter|year)\s+after\s+next{ALONE}", _after_next),
        make_rule(rf"(?:the\s+)?(?P<which>next|this|current|last|previous|coming)\s+(?P<u>week|month|quarter|year|weekend){POSSESSED}", _period),
        make_rule(rf"(?P<lead>(?:on|at|by|over|before|until|after|for)\s+)(?P<said>the\s+weekend){ALONE}", _weekend),
        make_rule(rf"(?:the\s+)?(?P<edge>end|last\s+day|start|beginning|first\s+day)[\s-]+of[\s-]+(?:the[\s-]+)?(?:(?P<which>next|this|current|last|previous|coming)\s+)?(?P<u>week|month|quarter|year){ALONE}", _edge),
        make_rule(rf"(?:the\s+)?(?P<edge>end|start|beginning)\s+of\s+(?:the\s+)?(?P<u>week|month|quarter|year)\s+after\s+next{ALONE}", _edge_after_next),
        make_rule(rf"(?:(?P<which>next|this|last)\s+)?(?P<u>week|month|quarter|year)[\s-]end{ALONE}", _edge),
        make_rule(rf"EO(?P<short>[WMQY]){ALONE}", _edge),
        *weekday_rules(),
        *_month_rules(),
        make_rule(rf"(?:the\s+)?end\s+of\s+Q(?P<q>[1-4]){ALONE}", _end_of_quarter),
        make_rule(rf"(?P<lead>(?:in|by|until|till|for|from|after|before|since|early|late|this)\s+)(?P<said>Q(?P<q>[1-4])){ALONE}", _quarter),
        make_rule(rf"(?P<lead>(?:on|by|until|till|before|after|from|since|through)\s+)(?P<said>the\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)(?:\s+of\s+(?P<which>next|this|last)\s+month)?){ALONE}(?P<next>\s*\S*)", _the_nth),
    )  # fmt: skip


def _month_rules() -> tuple[Rule, ...]:
    month = rf"(?P<m>{MONTH_WORDS})"
    day = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
    year = r"(?:,?\s+(?:of\s+)?(?P<year>next|this|last)\s+year)?"
    end = r"(?![A-Za-z0-9_/@-]|[.,:]\d|\s*%)"
    leads = "in|by|until|till|since|from|before|after|through|early|late|mid|early\\s+in|late\\s+in"
    return (
        make_rule(
            rf"{month}\.?\s+{day}(?:\s*(?:-|–|to)\s*(?P<to>\d{{1,2}})(?:st|nd|rd|th)?)?{year}{end}",
            _month_day,
        ),
        make_rule(rf"(?:the\s+)?{day}\s+(?:of\s+)?{month}{year}{end}", _month_day),
        make_rule(rf"(?:the\s+)?end\s+of\s+{month}{year}{ALONE}", _end_of_month),
        make_rule(rf"(?:{leads})\s+(?P<said>(?:(?P<which>next|this|last)\s+)?{month}{year}){ALONE}", _month),
        make_rule(rf"(?P<which>next|last|this)\s+{month}{ALONE}", _month),
        make_rule(rf"mid-(?P<said>{month}{year}){ALONE}", _month),
    )


def _days(days: int) -> Callable[[re.Match[str], Scene], Span | None]:
    def read(match: re.Match[str], scene: Scene) -> Span | None:
        if re.match(r"(?:'s)?\s+date\b", scene.text[match.end() :][:10]) or is_repeated(
            scene.text, *match.span()
        ):
            return None
        return spans.one_day(spans.add_days(scene.today, days))

    return read


def _part_of_day(match: re.Match[str], scene: Scene) -> Span:
    words = match[0].lower().split()
    if words[0] == "last":
        return spans.one_day(spans.add_days(scene.today, -1), after=" at night")
    return spans.one_day(scene.today, after={"tonight": " at night"}.get(words[0], f" in the {words[-1]}"))


def _end_of_day(_match: re.Match[str], scene: Scene) -> Span:
    return spans.one_day(scene.today, before="the end of ")


def _added(match: re.Match[str], start: date, sign: int = 1) -> date:
    amount, unit = number_of(match["n"]) * sign, match["u"].lower()
    return (
        spans.add_units(start, amount * 2, "week")
        if unit == "fortnight"
        else spans.add_units(start, amount, unit)
    )


def _day_or_year(match: re.Match[str], scene: Scene, sign: int) -> Span:
    """The day that an amount leads to; the year alone where the amount is one of years."""
    day = _added(match, scene.today, sign)
    lead = re.search(r"\b(?:about|around|roughly|until|till|since|from|by|before|after|of|approximately|or)\s+$", scene.text[: scene.start][-20:], re.IGNORECASE)  # fmt: skip
    if match["u"].lower() == "year":
        return spans.year_of(day)._replace(before="" if lead else "in ")
    return spans.one_day(day, before="" if lead else "on ")


def _in(match: re.Match[str], scene: Scene) -> Span | None:
    direction = direction_of(scene.text, match.start(), match.end())
    if direction == PAST or is_habit(scene.text, match.start(), match.end()):
        return None  # "we built it in three days" tells how long
    if _is_length(match, scene):
        return None
    if re.match(r"\s+(?:of|or\s+less|flat)\b", scene.text[match.end() :][:12]):
        return None
    span = _day_or_year(match, scene, 1)
    return span._replace(before="around ") if match["about"] else span


def _half_year(sign: int) -> Callable[[re.Match[str], Scene], Span | None]:
    return lambda _match, scene: spans.one_day(spans.add_months(scene.today, 6 * sign), before="on ")


def _is_length(match: re.Match[str], scene: Scene) -> bool:
    """Whether an amount tells how long, not until when: "no access in 30 days", "if within 90 days", "five things in five Days"."""
    before = re.split(r"[.;:!?\n]", scene.text[max(0, match.start() - 80) : match.start()])[-1]
    return (
        match["u"][0].isupper()
        or re.search(r"\b(?:if|no|not|none|without|nothing)\b|n't\b", before, re.IGNORECASE) is not None
    )


def _within(match: re.Match[str], scene: Scene) -> Span | None:
    if (
        is_habit(scene.text, *match.span())
        or _is_length(match, scene)
        or scene.text[match.end() :].lstrip()[:3] == "of "
    ):
        return None
    return spans.one_day(_added(match, scene.today), before="by ")


def _for_the_next(match: re.Match[str], scene: Scene) -> Span:
    return spans.one_day(_added(match, scene.today), before="until ")


def _from_now(match: re.Match[str], scene: Scene) -> Span:
    return _day_or_year(match, scene, 1)


def _ago(match: re.Match[str], scene: Scene) -> Span:
    return _day_or_year(match, scene, -1)


def _from_tomorrow(match: re.Match[str], scene: Scene) -> Span:
    return spans.one_day(_added(match, spans.add_days(scene.today, 1)))


def _after_next(match: re.Match[str], scene: Scene) -> Span:
    return spans.PERIODS[match["u"].lower()](scene.today, 2)


def _period(match: re.Match[str], scene: Scene) -> Span:
    unit, which = match["u"].lower(), match["which"].lower()
    span = spans.PERIODS[unit](scene.today, NEXT[which])
    if unit == "weekend" and which == "coming":
        return spans.weekend_of(scene.today)
    return span._replace(anchor="week") if unit == "week" else span


def _weekend(match: re.Match[str], scene: Scene) -> Span | None:
    if is_habit(scene.text, match.start(), match.end()):
        return None
    past = direction_of(scene.text, match.start(), match.end()) == PAST
    return spans.weekend_of(scene.today, -1 if past and scene.today.weekday() < 5 else 0)


def _edge(match: re.Match[str], scene: Scene) -> Span:
    parts = match.groupdict()
    unit = {"w": "week", "m": "month", "q": "quarter", "y": "year"}[
        (parts.get("short") or parts["u"])[0].lower()
    ]
    span = spans.PERIODS[unit](scene.today, NEXT[(parts.get("which") or "this").lower()])
    return spans.one_day(
        span.last if (parts.get("edge") or "end").lower().startswith(("end", "last")) else span.first
    )


def _edge_after_next(match: re.Match[str], scene: Scene) -> Span:
    span = _after_next(match, scene)
    return spans.one_day(span.last if match["edge"].lower() == "end" else span.first)


def _month_number(match: re.Match[str]) -> int:
    return MONTH_NUMBERS[match["m"].lower()]


def _is_month(match: re.Match[str]) -> bool:
    """Names of months that are words as well ("may", "march", "mar", "sept") are months with a capital only."""
    return match["m"][0].isupper() or (
        len(match["m"]) > 3 and match["m"].lower() not in {"march", "sept", "june"}
    )


def _in_year(match: re.Match[str], scene: Scene) -> int | None:
    said = match.groupdict().get("year")
    return scene.today.year + NEXT[said.lower()] if said else None


def _month_day(match: re.Match[str], scene: Scene) -> Span | None:
    month, number = _month_number(match), int(match["d"])
    if (
        not _is_month(match)
        or not 1 <= number <= spans.month_of(scene.today.replace(year=2028, month=month, day=1)).last.day
    ):
        return None
    year = _in_year(match, scene)
    direction = direction_of(scene.text, match.start(), match.end())
    day = (
        spans.day_of_year(scene.today, month, number, direction)
        if year is None
        else scene.today.replace(year=year, month=month, day=1).replace(day=number)
    )
    to = match.groupdict().get("to")
    if to and number < int(to) <= spans.month_of(day).last.day:
        return Span(day, day.replace(day=int(to)), RANGE)
    return None if to else spans.one_day(day)


def _month(match: re.Match[str], scene: Scene) -> Span | None:
    if not _is_month(match):
        return None
    month, year, today = _month_number(match), _in_year(match, scene), scene.today
    if year is not None:
        return spans.month_of(today.replace(year=year, month=month, day=1))
    which = (match.groupdict().get("which") or "").lower()
    if which in {"next", "last"}:
        away = (month - today.month) % 12 or 12
        return spans.month_of(today, away if which == "next" else away - 12 or -12)
    if re.match(r"\s+(?:release|version|update|build|edition)\b", scene.text[match.end() :][:12]):
        return None
    return spans.month_named(today, month, direction_of(scene.text, match.start(), match.end()))


def _end_of_month(match: re.Match[str], scene: Scene) -> Span | None:
    span = _month(match, scene)
    return span and spans.one_day(span.last)


def _quarter(match: re.Match[str], scene: Scene) -> Span:
    away = int(match["q"]) - ((scene.today.month - 1) // 3 + 1)
    past = direction_of(scene.text, match.start(), match.end()) == PAST
    return spans.quarter_of(
        scene.today, away - 4 if past and away > 0 else away + 4 if not past and away < 0 else away
    )


def _end_of_quarter(match: re.Match[str], scene: Scene) -> Span:
    return spans.one_day(_quarter(match, scene).last)


def _the_nth(match: re.Match[str], scene: Scene) -> Span | None:
    number = int(match["d"])
    follows = match["next"].strip().lower()
    if not 1 <= number <= 31 or (follows and follows[0].isalnum() and follows.strip(".,;:") not in _GOES_ON):
        return None
    if match["which"]:
        month = spans.month_of(scene.today, NEXT[match["which"].lower()])
        return spans.one_day(month.first.replace(day=number)) if number <= month.last.day else None
    past = direction_of(scene.text, match.start(), match.end("said")) == PAST
    return spans.one_day(
        (spans.past_day_of_month if past else spans.coming_day_of_month)(scene.today, number)
    )
