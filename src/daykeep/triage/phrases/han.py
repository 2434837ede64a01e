"""Phrases of Chinese and Japanese text: clauses without the words at their edges that name nothing."""

from __future__ import annotations

import re

from daykeep.triage.phrases.words import HAN_FILLERS

_HAN = "\u3040-\u30ff\u3400-\u9fff"
_PIECES = re.compile(
    rf"[《「『“【][^《》「」『』“”【】\n]{{1,40}}[》」』”】]|[0-9A-Za-z{_HAN}·]*[{_HAN}][0-9A-Za-z{_HAN}·:.%-]*|[^{_HAN}，。！？；：、\n]+"
)
_IS_HAN = re.compile(f"[{_HAN}]")
_EDGE = " ，。！？；：、,.!?;:（）()“”\"'…"
_MIN_CHARS = 2
MAX_CHARS = 40
"""A longer clause is left out: it has no punctuation where sentences have it."""


def find_han_phrases(text: str) -> list[tuple[str, bool]]:
    """The phrases of a text with Han characters in it, in order, and for each whether it holds any.

    >>> [phrase for phrase, _ in find_han_phrases("好的，请帮我订明天下午三点去上海的高铁票，谢谢。")]
    ['订明天下午三点去上海的高铁票']
    """
    found: list[tuple[str, bool]] = []
    for match in _PIECES.finditer(text):
        piece = match.group().strip(_EDGE)
        if not _IS_HAN.search(piece):
            found.append((piece, False))
            continue
        bare = _without_fillers(piece)
        if _MIN_CHARS <= len(bare) <= MAX_CHARS or (bare and bare[0].isdigit()):
            found.append((bare[:MAX_CHARS], True))
    return found


def _without_fillers(clause: str) -> str:
    """A clause without what names nothing at its edges."""
    changed = True
    while changed and clause:
        changed = False
        for filler in HAN_FILLERS:
            if clause.startswith(filler):
                clause, changed = clause[len(filler) :], True
            elif (len(filler) > 1 or filler in "吗呢吧啊呀了") and clause.endswith(filler):
                clause, changed = clause[: -len(filler)], True
    return clause
