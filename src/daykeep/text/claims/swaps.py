"""Claims that are alike but for a spot: laid side by side, a word exchanged or put in another's place shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.claims.cutting import NUMBER, WORD
from daykeep.text.claims.grammar import LIGHT
from daykeep.text.claims.matching import agree
from daykeep.text.claims.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.text.claims.reading import Unit

MAX_ALIGNED = 40
"""Longer claims are not laid side by side: the time grows with the product of the lengths."""
_REPLACED = 0.95
"""What a replaced unit costs where a left-out one costs 1: two that change places are seen as replaced, not as moved."""
_MIN_ALIKE = 1.5
"""The weight that must stand in the same places in both claims."""
_LOOSE = 0.65
"""The weight that may be left out or put in elsewhere."""
_OTHER_WORDS = 0.2
"""The part of what is alike that is said in other words, up to which two claims are alike word for word."""
_SPOTS = 3
_TURNING = frozenset(("off",))
"""Words without which a claim says the opposite."""
_LONGEST_EXCHANGED = 2
_SAID_LIGHTLY = LIGHT - {"user", "用户", "all", "every", "所有", "全部", "仅"}
_SAID_LIGHTLY |= {"require", "give", "only", "只"}
_SAID_LIGHTLY -= {"keep", "take", "put", "make"}


_QUANTIFIERS = frozenset(
    (
        "all",
        "every",
        "any",
        "everyone",
        "everybody",
        "anyone",
        "所有",
        "全部",
        "任何",
        "所有人",
        "大家",
        "任何人",
    )
)


class Spot(NamedTuple):
    """Runs of units that stand in the same place of two claims and don't agree; either may be empty."""

    old: tuple[Unit, ...]
    new: tuple[Unit, ...]


class Layout(NamedTuple):
    """Two claims laid side by side: the weight that stands alike in both, whether word for word, opposites, where they part."""

    alike: float
    verbatim: bool
    opposites: str
    spots: tuple[Spot, ...]


def find_swap(layout: Layout, *, polar: bool) -> str:
    """What was put in another's place, if two claims are alike otherwise; empty if there is no such thing.

    ``polar`` tells that what only one of them denies sets them apart: no other word of theirs turns it round.
    """
    replaced = [spot for spot in layout.spots if _weight(spot.old) and _weight(spot.new)]
    loose = sum(_weight(spot.old) + _weight(spot.new) for spot in layout.spots if spot not in replaced)
    if layout.alike < _MIN_ALIKE or loose > 2 * _LOOSE:
        return ""
    if layout.verbatim and len(replaced) == 2 and _exchanged(*replaced):
        return f"{_name(replaced[0].old)} and {_name(replaced[0].new)} changed places"
    turned = _turned(layout, replaced) if polar and layout.verbatim else ""
    if turned or loose > _LOOSE:
        return turned
    return _replaced(replaced, verbatim=layout.verbatim)


def _turned(layout: Layout, replaced: Sequence[Spot]) -> str:
    """What only one of the claims denies, or says the opposite of."""
    if any(_denied_once(spot) for spot in replaced):
        return f"{_name(replaced[0].old)} is turned round"
    if replaced:
        return ""
    return "turned off" if _put_in(layout.spots) & _TURNING else layout.opposites


def _replaced(spots: Sequence[Spot], *, verbatim: bool) -> str:
    """What was replaced by something else, if that is so in every spot."""
    several = verbatim and 1 < len(spots) <= _SPOTS and not _moved(spots)
    if (several or len(spots) == 1) and all(_differ(spot, verbatim=verbatim) for spot in spots):
        return f"{_name(spots[0].old)} against {_name(spots[0].new)}"
    return ""


def lay_out(old: Sequence[Unit], new: Sequence[Unit]) -> Layout | None:
    """Two claims side by side with the fewest changes; None if they are too long for that."""
    if not old or not new or max(len(old), len(new)) > MAX_ALIGNED:
        return None
    same = [[_same(a, b) for b in new] for a in old]
    costs = _costs(same, len(new))
    a, b = len(old), len(new)
    alike = other = 0.0
    opposites = ""
    spots: list[Spot] = []
    end_a, end_b = a, b
    while a or b:
        if a and b and same[a - 1][b - 1] and costs[a][b] == costs[a - 1][b - 1]:
            if (a, b) != (end_a, end_b):
                spots.append(Spot(tuple(old[a:end_a]), tuple(new[b:end_b])))
            a, b = a - 1, b - 1
            alike += old[a].weight
            if _are_opposites(old[a], new[b]):
                opposites = f"{old[a].key[:40]} against {new[b].key[:40]}"
            elif old[a].key != new[b].key:
                other += old[a].weight
            end_a, end_b = a, b
        elif a and b and costs[a][b] == costs[a - 1][b - 1] + _REPLACED:
            a, b = a - 1, b - 1
        elif a and costs[a][b] == costs[a - 1][b] + 1:
            a -= 1
        else:
            b -= 1
    if (end_a, end_b) != (0, 0):
        spots.append(Spot(tuple(old[:end_a]), tuple(new[:end_b])))
    return Layout(alike, other <= _OTHER_WORDS * alike, opposites, tuple(reversed(spots)))


def _costs(same: list[list[bool]], width: int) -> list[list[float]]:
    """The least cost of turning each beginning of one claim into each of the other."""
    costs = [[float(place) for place in range(width + 1)]]
    for number, row in enumerate(same, 1):
        before, line = costs[-1], [float(number)]
        for place, alike in enumerate(row):
            kept = before[place] if alike else before[place] + _REPLACED
            line.append(min(kept, before[place + 1] + 1, line[place] + 1))
        costs.append(line)
    return costs


def _same(a: Unit, b: Unit) -> bool:
    """Whether two units say the same in the same way: no other member of a kind, denied both or neither."""
    if a.negated != b.negated or a.rejected != b.rejected:
        return False
    return (a.key == b.key and a.kind != NUMBER) or (agree(a, b) and not _exclude(a, b))


def _are_opposites(a: Unit, b: Unit) -> bool:
    """Whether two words say the opposite by all that they have in common, and neither is denied."""
    mine, others = ({idea.number: idea.side for idea in unit.ideas} for unit in (a, b))
    shared = mine.keys() & others.keys()
    if a.key == b.key or not shared or any((a.negated, b.negated, a.hypothetical, b.hypothetical)):
        return False
    return all(mine[number] != others[number] for number in shared)


def _exclude(a: Unit, b: Unit) -> bool:
    """Whether two words are members of a kind that exclude each other."""
    kinds = vocabulary().kinds
    members, rivals = dict(kinds.get(a.key, ())), dict(kinds.get(b.key, ()))
    return any(kind in rivals and rivals[kind] != member for kind, member in members.items())


def _exchanged(first: Spot, second: Spot) -> bool:
    """Whether the things that stood in one spot stand in the other now, and the other way round."""
    if max(map(len, (*first, *second))) > _LONGEST_EXCHANGED:
        return False
    return _all_same(_things(first.old), _things(second.new)) and _all_same(
        _things(second.old), _things(first.new)
    )


def _things(run: Sequence[Unit]) -> list[Unit]:
    return [unit for unit in run if _own_weight(unit) and not unit.predicate]


def _all_same(a: Sequence[Unit], b: Sequence[Unit]) -> bool:
    return 0 < len(a) == len(b) and all(agree(x, y) and not _exclude(x, y) for x, y in zip(a, b, strict=True))


def _put_in(spots: Sequence[Spot]) -> set[str]:
    """The words that only one of the claims has, if they are single."""
    return {run[0].key for spot in spots for run in spot if len(run) == 1}


def _moved(spots: Sequence[Spot]) -> bool:
    """Whether something of one spot stands in another: the words are the same, their order is not."""
    old = [unit for spot in spots for unit in spot.old]
    return any(agree(unit, other) for spot in spots for unit in spot.new for other in old)


def _denied_once(spot: Spot) -> bool:
    """Whether a spot is one word that one of the claims denies and the other says."""
    old, new = ([unit for unit in run if _own_weight(unit)] for run in spot)
    return len(old) == len(new) == 1 and old[0].key == new[0].key and old[0].negated != new[0].negated


def _differ(spot: Spot, *, verbatim: bool) -> bool:
    """Whether the two runs of a spot say different things of one sort; deeds are reworded where all else is, too."""
    if any(_exclude(a, b) for a in spot.old for b in spot.new):
        return True
    if any(agree(a, b) for a in spot.old for b in spot.new) or _is_spelled_alike(spot):
        return False
    if any(unit.key in _QUANTIFIERS for unit in (*spot.old, *spot.new)):
        return True
    if len(spot.old) == len(spot.new) == 1 and spot.old[0].negated != spot.new[0].negated:
        return False
    old, new = _sorts(spot.old), _sorts(spot.new)
    return bool(old & new) and (verbatim or True not in old | new)


def _is_spelled_alike(spot: Spot) -> bool:
    """Whether one run is written with the letters or half of the characters of the other: forms of one word.

    Chinese words that share only their last character are of one sort ("pork", "beef"), not one.
    """
    old, new = ("".join(unit.key for unit in run if unit.kind != NUMBER) for run in spot)
    if not old or not new:
        return False
    if old.isascii() and new.isascii():
        rest = old.removeprefix(new) if len(old) > len(new) else new.removeprefix(old)
        words = all(unit.kind == WORD for unit in (*spot.old, *spot.new))
        return words and len(rest) < max(len(old), len(new)) and not any(map(str.isdecimal, rest))
    small, large = sorted((old, new), key=len)
    known = all(unit.ideas for unit in (*spot.old, *spot.new))
    if known and len(spot.old) == len(spot.new) and small not in large:
        return False
    if small[-1] == large[-1] and not set(small[:-1]) & set(large):
        return False
    return len(large) > 1 and 2 * sum(character in large for character in small) >= len(small)


def _sorts(run: Sequence[Unit]) -> set[bool]:
    """Whether the words of a run are deeds, things, or both: ``{True}``, ``{False}`` or both values."""
    sorts: set[bool] = set()
    for unit in run:
        if _own_weight(unit):
            table = vocabulary()
            sorts.update({table.is_predicate(idea) for idea in unit.ideas} or {False})
    return sorts


def _weight(run: Sequence[Unit]) -> float:
    return sum(_own_weight(unit) for unit in run)


def _own_weight(unit: Unit) -> float:
    if unit.kind == NUMBER or unit.key not in _SAID_LIGHTLY:
        return max(unit.weight, 0.5)
    return 0.0


def _name(run: Sequence[Unit]) -> str:
    heavy = max(run, key=_own_weight)
    return heavy.quantity.text[:40] if heavy.quantity is not None else heavy.key[:40]
