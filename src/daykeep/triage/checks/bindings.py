"""Whether the values of a note stand by the words that they stand by in the source: no two have changed places."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.reading.forms import value_of
from daykeep.triage.reading.spans import COUNT, DATE, MONEY_KIND, NAME, NUMBER, TIME
from daykeep.triage.reading.tokens import content_of, read_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.checks.source import Reading
    from daykeep.triage.reading.pairs import Pair
from daykeep.triage.reading.spans import Span

_REACH_CHARS = 60
_MAX_VALUES = 12
_MARGIN = 0.6
"""By so much the exchanged values must fit better."""
_RIGHT_FIT = 0.75
"""A value stands where another belongs if that one fits so much better, and twice as well."""
_MAX_HOMES = 400
_KIN = 8
_HAN_STEP, _COMMA_STEP = 0.5, 1.0
_NEAREST = 5
"""So many words on each side are looked at."""
_ACROSS = 0.3
"""How much a word counts that stands on the other side."""
_LISTED = re.compile(r"[\s\"']*(?:,|、|，|;|/|&|and|or|和|与|及|或|, and|, or)?[\s\"']*")
_STOPS = ".;!?。；！？\n"
_LEFT_OUT = frozenset({NAME, DATE})
"""What changes places among these is seen by what is denied and by what comes first."""
_GROUPS = {NUMBER: "figure", COUNT: "figure", MONEY_KIND: "money", DATE: "date", TIME: "time", NAME: "name"}


class _Placed(NamedTuple):
    """A value with the words around it: each with its side and how near it is."""

    form: str
    group: str
    near: dict[tuple[str, str], float]


def find_exchanged(source: Reading, note: Reading, typed: frozenset[str] = frozenset()) -> list[str]:
    """Pairs of values of one kind that would fit the source better if they stood in each other's place in the note.

    Where there are none: values in whose place another one of the source belongs; figures that the person ``typed`` are
    where they are for a reason.
    """
    placed = _placed(
        note,
        [one for one in note.spans if one.form in source.forms and one.kind not in _LEFT_OUT][:_MAX_VALUES],
    )
    if not placed:
        return []
    wanted = {one.form for one in source.spans}
    homes: dict[str, list[_Placed]] = {}
    for one in _placed(source, [span for span in source.spans if span.form in wanted][:_MAX_HOMES]):
        homes.setdefault(one.form, []).append(one)
    found = [
        f"{a.form} and {b.form} changed places"
        for a, b in combinations(placed, 2)
        if a.group == b.group
        and not _in_order(a, b, note.pairs | source.pairs)
        and a.form != b.form
        and (a.group == "mark" or _unit(a.form) == _unit(b.form))
        and _fit_better_exchanged(a, b, homes)
    ]
    return found or [
        text
        for one in placed
        if not (one.group == "figure" and one.form in typed)
        for text in _misfits(one, placed, homes)
    ]


def _in_order(a: _Placed, b: _Placed, pairs: frozenset[Pair]) -> bool:
    """Whether the note or the source puts the two in an order, which is checked as such."""
    values = {a.form, b.form, value_of(a.form), value_of(b.form)}
    return any(pair.first in values and pair.second in values for pair in pairs)


def _misfits(one: _Placed, placed: Sequence[_Placed], homes: dict[str, list[_Placed]]) -> list[str]:
    """Whether another value of the source, one that the note doesn't name, belongs where this one stands."""
    here = _fit(one, homes.get(one.form), "")
    if not one.near:
        return []
    if one.group == "figure" and (here or not _unit(one.form)):
        return []
    named = {other.form for other in placed}
    for form, places in homes.items():
        if (
            form not in named
            and _shape(form) == _shape(one.form)
            and places[0].group == one.group
            and (one.group == "mark" or _unit(form) == _unit(one.form))
            and _fit(one, places, "") >= max(here + _RIGHT_FIT, 2 * here)
        ):
            return [f"{one.form} stands where {form} belongs"]
    return []


def _shape(form: str) -> str:
    """What a value looks like: letters, digits and signs in their order, however many."""
    return "code" if form.isalnum() else re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", form))


def _unit(form: str) -> str:
    return form.removeprefix(value_of(form)) if form[:1].isdigit() else ""


def _placed(reading: Reading, spans: Sequence[Span]) -> list[_Placed]:
    """Each value with the words on both sides, as far as the next value of its group or the end of the sentence."""
    text = reading.text
    found = []
    edges: dict[str, list[tuple[int, int]]] = {}
    for span in reading.spans:
        edges.setdefault(_GROUPS.get(span.kind, "mark"), []).append((span.start, span.end))
    for span in spans:
        group = _GROUPS.get(span.kind, "mark")
        place = bisect_left(edges[group], (span.start, span.end))
        first = max(span.start - _REACH_CHARS, _edge(text, edges[group], place, -1))
        last = min(span.end + _REACH_CHARS, _edge(text, edges[group], place, 1))
        left = text[first : span.start]
        left = left[max(left.rfind(stop) for stop in _STOPS) + 1 :]
        right = text[span.end : last]
        ends = [at for at in (right.find(stop) for stop in _STOPS) if at >= 0]
        right = right[: min(ends, default=len(right))]
        near = _distances("left", _words(left)[::-1][:_NEAREST]) | _distances(
            "right", _words(right)[:_NEAREST]
        )
        found.append(_Placed(span.form, group, near))
    return found


def _edge(text: str, edges: Sequence[tuple[int, int]], place: int, step: int) -> int:
    """Where the next value of a group stands on one side, beyond those that are only listed with this one."""
    while 0 <= place + step < len(edges):
        left, right = (edges[place + step], edges[place]) if step < 0 else (edges[place], edges[place + step])
        if not _LISTED.fullmatch(text[left[1] : right[0]]):
            return left[1] if step < 0 else right[0]
        place += step
    return 0 if step < 0 else len(text)


def _words(text: str) -> list[str]:
    """The words of a context as they are compared: the beginnings of words, numbers without what stands around them; "" for a comma."""
    found: list[str] = []
    for token in read_tokens(text):
        if token.stem in {",", "，", "、"}:
            found.append("")
        found += [_as_compared(word) for word in content_of([token])]
    return found


def _as_compared(word: str) -> str:
    return _plain_number(word) if any(one.isdigit() for one in word) else word[:_KIN]


def _plain_number(word: str) -> str:
    return word.strip("$€£¥%").replace(",", "")


def _distances(side: str, words: list[str]) -> dict[tuple[str, str], float]:
    """How near each word is; two pairs of Chinese characters are as far as one word."""
    near: dict[tuple[str, str], float] = {}
    distance = 1.0
    for word in words:
        if not word:
            distance += _COMMA_STEP
            continue
        near.setdefault((side, word), 1.0 / distance)
        distance += 1.0 if word.isascii() else _HAN_STEP
    return near


def _fit_better_exchanged(a: _Placed, b: _Placed, homes: dict[str, list[_Placed]]) -> bool:
    """Whether the two together fit each other's places better than their own; places alike don't tell."""
    here = _fit(a, homes.get(a.form), b.form) + _fit(b, homes.get(b.form), a.form)
    there = _fit(b, homes.get(a.form), b.form) + _fit(a, homes.get(b.form), a.form)
    return there > here + _MARGIN


def _fit(place: _Placed, homes: Sequence[_Placed] | None, other: str) -> float:
    """How well a place in the note is like the best of those where a value stands in the source."""
    return max((_alike(place.near, home.near, {place.form, other}) for home in homes or ()), default=0.0)


def _alike(
    near: dict[tuple[str, str], float], home: dict[tuple[str, str], float], without: set[str]
) -> float:
    total = 0.0
    for (side, word), weight in near.items():
        if word not in without:
            same = home.get((side, word), 0.0)
            other = home.get(("right" if side == "left" else "left", word), 0.0)
            total += max(min(weight, same), _ACROSS * min(weight, other))
    return total
