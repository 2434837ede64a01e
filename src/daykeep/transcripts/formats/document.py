"""One JSON document instead of lines: its messages, each with the line on which it begins."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.lines import Record
from daykeep.transcripts.formats.messages import LISTS

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")


def read_document(text: str, report: Callable[[int, str], None]) -> Iterator[Record]:
    """The objects of a list, or of an object's list of messages (its other members first); damage is reported.

    What stands before the damage is read.
    """
    lines = _Lines(text, report)
    try:
        yield from _walk(text, _skip(text, 0), lines)
    except (ValueError, RecursionError, IndexError):
        report(lines.number(lines.reached), "not valid JSON from here on")


class _Lines:
    """Line numbers of places that come in ascending order, and to whom problems on them are told."""

    def __init__(self, text: str, report: Callable[[int, str], None]) -> None:
        self.text = text
        self.report = report
        self.reached = 0
        self._line = 1

    def number(self, place: int) -> int:
        self._line += self.text.count("\n", self.reached, place)
        self.reached = max(self.reached, place)
        return self._line


def _walk(text: str, place: int, lines: _Lines) -> Iterator[Record]:
    if text[place : place + 1] == "[":
        yield from _items(text, place, lines)
        return
    if text[place] != "{":
        raise ValueError("neither a list nor an object")
    others: dict[str, Any] = {}
    place = _skip(text, place + 1)
    while text[place] != "}":
        key, place = _DECODER.raw_decode(text, place)
        place = _skip(text, place)
        if text[place] != ":":
            raise ValueError("no colon")
        place = _skip(text, place + 1)
        if key in LISTS and text[place] == "[":
            if others:
                yield Record(lines.number(place), 0, others)
                others = {}
            place = yield from _items(text, place, lines)
        else:
            others[str(key)], place = _DECODER.raw_decode(text, place)
        place = _skip(text, place)
        if text[place] == ",":
            place = _skip(text, place + 1)
    if others:
        yield Record(lines.number(place), 0, others)


def _items(text: str, place: int, lines: _Lines) -> Generator[Record, None, int]:
    """The objects of a list; returns the place behind it."""
    place = _skip(text, place + 1)
    while text[place] != "]":
        line = lines.number(place)
        value, place = _DECODER.raw_decode(text, place)
        if isinstance(value, dict):
            yield Record(line, 0, value)
        else:
            lines.report(line, "not a JSON object")
        place = _skip(text, place)
        if text[place] == ",":
            place = _skip(text, place + 1)
    return place + 1


def _skip(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place
