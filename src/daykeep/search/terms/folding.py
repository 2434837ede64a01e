"""Unicode made comparable: width, marks, decimal digits, spelling variants of Arabic, and traditional Chinese.

Letters keep their case here, because the cutting of names such as ``getUserName`` needs it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import NamedTuple

_DIGIT_BLOCKS = (
    *(0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66),
    *(0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x17E0, 0x1810),
)
_DROPPED = (
    *range(0x0591, 0x05C8),  # Hebrew points
    *range(0x064B, 0x0660),  # Arabic vowel marks
    *(0x0640, 0x0670, 0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF),  # tatweel, invisible characters
)
_WRITTEN_AS = {
    "ا": "أإآٱ",
    "ي": "ىی",
    "ه": "ة",
    "ك": "ک",
    "o": "ø",
    "O": "Ø",
    "d": "đð",
    "D": "ĐÐ",
    "l": "ł",
    "L": "Ł",
    "i": "ı",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "th": "þ",
    "TH": "Þ",
    "ss": "ß",
    "SS": "ẞ",
    "'": "’‘ʼ",
    "-": "‐‑–",
}
_LETTERS: dict[int, str | None] = {
    **{block + digit: str(digit) for block in _DIGIT_BLOCKS for digit in range(10)},
    **{ord(other): letter for letter, others in _WRITTEN_AS.items() for other in others},
    **dict.fromkeys(_DROPPED),
}


class _Seen(NamedTuple):
    """What a text is looked over for: letters with marks, the marks, and Chinese characters."""

    marked: re.Pattern[str]
    marks: re.Pattern[str]
    han: re.Pattern[str]


def fold(text: str) -> str:
    """Text in which spellings that a person takes for the same are the same; case is left alone.

    >>> fold("Ｃafé naïve Łódź ５ 資料庫")
    'Cafe naive Lodz 5 资料库'
    """
    if text.isascii():
        return text
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    seen = _seen()
    if seen.marked.search(text):
        text = unicodedata.normalize("NFC", seen.marks.sub("", unicodedata.normalize("NFD", text)))
    text = text.translate(_LETTERS)
    return text.translate(_simplified()) if seen.han.search(text) else text


@cache
def _seen() -> _Seen:
    """Compiled when first needed: most questions are ASCII."""
    return _Seen(
        re.compile("[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff\u0300-\u036f]"),
        re.compile("[\u0300-\u036f]"),
        re.compile("[\u4e00-\u9fff]"),
    )


@cache
def _simplified() -> dict[int, str]:
    table = Path(__file__).with_name("variants.txt").read_text(encoding="utf-8").splitlines()
    traditional, simplified = (line for line in table if line and not line.startswith("#"))
    return {ord(one): other for one, other in zip(traditional, simplified, strict=True)}
