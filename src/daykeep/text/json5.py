"""Reads JSON as people write it in settings: comments, commas at the end, keys without quotes, single quotes. Pure.

Only reading: such a file is another program's. What is JSON5 beyond that (hexadecimal numbers, ``+1``, ``Infinity``) is read
too; a text that is not even that is a ValueError. Format: the JSON5 specification, https://spec.json5.org.
"""

from __future__ import annotations

import re
from typing import Any

MOST_DEPTH = 100
_BLANK = re.compile(r"(?:[\s\ufeff]+|//[^\n\r\u2028\u2029]*|/\*.*?\*/)*", re.DOTALL)
_KEY = re.compile(r"[^\W\d][\w$]*|[$][\w$]*")
_WORD = re.compile(r"[\w$.+-]+")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)")
_HEX = re.compile(r"([+-]?)0[xX]([0-9a-fA-F]+)")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))")
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": "", "\r": "", "\u2028": "", "\u2029": ""}  # fmt: skip
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}


def parse_json5(text: str) -> Any:
    """The value of a JSON5 text; ValueError if it is none, or nested deeper than 100.

    >>> parse_json5("{name: 'x', /* mine */ list: [1, .5,], }")
    {'name': 'x', 'list': [1, 0.5]}
    """
    value, at = _value(text, _skip(text, 0), 0)
    if _skip(text, at) != len(text):
        raise _wrong(text, at)
    return value


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _wrong(text: str, at: int) -> ValueError:
    return ValueError(f"line {text.count(chr(10), 0, at) + 1} can't be read")


def _value(text: str, at: int, depth: int) -> tuple[Any, int]:
    sign = text[at : at + 1]
    if depth > MOST_DEPTH:
        raise _wrong(text, at)
    if sign == "{":
        return _object(text, at + 1, depth)
    if sign == "[":
        return _list(text, at + 1, depth)
    if sign and sign in "\"'":
        return _string(text, at)
    word = _WORD.match(text, at)
    if word is None:
        raise _wrong(text, at)
    return _plain(text, at, word[0]), word.end()


def _plain(text: str, at: int, word: str) -> Any:
    if word in _WORDS:
        return _WORDS[word]
    if hexadecimal := _HEX.fullmatch(word):
        return int(hexadecimal[1] + hexadecimal[2], 16)
    if _NUMBER.fullmatch(word):
        return float(word) if any(sign in word for sign in ".eE") else int(word)
    if word.lstrip("+-") in {"Infinity", "NaN"}:
        return float(word.replace("Infinity", "inf"))
    raise _wrong(text, at)


def _object(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    value: dict[str, Any] = {}
    at = _skip(text, at)
    while text[at : at + 1] != "}":
        key, at = _key(text, at)
        at = _skip(text, at)
        if text[at : at + 1] != ":":
            raise _wrong(text, at)
        value[key], at = _value(text, _skip(text, at + 1), depth + 1)
        at = _after(text, at, "}")
    return value, at + 1


def _list(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    value: list[Any] = []
    at = _skip(text, at)
    while text[at : at + 1] != "]":
        one, at = _value(text, at, depth + 1)
        value.append(one)
        at = _after(text, at, "]")
    return value, at + 1


def _after(text: str, at: int, end: str) -> int:
    """Where the next member begins, or the end stands."""
    at = _skip(text, at)
    if text[at : at + 1] == ",":
        return _skip(text, at + 1)
    if text[at : at + 1] != end:
        raise _wrong(text, at)
    return at


def _key(text: str, at: int) -> tuple[str, int]:
    if text[at : at + 1] in ('"', "'"):
        return _string(text, at)
    word = _KEY.match(text, at)
    if word is None:
        raise _wrong(text, at)
    return word[0], word.end()


def _string(text: str, at: int) -> tuple[str, int]:
    found = re.compile(rf"{text[at]}((?:[^\\{text[at]}\n\r]|\\(?:\r\n|[\s\S]))*){text[at]}").match(text, at)
    if found is None:
        raise _wrong(text, at)
    return _ESCAPE.sub(_unescape, found[1]), found.end()


def _unescape(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _SIGNS.get(found[3], found[3])
