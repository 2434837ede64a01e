"""What two claims have in common: which unit of one says what a unit of the other says, and how well."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.claims.cutting import CODE, HAN, NAME, NUMBER, WORD
from daykeep.text.claims.numbers import same_quantity
from daykeep.text.claims.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.text.claims.reading import Claim, Unit

_IDEA, _KIN, _PART, _CHARACTER = 1.0, 0.85, 0.8, 0.55
"""How far units agree: by idea, by the beginning of the word, by a part of an identifier, by a Chinese character."""
_AGAIN = 0.7
"""An idea whose counterpart already stands for another unit."""
_OWN_PENALTY = 0.12
"""What the score loses for each name that one claim has and another that the other has."""
_RIVAL = 0.6
_TRIES = 20
_KEPT_SIDES = 512
_LOOKED_AT = 40
MATCHED = 0.5
"""A unit that agrees at least this far is found again."""
_KIN_LETTERS = 4
_LARGER_SHARE = 0.6
"""How much the claim counts that is found better in the other: shortened and lengthened claims stay one."""


class Match(NamedTuple):
    """Two claims side by side; ``new_found`` and ``old_found`` say how far each unit is found in the other (0 to 1).

    ``new_placed`` and ``old_placed`` tell which units have a counterpart of their own, one to one.
    """

    new_claim: Claim
    old_claim: Claim
    new_found: list[float]
    old_found: list[float]
    new_placed: list[bool]
    old_placed: list[bool]
    new_cover: float
    old_cover: float
    new_weight: float
    old_weight: float
    shared: float
    score: float
    new_details: bool
    old_details: bool

    @property
    def new(self) -> tuple[Unit, ...]:
        """The units of the new claim."""
        return self.new_claim.units

    @property
    def old(self) -> tuple[Unit, ...]:
        """The units of the old claim."""
        return self.old_claim.units


class _Side(NamedTuple):
    keys: frozenset[str]
    ideas: frozenset[int]
    starts: dict[str, list[str]]
    characters: frozenset[str]
    parts: frozenset[str]


def match_claims(new: Claim, old: Claim) -> Match:
    """Find each claim's units in the other: time is linear in their lengths."""
    new_side, old_side = _kept_side(new), _kept_side(old)
    new_found = [_found(unit, old_side, old.units) for unit in new.units]
    old_found = [_found(unit, new_side, new.units) for unit in old.units]
    new_placed, old_placed = _pair(new.units, old.units)
    _halve_unplaced(new_found, new_placed)
    _halve_unplaced(old_found, old_placed)
    new_weight, new_shared = _sums(new.units, _with_rivals(new.units, new_found, old.units, old_found))
    old_weight, old_shared = _sums(old.units, _with_rivals(old.units, old_found, new.units, new_found))
    new_cover = new_shared / new_weight if new_weight else 0.0
    old_cover = old_shared / old_weight if old_weight else 0.0
    high, low = max(new_cover, old_cover), min(new_cover, old_cover)
    own = min(_own(new.units, new_found), _own(old.units, old_found))
    score = max(0.0, _LARGER_SHARE * high + (1 - _LARGER_SHARE) * low - _OWN_PENALTY * own)
    return Match(
        new, old, new_found, old_found, new_placed, old_placed, new_cover, old_cover, new_weight, old_weight,
        min(new_shared, old_shared), score, _has_details(new.units, new_found), _has_details(old.units, old_found),
    )  # fmt: skip


def _pair(new: tuple[Unit, ...], old: tuple[Unit, ...]) -> tuple[list[bool], list[bool]]:
    """Which units have a counterpart of their own: equal words first, then equal ideas."""
    new_placed, old_placed = [False] * len(new), [False] * len(old)
    free: dict[object, list[int]] = {}
    for place, unit in enumerate(old):
        free.setdefault(unit.key, []).append(place)
    for place, unit in enumerate(new):
        places = free.get(unit.key)
        chosen = _take(places, old_placed, unit, old) if places else None
        if chosen is not None:
            new_placed[place] = old_placed[chosen] = True
    ideas: dict[int, list[int]] = {}
    for place, unit in enumerate(old):
        for idea in unit.ideas:
            ideas.setdefault(idea.number, []).append(place)
    for place, unit in enumerate(new):
        if not new_placed[place]:
            for idea in unit.ideas:
                chosen = _take(ideas.get(idea.number, []), old_placed, unit, old)
                if chosen is not None:
                    new_placed[place] = old_placed[chosen] = True
                    break
    return new_placed, old_placed


def _take(places: list[int], taken: list[bool], unit: Unit, others: tuple[Unit, ...]) -> int | None:
    for place in places[:_TRIES]:
        if not taken[place] and (unit.kind != NUMBER or agree(unit, others[place])):
            return place
    return None


def _halve_unplaced(found: list[float], placed: list[bool]) -> None:
    """What is found only in a unit that already stands for another counts less."""
    for place, is_placed in enumerate(placed):
        if not is_placed and found[place] >= _IDEA:
            found[place] = _AGAIN


def _has_details(units: tuple[Unit, ...], found: list[float]) -> bool:
    """Whether a claim has an identifier, a name with a number, or a number that the other lacks."""
    return any(
        how < MATCHED and (unit.kind in {CODE, NUMBER} or _has_digit(unit.key))
        for unit, how in zip(units, found, strict=True)
    )


def _own(units: tuple[Unit, ...], found: list[float]) -> int:
    """How many names, identifiers and members of a kind a claim has that the other lacks."""
    kinds = vocabulary().kinds
    return sum(
        how < MATCHED and (unit.kind in {CODE, NAME} or unit.key in kinds)
        for unit, how in zip(units, found, strict=True)
    )


def _with_rivals(
    units: tuple[Unit, ...], found: list[float], others: tuple[Unit, ...], others_found: list[float]
) -> list[float]:
    """How far units are found if another value of the same kind counts as half of the same."""
    kinds = vocabulary().kinds
    free = [unit for unit, how in zip(others, others_found, strict=True) if how < MATCHED]
    dimensions = {unit.quantity.dimension for unit in free if unit.quantity is not None}
    rivals = {kind for unit in free for kind, _ in kinds.get(unit.key, ())}
    return [
        _RIVAL
        if how < MATCHED
        and (
            (unit.quantity is not None and unit.quantity.dimension in dimensions)
            or any(kind in rivals for kind, _ in kinds.get(unit.key, ()))
        )
        else how
        for unit, how in zip(units, found, strict=True)
    ]


def _sums(units: tuple[Unit, ...], found: list[float]) -> tuple[float, float]:
    return (
        sum(unit.weight for unit in units),
        sum(unit.weight * how for unit, how in zip(units, found, strict=True)),
    )


_sides: dict[int, tuple[Claim, _Side]] = {}
"""The sides of the last claims, by the identity of the claim, which the entry keeps alive: a claim meets several others."""


def _kept_side(claim: Claim) -> _Side:
    kept = _sides.get(id(claim))
    if kept is not None and kept[0] is claim:
        return kept[1]
    if len(_sides) >= _KEPT_SIDES:
        _sides.clear()
    side = _side(claim)
    _sides[id(claim)] = claim, side
    return side


def _side(claim: Claim) -> _Side:
    starts: dict[str, list[str]] = {}
    characters: set[str] = set()
    parts: set[str] = set()
    for unit in claim.units:
        if unit.kind == CODE:
            parts.update(code_parts(unit.key))
        elif unit.kind != NUMBER:
            if unit.key[0] >= "\u2e80":
                characters.update(unit.key)
            else:
                starts.setdefault(unit.key[:_KIN_LETTERS], []).append(unit.key)
                parts.update(unit.key.split())
    return _Side(
        frozenset(unit.key for unit in claim.units if unit.kind != NUMBER),
        frozenset(idea.number for unit in claim.units for idea in unit.ideas),
        starts,
        frozenset(characters),
        frozenset(parts),
    )


def code_parts(key: str) -> list[str]:
    """The words in an identifier or path that are worth matching.

    >>> code_parts("/etc/nginx/nginx.conf")
    ['etc', 'nginx', 'nginx', 'conf']
    """
    return [part for part in "".join(c if c.isalnum() else " " for c in key).split() if len(part) > 1]


def _found(unit: Unit, side: _Side, others: tuple[Unit, ...]) -> float:  # noqa: PLR0911 - one way to be found a line
    """How far a unit is found in the other claim."""
    if unit.kind == NUMBER:
        quantity = unit.quantity
        return float(any(
            quantity is not None and other.quantity is not None and same_quantity(quantity, other.quantity)
            for other in others
        ))  # fmt: skip
    if unit.key in side.keys:
        return 1.0
    if any(idea.number in side.ideas for idea in unit.ideas):
        return _IDEA
    if unit.kind == CODE:
        parts = code_parts(unit.key)
        return _PART * sum(part in side.parts for part in parts) / len(parts) if parts else 0.0
    if unit.key[0] >= "\u2e80":
        known = sum(character in side.characters for character in unit.key)
        return (1.0 if unit.kind == HAN else _CHARACTER) * known / len(unit.key)
    if unit.key in side.parts or (" " in unit.key and any(part in side.keys for part in unit.key.split())):
        return _PART
    return _KIN if _has_kin(unit, side) else 0.0


def _has_kin(unit: Unit, side: _Side) -> bool:
    key = unit.key
    if len(key) < _KIN_LETTERS + 1 or unit.kind not in {WORD, NAME}:
        return False
    return any(_are_kin(key, other) for other in side.starts.get(key[:_KIN_LETTERS], ()))


def _are_kin(a: str, b: str) -> bool:
    """Whether two words share so long a beginning that they are forms of one: "permit", "permission".

    A digit behind it makes another name: "tide" and "tide2" are two machines.

    >>> _are_kin("deploying", "deploy"), _are_kin("tide2", "tide"), _are_kin("node17", "node18")
    (True, False, False)
    """
    short = min(len(a), len(b))
    common = next((place for place in range(short) if a[place] != b[place]), short)
    if _has_digit(a[common:] + b[common:]):
        return False
    if common == short:
        return short >= _KIN_LETTERS
    return common >= max(_KIN_LETTERS, 0.6 * max(len(a), len(b))) and common >= short - 3


def _has_digit(text: str) -> bool:
    return any(map(str.isdecimal, text))


def agree(a: Unit, b: Unit) -> bool:
    """Whether two units say the same."""
    if NUMBER in {a.kind, b.kind}:
        return a.quantity is not None and b.quantity is not None and same_quantity(a.quantity, b.quantity)
    if a.key == b.key:
        return True
    if a.ideas and b.ideas:
        mine = {idea.number for idea in a.ideas}
        if any(idea.number in mine for idea in b.ideas):
            return True
    return (
        len(a.key) > _KIN_LETTERS and a.key[:_KIN_LETTERS] == b.key[:_KIN_LETTERS] and _are_kin(a.key, b.key)
    )


def common_weight(a: Sequence[Unit], b: Sequence[Unit]) -> float:
    """The weight of the units of ``a`` that agree with one of ``b``; of each at most 40 are looked at."""
    return sum(unit.weight for unit in a[:_LOOKED_AT] if any(agree(unit, other) for other in b[:_LOOKED_AT]))
