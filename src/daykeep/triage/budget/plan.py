"""Plans what becomes of every turn so that the view has a given size: the newest stay, then results are hidden, then only facts remain."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.model import CALL, RESULT, THINKING
from daykeep.text.tokens import count_tokens
from daykeep.triage.budget.pieces import Cut, cut_running
from daykeep.triage.budget.unsaid import pairs_in_sight, weigh_unsaid
from daykeep.triage.compress.masks import mask_texts
from daykeep.triage.ledger.build import DEFAULT_BUDGET_TOKENS, Reader, plan_ledger
from daykeep.triage.ledger.data import find_pairs, parse_json
from daykeep.triage.model import ARCHIVE, DROP, KEEP, MASK

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from daykeep.session.units.model import Part, Unit
    from daykeep.triage.ledger.model import Ledger

_LEAST_FACTS = 4
"""The facts get at least this part of the budget, whatever the protected turns take: what leaves must not leave without a trace."""
_FACTS_SHARE = 10
"""The facts may take this part of a large budget: more of them nobody reads."""
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

    ``placed`` has every unit in order, and behind them pieces of running ones whose results are hidden. ``mask_chars`` is for
    `mask_texts`: how much of a hidden result stands in its place, None for its own share; 0 where its values are among the
    facts. ``fits`` says whether the view is within the budget: protected turns alone may be larger.
    """

    placed: tuple[Placed, ...]
    ledger: Ledger
    mask_chars: int | None
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
    budget: int
    mask_chars: int | None
    every_word: bool
    count: Callable[[str], int]
    most_facts: int
    reader: Reader

    def ledger(self, actions: Mapping[str, str], cuts: Sequence[Cut], budget: int) -> Ledger:
        """The facts of what leaves and of hidden results, without those that stand in what stays or in the results' place."""
        hidden = {message for cut in cuts for message in cut.messages}
        leaving: list[Unit] = []
        staying: list[Part] = []
        masks: list[str] = []
        for unit in self.units:
            action = actions[unit.id]
            if action in (ARCHIVE, DROP):
                leaving.append(unit)
                continue
            out = [
                part
                for part in unit.parts
                if part.kind == RESULT and (action == MASK or part.message in hidden)
            ]
            if out:
                leaving.append(unit._replace(parts=tuple(out)))
                masks += [text for _, text in mask_texts(out, _ANY_ID, limit_chars=self.mask_chars)]
            gone = {id(part) for part in out}
            staying += [part for part in unit.parts if part.kind != THINKING and id(part) not in gone]
        visible = "\n".join([*(part.text for part in staying), *masks])
        budget = min(budget, self.most_facts)
        return plan_ledger(
            leaving,
            visible=visible,
            budget=budget,
            every_word=self.every_word,
            count=self.count,
            reader=self.reader,
        )


def plan_budget(
    units: Sequence[Unit],
    budget: int,
    *,
    may_leave: Collection[str],
    decided: Mapping[str, str] | None = None,
    every_word: bool = False,
    count: Callable[[str], int] = count_tokens,
    most_facts: int = DEFAULT_BUDGET_TOKENS,
) -> BudgetPlan:
    """Which turns stay, hide their results or leave, so that the view costs at most ``budget`` by ``count``.

    Only units in ``may_leave`` are touched, others stand as they are; of those that run still, results of finished pieces are hidden
    if there is no other way. ``decided`` are actions that were chosen before: ``keep`` leaves last, ``drop`` and ``archive`` leave at
    once. The rest stays as long as there is room beside the facts of what leaves: first turns of which the facts say too
    little, then from the newest back; first whole, then with hidden results. If hiding results is enough, nothing leaves and
    what stands in their place tells more; else their values are among the facts. Facts take ``most_facts`` at most, or a tenth of a
    large budget. Pure: the same units give the same plan.
    """
    case = _Case(
        units,
        may_leave,
        decided or {},
        budget,
        0,
        every_word,
        count,
        max(most_facts, budget // _FACTS_SHARE),
        Reader(),
    )
    least = _measure(case)
    if sum(least.masked.get(unit.id, least.whole[unit.id]) for unit in units) <= budget:
        told = case._replace(mask_chars=None)
        plan = _attempt(told, _measure(told))
        gone = {one.unit_id for one in plan.placed if one.action == ARCHIVE}
        if plan.fits and gone <= {name for name, action in case.decided.items() if action == ARCHIVE}:
            return plan
    return _attempt(case, least)


def _attempt(case: _Case, sizes: _Sizes) -> BudgetPlan:
    units, budget = case.units, case.budget
    actions = {unit.id: KEEP for unit in units}
    actions.update({name: action for name, action in case.decided.items() if action in (ARCHIVE, DROP)})
    fixed = sum(sizes.whole[unit.id] for unit in units if unit.id not in case.may_leave)
    cuts: tuple[Cut, ...] = ()
    if fixed > budget:
        running = [unit for unit in units if unit.id not in case.may_leave]
        cuts = cut_running(running, fixed - budget, case.mask_chars, case.count)
        fixed -= sum(cut.saved for cut in cuts)
    total = sum(
        sizes.whole[unit.id] for unit in units if unit.id in case.may_leave and actions[unit.id] == KEEP
    )
    ledger = case.ledger(actions, cuts, budget)
    if fixed + total + ledger.size > budget:
        ledger = _settle(case, budget - fixed, actions, sizes, cuts)
    placed = [Placed(unit.id, actions[unit.id], _size_of(unit.id, actions, sizes)) for unit in units]
    placed += [Placed(cut.id, MASK, cut.size) for cut in cuts]
    size = sum(one.size for one in placed[: len(units)]) - sum(cut.saved for cut in cuts) + ledger.size
    return BudgetPlan(tuple(placed), ledger, case.mask_chars, size, fits=size <= budget)


def _measure(case: _Case) -> _Sizes:
    count = case.count
    whole = {
        unit.id: unit.tokens
        if count is count_tokens and unit.tokens
        else sum(count(part.text) for part in unit.parts if part.kind != THINKING)
        for unit in case.units
    }
    masked: dict[str, int] = {}
    for unit in case.units:
        results = [part for part in unit.parts if part.kind == RESULT]
        if unit.id in case.may_leave and results:
            masks = mask_texts(unit.parts, _ANY_ID, limit_chars=case.mask_chars)
            saved = sum(
                max(0, count(part.text) - count(text)) for (_, text), part in zip(masks, results, strict=True)
            )
            masked[unit.id] = whole[unit.id] - saved
    return _Sizes(whole, masked)


def _settle(case: _Case, room: int, actions: dict[str, str], sizes: _Sizes, cuts: Sequence[Cut]) -> Ledger:
    """Choose for every unit that may leave, and make the facts of those that do; they tell each other how much room there is."""
    left = [
        unit for unit in case.units if unit.id in case.may_leave and actions[unit.id] not in (ARCHIVE, DROP)
    ]
    least = case.budget // _LEAST_FACTS
    ledger = case.ledger(actions | {unit.id: ARCHIVE for unit in left}, cuts, max(least, room))
    order = _order(left, case.decided, ledger)
    for _ in range(_ROUNDS):
        _fill(order, max(0, room - ledger.size), actions, sizes)
        kept = sum(_size_of(unit.id, actions, sizes) for unit in left)
        ledger = case.ledger(actions, cuts, max(least, room - kept))
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
    """Let units stay in the given order: whole while half of the room is left, then with hidden results; what is too large leaves."""
    left = room
    for unit in order:
        whole, masked = sizes.whole[unit.id], sizes.masked.get(unit.id)
        if whole <= left and (masked is None or left - whole >= room // 2):
            actions[unit.id] = KEEP
            left -= whole
        elif masked is not None and masked <= left:
            actions[unit.id] = MASK
            left -= masked
        else:
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
