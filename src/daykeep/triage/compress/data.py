"""JSON made short: its names and identifiers word for word, its numbers as ranges, the shape of its lists, what stands out."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING, Any

from daykeep.triage.ledger.data import find_pairs, parse_json

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_FEW_VALUES = 3
"""So many different values of one member are written out even if they name nothing."""
_MOST_VALUES = 400
_MANY = 4
_FAR = 10.0
"""A number is an outlier if it is so many times farther from the median than half of the numbers are."""


def compress_data(text: str, limit_chars: int, wanted: Collection[str] = ()) -> str:
    """The text of a JSON value in at most ``limit_chars``; "" if it is no JSON.

    First what was asked for (``wanted``: values that are used later), then identifiers, names and dates under the names of their
    members, then other values where there are few, ranges of numbers and what stands out, at last the shape of lists.
    """
    value = parse_json(text)
    if value is None:
        return ""
    named: dict[str, dict[str, None]] = {}
    other: dict[str, dict[str, None]] = {}
    for pair in find_pairs(value):
        (named if pair.is_name else other).setdefault(pair.key, {})[pair.value] = None
    asked = [
        one for members in (named, other) for values in members.values() for one in values if one in wanted
    ]
    rows = [", ".join(dict.fromkeys(asked))] if asked else []
    rows += [_row(key, list(values)) for key, values in named.items()]
    rows += [_row(key, list(values)) for key, values in other.items() if len(values) <= _FEW_VALUES]
    rows += [_range(key, list(values)) for key, values in other.items() if len(values) > _FEW_VALUES]
    rows += list(_shapes(value))
    return _fill(rows, limit_chars)


def _row(key: str, values: list[str]) -> str:
    return f"{key}: {', '.join(values[:_MOST_VALUES])}" if key else ", ".join(values[:_MOST_VALUES])


def _range(key: str, values: list[str]) -> str:
    """Numbers from the least to the largest, with those far from the rest; other values by how many there are."""
    numbers = [number for number in map(_number, values) if number is not None]
    if len(numbers) < len(values):
        return f"{key}: {len(values)} values"
    middle = median(numbers)
    usual = median(abs(number - middle) for number in numbers)
    far = [text for text in values if usual and abs((_number(text) or 0) - middle) > _FAR * usual]
    ordered = sorted(values, key=lambda text: _number(text) or 0)
    return f"{key}: {ordered[0]}…{ordered[-1]}" + (f", far off: {', '.join(far)}" if far else "")


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _shapes(value: Any, name: str = "") -> Iterator[str]:
    """What each long list holds: how many, of which members, and which are unlike the others."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from _shapes(member, str(key))
    elif isinstance(value, list) and len(value) >= _MANY:
        members = Counter(tuple(sorted(one)) if isinstance(one, dict) else () for one in value)
        usual = max(members, key=lambda keys: members[keys])
        unlike = len(value) - members[usual]
        shape = f" of {{{', '.join(usual)}}}" if usual else ""
        yield f"{name or 'list'}: {len(value)}{shape}" + (f", {unlike} unlike the others" if unlike else "")


def _fill(rows: list[str], limit_chars: int) -> str:
    """The rows that fit, a row that doesn't cut after a value."""
    taken: list[str] = []
    left = limit_chars
    for row in rows:
        if len(row) + 2 > left:
            cut = row[: max(0, left - 4)].rpartition(", ")[0]
            if cut:
                taken.append(f"{cut}, …")
                left -= len(cut) + 5
            continue
        taken.append(row)
        left -= len(row) + 2
    return "; ".join(taken)
