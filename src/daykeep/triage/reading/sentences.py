"""The sentences of a text, English and Chinese, with the places where they stand."""

from __future__ import annotations

import re
from typing import NamedTuple

from daykeep.guard.inert import own_words

LONGEST = 400
"""A sentence runs no further: what has no end for so long is no sentence, but data."""

_END = re.compile(
    r"[。！？!?；]+[”’」』\"')）]*|(?<!\b[A-Z])(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bMr)(?<!\bDr)(?<!\bMrs)(?<!\bNo)\.[\"'”’)]*(?=\s|$)|\n+|(?<=\S); (?=\S)"
)
_LEAD = re.compile(r"(?:\s|[-*+•>]\s|\d{1,3}(?:[.)]\s|、)|#{1,6}\s|\[[ xX]\]\s)*")
_RUN_LINES = 3
_LOG_LINE = re.compile(
    r"^(?:\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\s*\[?\d\d:\d\d:\d\d|\s*(?:INFO|DEBUG|WARN(?:ING)?|ERROR|TRACE|FATAL)\b"
    r"|\s+at \S+\(|\s*File \"|\s*Traceback |[+-]{3} |@@ |diff --git|\s*[{}\[\]],?$|\s*\"[^\"\n]+\":|>|\s*\|.*\|\s*$|\$ |\s*\.{0,2}/\S+\s*$)"
)


class Sentence(NamedTuple):
    """One sentence: ``text`` is ``source[start:end]``, without the bullet or number that leads it."""

    start: int
    end: int
    text: str


def cut_sentences(text: str) -> list[Sentence]:
    r"""The sentences of a text, in order; a line break ends one too, and so does its 400th character.

    >>> [one.text for one in cut_sentences("Use v1.2. Don't push!\n- 不要用 AWS。好的")]
    ['Use v1.2.', "Don't push!", '不要用 AWS。', '好的']
    """
    found: list[Sentence] = []
    start = 0
    for end in [*(match.end() for match in _END.finditer(text)), len(text)]:
        while end - start > LONGEST:
            _add(found, text, start, start + LONGEST)
            start += LONGEST
        _add(found, text, start, end)
        start = end
    return found


def _add(found: list[Sentence], text: str, start: int, end: int) -> None:
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    core = text[start:end].rstrip()
    if any(one.isalnum() for one in core):
        found.append(Sentence(start, start + len(core), core))


def typed_text(text: str) -> str:
    r"""What a person typed of a message: without fences, quotes, tags, pages, and runs of log or data lines.

    Three or more lines of a log in a row are pasted; one may be typed.

    >>> typed_text("look:\n```\nx = 1\n```\nuse 8080").split()
    ['look:', 'use', '8080']
    """
    plain = own_words(text)
    if "\n" not in plain:
        return plain
    lines = plain.split("\n")
    pasted = [_LOG_LINE.match(line) is not None for line in lines]
    place = 0
    while place < len(lines):
        end = place
        while end < len(lines) and (pasted[end] or (end > place and not lines[end].strip())):
            end += 1
        if end - place >= _RUN_LINES:
            lines[place:end] = [""] * (end - place)
        place = max(end, place + 1)
    return "\n".join(lines)
