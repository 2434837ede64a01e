"""Cutting a text to a length, and saying so in it."""

from __future__ import annotations

import re

GAP = " […] "
SENTENCES = re.compile(r"(?<=[.!?。！？\n])\s*")
"""Where sentences end: splits behind their last sign."""


def clip_both(text: str, most_chars: int) -> str:
    """Both ends of a text that is longer than ``most_chars`` characters, with a mark where it is cut.

    >>> clip_both("abcdefghijklmnop", 11)
    'abc […] nop'
    """
    text = text.strip()
    if len(text) <= most_chars:
        return text
    half = (most_chars - len(GAP)) // 2
    return f"{text[:half]}{GAP}{text[-half:]}"


def clip_end(text: str, most_chars: int) -> str:
    """The end of a text that is longer than ``most_chars`` characters, with a mark before it.

    >>> clip_end("abcdefghijklmnop", 11)
    ' […] klmnop'
    """
    text = text.strip()
    return text if len(text) <= most_chars else f"{GAP}{text[-(most_chars - len(GAP)) :]}"


def last_question(text: str, most_chars: int) -> str:
    """The last question that a text asks, else its end, within ``most_chars`` characters.

    >>> last_question("It costs $40. Shall I book it? Seats are few.", 200)
    'Shall I book it?'
    """
    tail = text[-4 * most_chars :]
    if "?" in tail or "？" in tail:
        asked = [part for part in SENTENCES.split(tail) if part.rstrip().endswith(("?", "？"))]
        if asked:
            return clip_end(asked[-1], most_chars)
    return clip_end(text, most_chars)
