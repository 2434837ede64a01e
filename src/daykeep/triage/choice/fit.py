"""Everything that has to go so that a view fits: the oldest turns are stored, and what they named stays in a block of facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.segments import parse_segment_id
from daykeep.text.tokens import count_tokens
from daykeep.triage.budget.plan import plan_budget
from daykeep.triage.choice.choose import Option
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.triage.budget.plan import Placed
    from daykeep.triage.choice.options import Sizes
    from daykeep.triage.model import Decision

INDEX_SHARE, INDEX_TOKENS = 0.04, 300
"""What the index of stored turns may take of a view that has to fit, and the most tokens of it."""
NO_ROOM = "there is no room for it: it is stored, and recall brings it back"
NEAR_BUDGETS, NEAR_UNITS = 4, 500
"""Only turns within so many budgets of the end, and so many turns, are looked at one by one: no older one could stay."""
_FRAMES = 20
"""What the elements around facts and notes take."""


class Fit(NamedTuple):
    """The changes, the text of the facts that stay in sight, what of hidden results stays, and whether the view fits then.

    ``mask_chars`` is as in `BudgetPlan`.
    """

    options: tuple[Option, ...]
    facts: str
    fits: bool
    mask_chars: int | None = None


def index_tokens(budget: int) -> int:
    """The tokens that the index may take."""
    return min(INDEX_TOKENS, round(INDEX_SHARE * budget))


def plan_fit(
    units: Sequence[Unit],
    sizes: Sizes,
    decisions: Sequence[Decision],
    *,
    able: Collection[str],
    budget: int,
    pinned: Collection[str] = (),
) -> Fit:
    """What goes so that the view has at most ``budget`` tokens; pure.

    ``able`` are units that no gate protects, ``pinned`` those in which nothing may be hidden either. What the decider wants to keep goes last; notes that stand already stay.
    """
    gone = {name for name, action in sizes.actions.items() if action in {ARCHIVE, DROP, COMPRESS}}
    notes = sum(
        size for unit, size in zip(units, sizes.tokens, strict=True) if sizes.actions.get(unit.id) == COMPRESS
    )
    wanted: dict[str, str] = {
        one.unit_id: one.final for one in decisions if one.final in {KEEP, ARCHIVE, DROP}
    }
    wanted |= dict.fromkeys(gone, ARCHIVE)
    room = max(0, budget - notes - index_tokens(budget) - _FRAMES)
    near = _near(units, able, budget)
    free = {unit.id for unit in near if unit.id in able or unit.id in gone}
    plan = plan_budget(near, room, may_leave=free, decided=wanted, every_word=True)
    reasons = {one.unit_id: one.reason for one in decisions if one.final in {ARCHIVE, DROP}}
    seen = {unit.id for unit in near}
    options = [
        Option(unit.id, place, DROP if wanted.get(unit.id) == DROP else ARCHIVE, sizes.tokens[place], NO_ROOM)
        for place, unit in enumerate(units)
        if unit.id in able and unit.id not in seen
    ]
    placed = [one for one in plan.edits if one.unit_id.partition("@")[0] not in {*gone, *pinned}]
    return Fit(
        (*options, *_options(units, sizes, placed, reasons)), plan.ledger.text, plan.fits, plan.mask_chars
    )


def _options(
    units: Sequence[Unit], sizes: Sizes, edits: Sequence[Placed], reasons: Mapping[str, str]
) -> Iterator[Option]:
    """What the plan changes, with the tokens that each change frees."""
    places = {unit.id: place for place, unit in enumerate(units)}
    for placed in edits:
        span = parse_segment_id(placed.unit_id)
        place = places[span.unit_id if span else placed.unit_id]
        if sizes.actions.get(placed.unit_id) == placed.action:
            continue
        before = sizes.tokens[place] if span is None else _weight(units[place], span.first, span.last)
        frees = max(0, before - placed.size)
        yield Option(placed.unit_id, place, placed.action, frees, reasons.get(placed.unit_id, NO_ROOM))


def _near(units: Sequence[Unit], able: Collection[str], budget: int) -> Sequence[Unit]:
    """The newest units: those among which some may stay, and as many before them as facts are read of; what is older leaves.

    A unit that may not leave is always among them, whatever stands between.
    """
    total, start = 0, len(units)
    while start and (total < NEAR_BUDGETS * budget or len(units) - start < NEAR_UNITS):
        start -= 1
        total += units[start].tokens
    fixed = [unit for unit in units[:start] if unit.id not in able]
    return (*fixed, *units[start:]) if fixed else units[start:]


def _weight(unit: Unit, first: int, last: int) -> int:
    """The tokens of the messages of a piece."""
    return sum(count_tokens(part.text) for part in unit.parts if first <= part.message <= last)
