"""Edits of a file's text by the model, and how lines are shown to it. Pure.

A line ends at a line feed and nowhere else; what stands behind the last one is a line if it is not empty. Every
character that an edit does not name stays, a carriage return or U+2028 among them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.memory_tool.model import CommandError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

_AROUND = 2
"""So many lines are shown above and below what was replaced."""
_SNIPPET_LINES = 60
_MOST_PLACES = 100


def split_lines(text: str) -> list[str]:
    r"""The lines of a text without their line ends; a last line may have half of one.

    >>> split_lines("a\r\nb\u2028c\n\n")
    ['a', 'b\u2028c', '']
    """
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def number_lines(lines: Iterable[str], first: int = 1) -> str:
    r"""Lines as they are shown: their number right-aligned in six places, a tab, their text.

    >>> number_lines(["tea"], 12)
    '    12\ttea'
    """
    return "\n".join(f"{number:>6}\t{line}" for number, line in enumerate(lines, first))


def replace_once(text: str, old: str, new: str, *, path: str) -> tuple[str, str]:
    r"""The text with its one ``old`` replaced, and a numbered snippet of it; CommandError if there is none, or several.

    Where every line ends in CRLF, line feeds in ``old`` and ``new`` stand for that: the model sees no carriage returns.

    >>> replace_once("a\r\nb\r\n", "a\nb", "c", path="/memories/a.md")[0]
    'c\r\n'
    """
    old, new = _fit(old, text), _fit(new, text)
    places = _places(text, old)
    if not places:
        raise CommandError(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {shown(path)}."
        )
    if len(places) > 1:
        numbers = dict.fromkeys(text.count("\n", 0, place) + 1 for place in places)
        raise CommandError(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
            f"{', '.join(map(str, numbers))}. Please ensure it is unique"
        )
    start = places[0]
    after = text[:start] + new + text[start + len(old) :]
    line = text.count("\n", 0, start)
    return after, snippet(after, line, line + new.count("\n"))


def _places(text: str, old: str) -> list[int]:
    """Where ``old`` begins in the text, overlapping ones included; the first hundred, so that hostile text costs little."""
    places: list[int] = []
    at = text.find(old) if old else -1
    while at >= 0 and len(places) < _MOST_PLACES:
        places.append(at)
        at = text.find(old, at + 1)
    return places


def snippet(text: str, first: int, last: int) -> str:
    """The lines ``first`` to ``last`` (from 0) with two around them, numbered; the middle of many is left out."""
    lines = split_lines(text)
    start, end = max(0, first - _AROUND), min(len(lines), last + _AROUND + 1)
    if end - start <= _SNIPPET_LINES:
        return number_lines(lines[start:end], start + 1)
    half = _SNIPPET_LINES // 2
    left = end - start - 2 * half
    head, tail = (
        number_lines(lines[start : start + half], start + 1),
        number_lines(lines[end - half : end], end - half + 1),
    )
    return f"{head}\n   ...\t({left} lines)\n{tail}"


def insert_after(text: str, line: int, inserted: str) -> str:
    r"""The text with something put behind its first ``line`` lines; CommandError for a number that is out of range.

    What is inserted gets a line end where it lacks one and something follows, or the line before it has one.

    >>> insert_after("a\nb", 2, "c"), insert_after("a\nb\n", 1, "c")
    ('a\nb\nc', 'a\nc\nb\n')
    """
    count = len(split_lines(text))
    if not 0 <= line <= count:
        raise CommandError(
            f"Error: Invalid `insert_line` parameter: {line}. "
            f"It should be within the range of lines of the file: [0, {count}]"
        )
    at = _offset(text, line)
    head, tail, inserted = text[:at], text[at:], _fit(inserted, text)
    end = "\r\n" if _is_crlf(text) else "\n"
    bare = head.removeprefix("\ufeff")
    if bare and not head.endswith("\n"):
        head += "\n" if head.endswith("\r") else end
        closes = bool(tail)
    else:
        closes = bool(tail) or bool(bare)
    if inserted and closes and not inserted.endswith("\n"):
        inserted += end
    return head + inserted + tail


def _offset(text: str, line: int) -> int:
    """Where in the text the line with this number (from 0) begins; a byte-order mark stays in front."""
    at = 1 if text.startswith("\ufeff") else 0
    for _ in range(line):
        found = text.find("\n", at)
        if found < 0:
            return len(text)
        at = found + 1
    return at


def _is_crlf(text: str) -> bool:
    """Whether every line of a text ends in CRLF."""
    count = text.count("\n")
    return count > 0 and text.count("\r\n") == count


def _fit(given: str, text: str) -> str:
    """What the model gave, with the line ends of the text it goes into."""
    return re.sub(r"(?<!\r)\n", "\r\n", given) if _is_crlf(text) else given
