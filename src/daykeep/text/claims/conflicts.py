"""What sets two claims apart that use the same words: numbers, names, kinds, polarity, order, a changed object."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.claims.crossing import find_crossing, find_denial
from daykeep.text.claims.cutting import CODE, HAN, NAME, WORD
from daykeep.text.claims.matching import Match, agree, common_weight
from daykeep.text.claims.numbers import may_be_one, same_quantity
from daykeep.text.claims.polarity import denies, find_turned
from daykeep.text.claims.swaps import find_swap, lay_out
from daykeep.text.claims.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.text.claims.reading import Unit

_CLEAR = 0.35
"""A unit found less than this is not in the other claim."""
_AGAIN = 0.6
_PARTS = re.compile(r"[^\W_]+")
_SPOT_FOUND = 0.75
_LONGEST_SPOT = 4
_LIGHT = 0.5
_NOTHING_ELSE, _LITTLE_ELSE = 0.65, 2.0
"""The weight of other words without counterpart, up to which a changed word is a change of what is said."""
_LOOKED_AT = 40
_WORDED_ALIKE = 0.6
"""In claims that have less of their words in the same order, another word in a place may be another wording."""


class Conflict(NamedTuple):
    """Why two claims are not one; ``contradicts`` is false where they merely speak of different things."""

    contradicts: bool
    reason: str


def find_conflict(match: Match) -> Conflict | None:
    """The first thing that sets two overlapping claims apart, or None."""
    return (
        _changed_number(match)
        or _changed_kind(match)
        or _changed_code(match)
        or _changed_order(match)
        or _changed_polarity(match)
        or _changed_bound(match)
        or _changed_part(match)
        or _changed_place(match)
    )


def _changed_part(match: Match) -> Conflict | None:
    """What is done in one claim is the occasion in the other."""
    reason = find_crossing(match)
    return Conflict(False, reason) if reason else None


def _changed_place(match: Match) -> Conflict | None:
    """Something else in the same place of two claims that are worded alike."""
    layout = lay_out(match.old, match.new)
    if layout is None:
        return _changed_object(match)
    turned = (match.new_claim.turners ^ match.old_claim.turners) - {"needless"}
    reason = find_swap(layout, polar=not turned)
    if reason:
        return Conflict(True, reason)
    worded_alike = layout.alike >= _WORDED_ALIKE * max(match.new_weight, match.old_weight)
    return _changed_object(match) if worded_alike else None


def _changed_bound(match: Match) -> Conflict | None:
    """What something holds before, against the same that it holds after."""
    if denies(match.new) != denies(match.old):
        return None
    old = dict(match.old_claim.bounds)
    for bound, side in sorted(match.new_claim.bounds):
        if old.get(bound, side) != side and (bound, side) not in match.old_claim.bounds:
            return Conflict(True, f"{old[bound]} against {side}")
    return None


def _left_over(units: tuple[Unit, ...], found: list[float]) -> list[Unit]:
    return [unit for unit, how in zip(units, found, strict=True) if how < _CLEAR]


def _changed_number(match: Match) -> Conflict | None:
    new = [unit.quantity for unit in _left_over(match.new, match.new_found) if unit.quantity is not None]
    old = [unit.quantity for unit in _left_over(match.old, match.old_found) if unit.quantity is not None]
    for mine in new:
        for other in old:
            if may_be_one(mine, other) and not same_quantity(mine, other):
                return Conflict(True, f"{other.text[:30]} against {mine.text[:30]}")
    return None


def _kinds(units: tuple[Unit, ...], placed: list[bool], found: list[float]) -> dict[int, dict[int, Unit]]:
    table = vocabulary().kinds
    result: dict[int, dict[int, Unit]] = {}
    for unit, is_placed, how in zip(units, placed, found, strict=True):
        for kind, member in table.get(unit.key, ()):
            if not is_placed and how < _AGAIN and unit.weight >= _LIGHT:
                result.setdefault(kind, {})[member] = unit
    return result


def _changed_kind(match: Match) -> Conflict | None:
    old_kinds = _kinds(match.old, match.old_placed, match.old_found)
    for kind, members in _kinds(match.new, match.new_placed, match.new_found).items():
        others = old_kinds.get(kind, {})
        if others and not members.keys() & others.keys():
            mine, other = next(iter(members.values())), next(iter(others.values()))
            return Conflict(True, f"{other.key} against {mine.key}")
    return None


def _changed_code(match: Match) -> Conflict | None:
    new = [
        unit
        for unit, how in zip(match.new, match.new_found, strict=True)
        if unit.kind in {CODE, NAME} and how < 1.0
    ]
    old = [
        unit
        for unit, how in zip(match.old, match.old_found, strict=True)
        if unit.kind in {CODE, NAME} and how < 1.0
    ]
    for mine in new:
        for other in old:
            if mine.kind == other.kind and _other_parts(mine.key, other.key):
                return Conflict(True, f"{other.key[:40]} against {mine.key[:40]}")
    return None


def _other_parts(a: str, b: str) -> bool:
    """Whether each of two identifiers has parts that the other lacks."""
    mine, other = set(_PARTS.findall(a)), set(_PARTS.findall(b))
    return bool(mine - other and other - mine)


def _changed_polarity(match: Match) -> Conflict | None:
    denial = find_denial(match)
    if denial is not None:
        return Conflict(True, denial) if denial else None
    turned = find_turned(match)
    return None if turned is None else Conflict(True, f"{turned.key[:40]} is turned round")


def _changed_order(match: Match) -> Conflict | None:
    """What came first comes second, or what was taken is what is rejected."""
    for mine_first, mine_second in match.new_claim.order:
        for first, second in match.old_claim.order:
            straight = common_weight(mine_first, first) + common_weight(mine_second, second)
            crossed = (common_weight(mine_first, second), common_weight(mine_second, first))
            apart = not common_weight(mine_second, second)
            if min(crossed) and (sum(crossed) > straight or apart):
                return Conflict(True, "the order is turned round")
    new_rejected = [unit for unit in match.new if unit.rejected]
    old_rejected = [unit for unit in match.old if unit.rejected]
    if new_rejected and old_rejected:
        new_taken = [unit for unit in match.new if not unit.rejected]
        old_taken = [unit for unit in match.old if not unit.rejected]
        if common_weight(new_rejected, old_taken) > common_weight(
            new_rejected, old_rejected
        ) and common_weight(old_rejected, new_taken):
            return Conflict(True, "what was taken is rejected")
    return None


def _changed_object(match: Match) -> Conflict | None:
    """Words that stand in the same place between the same neighbours and don't mean the same."""
    old_spots = _spots(match.old, match.old_placed, match.old_found)
    new_spots = _spots(match.new, match.new_placed, match.new_found)
    rest = _loose(match.new, match.new_placed, match.new_found) + _loose(
        match.old, match.old_placed, match.old_found
    )
    for mine in new_spots:
        for other in old_spots:
            if not (_same_side(mine.left, other.left) and _same_side(mine.right, other.right)):
                continue
            elsewhere = rest - _weight(mine.units) - _weight(other.units)
            bare = mine.left is None and mine.right is None
            framed = mine.left is not None and mine.right is not None
            if _differ(mine.units, other.units, elsewhere, framed=framed) and (
                not bare or elsewhere <= _NOTHING_ELSE
            ):
                return Conflict(False, f"{other.units[0].key[:40]} against {mine.units[0].key[:40]}")
    return None


def _weight(units: Sequence[Unit]) -> float:
    return sum(unit.weight for unit in units)


def _loose(units: tuple[Unit, ...], placed: list[bool], found: list[float]) -> float:
    """The weight of what has no counterpart."""
    return sum(
        unit.weight
        for unit, is_placed, how in zip(units, placed, found, strict=True)
        if not is_placed and how <= _SPOT_FOUND
    )


def _differ(a: Sequence[Unit], b: Sequence[Unit], elsewhere: float, *, framed: bool) -> bool:
    """Whether two runs in the same place say different things.

    Verbs and states are reworded freely, so they differ only if all else agrees; things differ sooner. ``framed``
    tells that words stand before and after the runs.
    """
    if any(agree(unit, other) or _han(unit.key) & _han(other.key) for unit in a for other in b):
        return False
    if all(unit.kind == HAN for unit in a) != all(unit.kind == HAN for unit in b) and min(len(a), len(b)) < 2:
        return elsewhere <= _NOTHING_ELSE and min(_characters(a), _characters(b)) > 1
    if _are_things(a) and _are_things(b):
        return elsewhere <= _LITTLE_ELSE
    return elsewhere <= _NOTHING_ELSE and (bool(_sorts(a) & _sorts(b)) or (framed and elsewhere < _LIGHT))


def _sorts(run: Sequence[Unit]) -> set[str]:
    """Of which sorts the words of a run are; some are both."""
    sorts = set()
    for unit in run:
        deeds = {vocabulary().is_predicate(idea) for idea in unit.ideas}
        if unit.weight >= _LIGHT:
            sorts.update({"deed"} if deeds == {True} else {"deed", "thing"} if len(deeds) > 1 else {"thing"})
    return sorts


def _characters(run: Sequence[Unit]) -> int:
    return sum(len(unit.key) for unit in run)


def _are_things(run: Sequence[Unit]) -> bool:
    """Whether a run names things: known things, names, unknown words of more than one character."""
    return all(unit.weight < _LIGHT or not unit.predicate for unit in run)


def _han(text: str) -> set[str]:
    return {character for character in text if character >= "\u2e80"}


def _same_side(a: Unit | None, b: Unit | None) -> bool:
    if a is None or b is None:
        return a is b
    return agree(a, b)


class _Spot(NamedTuple):
    """Units in a row that have no counterpart, and what stands before and after them in the clause."""

    units: tuple[Unit, ...]
    left: Unit | None
    right: Unit | None


def _spots(units: tuple[Unit, ...], placed: list[bool], found: list[float]) -> list[_Spot]:
    spots: list[_Spot] = []
    start = 0
    while start < len(units) and len(spots) < _LOOKED_AT:
        if placed[start] or found[start] > _SPOT_FOUND:
            start += 1
            continue
        end = start
        clause = units[start].clause
        while (
            end < len(units) and units[end].clause == clause and not (placed[end] or found[end] > _SPOT_FOUND)
        ):
            end += 1
        run = units[start:end]
        left = units[start - 1] if start and units[start - 1].clause == clause else None
        right = units[end] if end < len(units) and units[end].clause == clause else None
        if _weight(run) <= _LONGEST_SPOT and _is_specific(run):
            spots.append(_Spot(run, left, right))
        start = end
    return spots


def _is_specific(run: tuple[Unit, ...]) -> bool:
    characters = sum(unit.kind == HAN for unit in run)
    return characters > 1 or any(unit.kind in {WORD, NAME, CODE} and unit.weight >= _LIGHT for unit in run)
