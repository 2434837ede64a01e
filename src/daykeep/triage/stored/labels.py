"""What an index says about a turn: words that its person typed, names of tools, identifiers. Pure.

Everything here may stand outside of a frame, where a model takes it for daykeep's own words. So a label is a sentence that
a person typed, or names of tools; free text of tools, assistants and pasted pages never becomes one.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from daykeep.guard.inert import inert_line, inert_value, own_words
from daykeep.session.recalled import is_recalled
from daykeep.session.units.model import CALL, PERSON, RESULT, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.session.units.model import Part

LABEL_CHARS = 60
MAX_IDS, _MAX_ID_CHARS = 4, 32
_READ_CHARS, _TRIED = 4_000, 12
_MAX_TOOLS = 3


def label_of(parts: Sequence[Part]) -> str:
    """A label for a turn: the first sentence that its person typed, else the names of its tools; "" if there is neither.

    >>> from daykeep.session.units.model import Part
    >>> label_of([Part("user", "text", "Why is /orders slow? It was fine.", 1)])
    'Why is /orders slow?'
    """
    for part in parts:
        if part.actor == PERSON and part.kind == TEXT and not is_recalled(part):
            sentences = _sentence_pattern().findall(own_words(part.text[:_READ_CHARS]))
            label = next(filter(None, (inert_line(sentence, LABEL_CHARS) for sentence in sentences[:4])), "")
            if label:
                return label.replace('"', "'")
    names = Counter(part.name for part in parts if part.kind == CALL and inert_value(part.name))
    failed = sum(part.is_error for part in parts if part.kind == RESULT)
    tools = [f"{name} x{count}" if count > 1 else name for name, count in names.most_common(_MAX_TOOLS)]
    return ", ".join([*tools, *([f"{failed} failed"] if failed else [])])


def ids_of(parts: Iterable[Part]) -> tuple[str, ...]:
    """Up to four identifiers of a turn, those first that it names most often; every one holds a digit and a letter."""
    counted: Counter[str] = Counter()
    for part in parts:
        if part.kind in {TEXT, CALL, RESULT} and not is_recalled(part):
            counted.update(_id_pattern().findall(part.text[:_READ_CHARS]))
    tried = (found for found, _ in counted.most_common(_TRIED) if inert_value(found, _MAX_ID_CHARS))
    return tuple(found for found, _ in zip(tried, range(MAX_IDS), strict=False))


@cache
def _sentence_pattern() -> re.Pattern[str]:
    return re.compile(r"[^\s.!?。！？\n](?:[^.!?。！？\n]|[.!?](?=\S)){1,400}[.!?。！？]?")


@cache
def _id_pattern() -> re.Pattern[str]:
    after = r"(?![\w/@])"
    letters_first = r"[A-Za-z][A-Za-z_]{0,20}[-_/.]?(?=[\w./-]{0,28}\d)[\w./-]{0,28}\w"
    number_first = r"\d(?=[\w-]{5,31}(?!\w))[\d-]{0,28}[A-Za-z_](?=\w)[\w-]{2,28}"
    return re.compile(rf"(?<![\w./#@-])(?:#\d+|{letters_first}|{number_first}){after}", re.ASCII)
