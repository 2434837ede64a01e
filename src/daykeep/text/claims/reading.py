"""A claim as it is compared: the units of meaning in a text, with weight, clause, polarity and order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.claims import grammar
from daykeep.text.claims.cutting import (
    BACKWARD,
    BAN,
    BREAK,
    CODE,
    CONTRAST,
    FROM,
    HAN,
    NAME,
    NOT,
    NUMBER,
    ORDER,
    UNLESS,
    WORD,
    WOULD,
    Raw,
    read_line,
)
from daykeep.text.claims.words.vocabulary import Idea, harms, vocabulary

if TYPE_CHECKING:
    from daykeep.text.claims.numbers import Quantity

MAX_CHARS = 8_000
MAX_UNITS = 500
MAX_ORDERS = 8
_WEIGHTS = {WORD: 1.0, NAME: 1.3, CODE: 1.4, NUMBER: 1.0, HAN: 0.5}
_LIGHT_WEIGHT = 0.3
_HEAD_REACH, _FAR_REACH = 2, 4
"""How many units after a negation may be what it denies."""


class Unit(NamedTuple):
    """One unit of meaning.

    ``negated`` tells that it is what a negation denies, ``rejected`` that something else is taken instead of it;
    ``hypothetical`` that it would be so otherwise; ``clause`` counts clauses from 0.
    """

    kind: int
    key: str
    ideas: tuple[Idea, ...]
    weight: float
    clause: int
    negated: bool
    rejected: bool
    hypothetical: bool
    quantity: Quantity | None

    @property
    def predicate(self) -> bool:
        """Whether it says what is done or how something is."""
        return any(vocabulary().is_predicate(idea) for idea in self.ideas)


Units = tuple[Unit, ...]


class Claim(NamedTuple):
    """A text as it is compared: its units in order, and whether some of it was too long to be read.

    ``turners`` are the sorts of words in it that turn a negation round (unless, otherwise, before, only then);
    ``order`` holds what is said to come first and what second; ``bounds`` what something
    holds before or after. ``said`` is the text, without its bullet and labels if it is one line.
    """

    units: Units
    cut: bool
    turners: frozenset[str]
    order: tuple[tuple[Units, Units], ...]
    bounds: frozenset[tuple[str, str]]
    said: str = ""


def read_claim(text: str) -> Claim:
    """The units of a text of one or more lines, without bullets, labels and date stamps.

    At most 8,000 characters and 500 units are read; time grows with the length read, never with its square.
    """
    raws: list[Raw] = []
    said = text[:MAX_CHARS]
    lines = said.split("\n") if "\n" in said.strip() else [said]
    for line in lines:
        plain = read_line(line, raws)
        raws.append(Raw(BREAK, "\n"))
        if len(raws) > 3 * MAX_UNITS:
            break
    units: list[Unit] = []
    order: list[tuple[Units, Units]] = []
    last: list[Unit | None] = []
    turners = frozenset(grammar.TURNERS[raw.key] for raw in raws if raw.key in grammar.TURNERS)
    clauses = _clauses(raws)
    condition = False
    for number, (clause, hypothetical) in enumerate(clauses):
        after = clauses[number + 1][0] if number + 1 < len(clauses) else []
        under, condition = condition, _is_condition(clause, after)
        made = _clause_units(clause, number, hypothetical=hypothetical, free=under or condition)
        order.extend(_order(clause, made, last))
        units.extend(unit for unit in made if unit is not None)
        last = made
    cut = len(text) > MAX_CHARS or len(units) > MAX_UNITS
    said = plain if len(lines) == 1 else said
    return Claim(tuple(units[:MAX_UNITS]), cut, turners, tuple(order[:MAX_ORDERS]), _bounds(raws), said)


def _bounds(raws: list[Raw]) -> frozenset[tuple[str, str]]:
    """What stands beside a word for before or after, behind it or in Chinese in front of it, and which word it is."""
    found = set()
    for first, second in pairwise(raws):
        behind = first.key.isascii() and first.kind < 0
        mark, bound = (first, second) if behind else (second, first)
        if bound.kind < 0 or mark.kind >= 0 or mark.key.isascii() != behind:
            continue
        if mark.key in grammar.BOUNDS and (bound.kind == NUMBER or mark.key not in grammar.CLOCK_BOUNDS):
            found.add((bound.key, grammar.BOUNDS[mark.key]))
    return frozenset(found)


def _clauses(raws: list[Raw]) -> list[tuple[list[Raw], bool]]:
    """The clauses, and whether each says what happens otherwise."""
    clauses: list[tuple[list[Raw], bool]] = []
    clause: list[Raw] = []
    otherwise = False
    for raw in raws:
        if raw.kind != BREAK:
            clause.append(raw)
            continue
        if clause:
            clauses.append((clause, otherwise))
            clause = []
            otherwise = False
        otherwise = otherwise or grammar.TURNERS.get(raw.key) == "else"
    return clauses


def _clause_units(clause: list[Raw], number: int, *, hypothetical: bool, free: bool) -> list[Unit | None]:
    table = vocabulary().ideas
    denied, rejected = _denied(clause)
    supposed = (
        denied if free else set()
    )  # a denied condition and what is denied under it turn each other round
    denied = set() if free else denied
    made: list[Unit | None] = []
    for place, (kind, key, quantity) in enumerate(clause):
        if kind < 0:
            made.append(None)
            continue
        weight = _LIGHT_WEIGHT if key in grammar.LIGHT or _is_small(quantity) else _WEIGHTS[kind]
        ideas = () if kind == NAME else table.get(key, ())
        made.append(
            Unit(
                kind,
                key,
                ideas,
                weight,
                number,
                place in denied,
                place in rejected,
                hypothetical or place in supposed,
                quantity,
            )
        )
    return made


def _share_idea(a: Raw, b: Raw) -> bool:
    ideas = vocabulary().ideas
    return bool(
        {idea.number for idea in ideas.get(a.key, ())} & {idea.number for idea in ideas.get(b.key, ())}
    )


def _is_condition(clause: list[Raw], after: list[Raw]) -> bool:
    """Whether a Chinese clause with a negation names a condition whose consequence follows."""
    place = next((place for place, raw in enumerate(clause) if raw.kind == NOT), None)
    if place is None or clause[place].key in grammar.FIRM or clause[place].key.isascii():
        return False
    return any(raw.kind == WOULD for raw in (*clause[place + 1 :], *after)) or any(
        raw.key in grammar.PROHIBITIONS for raw in after
    )


def _averts(clause: list[Raw], place: int) -> bool:
    """Whether a clause says how harm is kept away, which denies nothing: "to avoid conflicts"."""
    table = vocabulary().ideas
    return clause[place].key in grammar.AVERTING and any(
        idea in harms() for raw in clause[place + 1 :] for idea in table.get(raw.key, ())
    )


def _is_small(quantity: Quantity | None) -> bool:
    """Whether a number is a "two" in words that may be mere manner of speaking."""
    return quantity is not None and quantity.dimension == "" and quantity.text == "two"


def _denied(clause: list[Raw]) -> tuple[set[int], set[int]]:
    """The places in a clause that a negation denies and those that a contrast rejects.

    A negation denies the first thing done or state after it; two in one clause ("never X without Y") deny nothing.
    """
    kinds = [raw.kind for raw in clause]
    turns = [place for place, kind in enumerate(kinds) if kind in {NOT, BAN, BACKWARD}]
    denied: set[int] = set()
    rejected: set[int] = set()
    if len(turns) == 1 and not _averts(clause, turns[0]):
        place = turns[0]
        end = next(
            (each for each in range(place + 1, len(clause)) if _ends_denial(clause[each])), len(clause)
        )
        after = [each for each in range(place + 1, end) if kinds[each] >= 0]
        if kinds[place] == BACKWARD:
            after = [each for each in reversed(range(place)) if kinds[each] >= 0]
        elif kinds[place] == BAN and not after:
            after = [each for each in range(place) if kinds[each] >= 0]
        far = kinds[place] == BAN or clause[place].key in grammar.PROHIBITIONS
        bounded = [each for each in after if _is_bound(clause, each)]
        if bounded:
            return set(bounded[:1]), rejected
        heads = [each for each in after[: _FAR_REACH if far else _HEAD_REACH] if _is_predicate(clause[each])]
        denied.update((heads or after)[:1])
        denied.update(each for each in after for head in heads[:1] if _share_idea(clause[head], clause[each]))
    if CONTRAST in kinds:
        place = kinds.index(CONTRAST)
        after = [each for each in range(place + 1, len(clause)) if kinds[each] >= 0]
        rejected.update(after[: 2 if after and _is_predicate(clause[after[0]]) else 1])
    return denied, rejected


def _ends_denial(raw: Raw) -> bool:
    """Whether what is denied ends at a word: "never X before Y"; in Chinese the limit stands before what is denied."""
    return raw.kind == ORDER or (raw.kind == UNLESS and raw.key.isascii())


def _is_bound(clause: list[Raw], place: int) -> bool:
    """Whether a word says that a number is exceeded: to deny that denies nothing else in the clause."""
    ideas = vocabulary().ideas
    exceed = {idea.number for idea in ideas["exceed"]} & {idea.number for idea in ideas["more than"]}
    return (
        place + 1 < len(clause)
        and clause[place + 1].kind == NUMBER
        and any(idea.number in exceed for idea in ideas.get(clause[place].key, ()))
    )


def _is_predicate(raw: Raw) -> bool:
    table = vocabulary()
    return raw.kind == WORD and any(table.is_predicate(idea) for idea in table.ideas.get(raw.key, ()))


def _order(clause: list[Raw], made: list[Unit | None], last: list[Unit | None]) -> list[tuple[Units, Units]]:
    """What a clause says comes first and what second, by its words for before and after, from and to."""
    for place, raw in enumerate(clause):
        if raw.kind == FROM:
            return _from_to(clause, made, place)
        turn = grammar.ORDER.get(raw.key) if raw.kind < 0 else None
        if turn is None:
            continue
        left = _present(made[:place]) or (_present(last) if turn == "left-first" else ())
        right = _present(made[place + 1 :])
        if not left or not right or left[-1].kind == NUMBER:
            return []
        follows = clause[place + 1].kind if place + 1 < len(clause) else BREAK
        limits = raw.key in _NOT_BEFORE and follows != NUMBER
        if limits and _is_denied(clause[:place], left) != _is_denied(clause[place:], right):
            turn = "right-first" if turn == "left-first" else "left-first"
        return [(left, right) if turn == "left-first" else (right, left)]
    return []


_NOT_BEFORE = frozenset(("before", "之前", "以前", "前"))
"""What must not happen before something else comes after it."""


def _is_denied(raws: list[Raw], units: Units) -> bool:
    """Whether part of a clause denies an act: it forbids something, or a verb in it is denied."""
    forbids = any(raw.kind == BAN or (raw.kind == NOT and raw.key in grammar.PROHIBITIONS) for raw in raws)
    return forbids or any(unit.negated and unit.predicate for unit in units)


def _from_to(clause: list[Raw], made: list[Unit | None], place: int) -> list[tuple[Units, Units]]:
    """What stands between "from" and "to" (in Chinese: and the verb), and what follows."""
    turn = next(
        (
            each
            for each in range(place + 1, len(clause))
            if clause[each].key == "from-to" or (clause[place].key != "from" and _is_predicate(clause[each]))
        ),
        None,
    )
    if turn is None:
        return []
    left, right = _present(made[place + 1 : turn]), _present(made[turn + 1 :])
    return [(left, right)] if left and right else []


def _present(made: list[Unit | None]) -> Units:
    return tuple(unit for unit in made if unit is not None)
