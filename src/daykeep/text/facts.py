"""The details of a text that a rewrite must keep: identifiers, paths, addresses, numbers, dates, names, polarity.

Each detail has a normal form, so that the same thing written in another way is the same detail: ``1,200`` is
``1200``, ``Nov 3, 2026`` and ``2026年11月3日`` are ``2026-11-03``, full-width digits are digits, hex is lower case.
Digits are never matched loosely.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT_CHARS = 8_000
"""Longer texts are read up to here: a memory line has hundreds of characters, not more."""

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = r"(?P<{0}>jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?"
_DATES = (
    re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)[-/.年](?P<m>\d{1,2})[-/.月](?P<d>\d{1,2})日?(?!\d)"),
    re.compile(
        rf"\b{_MONTH.format('n')}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<y>(?:19|20)\d\d))?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+{_MONTH.format('n')}\b(?:,?\s+(?P<y>(?:19|20)\d\d))?",
        re.IGNORECASE,
    ),
    re.compile(r"(?<!\d)(?P<m>\d{1,2})月(?P<d>\d{1,2})[日号]"),
)
_TIME = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})(?::\d{2})?(?:\s*([ap])\.?m\b\.?)?(?![\d:])", re.IGNORECASE)
_ADDRESS = re.compile(
    r"\b[a-z][a-z0-9+.-]*://[^\s<>\"'`）】」』，。、]+|[\w.+-]+@[\w-]+\.[\w.-]+\w", re.IGNORECASE | re.ASCII
)
_PATH = re.compile(
    r"(?:~|\.{1,2})?(?:/[\w.@%+-]+){1,}/?|(?<![\w.])(?:[\w.-]+/)+[\w.-]+|[A-Za-z]:\\[\w.\\-]+", re.ASCII
)
_SPAN = re.compile(r"`([^`\n]{1,200})`")
_IDENTIFIER = re.compile(
    r"(?<![\w-])--?[a-z][\w-]{1,40}"  # flags
    r"|(?<![\w.-])[\w.-]{1,80}\.(?:py|md|json|jsonl|toml|ya?ml|sh|js|ts|tsx|sql|db|log|txt|conf|cfg|ini|env|service|timer|plist)\b"
    r"|\b[A-Za-z]{1,40}_\w{1,80}\b|\b[a-z]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,9}\b|\b[A-Z][A-Z0-9]+-\d+\b"
    r"|\bv?\d+(?:\.\d+){2,}\w*\b|\bv\d+(?:\.\d+)*\b|\b(?=[A-Z]{0,40}[\d_])[A-Z][A-Z0-9_]{2,}\b|(?<![\w#])#\d+\b"
    r"|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b"
    r"|\b[a-z]{1,40}\d[a-z0-9]{0,40}\b",
    re.ASCII,
)
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.])[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\s?"
    r"(?:%|(?:[kmgt]i?b|ms|[smhd]|min|sec|px|pt|[kmbx]|usd|eur)\b|[€$¥£°]|[万亿千百]|(?:秒|分钟|小时|天|周|个月|年|次|条|倍|元|字节|行))?",
    re.IGNORECASE,
)
_UNITS = {
    "min": "minute", "分钟": "minute", "sec": "s", "秒": "s", "小时": "h", "天": "d", "minutes": "minute",
}  # fmt: skip
_WORDS_OF_UNITS = re.compile(
    r"(\d)[\s-]*(seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|percent|per cent|kilobytes?|megabytes?|gigabytes?)\b",
    re.IGNORECASE,
)
_SHORT_UNITS = {
    "second": "s", "sec": "s", "minute": " min", "min": " min", "hour": "h", "hr": "h", "day": "d",
    "percent": "%", "per cent": "%", "kilobyte": "kb", "megabyte": "mb", "gigabyte": "gb",
}  # fmt: skip
_NAME = re.compile(r"(?<=[a-z0-9,;)] )[A-Z][a-z]{2,}(?:\s[A-Z][a-z]{2,})*", re.ASCII)
"""Capitalised words within a sentence; its first word may be any word."""


class Facts(NamedTuple):
    """The details of one text, each in its normal form."""

    identifiers: frozenset[str]
    paths: frozenset[str]
    addresses: frozenset[str]
    numbers: frozenset[str]
    dates: frozenset[str]
    names: frozenset[str]

    def by_kind(self) -> dict[str, frozenset[str]]:
        """The details under the word that messages use for them."""
        return {
            "identifier": self.identifiers,
            "path": self.paths,
            "address": self.addresses,
            "number": self.numbers,
            "date": self.dates,
            "name": self.names,
        }


def find_facts(text: str) -> Facts:
    """The details of a text; linear in its length, read up to ``LIMIT_CHARS``.

    >>> facts = find_facts("Since Nov 3, 2026 `db.lock` in /var/run times out after 1,200 ms (see PROJ-41).")
    >>> sorted(facts.dates), sorted(facts.paths), sorted(facts.numbers), sorted(facts.identifiers)
    (['2026-11-03'], ['/var/run'], ['1200ms'], ['db.lock', 'proj-41'])
    """
    rest = _plain(text)
    addresses, rest = _take(_ADDRESS, rest, lambda found: found.group().rstrip(".,;:!?)").casefold())
    dates, rest = _take_dates(rest)
    times, rest = _take(_TIME, rest, _time_form)
    spans, rest = _take(_SPAN, rest, lambda found: found.group(1).strip().casefold())
    paths, rest = _take(_PATH, rest, lambda found: found.group().rstrip("/.").casefold())
    identifiers, rest = _take(_IDENTIFIER, rest, lambda found: found.group().lstrip("-").casefold())
    numbers, _ = _take(_NUMBER, rest, _number_form)
    names = {found.group().casefold() for found in _NAME.finditer(rest)}
    paths |= {span for span in spans if "/" in span}
    return Facts(
        frozenset(identifiers | {span for span in spans if "/" not in span}),
        frozenset(paths - {""}),
        frozenset(addresses),
        frozenset(numbers),
        frozenset(dates | times),
        frozenset(names),
    )


def _plain(text: str) -> str:
    """The text with full-width forms made plain and the words of units made short."""
    plain = unicodedata.normalize("NFKC", text[:LIMIT_CHARS])
    return _WORDS_OF_UNITS.sub(lambda found: found[1] + _SHORT_UNITS[_singular(found[2].lower())], plain)


def _singular(word: str) -> str:
    return word.removesuffix("s")


def _take(pattern: re.Pattern[str], text: str, form: Callable[[re.Match[str]], str]) -> tuple[set[str], str]:
    """What the pattern finds, in its normal form, and the text without it."""
    found: set[str] = set()

    def take(match: re.Match[str]) -> str:
        found.add(form(match))
        return " "

    rest = pattern.sub(take, text)
    return found - {""}, rest


def _take_dates(text: str) -> tuple[set[str], str]:
    dates: set[str] = set()
    for pattern in _DATES:
        found, text = _take(pattern, text, _date_form)
        dates |= found
    return dates, text


def _date_form(found: re.Match[str]) -> str:
    parts = found.groupdict()
    month = int(parts["m"]) if parts.get("m") else _MONTHS.index(parts["n"][:3].lower()) + 1
    year = parts.get("y")
    return f"{year}-{month:02d}-{int(parts['d']):02d}" if year else f"{month:02d}-{int(parts['d']):02d}"


def _time_form(found: re.Match[str]) -> str:
    hour = int(found[1])
    if found[3]:
        hour = hour % 12 + (12 if found[3].lower() == "p" else 0)
    return f"{hour:02d}:{found[2]}"


def _number_form(found: re.Match[str]) -> str:
    text = found.group().casefold().replace(",", "").replace(" ", "").removeprefix("+")
    split = re.match(r"(-?\d+(?:\.\d+)?)(.*)", text, re.DOTALL)
    if split is None:
        return text
    value, unit = split[1], split[2]
    if "." in value:
        value = value.rstrip("0").rstrip(".")
    value = value.lstrip("0") or "0" if value.isdigit() else value
    return value + _UNITS.get(unit, unit)
