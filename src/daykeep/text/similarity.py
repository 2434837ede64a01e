"""How alike two pieces of text are: lines as they are compared, and shared runs of characters."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from daykeep.text.unicode import fold

_MARKS = {ord(mark): None for mark in "*_`~"}
_REMEMBERED_LINES = 1 << 12
"""So many lines are not normalised anew: one line is compared, hashed and looked up many times in a run."""


@cache
def _lead_pattern() -> re.Pattern[str]:
    bullet = r"[-*+•◦‣▪–—·>]+\s+|\d{1,4}(?:[.)]\s+|、\s*)|[（(]\d{1,3}[)）]\s*|\[[ xX✓✔√/~-]\]\s*|#{1,6}\s+"
    return re.compile(rf"^\s*(?:(?:{bullet}))+")


@lru_cache(maxsize=_REMEMBERED_LINES)
def normalise_line(line: str) -> str:
    """A line as it is compared: NFKC, no case, no bullet, number, checkbox or emphasis, single blanks.

    Two lines that differ only in these are the same memory. The result of a result is itself.

    >>> normalise_line("- [x] **Always**  check `git status`")
    'always check git status'
    """
    text = (line.lower() if line.isascii() else fold(line)).translate(_MARKS)
    return " ".join(strip_lead(text).split())


def strip_lead(text: str) -> str:
    """A line without the bullets, numbers, checkboxes, quote and heading marks that lead it.

    >>> strip_lead("- [x] 1. check the lock")
    'check the lock'
    """
    return _lead_pattern().sub("", text, count=1)


def containment(a: str, b: str, n: int = 3) -> float:
    """The share (0 to 1) of the distinct ``n``-character runs of ``a`` that also occur in ``b``.

    Both are normalised line by line first and blanks are left out, so it works alike with and without word breaks.
    Broder, "On the resemblance and containment of documents" (1997).

    >>> containment("check the lock", "Always check the lock file")
    1.0
    """
    small, large = _squeeze(a), _squeeze(b)
    if not small:
        return 0.0
    if len(small) < n:
        return float(small in large)
    grams = {small[i : i + n] for i in range(len(small) - n + 1)}
    others = {large[i : i + n] for i in range(len(large) - n + 1)}
    return len(grams & others) / len(grams)


def _squeeze(text: str) -> str:
    return "".join(normalise_line(line).replace(" ", "") for line in text.split("\n"))
