"""Change a JSON object's text and leave alone what did not change: order, spelling, indentation, unknown keys. Pure.

A state file belongs to several programs and to people. Dumping a parsed value would respell numbers, escapes and
spacing of keys that nobody touched; so only the spans of changed members are written anew.
"""

from __future__ import annotations

import json
import re
from typing import Any

_DECODER = json.JSONDecoder()
_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_FIRST_MEMBER = r'\{([ \t\r\n]*)"(?:[^"\\]|\\.)*"([ \t]*:[ \t]*)'
_INDENT = "  "


class _Member:
    """One ``"key": value`` of an object: where the key begins, and its value's span."""

    __slots__ = ("key", "start", "value_end", "value_start")

    def __init__(self, key: str, start: int, value_start: int, value_end: int) -> None:
        self.key = key
        self.start = start
        self.value_start = value_start
        self.value_end = value_end


def update_object(text: str, old: dict[str, Any], new: dict[str, Any]) -> str:
    """The text of a JSON object with its members changed from ``old`` (what it says) to ``new``.

    Unchanged members keep every character; changed ones keep their place; new ones come last in the style of the
    others. Of a key that stands there twice the last one counts. ``ValueError`` if the text is not that object.

    >>> update_object('{"a": 1.0, "b": 2}', {"a": 1.0, "b": 2}, {"a": 1.0, "b": 3, "c": "日"})
    '{"a": 1.0, "b": 3, "c": "日"}'
    """
    start = _skip(text, 0)
    body, end = _Writer(text).update(start, old, new, depth=0)
    return text[:start] + body + text[end:]


def render_object(value: dict[str, Any]) -> str:
    """A new object's text: two spaces of indentation, Chinese as Chinese, one final line end."""
    return _Writer("").dump(value, depth=0) + "\n"


def _skip(text: str, position: int) -> int:
    """The next position that is not white space."""
    while text[position : position + 1] in (" ", "\t", "\n", "\r"):
        position += 1
    return position


def _members(text: str, start: int) -> tuple[list[_Member], int]:
    """The members of the object that begins at ``start``, and where it ends."""
    if text[start : start + 1] != "{":
        raise ValueError("not an object")
    members: list[_Member] = []
    position = _skip(text, start + 1)
    while text[position : position + 1] == '"':
        key, after = _DECODER.raw_decode(text, position)
        value_start = _skip(text, _skip(text, after) + 1)
        value_end = _DECODER.raw_decode(text, value_start)[1]
        members.append(_Member(key, position, value_start, value_end))
        position = _skip(text, value_end)
        if text[position : position + 1] == ",":
            position = _skip(text, position + 1)
    if text[position : position + 1] != "}":
        raise ValueError("not an object")
    return members, position + 1


class _Writer:
    """Writes values in the style of a text: that of the first object in it which has members."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.newline, self.indent, self.colon, self.comma = "\n", _INDENT, ": ", ","
        match = re.search(_FIRST_MEMBER, text)
        if match is None:
            return
        space, self.colon = match.groups()
        if "\n" in space:
            self.newline = "\r\n" if "\r\n" in space else "\n"
            self.indent = space.rpartition("\n")[2]
        else:
            self.newline, self.indent = "", ""
            self.comma = ", " if self.colon.endswith(" ") else ","

    def line(self, depth: int) -> str:
        """A line end and the indentation of a line at that depth; empty in the one-line style."""
        return self.newline + self.indent * depth

    def update(self, start: int, old: dict[str, Any], new: dict[str, Any], *, depth: int) -> tuple[str, int]:
        """The changed text of the object at ``start``, and where the old text ends."""
        text = self.text
        members, end = _members(text, start)
        last = {member.key: index for index, member in enumerate(members)}
        kept = [index for index, member in enumerate(members) if member.key in new]
        if not kept:
            return self.dump(new, depth=depth), end
        pieces = [text[start : members[0].start]]
        for index in kept:
            member = members[index]
            if index != kept[0]:
                pieces.append(text[members[index - 1].value_end : member.start])
            pieces.append(text[member.start : member.value_start])
            counts = last[member.key] == index
            pieces.append(
                self._value(member, old.get(member.key), new[member.key], counts=counts, depth=depth + 1)
            )
        for key, value in new.items():
            if key not in last:
                pieces.append(self._separator(depth + 1) + self._pair(key, value, depth + 1))
        pieces.append(text[members[-1].value_end : end])
        return "".join(pieces), end

    def _value(self, member: _Member, old: Any, new: Any, *, counts: bool, depth: int) -> str:
        if not counts or _same(old, new):
            return self.text[member.value_start : member.value_end]
        if isinstance(old, dict) and isinstance(new, dict):
            return self.update(member.value_start, old, new, depth=depth)[0]
        return self.dump(new, depth=depth)

    def dump(self, value: Any, *, depth: int) -> str:
        """A value's text on a line at that depth."""
        if isinstance(value, str):
            return _string(value)
        if isinstance(value, dict):
            left, right = "{}"
            parts = [self._pair(str(key), item, depth + 1) for key, item in value.items()]
        elif isinstance(value, (list, tuple)):
            left, right = "[]"
            parts = [self.dump(item, depth=depth + 1) for item in value]
        else:
            return repr(value) if type(value) is int else json.dumps(value)
        if not parts:
            return left + right
        inside = self._separator(depth + 1).join(parts)
        return left + self.line(depth + 1) + inside + self.line(depth) + right

    def _separator(self, depth: int) -> str:
        return "," + self.line(depth) if self.newline else self.comma

    def _pair(self, key: str, value: Any, depth: int) -> str:
        return _string(key) + self.colon + self.dump(value, depth=depth)


def _same(old: Any, new: Any) -> bool:
    """Equal, and of the same JSON types in the same order: 1, 1.0 and true are three things."""
    if type(old) is not type(new):
        return False
    if isinstance(old, dict):
        return list(old) == list(new) and all(_same(old[key], new[key]) for key in old)
    if isinstance(old, list):
        return len(old) == len(new) and all(map(_same, old, new))
    return bool(old == new) or (old != old and new != new)  # noqa: PLR0124  (NaN)


def _string(text: str) -> str:
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        return json.dumps(text)
    return _ENCODE(text)
