"""The details of a text with the places where they stand; fast, and linear in the length of the text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.reading import times
from daykeep.triage.reading.forms import HAN_DIGITS, MONEY, NUMBER_WORDS, UNITS, han_value, number_form
from daykeep.triage.reading.words import HOT, read_run

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBER, MONEY_KIND, COUNT, DATE, TIME, COMMAND, NAME = (
    "number",
    "money",
    "count",
    "date",
    "time",
    "command",
    "name",
)
"""A ``count`` is a small number in words: "two", 两."""


class Span(NamedTuple):
    """One detail: ``text[start:end]``, and the form by which it is compared.

    ``kind`` is ``identifier``, ``address``, ``path``, ``version``, ``setting``, ``number``, ``money``, ``count``,
    ``date``, ``time``, ``command`` or ``name``.
    """

    kind: str
    start: int
    end: int
    text: str
    form: str


_WIDE = re.compile("[\uff05\uff0d\uff0e\uff10-\uff1a\uff1d\uff20-\uff3a\uff3f\uff41-\uff5a\u3000]")
_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_HAN_UNITS = sorted(
    (name for name in UNITS if not name.isascii() and name not in "℃月日"), key=len, reverse=True
)
_LATIN_UNITS = sorted((name for name in UNITS if name.isascii() and name.isalpha()), key=len, reverse=True)
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.])([$€£¥￥]\s?)?([-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:\s?[万亿千百])?)"
    rf"(?:\s?(%|[kK](?![A-Za-z])|°[CF]|℃|{'|'.join(_HAN_UNITS)})|[ -]?((?i:{'|'.join(_LATIN_UNITS)}))(?![A-Za-z0-9_]))?",
    re.ASCII,
)
_BETWEEN = re.compile(r"\s?(?:to|and|or|-|–|~|instead of|rather than|到|至|或|和|而不是)\s?")
_WORD_NUMBER = re.compile(
    rf"(?<![A-Za-z-])({'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})(?![A-Za-z])"
    rf"(?:[ -](?:more )?({'|'.join(_LATIN_UNITS)})(?![A-Za-z0-9_]))?",
    re.IGNORECASE | re.ASCII,
)
_HAN_NUMBER = re.compile(
    rf"(?<![第{''.join(HAN_DIGITS)}])([{''.join(HAN_DIGITS)}]{{1,3}})({'|'.join(_HAN_UNITS)}|个月|个小时|[个张间台条份遍项封台款套只])"
)
_TWICE = re.compile(r"\btwice\b", re.IGNORECASE)
_NUMBER_WORDS = frozenset(NUMBER_WORDS) | {"twice"}
_HAN_UNIT = {"个月": "month", "个小时": "hour"}
_TICKED = re.compile(r"`([^`\n]{1,200})`")
_NAME = re.compile(
    r"(?<![.!?:\n*#>-] )(?<=[a-z0-9,;)'\"(/&] )[A-Z][A-Za-z'’&.-]*[A-Za-z](?: (?!I\b)(?:of the |of |the |de |& )?[A-Z][A-Za-z'’&-]*[A-Za-z])*",
    re.ASCII,
)
_CAPITALS = re.compile(r"(?<![A-Za-z0-9_])[A-Z][A-Z]+(?![A-Za-z0-9_])")
_FOREIGN = re.compile("(?<=[\u3400-\u9fff，。、：；（])\\s?([A-Za-z][A-Za-z+#.-]*[A-Za-z+#])", re.ASCII)
_NO_NAMES = frozenset(
    [
        "ok",
        "todo",
        "fyi",
        "ps",
        "user",
        "assistant",
        "agent",
        "tool",
        "i",
        "i'm",
        "i'll",
        "i'd",
        "i've",
        "no",
        "not",
        "yes",
        "english",
        "chinese",
        "and",
        "or",
        "the",
        "details",
        "note",
        "tools",
        "pr",
        "prs",
        "mr",
        "api",
        "apis",
        "url",
        "urls",
        "id",
        "ids",
        "ui",
        "db",
        "ci",
        "http",
        "https",
        "json",
        "yaml",
        "csv",
        "pdf",
        "html",
        "sql",
        "cpu",
        "ram",
        "faq",
        "eta",
        "tbd",
        "asap",
    ]
)


def scan(text: str, *, prose: bool = True) -> list[Span]:
    """Every detail of a text, in order, none within another.

    ``prose`` also looks for what people write in words: names, numbers in words, months, weekdays, "half past five";
    leave it out for what tools give back. Chinese and English. Linear in the length.

    >>> [(one.kind, one.form) for one in scan("Move ord_91 to Nov 3, 2026 at 5 pm, at most 1,200 ms")]
    [('identifier', 'ord_91'), ('date', '2026-11-03'), ('time', '17:00'), ('number', '1200ms')]
    """
    return list(_scan(text, prose=prose))


@lru_cache(maxsize=256)
def _scan(text: str, *, prose: bool) -> tuple[Span, ...]:
    """A text is read several times while its note is made; the last few stay."""
    plain = text.translate(_NARROW) if not text.isascii() and _WIDE.search(text) else text
    taken = _Taken(text, len(plain))
    if prose and "`" in plain:
        _take_ticked(plain, taken)
    words = times.words_of(plain) if prose else None
    for run in HOT.finditer(plain):
        base = run.start()
        for kind, start, end, form in read_run(run.group()):
            taken.add(kind, base + start, base + end, form)
    for kind, start, end, form in times.find_times(plain, words):
        taken.add(kind, start, end, form)
    _take_numbers(plain, taken)
    if words is not None:
        _take_words(plain, words, taken)
    return tuple(sorted(taken.spans, key=lambda one: one.start))


class _Taken:
    """The spans found so far; a place belongs to the first one that takes it."""

    def __init__(self, text: str, length: int) -> None:
        self._text = text
        self._used = bytearray(length)
        self.spans: list[Span] = []

    def add(self, kind: str, start: int, end: int, form: str) -> bool:
        if not form or any(self._used[start:end]):
            return False
        self._used[start:end] = b"\x01" * (end - start)
        self.spans.append(Span(kind, start, end, self._text[start:end], form))
        return True


def _take_ticked(text: str, taken: _Taken) -> None:
    """What stands in backticks: a command if it has several words, else what it is by itself."""
    for found in _TICKED.finditer(text):
        inner = found.group(1).strip()
        start = found.start(1) + found.group(1).index(inner) if inner else found.start(1)
        if " " in inner:
            taken.add(COMMAND, start, start + len(inner), " ".join(inner.split()).casefold())
        elif inner and not read_run(inner) and not inner.replace(",", "").replace(".", "").isdigit():
            taken.add("identifier", start, start + len(inner), inner.casefold())


def _take_numbers(text: str, taken: _Taken) -> None:
    matches = list(_NUMBER.finditer(text))
    for place, found in enumerate(matches):
        sign, value, unit = found[1], found[2].replace(" ", ""), found[3] or found[4] or ""
        if unit in {"k", "K"}:
            unit, value = "", f"{float(value.replace(',', '')) * 1000:f}"
        if not (unit or sign) and place + 1 < len(matches):
            unit = _shared_unit(text, found, matches[place + 1])
        form = number_form(value, sign.strip() if sign else unit)
        kind = MONEY_KIND if any(form.endswith(one) for one in MONEY) else NUMBER
        if not taken.add(kind, found.start(), found.end(), form) and unit:
            taken.add(NUMBER, found.start(2), found.end(2), number_form(value))


def _shared_unit(text: str, first: re.Match[str], second: re.Match[str]) -> str:
    """The unit that two numbers share: "from 30 to 45 seconds", 30到45秒; "" if they don't."""
    between = text[first.end() : second.start()]
    return (second[3] or second[4] or "") if _BETWEEN.fullmatch(between) else ""


def _take_words(text: str, words: frozenset[str], taken: _Taken) -> None:
    if words & _NUMBER_WORDS or not text.isascii():
        _take_counts(text, taken)
    _take_names(text, taken)


def _take_counts(text: str, taken: _Taken) -> None:
    for kind, start, end, form in _counts(text):
        taken.add(kind, start, end, form)


def _take_names(text: str, taken: _Taken) -> None:
    patterns = (_NAME, _CAPITALS) if text.isascii() else (_NAME, _CAPITALS, _FOREIGN)
    for pattern in patterns:
        for found in pattern.finditer(text):
            name = found.group(found.lastindex or 0)
            bare = name.removesuffix("'s").removesuffix("’s")
            start = found.start(found.lastindex or 0)
            if bare.casefold() not in _NO_NAMES:
                taken.add(NAME, start, start + len(bare), bare.casefold())


def _counts(text: str) -> Iterator[tuple[str, int, int, str]]:
    for found in _WORD_NUMBER.finditer(text):
        value, unit = NUMBER_WORDS[found[1].casefold()], found[2] or ""
        if value > 1 or unit:
            form = number_form(str(value), unit)
            yield (MONEY_KIND if form.endswith(tuple(MONEY)) else COUNT), found.start(), found.end(), form
    for found in _TWICE.finditer(text):
        yield COUNT, found.start(), found.end(), "2x"
    if text.isascii():
        return
    for found in _HAN_NUMBER.finditer(text):
        number, unit = han_value(found[1]), found[2]
        if number is not None and (number > 1 or unit in UNITS) and (number, unit) != (1, "次"):
            known = unit in UNITS or unit in _HAN_UNIT
            yield (
                COUNT,
                found.start(),
                found.end(),
                number_form(str(number), _HAN_UNIT.get(unit, unit) if known else ""),
            )
