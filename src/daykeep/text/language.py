"""The language of a text, as far as daykeep writes in it: Chinese or English."""

from __future__ import annotations

import re
from functools import cache

ZH_SHARE = 0.2
"""Chinese at or above this share of Han letters: Chinese notes are full of English names and paths."""
KANA_SHARE = 0.05
SAMPLE_CHARS = 20_000


@cache
def _letters() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    han = re.compile("[\\u3400-\\u4dbf\\u4e00-\\u9fff\\U00020000-\\U0003134f]+")
    other_cjk = re.compile("[\\u3040-\\u30ff\\uac00-\\ud7af\\u1100-\\u11ff]+")
    return han, other_cjk, re.compile(r"[^\W\d_]+")


def language_of(text: str) -> str:
    """``"zh"`` when at least a fifth of the letters are Han and hardly any are kana or hangul, else ``"en"``.

    The first 20,000 characters decide.

    >>> language_of("今天修好了 nginx 的超时"), language_of("fixed the timeout"), language_of("今日はバグを直した")
    ('zh', 'en', 'en')
    """
    if text.isascii():
        return "en"
    sample = text[:SAMPLE_CHARS]
    han, other_cjk, letters = (sum(map(len, pattern.findall(sample))) for pattern in _letters())
    if not han or other_cjk > KANA_SHARE * (han + other_cjk):
        return "en"
    return "zh" if han >= ZH_SHARE * letters else "en"


def count_han(text: str) -> int:
    """How many letters of a text are Chinese ones in everyday use: U+4E00 to U+9FFF.

    >>> count_han("用 nginx")
    1
    """
    return sum("\u4e00" <= letter <= "\u9fff" for letter in text)
