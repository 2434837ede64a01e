"""Which of the decided changes are made now, so that it pays: pure arithmetic over what each frees and where it stands.

A change costs what stands behind the first changed place, once; it saves what it frees, at every later call. So what is left
alone is a beginning of the conversation: all changes behind one place are made, none before it.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.economics.cost import Cost, cost_of
from daykeep.triage.economics.verdict import HARD, SOFT, WAIT, Situation, Verdict, weigh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.economics.prices import Prices

LEAST_SHARE = 0.1
"""A change that frees less than this share of the budget, and does not get below the low mark, is not made: it would come again at once."""


class Option(NamedTuple):
    """One change that could be made: of which unit (or piece of one), at which place of the view, what it frees net."""

    unit_id: str
    place: int
    action: str
    frees: int
    reason: str = ""


class Ground(NamedTuple):
    """What the arithmetic stands on: the tokens at each place of the view, the whole context, and its marks.

    ``block_place`` is where facts and index stand now (the place behind them changes whenever they do), None if there is no block.
    ``overhead`` is what stands before the messages. ``extra`` is what facts and index will cost more than now.
    """

    weights: Sequence[int]
    tokens: int
    budget: int
    low: int
    extra: int = 0
    block_place: int | None = None


class Choice(NamedTuple):
    """The changes to make (in order), what they cost, whether they are worth it, and the context's size afterwards."""

    options: tuple[Option, ...]
    cost: Cost
    verdict: Verdict
    tokens_after: int


def choose(
    options: Sequence[Option],
    ground: Ground,
    situation: Situation,
    prices: Prices,
    *,
    cold: float,
    models_cost: float = 0.0,
) -> Choice:
    """The best of all choices "everything from this place on": pure, linear in units and options.

    Among those that reach the low mark the one that saves most over the calls to come; if none does, the one that frees most,
    and then only if that is worth a change. Where there is no room, or the cache is cold, costs don't count.
    """
    ordered = sorted(options, key=lambda one: (one.place, one.unit_id))
    if not ordered:
        return _none("there is nothing that may go")
    starts = _starts(ordered)
    costs = _costs(ordered, starts, ground, prices, cold=cold, models=models_cost)
    enough = [place for place, cost in enumerate(costs) if ground.tokens - cost.removed <= ground.low]
    best = _best(costs, enough, situation.remaining_calls)
    verdict = weigh(situation, costs[best], ttl_seconds=prices.ttl_seconds)
    if verdict.kind not in {SOFT, WAIT}:  # costs nothing, or has to be: as much as can go
        best = enough[-1] if enough and verdict.kind == HARD else 0
    cost = costs[best]
    after = ground.tokens - cost.removed
    if verdict.goes and not enough and cost.removed < LEAST_SHARE * ground.budget and verdict.kind != HARD:
        said = f"it would free {cost.removed:,} tokens of {ground.tokens:,}: too few to change anything for"
        verdict = Verdict(WAIT, said)
    if cost.removed <= 0:
        return _none("what may go is smaller than what would stand in its place")
    return Choice(tuple(ordered[starts[best] :]), cost, verdict, after)


def _none(why: str) -> Choice:
    return Choice((), Cost(0.0, 0.0, 0, 0, 0.0, 0.0), Verdict(WAIT, why), 0)


def _starts(ordered: Sequence[Option]) -> list[int]:
    """The indexes of the options with which a choice may begin: the first of each place."""
    return [index for index, one in enumerate(ordered) if not index or ordered[index - 1].place != one.place]


def _costs(
    ordered: Sequence[Option],
    starts: Sequence[int],
    ground: Ground,
    prices: Prices,
    *,
    cold: float,
    models: float,
) -> list[Cost]:
    """What each choice costs; sums from the end, so that it is linear."""
    freed = list(accumulate((one.frees for one in reversed(ordered)), initial=0))[::-1]
    behind = list(accumulate(reversed(ground.weights), initial=0))[::-1]
    found = []
    for start in starts:
        first = ordered[start].place
        if ground.block_place is not None:
            first = min(first, ground.block_place)
        stays = behind[min(first, len(ground.weights))] - freed[start]
        removed = freed[start] - ground.extra
        found.append(cost_of(prices, removed=removed, rewritten=stays, cold=cold, decider=models))
    return found


def _best(costs: Sequence[Cost], enough: Sequence[int], calls: float) -> int:
    """The place of the choice that saves most; of equals the later one, which leaves more of the prefix alone."""
    if enough:
        return max(enough, key=lambda place: (costs[place].per_call * calls - costs[place].once, place))
    return max(range(len(costs)), key=lambda place: (costs[place].removed, place))
