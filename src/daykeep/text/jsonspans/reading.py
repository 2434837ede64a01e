"""Reads JSON and remembers where each value stands. Pure.

Strict as RFC 8259 and as the parsers of JavaScript: no comments, no trailing commas, no NaN. Numbers are never converted, keys
that stand there twice are both kept.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

OBJECT, ARRAY, PLAIN = "object", "array", "plain"
DEEPEST = 100
"""Values inside of one another; settings that people write have less than ten."""

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"')
_OTHER = re.compile(r"(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.+-])")
_LINE_END = re.compile(r"\r\n|\r|\n")
_COMMENTS = ("//", "/*", "#")


class JsonError(ValueError):
    """A text is not JSON: ``reason`` in words, ``line`` counted from 1."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class Member(NamedTuple):
    """One ``"key": value`` of an object; ``start`` is where the key begins."""

    key: str
    start: int
    value: Node


class Node(NamedTuple):
    """A value and its span. ``members`` are those of an object, ``items`` those of an array, in the order of the text."""

    kind: str
    start: int
    end: int
    members: tuple[Member, ...] = ()
    items: tuple[Node, ...] = ()

    @property
    def parts(self) -> list[tuple[int, int]]:
        """The spans of what stands between the brackets, without commas: members with their keys, or items."""
        if self.kind == OBJECT:
            return [(member.start, member.value.end) for member in self.members]
        return [(item.start, item.end) for item in self.items]

    def find(self, key: str) -> Node | None:
        """The value of a key; of a key that stands there twice the last one, as every parser has it."""
        return next((member.value for member in reversed(self.members) if member.key == key), None)


def parse_json(text: str) -> Node:
    """The value that a text holds. Raises JsonError.

    >>> parse_json('{"a": [1, 2]}').find("a").parts
    [(7, 8), (10, 11)]
    """
    node = _Reader(text).value(_skip(text, 0), 0)
    rest = _skip(text, node.end)
    if rest < len(text):
        raise _error(text, rest, "the text's end")
    return node


def value_of(text: str, node: Node) -> Any:
    """What a value means to Python; numbers that are too large become infinite."""
    return json.loads(text[node.start : node.end], parse_int=_whole_number)


def _whole_number(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # more digits than Python reads at once
        return float(digits)


def line_of(text: str, position: int) -> int:
    r"""The line of a position, from 1; CRLF, LF and CR end a line.

    >>> line_of("a\r\nb", 3)
    2
    """
    return len(_LINE_END.findall(text, 0, position)) + 1


def _skip(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _error(text: str, position: int, wanted: str) -> JsonError:
    seen = f"{text[position]!r} stands" if position < len(text) else "the text ends"
    if text.startswith(_COMMENTS, position):
        seen = "a comment stands"
    return JsonError(f"{seen} where {wanted} should", line_of(text, position))


class _Reader:
    """Walks a text once."""

    def __init__(self, text: str) -> None:
        self.text = text

    def value(self, position: int, depth: int) -> Node:
        """The value that begins here."""
        text = self.text
        first = text[position : position + 1]
        if depth > DEEPEST:
            raise JsonError(f"more than {DEEPEST} values inside of one another", line_of(text, position))
        if first == "{":
            return self._object(position, depth)
        if first == "[":
            return self._array(position, depth)
        found = (_STRING if first == '"' else _OTHER).match(text, position)
        if found is None:
            if first == '"':
                raise JsonError("a text in quotes has a bad escape or no end", line_of(text, position))
            raise _error(text, position, "a value")
        return Node(PLAIN, position, found.end())

    def _object(self, start: int, depth: int) -> Node:
        members: list[Member] = []
        position = _skip(self.text, start + 1)
        if self.text[position : position + 1] == "}":
            return Node(OBJECT, start, position + 1)
        while True:
            found = _STRING.match(self.text, position)
            if found is None:
                raise _error(self.text, position, "a key in double quotes")
            colon = _skip(self.text, found.end())
            if self.text[colon : colon + 1] != ":":
                raise _error(self.text, colon, '":"')
            value = self.value(_skip(self.text, colon + 1), depth + 1)
            members.append(Member(json.loads(found[0]), position, value))
            position, ends = self._next(value.end, "}")
            if ends:
                return Node(OBJECT, start, position, members=tuple(members))

    def _array(self, start: int, depth: int) -> Node:
        items: list[Node] = []
        position = _skip(self.text, start + 1)
        if self.text[position : position + 1] == "]":
            return Node(ARRAY, start, position + 1)
        while True:
            items.append(self.value(position, depth + 1))
            position, ends = self._next(items[-1].end, "]")
            if ends:
                return Node(ARRAY, start, position, items=tuple(items))

    def _next(self, position: int, closing: str) -> tuple[int, bool]:
        """Where the next part begins, or where the value ends; and whether it ends."""
        position = _skip(self.text, position)
        seen = self.text[position : position + 1]
        if seen == closing:
            return position + 1, True
        if seen != ",":
            raise _error(self.text, position, f'"," or "{closing}"')
        after = _skip(self.text, position + 1)
        if self.text[after : after + 1] in {"}", "]"}:
            raise JsonError("a comma before the end", line_of(self.text, position))
        return after, False
