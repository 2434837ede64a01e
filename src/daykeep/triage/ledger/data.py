"""The values of structured text: JSON that tools give and take, read into short pairs of a key and a value."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_JSON_CHARS = 200_000
"""Longer text isn't parsed: its values are found by the scanner of plain text."""
MAX_VALUE_CHARS = 80
_MAX_DEPTH = 12
_DIGIT = re.compile(r"\d")


class Pair(NamedTuple):
    """One value: the name of its member ("" in a bare list), the value as text, and whether it tells one thing from others.

    ``is_name`` holds for identifiers, dates and addresses: what a later call is likely to need again.
    """

    key: str
    value: str
    is_name: bool


def parse_json(text: str) -> Any:
    """The JSON object or list that a text is, else None; numbers stay as they are written.

    >>> parse_json('{"price": 1.0}'), parse_json("no JSON"), parse_json("17")
    ({'price': '1.0'}, None, None)
    """
    bare = text.strip()
    if not bare or bare[0] not in "{[" or len(bare) > MAX_JSON_CHARS:
        return None
    try:
        found = json.loads(bare, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, (dict, list)) else None


def find_pairs(value: Any, key: str = "", depth: int = 0) -> Iterator[Pair]:
    """Every short scalar in parsed JSON, in order, with the name of its member; names of members that look like values too.

    >>> [(one.key, one.value, one.is_name) for one in find_pairs({"id": "ord_91", "items": [{"n": "2", "ok": True}]})]
    [('id', 'ord_91', True), ('n', '2', False)]
    """
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        for name, member in value.items():
            if isinstance(member, (dict, list)) and _is_name(str(name), ""):
                yield Pair(key, str(name), is_name=True)
            yield from find_pairs(member, str(name), depth + 1)
    elif isinstance(value, list):
        for member in value:
            yield from find_pairs(member, key, depth + 1)
    elif isinstance(value, str) and value.strip() and len(value) <= MAX_VALUE_CHARS and "\n" not in value:
        yield Pair(key, value.strip(), is_name=_is_name(value, key))


def _is_name(value: str, key: str) -> bool:
    """Whether a value names one thing: letters with digits, a date, an address, or whatever its key calls an identifier."""
    if key.casefold().endswith(("id", "number", "name", "email", "path", "url", "date", "dob")):
        return True
    has_digit = _DIGIT.search(value) is not None
    has_letter = any(character.isalpha() for character in value)
    return (has_digit and (has_letter or "-" in value or "/" in value) and " " not in value) or "@" in value
