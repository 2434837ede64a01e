"""The words of a statement and how they stand together: names as names, numbers as numbers, Chinese by characters."""

from __future__ import annotations

import re
from itertools import pairwise

_PIECE = re.compile(r"[A-Za-z]+(?:['_.+#/-]?[A-Za-z0-9]+)*|[\u4e00-\u9fff]|\d[\d:./%-]*|[:：—?？!！#@\"“「]")
START, END, NUMBER, NAME, CODE = "^", "$", "<0>", "<N>", "<C>"
_LONG = 5
"""Words of more letters than this are also known by their last three."""


def read_words(text: str) -> frozenset[str]:
    """Words, pairs of neighbours, the beginning, threes around a Chinese character, and the endings of long words.

    A name inside of the text is also ``<N>``, what looks like code is ``<C>``, a number is ``<0>`` only.

    >>> sorted(read_words("Recipes are in Paprika"))[:4]
    ['-pes', '<N>', '<N> $', '^ recipes']
    """
    pieces = [(_kind(match[0], first=place == 0), match[0].lower()) for place, match in _matches(text)]
    line = [START, *(kind for kind, _ in pieces), END]
    found = {kind for kind, _ in pieces} | {word for kind, word in pieces if kind in {NAME, CODE}}
    found |= {
        f"-{kind[-3:]}" for kind, _ in pieces if kind.isascii() and kind.isalpha() and len(kind) > _LONG
    }
    found |= {f"{left} {right}" for left, right in pairwise(line)}
    threes = zip(line, line[1:], line[2:], strict=False)
    found |= {" ".join(three) for three in threes if "\u4e00" <= three[1][0] <= "\u9fff"}
    if len(line) > 3:
        found.add(" ".join(line[:3]))
    return frozenset(found)


def _matches(text: str) -> enumerate[re.Match[str]]:
    return enumerate(_PIECE.finditer(text))


def _kind(word: str, *, first: bool) -> str:
    """What a piece counts as."""
    if word[0].isdigit():
        return NUMBER
    if "\u4e00" <= word[0] <= "\u9fff":
        return word
    if not word[0].isalnum():
        return f"<{word}>"
    if not first and word != "I" and not word.startswith("I'") and word[0].isupper():
        return NAME
    if any(mark in word for mark in "_./") or (word[1:] != word[1:].lower() and len(word) > 3):
        return CODE
    return word.lower()
