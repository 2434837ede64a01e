"""Finds stored turns by words or by the key of a value. Pure, and linear in what is searched.

Passages (parts of a turn, long ones in pieces) are ranked by BM25 over the terms of search, by the kind of value that
the question asks for, and by what the rest of their turn holds. Among thousands of turns only those are cut into
terms that hold the beginning of one of the question's words at all.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.terms import is_prefix, terms
from daykeep.session.recalled import is_recalled
from daykeep.session.units.model import MEDIA, THINKING
from daykeep.triage.recall.keys import COMMON, find_looks, looks_of, read_question, words_of_kinds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from daykeep.session.units.model import Part
    from daykeep.triage.recall.keys import Asked

PIECE_CHARS = 1_200
_ALL_CHARS = 400_000
"""So much is searched whole; of more, only the passages that hold the beginning of a word of the question."""
MOST = 400
_SATURATION, _LENGTH = 1.2, 0.35
_LIKE, _LOOK, _AROUND = 0.3, 0.6, 0.4
_SHORTEST_START = 3
_KEY_WORDS = 3


class Passage(NamedTuple):
    """A piece of a turn: the turn's name, the numbers of the part (from 1) and the piece in it (from 0), and its text."""

    turn: str
    part: int
    piece: int
    text: str


class Found(NamedTuple):
    """A turn that was found, with its passages that say most, best first."""

    turn: str
    score: float
    passages: tuple[Passage, ...]


def passages_of(turn: str, parts: Sequence[Part]) -> tuple[Passage, ...]:
    """What is searched of a turn: all that is said, called and answered, without thinking and recalled text."""
    return tuple(
        Passage(turn, number, piece, text)
        for number, part in enumerate(parts, 1)
        if part.kind not in {THINKING, MEDIA} and part.text and not is_recalled(part)
        for piece, text in enumerate(cut_pieces(f"{part.name}\n{part.text}" if part.name else part.text))
    )


def cut_pieces(text: str) -> list[str]:
    """A text in pieces of about 1,200 characters that end at line ends where there are any; joined they are the text."""
    pieces: list[str] = []
    while len(text) > PIECE_CHARS:
        cut = (
            text.rfind("\n", PIECE_CHARS // 3, PIECE_CHARS) + 1
            or text.rfind(" ", PIECE_CHARS // 2, PIECE_CHARS) + 1
        )
        cut = cut or PIECE_CHARS
        pieces.append(text[:cut])
        text = text[cut:]
    return [*pieces, text]


def find_turns(question: str, passages: Iterable[Passage], *, limit: int = 8) -> tuple[Found, ...]:
    """The turns that answer a question best, best first; none where no word of it and no value of its kind is found.

    ``question`` is a question, some words, or the name of a key (``departure_date``), in English or Chinese. Of equals the
    later one comes first. The same input gives the same order.
    """
    asked = read_question(question)
    if not asked.terms:
        return ()
    cut = _cut(_worth_cutting(list(passages), asked))
    scores = _scores(cut, asked, is_bare=is_key(question))
    best: dict[str, list[tuple[float, Passage]]] = {}
    for passage, score in scores:
        if score > 0:
            best.setdefault(passage.turn, []).append((score, passage))
    found = []
    for turn, held in best.items():
        held.sort(key=lambda each: (-each[0], each[1].part, each[1].piece))
        total = held[0][0] + _AROUND * sum(score for score, _ in held[1:4]) / 3
        found.append(Found(turn, total, tuple(passage for _, passage in held[:4])))
    place = {turn: number for number, turn in enumerate(best)}
    found.sort(key=lambda each: (-round(each.score, 9), -place[each.turn]))
    return tuple(found[:limit])


def starts_of(question: str) -> frozenset[str]:
    """The beginnings of a question's words, in small letters: what a turn must hold one of to be searched among very many."""
    return _starts(read_question(question))


def is_key(question: str) -> bool:
    """Whether a question only names a kind of value: the name of a field, or two or three small words that end in such a kind.

    >>> is_key("restaurant_name"), is_key("pickup time"), is_key("what did the boat cost"), is_key("Villa Rosa")
    (True, True, False, False)
    """
    asked = read_question(question)
    words = question.strip("?？ ").split()
    if not asked.kinds or not words:
        return False
    if len(words) == 1 and "_" in question:
        return True
    cues = frozenset(term for each in words_of_kinds() for term in each)
    is_small = len(words) <= _KEY_WORDS and question.islower() and not cues.isdisjoint(terms(words[-1]))
    return is_small or all(term in cues for term in asked.terms)


def values_in(question: str, text: str) -> set[str]:
    """The values in a text that are of a kind that the question asks for."""
    return find_looks(text, read_question(question).kinds)


def row_scores(question: str, rows: Sequence[str]) -> list[int]:
    """How much each line of a turn holds of a question: its own words count for more than what they are like or look like."""
    asked = read_question(question)
    own = frozenset(asked.terms)
    found = []
    for row in rows:
        held = frozenset(terms(row))
        found.append(3 * len(own & held) + (not asked.like.isdisjoint(held)) + looks_of(row, asked.kinds))
    return found


def look_for(question: str) -> Callable[[str], int] | None:
    """What tells how many of the kinds of value that a key asks for a text seems to hold; None for a question that is no key."""
    kinds = read_question(question).kinds - COMMON
    return partial(looks_of, kinds=kinds) if kinds and is_key(question) else None


def _starts(asked: Asked) -> frozenset[str]:
    """Names with digits whole, as no ending is taken from them; of other words what stemming may have left."""
    return frozenset(
        term
        if is_prefix(term) or any(map(str.isdigit, term))
        else term[: max(_SHORTEST_START, len(term) - 1)]
        for term in asked.terms
    )


def _worth_cutting(passages: list[Passage], asked: Asked) -> list[Passage]:
    """All passages of a small set; of a large one those that hold the beginning of a term, the most terms first."""
    if sum(len(passage.text) for passage in passages) <= _ALL_CHARS:
        return passages
    starts = _starts(asked)
    counted = []
    for place, passage in enumerate(passages):
        text = passage.text.casefold()
        held = sum(start in text for start in starts)
        if held:
            counted.append((held, place))
    counted.sort(key=lambda each: (-each[0], -each[1]))
    return [passages[place] for _, place in sorted(counted[:MOST], key=lambda each: each[1])]


def _cut(passages: Sequence[Passage]) -> list[tuple[Passage, Counter[str], int]]:
    found = []
    for passage in passages:
        counts = Counter(terms(passage.text))
        found.append((passage, counts, sum(counts.values())))
    return found


def _scores(
    cut: Sequence[tuple[Passage, Counter[str], int]], asked: Asked, *, is_bare: bool
) -> list[tuple[Passage, float]]:
    """Each passage with what it is worth: its own terms, their like, and the look of a value."""
    wanted = {term for term in chain(asked.terms, asked.like) if not is_prefix(term)}
    held = Counter(term for _, counts, _ in cut for term in wanted if term in counts)
    worth = {term: math.log(1 + (len(cut) - held[term] + 0.5) / (held[term] + 0.5)) for term in wanted}
    mean = sum(length for _, _, length in cut) / len(cut) if cut else 1.0
    found = []
    for passage, counts, length in cut:
        own = sum(
            _weight(term, counts, worth) * _saturated(counts.get(term, 1), length / (mean or 1.0))
            for term in asked.terms
            if term in counts or is_prefix(term)
        )
        like = max((worth[term] for term in asked.like if term in counts), default=0.0) * _LIKE
        kinds = asked.kinds if own or like or is_bare else asked.kinds - COMMON
        look = looks_of(passage.text, kinds) * _LOOK if kinds else 0.0
        found.append((passage, own + like + look))
    return found


def _weight(term: str, counts: Counter[str], worth: Mapping[str, float]) -> float:
    """What a term counts in a passage; a single character counts where a term begins with it."""
    if not is_prefix(term):
        return worth[term]
    return 0.5 if any(each.startswith(term) for each in counts) else 0.0


def _saturated(often: int, length: float) -> float:
    return often * (_SATURATION + 1) / (often + _SATURATION * (1 - _LENGTH + _LENGTH * length))
