"""Text as cells of a terminal: made harmless, measured, cut and wrapped, alike in every terminal.

Terminals differ in how wide a joined emoji, a skin tone, a flag or a variation selector is; one that counts otherwise
than the screen's painter shifts everything to the right of it. Such sequences are shown in their parts, whose width all
agree about.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from prompt_toolkit.utils import get_cwidth

from daykeep.guard.hidden import show_hidden
from daykeep.text.unicode import repair_surrogates

if TYPE_CHECKING:
    from collections.abc import Iterator

CUT = "…"
"""Stands where a text goes on that has no room."""
LEFT_TO_RIGHT = "\u200e"
"""A mark of no width that keeps what is beside it in its column where a terminal turns right-to-left text round."""
_TAB = "    "
_JOINER = "\u200d"
_DISPUTED = re.compile("[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
"""Variation selectors, skin tones and the tags of regional flags."""
_EMOJI_JOINER = re.compile(
    "(?<=[\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff])\u200d|\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])"
)
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]+")
_KEYCAP = re.compile("([0-9#*])\u20e3")
_FLAG_LETTER = 0x1F1E6 - ord("A")


def display(text: str) -> str:
    """One line as it may be painted: hidden characters and controls spelled out, disputed sequences in their parts.

    >>> display("a" + chr(0x202E) + "b" + chr(27) + "[2J")
    'a[U+202E]b[U+001B][2J'
    >>> display("\U0001f1e9\U0001f1ea")
    '[DE]'
    """
    if text.isascii() and text.isprintable():
        return text
    shown = show_hidden(repair_surrogates(text)[0].replace("\t", _TAB))
    shown = shown.replace("\r", "[U+000D]").replace("\n", "[U+000A]").replace("\ufeff", "[U+FEFF]")
    shown = _EMOJI_JOINER.sub("", _DISPUTED.sub("", shown))
    shown = _FLAG.sub(_letters, _KEYCAP.sub(r"[\1]", shown))
    return unicodedata.normalize("NFC", shown)


def _letters(match: re.Match[str]) -> str:
    return "[" + "".join(chr(ord(letter) - _FLAG_LETTER) for letter in match[0]) + "]"


def width(text: str) -> int:
    """How many columns a text that was made harmless takes."""
    return len(text) if text.isascii() else get_cwidth(text)


def cut(text: str, columns: int) -> str:
    """The text if it fits into so many columns, else its beginning and ``…``; never half of a wide character."""
    if width(text) <= columns:
        return text
    if columns < 1:
        return ""
    kept, used = [], 0
    for piece in _pieces(text):
        used += width(piece)
        if used > columns - 1:
            break
        kept.append(piece)
    return "".join(kept) + CUT


def pad(text: str, columns: int) -> str:
    """The text in exactly so many columns: cut, or filled up with spaces."""
    shown = cut(text, columns)
    return shown + " " * (columns - width(shown))


def wrap(text: str, columns: int) -> list[str]:
    """The text in rows of at most so many columns, broken at spaces and between wide characters where it can be.

    >>> wrap("Set a limit", 6)
    ['Set a', 'limit']
    """
    rows: list[str] = []
    row: list[str] = []
    used = 0
    for piece in _pieces(text):
        size = width(piece)
        if row and used + size > columns:
            if piece == " ":
                rows.append("".join(row).rstrip(" "))
                row, used = [], 0
                continue
            at = _break_of(row)
            rows.append("".join(row[:at]).rstrip(" "))
            row = row[at:]
            used = sum(map(width, row))
        row.append(piece)
        used += size
    return [*rows, "".join(row)]


def _break_of(row: list[str]) -> int:
    """How much of a full row stays: up to its last space or wide character, all of it where there is none."""
    for index in range(len(row) - 1, 0, -1):
        if (row[index] == " " and "".join(row[:index]).strip(" ")) or width(row[index]) > 1:
            return index + 1
    return len(row)


def _pieces(text: str) -> Iterator[str]:
    """The characters, each with the marks of no width that follow it."""
    piece = ""
    for character in text:
        if piece and (width(character) > 0 or character == " "):
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


def turns(text: str) -> bool:
    """Whether there is right-to-left text in it, which some terminals turn round."""
    return not text.isascii() and any(unicodedata.bidirectional(one) in {"R", "AL", "AN"} for one in text)
