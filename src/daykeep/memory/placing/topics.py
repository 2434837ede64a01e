"""Which of a file's own topic headings an item belongs under, told by shared words; no language is favoured.

A word counts the more, the fewer sections have it. Only a clear winner is taken: where two topics fit alike, the
item goes to the heading of its kind.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.placing.dates import find_day
from daykeep.memory.placing.kinds import is_kind
from daykeep.text.unicode import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from daykeep.text.sections import Section

HEADING_WEIGHT = 3.0
CLEAR_LEAD = 1.5
"""So many times the runner-up's score makes a clear winner."""

BODY_WORDS = 4
RARE_WORDS = 2
BODY_SHARE = 0.35
BODY_LEAD = 2.0
"""Without a word of the heading, so many words (or so many that only this section has) and such a share of the item
must stand below it, with this lead."""

TITLE_SHARE = 0.3
PASSING_SHARE = 0.25
"""An item names a topic where the heading's words are such a share of its title, or, with others that stand below the
heading, of the whole item."""

_NO_TOPIC = re.compile(
    r"todo|to-do|pending|backlog|next steps|open (?:items|questions)|status|inbox|archive|promoted from|待办|状态|归档|计划",
    re.IGNORECASE,
)
_COMMON_WORDS = """the and for with that this from not but are was were have has had you your when then than into can will all any
    one use used using only also its they them their there what which who how why does did don must never always should
    und der die das den dem des ist sind nicht mit von für auf ein eine les des une est pas pour dans que con los las una
    por para não com uma"""
_COMMON = frozenset(_COMMON_WORDS.split())


class _Words(NamedTuple):
    heading: frozenset[str]
    body: frozenset[str]


class Topics:
    """The topic sections of a file, ready to be asked about items."""

    def __init__(
        self, texts: Sequence[str], sections: Sequence[Section], foreign: Collection[int] = ()
    ) -> None:
        """``foreign`` are the lines (1-based) that other tools keep: a section with one of them is no topic."""
        words = [
            _Words(find_words([section.title]), find_words(texts[section.first - 1 : section.own_last]))
            for section in sections
        ]
        self._counts = Counter(word for found in words for word in found.heading | found.body)
        self._weights = _weigh(self._counts, len(words))
        first = next((section for section in sections if section.line), None)
        self._topics = [
            (section, found)
            for section, found in zip(sections, words, strict=True)
            if section.line
            and not (section is first and section.level == 1)
            and _is_topic(section)
            and not any(number in foreign for number in range(section.line, section.own_last + 1))
        ]

    def find(self, title: str, lines: Sequence[str]) -> Section | None:
        """The topic that an item (its title and lines) clearly belongs to, or None."""
        asked = find_words([title, *lines])
        if not asked or not self._topics:
            return None
        titled = find_words([title])
        scored = sorted(
            ((self._score(asked, found), -section.line, section, found) for section, found in self._topics),
            key=lambda row: row[:2],
            reverse=True,
        )
        score, _, section, found = scored[0]
        runner_up = scored[1][0] if len(scored) > 1 else 0.0
        if score <= 0:
            return None
        if self._is_named(asked, titled, found):
            return section if score >= CLEAR_LEAD * runner_up else None
        shared = asked & found.body
        share = self._sum(shared) / (self._sum(asked) or 1.0)
        rare = sum(1 for word in shared if self._counts[word] == 1)
        enough = len(shared) >= BODY_WORDS or rare >= RARE_WORDS
        return section if enough and share >= BODY_SHARE and score >= BODY_LEAD * runner_up else None

    def _score(self, asked: frozenset[str], found: _Words) -> float:
        below = self._sum((asked & found.body) - found.heading)
        return HEADING_WEIGHT * self._sum(asked & found.heading) + below / (1 + len(found.body) / 100)

    def _is_named(self, asked: frozenset[str], titled: frozenset[str], found: _Words) -> bool:
        """Whether the item names the topic: at least half of its heading, and not just in passing."""
        named = asked & found.heading
        if self._sum(named) < 0.5 * self._sum(found.heading) or not named:
            return False
        if self._sum(named & titled) >= TITLE_SHARE * self._sum(titled) and named & titled:
            return True
        shared = named | (asked & found.body)
        goes_on = not found.body or len(shared) > len(named)
        return goes_on and self._sum(shared) >= PASSING_SHARE * self._sum(asked)

    def _sum(self, words: Iterable[str]) -> float:
        return sum(self._weights.get(word, self._weights[""]) for word in sorted(words))


def find_words(texts: Iterable[str]) -> frozenset[str]:
    """The words by which texts are compared: of three letters or more, plurals as singulars, CJK as pairs of signs.

    >>> sorted(find_words(["Timeouts in nginx 重启"]))
    ['nginx', 'timeout', '重启']
    """
    words: set[str] = set()
    for text in texts:
        for found in _pattern().finditer(fold(text)):
            word = found[0]
            if found[1]:
                words.update(word[start : start + 2] for start in range(max(1, len(word) - 1)))
            elif word not in _COMMON and not word.isdigit():
                words.add(word[:-1] if len(word) > 4 and word[-1] == "s" and word[-2] != "s" else word)
    return frozenset(words)


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(
        "([\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af]+)|(?:(?![\\u3040-\\u9fff\\uac00-\\ud7af])\\w){3,}"
    )


def _is_topic(section: Section) -> bool:
    title = section.title
    return find_day(title) is None and not is_kind(title) and _NO_TOPIC.search(title) is None


def _weigh(counts: Counter[str], sections: int) -> dict[str, float]:
    """The weight of every word by how few sections have it; "" stands for words that none has."""
    total = sections + 1
    weights = {word: math.log(1 + total / (count + 0.5)) for word, count in counts.items()}
    return {**weights, "": math.log(1 + total / 0.5)}
