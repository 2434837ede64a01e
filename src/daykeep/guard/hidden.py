"""Characters that a reader can't see but a model reads: found by context, shown as ``[U+202E]``.

Emoji sequences, flags, keycaps, and the joiners that Persian, Arabic and Indic scripts need are ordinary text. The
contexts follow Unicode Technical Standard 51 (emoji) and Unicode Standard Annex 31, section 2.3 (joiners).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

ZWNJ, ZWJ = 0x200C, 0x200D
_BLACK_FLAG, _CANCEL_TAG = "\U0001f3f4", "\U000e007f"
_MAX_FLAG_TAGS = 6
_KINDS = (
    ("control", 0x00, 0x1F),
    ("control", 0x7F, 0x9F),
    ("filler", 0xAD, 0xAD),
    ("zero-width", 0x34F, 0x34F),
    ("bidi", 0x61C, 0x61C),
    ("filler", 0x115F, 0x1160),
    ("filler", 0x17B4, 0x17B5),
    ("variation", 0x180B, 0x180D),
    ("zero-width", 0x180E, 0x180E),
    ("variation", 0x180F, 0x180F),
    ("zero-width", 0x200B, 0x200D),
    ("bidi", 0x200E, 0x200F),
    ("control", 0x2028, 0x2029),
    ("bidi", 0x202A, 0x202E),
    ("zero-width", 0x2060, 0x2064),
    ("zero-width", 0x2065, 0x2065),
    ("bidi", 0x2066, 0x206F),
    ("filler", 0x2800, 0x2800),
    ("filler", 0x3164, 0x3164),
    ("variation", 0xFE00, 0xFE0F),
    ("zero-width", 0xFEFF, 0xFEFF),
    ("filler", 0xFFA0, 0xFFA0),
    ("control", 0xFFF9, 0xFFFB),
    ("zero-width", 0x1BCA0, 0x1BCA3),
    ("zero-width", 0x1D173, 0x1D17A),
    ("tag", 0xE0000, 0xE007F),
    ("variation", 0xE0100, 0xE01EF),
)
"""What a character outside of its legitimate context is called, by code point range."""

_EMOJI_RANGES = (
    (0x1F000, 0x1FAFF), (0x2190, 0x21FF), (0x2300, 0x23FF), (0x2460, 0x24FF), (0x25A0, 0x27BF), (0x2900, 0x297F),
    (0x2B00, 0x2BFF), (0x3030, 0x303D), (0x3297, 0x3299), (0xA9, 0xA9), (0xAE, 0xAE), (0x203C, 0x203C), (0x2049, 0x2049),
    (0x2122, 0x2122), (0x2139, 0x2139), (0xFE0F, 0xFE0F),
)  # fmt: skip
_JOINING_RANGES = ((0x600, 0x8FF), (0x900, 0xDFF), (0xF00, 0x109F), (0x1780, 0x18AF), (0x1A20, 0x1CFF), (0xA800, 0xAAFF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFE), (0x11000, 0x11FFF))  # fmt: skip
"""Scripts in which joiners change how letters look: Arabic and its kin, the Indic and Mongolian scripts."""


class Hidden(NamedTuple):
    """One hidden character: its offset in the text, its code point and what it is.

    Kinds: ``tag``, ``bidi``, ``zero-width``, ``variation``, ``filler``, ``control``, ``ansi``.
    """

    offset: int
    code: int
    kind: str


@cache
def _suspects() -> re.Pattern[str]:
    ranges = "".join(f"{re.escape(chr(low))}-{re.escape(chr(high))}" for _, low, high in _KINDS if low > 0x20)
    return re.compile(f"[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f{ranges}]")


@cache
def _ascii_suspects() -> re.Pattern[str]:
    return re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def find_hidden(text: str) -> list[Hidden]:
    """Every hidden character that no script and no emoji needs where it stands; linear time.

    Tabs, line feeds and carriage returns are ordinary, and so is a byte order mark at the start of the text.

    >>> [hidden.kind for hidden in find_hidden("ig" + chr(0x200B) + "nore")]
    ['zero-width']
    """
    pattern = _ascii_suspects() if text.isascii() else _suspects()
    flag_tags_until = -1
    found: list[Hidden] = []
    for match in pattern.finditer(text):
        offset = match.start()
        code = ord(text[offset])
        if (
            0xE0000 <= code <= 0xE007F
            and offset >= flag_tags_until
            and text[offset - 1 : offset] == _BLACK_FLAG
        ):
            flag_tags_until = _flag_end(text, offset)
        if offset < flag_tags_until or _is_ordinary(text, offset, code):
            continue
        found.append(Hidden(offset, code, _kind_of(code)))
    return found


def show_hidden(text: str) -> str:
    """The text with every hidden character written as ``[U+XXXX]``, safe to print on a terminal.

    >>> show_hidden("a" + chr(0x202E) + "b")
    'a[U+202E]b'
    """
    parts: list[str] = []
    done = 0
    for hidden in find_hidden(text):
        parts.extend((text[done : hidden.offset], f"[U+{hidden.code:04X}]"))
        done = hidden.offset + 1
    return "".join((*parts, text[done:])) if parts else text


def escape_hidden(text: str) -> str:
    r"""A JSON text with every hidden character written as JSON's own escape: the same value, safe to print.

    >>> escape_hidden('"a' + chr(0x202E) + 'b"')
    '"a\\u202eb"'
    """
    parts: list[str] = []
    done = 0
    for hidden in find_hidden(text):
        units = chr(hidden.code).encode("utf-16-be", "surrogatepass").hex()
        escaped = "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
        parts.extend((text[done : hidden.offset], escaped))
        done = hidden.offset + 1
    return "".join((*parts, text[done:])) if parts else text


def _kind_of(code: int) -> str:
    if code in {0x1B, 0x9B}:
        return "ansi"
    return next(kind for kind, low, high in _KINDS if low <= code <= high)


def _is_ordinary(text: str, offset: int, code: int) -> bool:
    before = text[offset - 1] if offset else ""
    after = text[offset + 1 : offset + 2]
    if code == 0xFEFF:
        return offset == 0
    if code in {ZWNJ, ZWJ}:
        return _is_ordinary_joiner(before, after, code)
    if code in {0x200E, 0x200F, 0x61C}:
        return not (_splits_word(before) and _splits_word(after))
    if 0xFE00 <= code <= 0xFE0F:
        return _is_ordinary_selector(before, after, code)
    return 0x180B <= code <= 0x180F and _within(before, _JOINING_RANGES)


def _is_ordinary_joiner(before: str, after: str, code: int) -> bool:
    if _within(before, _JOINING_RANGES):
        return True
    if code == ZWNJ:
        return _within(after, _JOINING_RANGES)
    pictured = _within(before, _EMOJI_RANGES) or before == _CANCEL_TAG
    return (pictured and _within(after, _EMOJI_RANGES)) or (
        _within(after, _JOINING_RANGES) and not before.strip()
    )


def _splits_word(neighbour: str) -> bool:
    """A letter or digit of a script that is written from left to right."""
    return bool(neighbour) and neighbour.isalnum() and unicodedata.bidirectional(neighbour) in {"L", "EN"}


def _is_ordinary_selector(before: str, after: str, code: int) -> bool:
    if _within(after, ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF))) or not before:
        return False
    if code >= 0xFE0E:
        return _within(before, _EMOJI_RANGES) or before in "0123456789#*"
    category = unicodedata.category(before)
    return category in {"Sm", "Lo", "So", "Po"} and not before.isascii()


def _flag_end(text: str, offset: int) -> int:
    """Where the tags of a regional flag end (Wales, Texas), or ``offset`` when they spell something else."""
    end = offset
    while end - offset < _MAX_FLAG_TAGS and (
        "\U000e0030" <= text[end : end + 1] <= "\U000e0039"
        or "\U000e0061" <= text[end : end + 1] <= "\U000e007a"
    ):
        end += 1
    is_flag = end - offset >= 3 and text[end : end + 1] == _CANCEL_TAG
    return end + 1 if is_flag else offset


def _within(character: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return bool(character) and any(low <= ord(character) <= high for low, high in ranges)
