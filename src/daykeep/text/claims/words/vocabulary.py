"""The tables of words as they are looked up: ideas with two sides, phrases, kinds of things that exclude each other."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple
from zlib import crc32

from daykeep.text.claims.grammar import IRREGULAR
from daykeep.text.claims.words.actions import ACTIONS
from daykeep.text.claims.words.deeds import DEEDS, TOPICS
from daykeep.text.claims.words.kinds import KINDS
from daykeep.text.claims.words.phrases import PHRASES
from daykeep.text.claims.words.speech import SPEECH
from daykeep.text.claims.words.states import STATES
from daykeep.text.claims.words.things import THINGS

MAX_PHRASE_WORDS = 4
_VOWELS = frozenset("aeiou")


class Idea(NamedTuple):
    """A line of the tables, and on which side of its opposite a word stands (0 or 1)."""

    number: int
    side: int


class Vocabulary(NamedTuple):
    """Words and phrases to the ideas they carry.

    ``ideas`` holds words and phrases alike (phrases joined with blanks, words in their basic form); ``phrases`` maps a
    phrase's first word to the lengths that phrases beginning with it have, longest first; ``han`` is the greatest
    length of a Chinese word by its first character; ``kinds`` gives (kind, member) of a word;
    ideas from ``first_thing`` on are things.
    """

    ideas: dict[str, tuple[Idea, ...]]
    phrases: dict[str, tuple[int, ...]]
    han: dict[str, int]
    kinds: dict[str, tuple[tuple[int, int], ...]]
    first_thing: int

    def is_predicate(self, idea: Idea) -> bool:
        """Whether an idea is something done or a state, not a thing."""
        return idea.number < self.first_thing


@cache
def vocabulary() -> Vocabulary:
    """The tables, read once."""
    ideas: dict[str, list[Idea]] = {}
    number = 0
    starts = []
    for table in (ACTIONS, DEEDS, STATES, PHRASES, SPEECH, THINGS, TOPICS):
        starts.append(number)
        for line in table.strip().splitlines():
            for side, half in enumerate(line.split("<>")):
                for word in _names(half):
                    _remember(ideas, word, Idea(number, side))
            number += 1
    kinds: dict[str, list[tuple[int, int]]] = {}
    for kind, line in enumerate(KINDS.strip().splitlines()):
        for member, half in enumerate(line.split(";")):
            for word in _names(half):
                _remember(ideas, word, Idea(number, 0))
                kinds.setdefault(word, []).append((kind, member))
            number += 1
    return Vocabulary(
        {word: tuple(found) for word, found in ideas.items()},
        _phrase_lengths(ideas),
        _han_lengths(ideas),
        {word: tuple(found) for word, found in kinds.items()},
        starts[5],
    )


def _names(half: str) -> list[str]:
    return [name.strip().lower() for name in half.split(",") if name.strip()]


def _remember(ideas: dict[str, list[Idea]], word: str, idea: Idea) -> None:
    found = ideas.setdefault(word, [])
    if idea not in found and Idea(idea.number, 1 - idea.side) not in found:
        found.append(idea)


def _phrase_lengths(ideas: dict[str, list[Idea]]) -> dict[str, tuple[int, ...]]:
    lengths: dict[str, set[int]] = {}
    for phrase in ideas:
        words = phrase.split(" ")
        if 1 < len(words) <= MAX_PHRASE_WORDS and phrase.isascii():
            lengths.setdefault(words[0], set()).add(len(words))
    return {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}


def _han_lengths(ideas: dict[str, list[Idea]]) -> dict[str, int]:
    longest: dict[str, int] = {}
    for word in ideas:
        if "\u3400" <= word[0] <= "\u9fff":
            longest[word[0]] = max(longest.get(word[0], 0), len(word))
    return longest


_HARMS = (
    "fail", "conflict", "leak", "error", "slow", "timeout", "hang", "overflow", "duplicate", "corrupt", "problem", "exceed", "lose",
    "break", "destroy", "damage", "noise", "blow", "risk", "deadlock", "blocked", "expire", "mistake", "disturb",
)  # fmt: skip


@cache
def harms() -> frozenset[Idea]:
    """Ideas of what nobody wants: to avoid them says no more than to name them."""
    known = vocabulary().ideas
    return frozenset(idea for word in _HARMS for idea in known.get(word, ()))


@cache
def base_form(word: str) -> str:
    """The basic form of a lower-case word: as the tables have it, else without an English ending.

    >>> base_form("restarting"), base_form("caches"), base_form("stopped"), base_form("wrote")
    ('restart', 'cache', 'stop', 'write')
    """
    known = vocabulary().ideas
    if word in IRREGULAR:
        return IRREGULAR[word]
    forms = list(_forms(word)) if word.isascii() and len(word) > 3 else []
    for form in forms:
        if form in known:
            return form
    return word if word in known or not forms else forms[0]


def _forms(word: str) -> list[str]:  # noqa: PLR0911 - one ending a line
    """Likely basic forms, likeliest first; empty if the word has no ending that is taken off."""
    if word.endswith("'s") and len(word) > 2:
        return [word[:-2]]
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return [word[:-3] + "y", word[:-1]]
    if word.endswith("ing") and len(word) > 5:
        return _stems(word[:-3])
    if word.endswith("ed") and len(word) > 4:
        return _stems(word[:-2])
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return [word[:-2], word[:-1]]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return [word[:-1]]
    if word.endswith("ly") and len(word) > 5:
        return [word, word[:-2], word[:-2] + "le"]
    if word.endswith(("ation", "ition")) and len(word) > 7:
        return [word[:-3] + "e", word[:-5], word[:-5] + "e", word]
    if word.endswith(("ion", "ment")) and len(word) > 6:
        return [word[:-3] if word.endswith("ion") else word[:-4], word]
    return []


def _stems(stem: str) -> list[str]:
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return [stem[:-1], stem]
    if len(stem) >= 2 and stem[-1] not in _VOWELS and stem[-2] in _VOWELS and len(stem) <= 4:
        return [stem + "e", stem] if stem + "e" in vocabulary().ideas else [stem, stem + "e"]
    return [stem, stem + "e", stem[:-1] if stem[-1] == stem[-2] else stem]


@cache
def fingerprint() -> str:
    """Tells the tables apart from other versions of them: 8 hex digits."""
    text = f"{ACTIONS}{DEEDS}{STATES}{PHRASES}{SPEECH}{THINGS}{TOPICS}{KINDS}"
    return f"{crc32(text.encode()):08x}"
