"""A claim as it is compared: the units of meaning in a text, with weight, clause and polarity."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from daykeep.text.claims import grammar
from daykeep.text.claims.lines import plain_line
from daykeep.text.claims.numbers import Quantity, han_number, number_pattern, read_quantity
from daykeep.text.claims.vocabulary import Idea, base_form, vocabulary

MAX_CHARS = 8_000
MAX_UNITS = 500
MAX_ORDERS = 8
WORD, NAME, CODE, NUMBER, HAN = range(5)
"""Kinds of unit: known or plain words, names, identifiers and paths, numbers, Chinese characters of no known word."""
_WEIGHTS = {WORD: 1.0, NAME: 1.3, CODE: 1.4, NUMBER: 1.0, HAN: 0.5}
_LIGHT_WEIGHT = 0.3


class Unit(NamedTuple):
    """One unit of meaning.

    ``negated`` tells that it is what a negation denies, ``rejected`` that something else is taken instead of it;
    ``clause`` counts clauses from 0.
    """

    kind: int
    key: str
    ideas: tuple[Idea, ...]
    weight: float
    clause: int
    negated: bool
    rejected: bool
    quantity: Quantity | None


class Claim(NamedTuple):
    """A text as it is compared: its units in order, and whether some of it was too long to be read.

    ``bounded`` tells that a clause says before, until or unless when it holds; ``order`` holds what is said to come
    first and what second.
    """

    units: tuple[Unit, ...]
    cut: bool
    bounded: bool
    order: tuple[tuple[tuple[Unit, ...], tuple[Unit, ...]], ...]


class _Raw(NamedTuple):
    kind: int
    key: str
    quantity: Quantity | None = None


_BREAK, _NOT, _BAN, _CONTRAST, _UNLESS, _ORDER = -1, -2, -3, -4, -5, -6


@cache
def _token_pattern() -> re.Pattern[str]:
    return re.compile(
        r"""
        (?P<url>https?://[^\s<>"'）)\]，。；]+)
        |(?P<path>(?:~|\.{1,2})?/[\w.@*{}$-]+(?:/[\w.@*{}$-]+)*/?|(?<!\w)-{1,2}[a-zA-Z][\w-]*(?==|\b)|\$\{?[A-Za-z_]\w*\}?)
        |(?P<code>[A-Za-z0-9_@][A-Za-z0-9_@]*(?:[./:\\@#_+-]+[A-Za-z0-9_*]+)+(?:/|\(\))?)
        |(?P<han>[\u3400-\u4dbf\u4e00-\u9fff]+)
        |(?P<number>\d)
        |(?P<word>[^\W\d_][^\W_]*(?:['’][a-zA-Z]+)?(?:\+\+|\#(?!\w))?)
        |(?P<tick>`+)
        |(?P<break>[,;.!?:\n，。；！？：—–()（）→]|->|=>)
        """,
        re.VERBOSE,
    )


def read_claim(text: str) -> Claim:
    """The units of a text of one or more lines, without bullets, labels and date stamps.

    At most 8,000 characters and 500 units are read; time grows with the length read, never with its square.
    """
    raws: list[_Raw] = []
    for line in text[:MAX_CHARS].split("\n"):
        _read_line(line, raws)
        raws.append(_Raw(_BREAK, "\n"))
        if len(raws) > 3 * MAX_UNITS:
            break
    units, bounded, order = _weighed(raws)
    cut = len(text) > MAX_CHARS or len(units) > MAX_UNITS
    return Claim(tuple(units[:MAX_UNITS]), cut, bounded, tuple(order[:MAX_ORDERS]))


def _read_line(line: str, raws: list[_Raw]) -> None:
    text = plain_line(line)
    words: list[tuple[str, int]] = []
    ticked = False
    place = 0
    shouting = text.isupper()
    pattern, numbers = _token_pattern(), number_pattern()
    lower = text.lower() if len(text.lower()) == len(text) else text
    while (match := pattern.search(text, place)) is not None:
        kind, token, place = match.lastgroup, match[0], match.end()
        if kind == "word":
            start = not raws or raws[-1].kind == _BREAK
            name = token[:1].isupper() and not shouting and not (start and not words)
            words.append((token.lower().replace("’", "'"), 2 if ticked else int(name)))
            continue
        number = numbers.match(lower, match.start()) if kind in {"number", "code"} else None
        if number is not None and (kind == "number" or number.end() >= match.end()):
            _flush(words, raws)
            raws.append(_Raw(NUMBER, "#", read_quantity(number)))
            place = max(number.end(), match.start() + 1)
            continue
        if kind == "code" and (parts := _plain_parts(token)):
            words.extend((part, 0) for part in parts)
            continue
        _flush(words, raws)
        if kind == "han":
            place = _read_han(text, match.start(), match.end(), raws)
        elif kind == "tick":
            ticked = not ticked
        elif kind == "break":
            raws.append(_Raw(_BREAK, token))
        else:
            raws.append(_Raw(CODE, token.lower().rstrip("/.:,").removesuffix("()")))
    _flush(words, raws)


def _plain_parts(token: str) -> list[str]:
    """The words of a compound that is no identifier ("hot-reload", "and/or"); empty for an identifier."""
    lower = token.lower()
    if lower in vocabulary().ideas:
        return [lower]
    parts = re.split(r"[-/]", lower)
    if len(parts) > 1 and all(part.isalpha() and len(part) > 1 for part in parts) and lower.count("/") <= 1:
        return parts
    return []


def _flush(words: list[tuple[str, int]], raws: list[_Raw]) -> None:
    """Turn the words gathered so far into units, phrases first."""
    place = 0
    while place < len(words):
        place += _read_phrase(words, place, raws)
    words.clear()


def _read_phrase(words: list[tuple[str, int]], place: int, raws: list[_Raw]) -> int:
    word, name = words[place]
    table = vocabulary()
    for length in (3, 2):
        phrase = " ".join(each for each, _ in words[place : place + length])
        if phrase in grammar.AFFIRMATIVE:
            said = grammar.AFFIRMATIVE[phrase]
            if said:
                _add_word(said, 0, raws)
            return length
        if phrase in grammar.CONTRAST:
            raws.append(_Raw(_CONTRAST, phrase))
            return length
    base = base_form(word)
    for first in {word, base}:
        for length in table.phrases.get(first, ()):
            rest = [each for each, _ in words[place + 1 : place + length]]
            if len(rest) < length - 1:
                continue
            for phrase in (" ".join([first, *rest]), " ".join([first, *map(base_form, rest)])):
                if phrase in table.ideas:
                    raws.append(_Raw(WORD, phrase))
                    return length
    _add_word(word, name, raws)
    return 1


def _add_word(word: str, name: int, raws: list[_Raw]) -> None:
    if word in grammar.ORDER:
        raws.append(_Raw(_UNLESS if word in grammar.UNLESS else _ORDER, word))
    elif word in grammar.NEGATORS or word.endswith("n't"):
        raws.append(_Raw(_NOT, word))
    elif word in grammar.UNLESS:
        raws.append(_Raw(_UNLESS, word))
    elif word in grammar.CLAUSE_WORDS:
        raws.append(_Raw(_BREAK, word))
    elif word in grammar.BANS or base_form(word) in grammar.BANS:
        raws.append(_Raw(_BAN, word))
    elif word in grammar.NUMBER_WORDS and word not in {"one", "once", "half"}:
        raws.append(_Raw(NUMBER, "#", Quantity("", grammar.NUMBER_WORDS[word], word)))
    elif word in grammar.EMPTY:
        pass
    else:
        base = base_form(word)
        known = base in vocabulary().ideas
        raws.append(_Raw(NAME if name == 2 or (name and not known) else WORD, base))


_HAN_NUMERAL = re.compile(r"[零一二两三四五六七八九十百千万]+|半(?=[个小天年])")
_HAN_MEASURE = re.compile(
    r"(?:个?小时|分钟|秒钟?|个?月|个?星期|天|周|年|个|次|倍|台|条|份|种|名|位|遍|点|块|元|人|行|步|项|轮|回|字)"
)


def _read_han(text: str, start: int, end: int, raws: list[_Raw]) -> int:
    """Cut a run of Chinese into known words, longest first, and single characters; the place where it ends."""
    table = vocabulary()
    place = start
    while place < end:
        character = text[place]
        if (numeral := _HAN_NUMERAL.match(text, place, end)) is not None and (
            taken := _read_han_number(text, numeral, end, raws)
        ):
            place = taken
            continue
        for length in range(min(max(table.han.get(character, 1), 5), end - place), 0, -1):
            word = text[place : place + length]
            if _add_han(word, raws):
                break
        else:
            length = 1
            raws.append(_Raw(HAN, character))
        place += length
    return end


def _read_han_number(text: str, numeral: re.Match[str], end: int, raws: list[_Raw]) -> int:
    """Where a numeral with its measure ends, or 0 if it is none; "one" before a measure says nothing."""
    measure = _HAN_MEASURE.match(text, numeral.end(), end)
    value = han_number(numeral[0])
    if measure is None or value is None or numeral[0] + measure[0] in vocabulary().ideas:
        return 0
    if value == 1 and measure[0] in {
        "个",
        "次",
        "种",
        "条",
        "份",
        "位",
        "点",
        "遍",
        "项",
        "回",
        "台",
        "步",
        "名",
        "行",
    }:
        return measure.end()
    for dimension, units in grammar.UNITS.items():
        if measure[0] in units:
            raws.append(_Raw(NUMBER, "#", Quantity(dimension, value * units[measure[0]], numeral[0])))
            return measure.end()
    raws.append(_Raw(NUMBER, "#", Quantity("", value, f"{value:g}")))
    return measure.end()


def _add_han(word: str, raws: list[_Raw]) -> bool:  # noqa: C901 - one list of words a branch
    """Add a Chinese word that is known; whether it is."""
    if word in grammar.AFFIRMATIVE:
        said = grammar.AFFIRMATIVE[word]
        if said:
            raws.append(_Raw(WORD, said))
        return True
    if word in grammar.CONTRAST:
        raws.append(_Raw(_CONTRAST, word))
    elif word in grammar.ORDER:
        raws.append(_Raw(_UNLESS if word in grammar.UNLESS else _ORDER, word))
    elif word in grammar.NEGATORS:
        raws.append(_Raw(_NOT, word))
    elif word in grammar.UNLESS:
        raws.append(_Raw(_UNLESS, word))
    elif word in grammar.CLAUSE_WORDS:
        raws.append(_Raw(_BREAK, word))
    elif word in grammar.BANS:
        raws.append(_Raw(_BAN, word))
    elif word in grammar.EMPTY:
        pass
    elif word in vocabulary().ideas:
        raws.append(_Raw(WORD, word))
    else:
        return False
    return True


def _weighed(raws: list[_Raw]) -> tuple[list[Unit], bool, list[tuple[tuple[Unit, ...], tuple[Unit, ...]]]]:
    units: list[Unit] = []
    order: list[tuple[tuple[Unit, ...], tuple[Unit, ...]]] = []
    clause: list[_Raw] = []
    bounded = conditional = False
    number = 0
    for raw in [*raws, _Raw(_BREAK, "\n")]:
        if raw.kind != _BREAK:
            clause.append(raw)
            continue
        if clause:
            bounded = bounded or any(each.kind == _UNLESS for each in clause)
            made = _clause_units(clause, number, conditional=conditional)
            order.extend(_order(clause, made))
            units.extend(unit for unit in made if unit is not None)
            number += 1
            clause = []
        conditional = raw.key in grammar.CONDITIONS
    return units, bounded, order


def _clause_units(clause: list[_Raw], number: int, *, conditional: bool) -> list[Unit | None]:
    table = vocabulary().ideas
    denied, rejected = _denied(clause, conditional=conditional)
    made: list[Unit | None] = []
    for place, each in enumerate(clause):
        if each.kind < 0:
            made.append(None)
            continue
        weight = _LIGHT_WEIGHT if each.key in grammar.LIGHT else _WEIGHTS[each.kind]
        ideas = () if each.kind == NAME else table.get(each.key, ())
        made.append(
            Unit(
                each.kind, each.key, ideas, weight, number, place in denied, place in rejected, each.quantity
            )
        )
    return made


def _denied(clause: list[_Raw], *, conditional: bool) -> tuple[set[int], set[int]]:
    """The places in a clause that a negation denies and those that a contrast rejects.

    A negation denies the first thing done or state after it. "Never X without Y" and "if not X" deny nothing.
    """
    kinds = [raw.kind for raw in clause]
    turns = [place for place, kind in enumerate(kinds) if kind in {_NOT, _BAN}]
    denied: set[int] = set()
    rejected: set[int] = set()
    if len(turns) == 1 and not conditional:
        place = turns[0]
        after = [each for each in range(place + 1, len(clause)) if kinds[each] >= 0]
        if kinds[place] == _BAN and not after:
            after = [each for each in range(place) if kinds[each] >= 0]
        heads = [each for each in after if _is_predicate(clause[each])]
        denied.update((heads or after)[:1])
    if _CONTRAST in kinds:
        place = kinds.index(_CONTRAST)
        rejected.update([each for each in range(place + 1, len(clause)) if kinds[each] >= 0][:1])
    return denied, rejected


def _is_predicate(raw: _Raw) -> bool:
    return raw.kind == WORD and any(
        vocabulary().is_predicate(idea) for idea in vocabulary().ideas.get(raw.key, ())
    )


def _order(clause: list[_Raw], made: list[Unit | None]) -> list[tuple[tuple[Unit, ...], tuple[Unit, ...]]]:
    """What a clause says comes first and what second, by its words for before and after."""
    for place, raw in enumerate(clause):
        turn = grammar.ORDER.get(raw.key)
        if turn is None:
            continue
        left = tuple(unit for unit in made[:place] if unit is not None)
        right = tuple(unit for unit in made[place + 1 :] if unit is not None)
        if turn == "left-first" and left and right:
            return [(left, right)]
        if turn == "right-first" and left and right:
            return [(right, left)]
    return []
