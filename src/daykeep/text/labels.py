"""Labels at the start of a line: ``- **问题**: x``, ``**Fix 2:** x``, ``✅ **Fix:** x``, ``教训：x``, ``Lesson: x``.

A label is told by its form, not by its word, so every language is read alike; which labels matter is the caller's
question.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

MAX_BOLD_CHARS = 60
MAX_PLAIN_CHARS = 40
MAX_PLAIN_WORDS = 4
_COLONS = ":："
_NOT_IN_PLAIN = frozenset('`*_.,;!?()[]{}<>|"=\\/@。，；！？（）「」『』【】《》“”')


class Label(NamedTuple):
    """A line's label: its words without emphasis, emoji and colon, and what stands after it.

    ``indent`` is the width of the leading blanks, ``bullet`` the list mark with its checkbox ("-", "1.", "- [x]"),
    "" without one. ``rest`` is "" when the text follows on the next lines.
    """

    name: str
    rest: str
    indent: int
    bullet: str


@cache
def _lead_pattern() -> re.Pattern[str]:
    bullet = r"[-*+•◦‣–·]|\d{1,4}[.)、]|[（(]\d{1,3}[)）]"
    return re.compile(
        rf"([ \t　]*)((?:>[ \t]?){{0,4}})((?:(?:{bullet})[ \t]+|\d{{1,3}}、){{0,2}}(?:\[[^\[\]]\][ \t]+)?)"
    )


def find_label(line: str) -> Label | None:
    """The label that a line starts with, or None.

    >>> find_label("- **Fix 2：** raised the limit")
    Label(name='Fix 2', rest='raised the limit', indent=0, bullet='-')
    >>> find_label("see https://example.org") is None, find_label("14:30 deployed") is None
    (True, True)
    """
    if not any(mark in line for mark in (":", "：", "**", "__", "】")):
        return None
    lead = _lead_pattern().match(line)
    if lead is None or line.startswith("#", lead.end()):
        return None
    text = _skip_symbols(line[lead.end() :])
    first = text[:1]
    if first in {"*", "_"}:
        found = _read_emphasised(text, first)
    elif first == "【":
        found = _read_bracketed(text)
    else:
        found = _read_plain(text)
    if found is None:
        return None
    name, rest = found
    return Label(name, rest.strip(), len(lead[1].expandtabs(4)), lead[3].strip())


def _skip_symbols(text: str) -> str:
    """The text without the emoji and signs that lead it; brackets and quotes of CJK stay."""
    start = 0
    for start, character in enumerate(text[:20]):  # noqa: B007 - the place where the symbols end is wanted
        if not character.isspace() and (
            ord(character) < 0xA9 or character.isalnum() or "\u3001" <= character <= "\u303f"
        ):
            break
    return text[start:]


def _read_emphasised(text: str, first: str) -> tuple[str, str] | None:
    inner_text = text.lstrip(first)
    mark = first * min(len(text) - len(inner_text), 2)
    end = inner_text.find(mark, 0, MAX_BOLD_CHARS * 8) if mark else -1
    if end < 1:
        return None
    inner, after = inner_text[:end], inner_text[end:].lstrip(first).lstrip()
    if inner.rstrip()[-1:] in _COLONS and inner.strip():
        return _named(inner.rstrip()[:-1], after, MAX_BOLD_CHARS)
    if after[:1] in {":", "：", "—", "–"} or after.startswith(("- ", "-- ")):
        return _named(inner, after.lstrip(":：—–-"), MAX_BOLD_CHARS)
    inside = _read_plain(_skip_symbols(inner))
    return None if inside is None else (inside[0], f"{inside[1]} {after}")


def _read_bracketed(text: str) -> tuple[str, str] | None:
    inner, bracket, _ = text[1 : MAX_PLAIN_CHARS + 2].partition("】")
    if not bracket:
        return None
    return _named(inner, text[len(inner) + 2 :].lstrip(":： "), MAX_PLAIN_CHARS)


def _read_plain(text: str) -> tuple[str, str] | None:
    window = text[: MAX_PLAIN_CHARS + 1]
    ends = [place for colon in _COLONS if (place := window.find(colon)) > 0]
    if not ends:
        return None
    end = min(ends)
    name, rest = window[:end], text[end + 1 :]
    tight = text[end] == ":" and rest[:1] not in {"", " ", "\t"} and ord(name[-1]) < 0x2E80
    if tight or len(name.split()) > MAX_PLAIN_WORDS or not _NOT_IN_PLAIN.isdisjoint(name):
        return None
    return _named(name, rest, MAX_PLAIN_CHARS)


def _named(name: str, rest: str, limit: int) -> tuple[str, str] | None:
    name = _skip_symbols(name.strip()).strip(" *_`　")
    if not 0 < len(name) <= limit or not any(character.isalpha() for character in name):
        return None
    return name, rest
