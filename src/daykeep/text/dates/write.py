"""How a stretch of days is written in the place of the words that meant it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.text.dates.values import DAY, MONTH, QUARTER, RANGE, YEAR
from daykeep.text.language import language_of

if TYPE_CHECKING:
    from daykeep.text.dates.values import Span

_HAN_FROM = "\u2e80"
_FROM_START = re.compile(r"\b(?:before|until|till|since|from|starting|as of)\s+$", re.IGNORECASE)
_TO_END = re.compile(r"\b(?:by|after|through)\s+$", re.IGNORECASE)
_ZH_START = re.compile(r"\s?(?:之?前|以前|开始|起)")
_ZH_END = re.compile(r"\s?(?:之?后(?![半端台])|以后)")
_PARTLY = re.compile(r"\b(?:early|late|later|sometime|mid)\s+$", re.IGNORECASE)


def write_span(span: Span, text: str, start: int, end: int) -> str:
    """The date in ISO form for ``text[start:end]``: a day, ``2026-05``, ``2026-Q3``, ``2027``, or "first to last".

    Of a stretch of days, what is "before", "until" or "from" it is told by its first day, what is "by" or "after" it
    by its last. A space is added where a letter stands right beside the words.
    """
    said = text[start:end]
    chinese = any(letter >= _HAN_FROM for letter in said) or (said.isascii() and language_of(text) == "zh")
    day = _date(span, text[max(0, start - 20) : start], text[end : end + 4], chinese=chinese)
    is_apart = day[-1] < _HAN_FROM and span.after != "" and not span.after.startswith(" ")
    written = f"{span.before}{day}{' ' * is_apart}{span.after}"
    before, after = text[start - 1 : start], text[end : end + 1]
    return f"{' ' * _is_letter(before)}{written}{' ' * (_is_letter(after) and written[-1] < _HAN_FROM)}"


def _is_letter(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _date(span: Span, before: str, after: str, *, chinese: bool) -> str:
    first, last = span.first.isoformat(), span.last.isoformat()
    if span.kind != RANGE:
        year = f"{first[:4]} 年" if chinese else first[:4]
        quarter = f"{first[:4]}-Q{(span.first.month + 2) // 3}"
        return {DAY: first, MONTH: first[:7], QUARTER: quarter, YEAR: year}[span.kind]
    if _FROM_START.search(before) or _ZH_START.match(span.after or after):
        return first
    if _TO_END.search(before) or _ZH_END.match(after):
        return last
    if chinese:
        return f"{first} 至 {last}"
    return f"{'in the week ' if _PARTLY.search(before) else ''}{first} to {last}"
