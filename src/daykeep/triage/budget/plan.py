"""Plans what becomes of every turn so that the view has a given size: the newest stay, then results are hidden, then only facts remain."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.model import CALL, RESULT, THINKING
from daykeep.text.tokens import count_tokens
from daykeep.triage.budget.pieces import Cut, cut_running
from daykeep.triage.budget.unsaid import pairs_in_sight, weigh_unsaid
from daykeep.triage.compress.masks import mask_texts
from daykeep.triage.ledger.build import plan_ledger
from daykeep.triage.ledger.data import find_pairs, parse_json
from daykeep.triage.model import ARCHIVE, DROP, KEEP, MASK

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from daykeep.session.units.model import Part, Unit
    from daykeep.triage.ledger.model import Ledger

LEDGER_SHARE = 1.0
"""What of the room beside the protected turns the facts may take, before more turns stay as they are."""
_ROUNDS = 3
_ANY_ID = "A999"
"""Stands for the name of a stored turn while sizes are measured: it isn't stored yet."""
_UNSAID = 20
"""A turn of which the facts leave out so much (see `weigh_unsaid`) stays before others."""
_SHORTEST_USED = 4


class Placed(NamedTuple):
    """What becomes of one turn (or piece of a running one): an action of triage, and its size in the view."""

    unit_id: str
    action: str
    size: int


class BudgetPlan(NamedTuple):
    """What becomes of every turn, the facts of those that leave, and the size of the view that comes of it.

    ``placed`` has every unit in order, and behind them pieces of running ones whose results are hidden. ``fits`` says whether the
    view is within the budget: protected turns alone may be larger.
    """

    placed: tuple[Placed, ...]
    ledger: Ledger
    size: int
    fits: bool

    @property
    def edits(self) -> tuple[Placed, ...]:
        """Those that don't stay as they are."""
        return tuple(one for one in self.placed if one.action != KEEP)


class _Sizes(NamedTuple):
    """The size of each unit as it is, and with its results hidden."""

    whole: dict[str, int]
    masked: dict[str, int]


class _Case(NamedTuple):
    """What is planned for, and how its sizes are measured."""

    units: Sequence[Unit]
    may_leave: Collection[str]
    decided: Mapping[str, str]
    sizes: _Sizes
    every_word: bool
    count: Callable[[str], int]

    def ledger(self, actions: Mapping[str, str], budget: int) -> Ledger:
        """The facts of what leaves, without those that stand in what stays."""
        leaving = [unit for unit in self.units if actions[unit.id] in (ARCHIVE, DROP)]
        staying = [part for unit in self.units if actions[unit.id] == KEEP for part in unit.parts]
        masked = [part for unit in self.units if actions[unit.id] == MASK for part in unit.parts]
        staying += [part for part in masked if part.kind != RESULT]
        visible = "\n".join(part.text for part in staying if part.kind != THINKING)
        return plan_ledger(
            leaving, visible=visible, budget=budget, every_word=self.every_word, count=self.count
        )


def plan_budget(
    units: Sequence[Unit],
    budget: int,
    *,
    may_leave: Collection[str],
    decided: Mapping[str, str] | None = None,
    every_word: bool = False,
    count: Callable[[str], int] = count_tokens,
) -> BudgetPlan:
    """Which turns stay, hide their results or leave, so that the view costs at most ``budget`` by ``count``.

    Only units in ``may_leave`` are touched, others stand as they are; of those that run still, results of finished pieces are hidden
    if there is no other way. ``decided`` are actions that were chosen before: ``keep`` leaves last, ``drop`` and ``archive`` leave at
    once. The rest stays from the newest back as long as there is room beside the facts of what leaves, first whole, then
    with hidden results. Pure: the same units give the same plan.
    """
    sizes = _measure(units, may_leave, count)
    case = _Case(units, may_leave, decided or {}, sizes, every_word, count)
    actions = {unit.id: KEEP for unit in units}
    actions.update({name: action for name, action in case.decided.items() if action in (ARCHIVE, DROP)})
    fixed = sum(sizes.whole[unit.id] for unit in units if unit.id not in may_leave)
    cuts: tuple[Cut, ...] = ()
    if fixed > budget:
        cuts = cut_running([unit for unit in units if unit.id not in may_leave], fixed - budget, count)
        fixed -= sum(cut.saved for cut in cuts)
    total = sum(sizes.whole[unit.id] for unit in units if unit.id in may_leave and actions[unit.id] == KEEP)
    ledger = case.ledger(actions, budget)
    if fixed + total + ledger.size > budget:
        ledger = _settle(case, budget - fixed, actions)
    placed = [Placed(unit.id, actions[unit.id], _size_of(unit.id, actions, sizes)) for unit in units]
    placed += [Placed(cut.id, MASK, cut.size) for cut in cuts]
    size = sum(one.size for one in placed[: len(units)]) - sum(cut.saved for cut in cuts) + ledger.size
    return BudgetPlan(tuple(placed), ledger, size, fits=size <= budget)


def _measure(units: Sequence[Unit], may_leave: Collection[str], count: Callable[[str], int]) -> _Sizes:
    whole = {unit.id: sum(count(part.text) for part in unit.parts if part.kind != THINKING) for unit in units}
    masked: dict[str, int] = {}
    for unit in units:
        results = [part for part in unit.parts if part.kind == RESULT]
        if unit.id in may_leave and results:
            hidden = sum(
                min(count(text), count(part.text))
                for (_, text), part in zip(mask_texts(unit.parts, _ANY_ID), results, strict=True)
            )
            masked[unit.id] = whole[unit.id] - sum(count(part.text) for part in results) + hidden
    return _Sizes(whole, masked)


def _settle(case: _Case, room: int, actions: dict[str, str]) -> Ledger:
    """Choose for every unit that may leave, and make the facts of those that do; they tell each other how much room there is."""
    left = [
        unit for unit in case.units if unit.id in case.may_leave and actions[unit.id] not in (ARCHIVE, DROP)
    ]
    everything = actions | {unit.id: ARCHIVE for unit in left}
    ledger = case.ledger(everything, max(0, int(room * LEDGER_SHARE)))
    order = _order(left, case.decided, ledger)
    for _ in range(_ROUNDS):
        _fill(order, max(0, room - ledger.size), actions, case.sizes)
        kept = sum(_size_of(unit.id, actions, case.sizes) for unit in left)
        ledger = case.ledger(actions, max(0, room - kept))
        if kept + ledger.size <= room and room - kept - ledger.size < room // 50:
            break
    return ledger


def _order(left: Sequence[Unit], decided: Mapping[str, str], ledger: Ledger) -> list[Unit]:
    """Who stays first: those that were decided to, those of which the facts say least, then the newest."""
    in_sight = pairs_in_sight([ledger.text])
    unsaid = {unit.id: weigh_unsaid(unit, in_sight) for unit in left}
    return sorted(
        left, key=lambda unit: (decided.get(unit.id) != KEEP, unsaid[unit.id] < _UNSAID, -unit.number)
    )


def _fill(order: Sequence[Unit], room: int, actions: dict[str, str], sizes: _Sizes) -> None:
    """Let units stay in the given order: whole while half of the room is left, then with hidden results; the rest leaves."""
    left = room
    is_full = False
    for unit in order:
        whole, masked = sizes.whole[unit.id], sizes.masked.get(unit.id)
        if not is_full and whole <= left and (masked is None or left - whole >= room // 2):
            actions[unit.id] = KEEP
            left -= whole
        elif not is_full and masked is not None and masked <= left:
            actions[unit.id] = MASK
            left -= masked
        else:
            is_full = True
            actions[unit.id] = ARCHIVE


def _size_of(name: str, actions: Mapping[str, str], sizes: _Sizes) -> int:
    if actions[name] == KEEP:
        return sizes.whole[name]
    return sizes.masked[name] if actions[name] == MASK else 0


def used_values(parts: Sequence[Part]) -> frozenset[str]:
    """The values that calls among these parts were given: what results before them are likely to be needed for."""
    found: set[str] = set()
    for part in parts:
        if part.kind == CALL and (given := parse_json(part.text)) is not None:
            found.update(pair.value for pair in find_pairs(given) if len(pair.value) >= _SHORTEST_USED)
    return frozenset(found)
