"""Splits the text of an instruction file into what a model gets, and the prose in which ``@path`` counts.

Block comments are taken out of what the model gets, outside of code; one that is never closed stays. Fenced and
indented code, code spans and comments hold no imports. A fence that is never closed is code to the end of the file,
as in CommonMark.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.blocks import CODE, COMMENT, TEXT, find_blocks, is_list_item

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_LINES = 1_000
"""Lines with a possible import that are given; one more is given where there are more."""

_CODE_INDENT = 4
_PARAGRAPH_LINES = 1_000
"""No code span is looked for over more lines, so that a file without blank lines is not read to its end for nothing."""
_BREAKS = ("#", "|", "---", "===")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_QUOTE = re.compile(r" {0,3}>[ ]?")
_MOST_QUOTES = 4


class Prose(NamedTuple):
    """``text`` as a model gets it; ``lines`` are line numbers with the words of that line that may import.

    ``open_comment`` is the line of a comment that is never closed, else 0.
    """

    text: str
    lines: tuple[tuple[int, str], ...]
    open_comment: int


def split_prose(lines: Sequence[str], first: int = 0) -> Prose:
    """Split a file's lines; the model gets those from index ``first`` on (behind the frontmatter)."""
    if not any(mark in line for mark in ("@", "<!--") for line in lines):
        return Prose("\n".join(lines[first:]), (), 0)
    blocks = find_blocks(lines)
    mask = bytearray(blocks.mask)
    never = next((span.first for span in blocks.code if not span.closed), 0)
    if never:
        mask[never - 1 :] = bytes([CODE]) * (len(mask) - never + 1)
    closed, opened = [], 0
    for span in blocks.comments:
        if mask[span.first - 1] == CODE:
            continue
        if not span.closed:
            opened = span.first
            break
        closed.append(span)
    if opened:
        mask[opened - 1 :] = bytes([COMMENT]) * (len(mask) - opened + 1)
    kept: list[str | None] = list(lines)
    words: dict[int, str] = {}
    for span in closed:
        left = _COMMENT.sub("", "\n".join(lines[span.first - 1 : span.last]))
        kept[span.first - 1 : span.last] = [left if left.strip() else None] + [None] * (
            span.last - span.first
        )
        if left.strip() and span.last > first:
            words[span.last - 1] = left
    text = "\n".join(line for line in kept[first:] if line is not None)
    words.update(islice(_prose(lines, mask, first), MOST_LINES + 1))
    return Prose(text, tuple((index + 1, words[index]) for index in sorted(words)), opened)


def _prose(lines: Sequence[str], mask: bytearray, first: int, quoted: int = 0) -> Iterator[tuple[int, str]]:
    """The ordinary text of each line that has some, without code spans and comments."""
    paragraph: list[int] = []
    for index in _text_indices(lines, mask, first):
        if paragraph and (
            index != paragraph[-1] + 1
            or len(paragraph) == _PARAGRAPH_LINES
            or _begins_block(lines[index], lines[index - 1])
        ):
            yield from _spans_out(lines, paragraph, quoted)
            paragraph = []
        paragraph.append(index)
    if paragraph:
        yield from _spans_out(lines, paragraph, quoted)


def _begins_block(line: str, before: str) -> bool:
    """Whether a line of text ends the paragraph of the line before it."""
    if line[0].isalpha() and not before.lstrip(" ").startswith(">"):
        return False
    bare = line.lstrip(" \t")
    is_quoted = bare.startswith(">")
    return bare.startswith(_BREAKS) or is_list_item(bare) or is_quoted != before.lstrip(" \t").startswith(">")


def _text_indices(lines: Sequence[str], mask: bytearray, first: int) -> Iterator[int]:
    """Indices of the lines that are text: not blank, not masked, not indented code."""
    in_list = in_code = False
    after_blank = True
    for index in range(first, len(lines)):
        line = lines[index]
        if mask[index] == TEXT and line[:1].isalpha():
            in_list, in_code, after_blank = in_list and not after_blank, False, False
            yield index
            continue
        bare = line.lstrip(" \t")
        if mask[index] != TEXT or not bare:
            after_blank = True
            continue
        indent = len(line[: len(line) - len(bare)].expandtabs(4))
        if indent >= _CODE_INDENT and not in_list and (after_blank or in_code):
            in_code, after_blank = True, False
            continue
        in_code = False
        if is_list_item(bare):
            in_list = True
        elif not indent and (after_blank or bare.startswith("#")):
            in_list = False
        after_blank = False
        yield index


def _spans_out(lines: Sequence[str], indices: list[int], quoted: int) -> Iterator[tuple[int, str]]:
    """The lines of one paragraph without code spans and comments; a quotation is split like a file of its own."""
    if lines[indices[0]].lstrip(" ").startswith(">") and quoted < _MOST_QUOTES:
        inner = [_QUOTE.sub("", lines[index], count=1) for index in indices]
        mask = bytearray(find_blocks(inner).mask)
        for place, text in _prose(inner, mask, 0, quoted + 1):
            yield indices[place], text
        return
    whole = "\n".join(lines[index] for index in indices)
    if "@" not in whole:
        return
    if "`" in whole:
        whole = _without_spans(whole)
    if "<!--" in whole and "-->" in whole:
        whole = _COMMENT.sub(_blank, whole)
    for index, line in zip(indices, whole.split("\n"), strict=True):
        if "@" in line:
            yield index, line


def _without_spans(text: str) -> str:
    """The text with every code span blanked; line ends stay. Linear in its size."""
    runs = [(match.start(), match.end()) for match in re.finditer("`+", text)]
    later: dict[int, list[int]] = {}
    for place in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[place][1] - runs[place][0], []).append(place)
    parts: list[str] = []
    done = place = 0
    while place < len(runs):
        start, end = runs[place]
        same = later[end - start]
        while same and same[-1] <= place:
            same.pop()
        if not same or (start and text[start - 1] == "\\"):
            place += 1
            continue
        stop = runs[same[-1]][1]
        parts += [text[done:start], re.sub("[^\n]", " ", text[start:stop])]
        done, place = stop, same[-1] + 1
    return "".join([*parts, text[done:]])


def _blank(match: re.Match[str]) -> str:
    return re.sub("[^\n]", " ", match[0])
