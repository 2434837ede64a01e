"""The grammar of weekdays in English."""

from __future__ import annotations

import re

from daykeep.text.dates import spans
from daykeep.text.dates.grammar.english_words import (
    ALONE,
    AMOUNT,
    NEXT,
    POSSESSED,
    make_rule,
    number_of,
    read_nothing,
)
from daykeep.text.dates.grammar.tense import PAST, direction_of, is_habit
from daykeep.text.dates.names import MONTH_NUMBERS, MONTH_WORDS, WEEKDAYS, weekday_number
from daykeep.text.dates.values import DATE, DAY, Rule, Scene, Span

_FULL = "|".join(WEEKDAYS)
_SHORT = "Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun"
_LEADS = r"(?:by|on|until|till|before|after|since|from|through|due|for|to)"


def weekday_rules() -> tuple[Rule, ...]:
    """The rules about weekdays, those that mean no date first."""
    name = rf"(?P<day>{_FULL}|{_SHORT})"
    again = (
        "every|each|any|no|an?|per|alternate|other|most|some|weekly(?:\\s+on)?|our|my|your|their|his|her|first|second|third|fourth"
        "|following|black|cyber|good|ash|super|fat|casual|taco|ruby|giving|patch|palm|easter"
    )
    which = r"(?:(?P<which>this\s+coming|this\s+past|next|last|this|coming|past)\s+)"
    return (
        make_rule(rf"(?:{again})\s+(?:{_FULL}){POSSESSED}", read_nothing),
        make_rule(rf"(?:mon(?:day)?)\s*(?:-|–|to|through|thru)\s*(?:fri(?:day)?|thu(?:rsday)?|sun(?:day)?){ALONE}", read_nothing),
        make_rule(rf"(?:the\s+)?(?:first|second|third|fourth|last)\s+(?:{_FULL})\s+(?:of|in)\s+(?:the|each|every|this|a)\s+(?:month|quarter|year){ALONE}", read_nothing),
        make_rule(rf"(?P<said>(?:the\s+)?(?P<nth>first|second|third|fourth|last)\s+(?P<day>{_FULL})\s+(?:of|in)\s+(?:(?P<which>next|last)\s+month|(?P<m>{MONTH_WORDS}))){ALONE}", _nth_weekday),
        make_rule(rf"(?:the\s+)?{name}\s+before\s+last{ALONE}", _weekday_before_last),
        make_rule(rf"(?P<n>{AMOUNT})\s+weeks?\s+(?:from|on|after)\s+{name}{ALONE}", _weeks_from_weekday),
        make_rule(rf"(?:the\s+)?{name}\s+after\s+next{ALONE}", _weekday_after_next),
        make_rule(rf"(?:(?:on|by)\s+)?(?P<said>(?:the\s+)?{name}\s+(?P<which>next|this|last)\s+week){ALONE}", _weekday_of_week),
        make_rule(rf"(?P<said>(?:the\s+)?{which}{name}){POSSESSED}", _weekday),
        make_rule(rf"(?P<said>{name}){POSSESSED}", _weekday),
    )  # fmt: skip


def _nth_weekday(match: re.Match[str], scene: Scene) -> Span | None:
    """The day of "the first Monday of May"; of "the month" alone it would be a habit as often as a day."""
    if is_habit(scene.text, *match.span()):
        return None
    if match["which"]:
        month = spans.month_of(scene.today, NEXT[match["which"].lower()])
    else:
        number = MONTH_NUMBERS[match["m"].lower()]
        month = spans.month_named(scene.today, number, direction_of(scene.text, *match.span()))
    nth = (
        ("first", "second", "third", "fourth").index(match["nth"].lower())
        if match["nth"].lower() != "last"
        else -1
    )
    if nth < 0:
        return spans.one_day(spans.past_weekday(spans.add_days(month.last, 1), weekday_number(match["day"])))
    return spans.one_day(
        spans.add_days(spans.coming_weekday(month.first, weekday_number(match["day"])), 7 * nth)
    )


def _weekday_before_last(match: re.Match[str], scene: Scene) -> Span:
    return spans.one_day(spans.add_days(spans.past_weekday(scene.today, weekday_number(match["day"])), -7))


def _weeks_from_weekday(match: re.Match[str], scene: Scene) -> Span:
    day = spans.coming_weekday(scene.today, weekday_number(match["day"]))
    return spans.one_day(spans.add_units(day, number_of(match["n"]), "week"))


def _weekday_after_next(match: re.Match[str], scene: Scene) -> Span:
    return spans.one_day(spans.add_days(spans.week_of(scene.today, 2).first, weekday_number(match["day"])))


def _weekday_of_week(match: re.Match[str], scene: Scene) -> Span:
    monday = spans.week_of(scene.today, NEXT[match["which"].lower()]).first
    return spans.one_day(spans.add_days(monday, weekday_number(match["day"])))


def _weekday(match: re.Match[str], scene: Scene) -> Span | None:
    which = (match.groupdict().get("which") or "").lower().split()
    if _is_name(match, scene, bool(which)):
        return None
    weekday, today = weekday_number(match["day"]), scene.today
    if not which and (carried := _carried(weekday, match, scene)):
        return carried
    if which == ["next"]:
        return spans.one_day(spans.add_days(spans.week_of(today, 1).first, weekday), anchor="week")
    if which and which[-1] in {"last", "past"}:
        return spans.one_day(spans.past_weekday(today, weekday))
    start, end = match.span("said")
    if not which and is_habit(scene.text, start, end):
        return None
    past = direction_of(scene.text, start, end) == PAST and "coming" not in which
    return spans.one_day((spans.past_weekday if past else spans.coming_weekday)(today, weekday))


def _carried(weekday: int, match: re.Match[str], scene: Scene) -> Span | None:
    """The day of a weekday that goes on a list or a stretch: "next Monday and Wednesday", "Friday to Tuesday"."""
    if scene.previous is None or scene.previous_day < 0:
        return None
    between = scene.text[scene.previous_end : match.start("said")].strip().lower()
    if between in {"to", "through", "thru", "till", "until", "-", "–", "—"}:
        return spans.one_day(spans.coming_weekday(scene.previous.first, weekday))
    if between in {"and", "or", ",", "/", "&", ", and"} and scene.previous.anchor:
        return spans.one_day(
            spans.add_days(spans.week_of(scene.previous.first).first, weekday), anchor="week"
        )
    return None


def _is_name(match: re.Match[str], scene: Scene, is_told: bool) -> bool:
    """Whether a weekday is part of a name, one of the days of a habit, or stands beside its date."""
    before, after = scene.text[: match.start("said")][-40:], scene.text[match.end("said") :][:60]
    if _is_beside_date(match, before, after, scene):
        return True
    led = re.search(rf"\b{_LEADS}\s+$", before, re.IGNORECASE) is not None or is_told
    if re.match(r"\s+(?:night|times|addams|mail|club|funday|blues)\b", after, re.IGNORECASE) and re.match(
        r"\s+[A-Z]", after
    ):
        return True
    if (
        not led
        and re.match(rf"(?:\s+(?!(?i:{_FULL}|{MONTH_WORDS})\b)[A-Z][a-z]+){{2}}", after)
        and match["day"][0].isupper()
    ):
        return True
    if len(match["day"]) < 6:  # the short forms are words of their own: "sun", "sat", "wed"
        return not match["day"][0].isupper() or not led or (match["day"] in {"Sun", "Sat"} and not is_told)
    if re.match(r"\s+week\b|\s+(?:the\s+)?\d+(?:st|nd|rd|th)\b", after, re.IGNORECASE) and not is_told:
        return True
    return (
        re.match(r"\s+(?:stand-?ups?|sync|retro|newsletter|rotation)\b", after, re.IGNORECASE) is not None
        and not is_told
    )


def _is_beside_date(match: re.Match[str], before: str, after: str, scene: Scene) -> bool:
    """Whether the weekday only goes with a date that stands right beside it: "Thursday, April 9"."""
    follows = re.sub(r"^\s+(?:morning|afternoon|evening|night)\b", "", after).lstrip(" ,(")
    if before.rstrip(" ,(").endswith(DATE) or follows.startswith(DATE):
        return True
    if re.match(
        rf"(?:the\s+)?(?:(?:{MONTH_WORDS})\.?\s+\d|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{MONTH_WORDS})\b)",
        follows,
        re.IGNORECASE,
    ):
        return True
    return (
        scene.previous is not None
        and scene.previous.kind == DAY
        and not scene.text[scene.previous_end : match.start("said")].strip(" ,(")
        and scene.previous.first.weekday() == weekday_number(match["day"])
    )
