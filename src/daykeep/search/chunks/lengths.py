"""Cuts what is too long for one chunk: between lines first, inside of a line at the end of a sentence."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_CHARS = 1000
"""No chunk is longer. A paragraph of a log or book has 300 to 800 characters; longer ones hold several matters."""

_LEAST_CHARS = MAX_CHARS // 4
"""A sentence that ends before this is not cut there: pieces of a few words tell nothing."""


def cut_lines(lines: Sequence[str], first: int, last: int) -> Iterator[tuple[int, int, str]]:
    """The lines ``first`` to ``last`` (1-based, inclusive) as pieces of at most `MAX_CHARS`: first and last line, text."""
    text = lines[first - 1] if first == last else "\n".join(lines[first - 1 : last])
    if len(text) <= MAX_CHARS:
        yield first, last, text
        return
    start, size = first, 0
    for number in range(first, last + 1):
        length = len(lines[number - 1]) + 1
        if size and size + length > MAX_CHARS:
            yield start, number - 1, "\n".join(lines[start - 1 : number - 1])
            start, size = number, 0
        if length > MAX_CHARS:
            for piece in cut_text(lines[number - 1]):
                yield number, number, piece
            start, size = number + 1, 0
        else:
            size += length
    if size:
        yield start, last, "\n".join(lines[start - 1 : last])


def cut_text(text: str) -> Iterator[str]:
    """A text as pieces of at most `MAX_CHARS`, cut behind sentences where there are any, else between words.

    Joined, the pieces are the text again. Linear in its length.

    >>> [len(piece) for piece in cut_text("a sentence. " * 200)]
    [996, 996, 408]
    """
    start = 0
    while len(text) - start > MAX_CHARS:
        end = start + MAX_CHARS
        cut = max(_ends(text, start + _LEAST_CHARS, end), default=0)
        if not cut:
            cut = text.rfind(" ", start + _LEAST_CHARS, end) + 1 or end
        yield text[start:cut]
        start = cut
    if start < len(text):
        yield text[start:]


def _ends(text: str, start: int, end: int) -> Iterator[int]:
    return (match.end() for match in _sentence_end().finditer(text, start, end))


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(r"[.!?;](?:[\"')\]]{0,2})\s|[。！？；…]|\n")
