"""Finding the relative dates of a text.

How words are read, ``today`` being the user's day:

- Weeks begin on Monday. "This week" is the week of today, "next week" the one after; "next Thursday" and ``下周四`` are
  Thursday of the week after this one, ``周四 本周四 这周四`` count in this week; "last Thursday" is the latest Thursday
  before today, ``上周四`` that of the week before. The end of a week is its Sunday.
- A weekday alone is the coming one, today included; the latest one before today if its clause speaks of the past
  ("we froze on Thursday", "since Thursday", ``周四发布了``). What is to come wins where a clause has both
  ("decided to ship on Thursday", ``周四要上线了``).
- A day of the month alone ("the 15th", ``15号``) is the coming one too, with today, or the past one.
- A date or month without a year is the coming one; the past one if its clause says so, or if it is no more than 60 days
  ago and its clause doesn't say that it is to come.
- "In a month" is the same day of that month, or its last day. Half a month is fifteen days.
- A list goes on in the same week ("next Monday and Tuesday"), a stretch goes on from its start (``周五到周二``).
- No date: what happens again and again ("every Thursday", "on Fridays", "usually", ``每周四``, Monday to Friday), names
  ("Black Friday", "Monday.com"), what counts from another day (``上线三天后``), lengths of time, and times of day.
- "Today" is the day of each time where its sentence says so ("always start with today's log"), and words that stand alone in
  quotation marks are spoken of, not used.
- Code, addresses, paths and titles are never read, and neither is a date that has its year.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.dates.grammar.chinese import chinese_rules
from daykeep.text.dates.grammar.english import english_rules
from daykeep.text.dates.grammar.protect import protect
from daykeep.text.dates.values import BLANK, DATE, Found, Rule, Scene, Span
from daykeep.text.dates.write import write_span

if TYPE_CHECKING:
    import re
    from datetime import date

ROUNDS = 8
"""So often a text is looked at again with its dates replaced: a date beside words can make them stand free."""

_QUOTES = frozenset({'""', "“”", "「」", "『』", "''", "‘’"})


class _Candidate(NamedTuple):
    start: int
    end: int
    order: int
    match: re.Match[str]
    rule: Rule


def find_relative_dates(text: str, today: date) -> list[Found]:
    """The relative dates of a text, in order, none overlapping another; ``today`` is the user's day.

    With each of them replaced by what is written for it, the text has no more that this function finds.

    >>> from datetime import date
    >>> [found.first.isoformat() for found in find_relative_dates("Freeze by Thursday, 下周一 上线", date(2026, 4, 6))]
    ['2026-04-09', '2026-04-13']
    """
    found = _find(text, today)
    for _ in range(ROUNDS if found else 0):
        more = _moved_back(_find(replace(text, found), today), found, text)
        if not more:
            break
        found = sorted([*found, *more])
    return found


def replace(text: str, found: list[Found]) -> str:
    """The text with each date in the place of its words."""
    pieces: list[str] = []
    at = 0
    for one in found:
        pieces += [text[at : one.start], one.written]
        at = one.end
    return "".join([*pieces, text[at:]])


def _moved_back(more: list[Found], found: list[Found], text: str) -> list[Found]:
    """Dates found in the replaced text, with their places in the text before; those that are no part of it are left out."""
    moved: list[Found] = []
    shift, place, written_end = 0, 0, 0
    for one in more:
        while place < len(found) and found[place].start + shift < one.end:
            written_end = found[place].start + shift + len(found[place].written)
            shift += len(found[place].written) - (found[place].end - found[place].start)
            place += 1
        if one.start < written_end:
            continue
        start, end = one.start - shift, one.end - shift
        written = one.written
        if place and found[place - 1].end == start and found[place - 1].written.endswith(" "):
            written = written.removeprefix(" ")
        moved.append(one._replace(start=start, end=end, said=text[start:end], written=written))
    return moved


def _find(text: str, today: date) -> list[Found]:
    seen = protect(text)
    found: list[Found] = []
    previous: Span | None = None
    previous_end, previous_day = 0, -1
    for candidate in _chosen(_candidates(seen)):
        start, end = candidate.start, candidate.end
        span = (
            None
            if _is_mentioned(seen, start, end)
            else _read(candidate, Scene(seen, today, start, end, previous, previous_end, previous_day))
        )
        if span is None:
            continue
        previous, previous_end = span, end
        previous_day = span.first.weekday() if "day" in candidate.match.re.groupindex else -1
        written = write_span(span, text, start, end)
        if found and found[-1].end == start:
            written = written.removeprefix(" ") if found[-1].written.endswith(" ") else written
        found.append(Found(start, end, text[start:end], span.first, span.last, span.kind, written))
    return found


def _is_mentioned(text: str, start: int, end: int) -> bool:
    """Whether the words alone stand in quotation marks: they are spoken of, not used."""
    return text[start - 1 : start] + text[end : end + 1] in _QUOTES


def _read(candidate: _Candidate, scene: Scene) -> Span | None:
    try:
        return candidate.rule.read(candidate.match, scene)
    except (OverflowError, ValueError):  # beyond the calendar: "in 9999 years"
        return None


def _candidates(text: str) -> list[_Candidate]:
    candidates: list[_Candidate] = []
    rules = [*english_rules(), *(() if text.isascii() else chinese_rules())]
    for order, rule in enumerate(rules):
        has_part = "said" in rule.pattern.groupindex
        for match in rule.pattern.finditer(text):
            start, end = match.span("said") if has_part else match.span()
            if BLANK not in match[0] and DATE not in match[0]:
                candidates.append(_Candidate(start, end, order, match, rule))
    return candidates


def _chosen(candidates: list[_Candidate]) -> list[_Candidate]:
    """The candidates in order of place; of those that overlap the longest one, then the one of the earlier rule."""
    chosen: list[_Candidate] = []
    taken = bytearray(max((candidate.end for candidate in candidates), default=0))
    for candidate in sorted(candidates, key=lambda one: (one.start - one.end, one.order, one.start)):
        if not any(taken[candidate.start : candidate.end]):
            taken[candidate.start : candidate.end] = b"\x01" * (candidate.end - candidate.start)
            chosen.append(candidate)
    return sorted(chosen)
