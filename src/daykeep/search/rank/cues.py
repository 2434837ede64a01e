"""What a passage looks like, apart from its words: a question, a time, a number, a name, someone speaking of themself."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

    from daykeep.search.rank.question.asked import Expected

_TIME = (
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekend|months?|years?|days|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"january|february|march|april|june|july|august|september|october|november|december|recently|since|morning|"
    r"night|evening|(?:19|20)\d\d|\d+(?:st|nd|rd|th)|\d\d?:\d\d|gestern|heute|hier|demain|ayer|ieri|ontem)\b"
    r"|\d\s*[年月日号点]|[昨今明前后]天|[上下这本]个?[周月]|[去今明]年|最近|вчера|сегодня"
)
_NUMBER = (
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twice|once|first|second|third|couple|few|several|dozen)\b"
    r"|[一二两三四五六七八九十百千万][个次只人条天年月岁]"
)
_NAME = re.compile(r"[A-ZÀ-Þ](?<=[a-z,;:(] .)[\w'-]+")  # the capital first: few letters are one
_SELF = re.compile(
    r"\b(?:I|I['’](?:m|ve|d|ll)|[Mm]y|[Mm]e|[Ww]e|[Oo]ur|[Ww]e['’](?:re|ve)|ich|je|yo)\b|[我咱]"
)
_ENDS_ASKING = ("?", "？", "؟", "吗", "呢")
_APOSTROPHES = ("", "'", "’")
"""What follows the letter of the word "I", which is no name."""
_MOST = 3


class Cues(NamedTuple):
    """The cues of one passage.

    ``asks`` whether it ends as a question; ``time`` and ``number`` whether it holds one; ``names`` and ``self`` how much,
    from 0 to 1: words written as names, words by which a speaker means themself.
    """

    asks: bool = False
    time: bool = False
    number: bool = False
    names: float = 0.0
    self: float = 0.0


def find_cues(
    text: str, *, speakers: Collection[str] = (), expected: Expected = "length", spoken: bool = True
) -> Cues:
    """The cues of one passage; the names of its ``speakers``, by which they call each other, count for nothing.

    Only what matters is looked for: ``time`` and ``number`` where they are ``expected`` (a length is both), ``self``
    where the passage is ``spoken``.

    >>> find_cues("We moved to Lisbon two years ago.")
    Cues(asks=False, time=True, number=True, names=0.3333333333333333, self=0.3333333333333333)
    """
    folded = text.lower() if expected else ""
    return Cues(
        asks(text),
        expected in ("time", "length") and bool(_compiled(_TIME).search(folded)),
        expected in ("number", "length") and bool(_compiled(_NUMBER).search(folded)),
        min(
            _MOST, sum(name not in speakers and name[1:2] not in _APOSTROPHES for name in _NAME.findall(text))
        )
        / _MOST,
        min(_MOST, len(_SELF.findall(text))) / _MOST if spoken else 0.0,
    )


def asks(text: str) -> bool:
    """Whether a passage ends as a question."""
    return text.rstrip(" \n\t*_\"'”").endswith(_ENDS_ASKING)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A long pattern, compiled where a question asks for it: most don't, and it takes as long as ranking a few hits."""
    return re.compile(pattern)
