"""Numbers, times, dates and versions in a claim, as values that can be compared."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from daykeep.text.claims.grammar import SCALES, UNITS

_SAME = 1e-6
_BINARY_SLACK = 0.1
"""Kilo as 1,000 and as 1,024 are one size."""


class Quantity(NamedTuple):
    """A number with what it measures.

    ``dimension`` is ``"time"`` in seconds, ``"size"`` in bytes, ``"clock"`` in minutes of the day,
    ``"share"``, ``"date"`` and ``"version"`` by their text, ``""`` a bare count;
    ``written`` is the number as written.
    """

    dimension: str
    value: float
    text: str
    written: float


@cache
def number_pattern() -> re.Pattern[str]:
    """What stands for a number: date, time of day, version, amount with its unit."""
    units = sorted((unit for group in UNITS.values() for unit in group), key=len, reverse=True)
    unit = "|".join(map(re.escape, units))
    return re.compile(
        rf"""
        (?P<date>\d{{4}}[-/.年]\d{{1,2}}[-/.月]\d{{1,2}}日?|\d{{1,2}}月\d{{1,2}}[日号]|\d{{4}}年(?:\d{{1,2}}月)?)
        |(?P<clock>(?:凌晨|早上|上午|中午|下午|晚上|今晚)?\s?\d{{1,2}}(?::\d{{2}}(?::\d{{2}})?\s?(?:[ap]\.?m\b\.?)?|\s?[ap]m\b|点(?:半|钟|\d{{1,2}}分?)?))
        |(?P<version>v?\d+(?:\.\d+){{2,}}[\w.+-]*|v\d+(?:\.\d+)*\b)
        |(?P<amount>\d[\d,_]*(?:\.\d+)?)(?:\s?(?P<scale>[k万千百亿]|thousand|million|hundred)(?![a-z]))?(?:[\s-]?(?P<unit>{unit})(?![a-z_]))?
        """,
        re.VERBOSE,
    )


def read_quantity(match: re.Match[str]) -> Quantity:
    """The value of what :func:`number_pattern` has found."""
    text = match[0].strip()
    if match["date"]:
        return Quantity("date", 0.0, "-".join(str(int(part)) for part in re.findall(r"\d+", text)), 0.0)
    if match["clock"]:
        return Quantity("clock", _minutes(text), text, _minutes(text) / 60)
    if match["version"]:
        return Quantity("version", 0.0, text.lstrip("v"), 0.0)
    value = _float(match["amount"].replace(",", "").replace("_", "").rstrip("."))
    value *= SCALES.get(match["scale"] or "", 1)
    return _with_unit(value, match["unit"] or "", text)


def _float(text: str) -> float:
    try:
        return float(text[:300])
    except ValueError:
        return 0.0


def _with_unit(value: float, unit: str, text: str) -> Quantity:
    for dimension, units in UNITS.items():
        if unit in units:
            return Quantity(dimension, value * units[unit], text, value)
    return Quantity("", value, text, value)


def _minutes(text: str) -> float:
    found = [int(part) for part in re.findall(r"\d+", text)]
    hour, minute = found[0], found[1] if len(found) > 1 else 0
    if "半" in text:
        minute = 30
    late = "p" in text or any(part in text for part in ("下午", "晚", "中午"))
    if late and hour < 12:
        hour += 12
    if hour == 12 and ("a" in text or "凌晨" in text):
        hour = 0
    return hour * 60 + minute


def same_quantity(a: Quantity, b: Quantity) -> bool:
    """Whether two numbers say the same, as far as they say it: 1.2 and 1.2.3 do, 30 and 30 seconds do."""
    if "version" in {a.dimension, b.dimension} or "date" in {a.dimension, b.dimension}:
        return _same_parts(a, b)
    if a.dimension == b.dimension:
        slack = _BINARY_SLACK if a.dimension == "size" else _SAME
        return abs(a.value - b.value) <= slack * max(abs(a.value), abs(b.value), _SAME)
    return "" in {a.dimension, b.dimension} and abs(a.written - b.written) < _SAME


def _same_parts(a: Quantity, b: Quantity) -> bool:
    first, second = (re.findall(r"\d+", each.text.partition("+")[0]) for each in (a, b))
    if not first or not second:
        return a.text == b.text
    if a.dimension == b.dimension == "date" and len(first) != len(second):
        short, long = sorted((first, second), key=len)
        return long[-len(short) :] == short or long[: len(short)] == short
    shorter = min(len(first), len(second))
    return [int(x) for x in first[:shorter]] == [int(x) for x in second[:shorter]]


def may_be_one(a: Quantity, b: Quantity) -> bool:
    """Whether two different numbers could stand for the same thing, so that one contradicts the other."""
    if a.dimension == b.dimension:
        return True
    return bool({a.dimension, b.dimension} <= {"", "version"} or "" in {a.dimension, b.dimension})
