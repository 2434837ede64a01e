"""The view that the product gives of a conversation within a number of characters, and those of the plain methods."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import RefusedError
from daykeep.session.units.model import RESULT, THINKING
from daykeep.session.units.parts import parts_of
from daykeep.session.units.segments import parse_segment_id
from daykeep.triage.budget.plan import Placed, plan_budget
from daykeep.triage.compress.masks import mask_texts
from daykeep.triage.ledger.data import parse_json
from daykeep.triage.model import ARCHIVE, MASK, Edit
from daykeep.triage.view.build import build_view
from daykeep.triage.view.commit import Head, may_edit, plan_commit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from daykeep.session.units.model import Part, Unit
    from daykeep.triage.budget.plan import BudgetPlan
    from daykeep.triage.model import Commit

_FRAME_CHARS = 40
"""What the elements around the facts take."""
_FACTS_CHARS = 4_000
"""A thousand tokens, the default."""
_AT = "2026-11-30T12:00:00+00:00"


class Seen(NamedTuple):
    """What a model sees: its text, and the units of which the originals are stored."""

    text: str
    stored: tuple[str, ...] = ()


def text_of(parts: Iterable[Part]) -> str:
    """What parts say, with the values of a call's arguments one by one."""
    return "\n".join(shown(part) for part in parts if part.kind != THINKING)


def shown(part: Part) -> str:
    """The text of one part; of a call the values of its arguments."""
    given = parse_json(part.text) if part.kind == "call" else None
    return "\n".join(leaves(given)) if given is not None else part.text


def leaves(value: object) -> list[str]:
    """Every scalar in parsed JSON, as text."""
    if isinstance(value, dict):
        return [leaf for member in value.values() for leaf in leaves(member)]
    if isinstance(value, list):
        return [leaf for member in value for leaf in leaves(member)]
    return [] if value is None or isinstance(value, bool) else [str(value)]


def product_view(units: Sequence[Unit], budget: int, *, keep_units: int) -> Seen:
    """The view of the product within ``budget`` characters: planned, committed and built as triage does it."""
    plan = plan_budget(
        units,
        max(0, budget - _FRAME_CHARS),
        may_leave=_free(units, keep_units),
        every_word=True,
        count=len,
        most_facts=_FACTS_CHARS,
    )
    return built(units, committed(units, plan))


def triaged_view(units: Sequence[Unit], share: float, least: int, *, keep_units: int) -> Seen:
    """The view if every turn before the protected ones leaves and only its facts stay.

    Results of the running turn are hidden, oldest first, while the view is larger than ``share`` of what was said and than ``least``
    characters.
    """
    free = _free(units, keep_units)
    size = sum(len(part.text) for unit in units for part in unit.parts)
    plan = plan_budget(
        units,
        max(least, int(share * size)),
        may_leave=free,
        decided=dict.fromkeys(free, ARCHIVE),
        count=len,
        most_facts=_FACTS_CHARS,
    )
    return built(units, committed(units, plan))


class Rolling:
    """The view of the product while a conversation grows: planned anew only where it is larger than its share."""

    def __init__(self, share: float, low: float, *, keep_units: int) -> None:
        """Nothing is planned yet; a plan reaches for ``low`` of the characters so that it holds for a while."""
        self.share, self.low, self.keep_units = share, low, keep_units
        self.commit: Commit | None = None

    def __call__(self, units: Sequence[Unit]) -> Seen:
        """The view of the conversation so far."""
        size = sum(len(part.text) for unit in units for part in unit.parts)
        seen = built(units, self.commit)
        if len(seen.text) > self.share * size:
            free = _free(units, self.keep_units)
            plan = plan_budget(
                units, int(self.low * size), may_leave=free, count=len, most_facts=_FACTS_CHARS
            )
            with suppress(
                RefusedError
            ):  # while a model thinks, nothing may change: the next call is asked again
                self.commit = committed(units, plan)
                seen = built(units, self.commit)
        return seen


def _free(units: Sequence[Unit], keep_units: int) -> set[str]:
    last = units[-1].number
    return {unit.id for unit in units if unit.number <= last - keep_units and not may_edit(unit)}


def committed(units: Sequence[Unit], plan: BudgetPlan) -> Commit | None:
    """The commit of a plan, as triage makes it; None if nothing changes."""
    by_id = {unit.id: unit for unit in units}
    edits = [_edit(by_id, one, plan.mask_chars) for one in plan.edits]
    if not edits:
        return None
    named = {edit.unit_id.partition("@")[0] for edit in edits}
    after = next(unit.id for unit in reversed(units) if unit.id in named)
    return plan_commit(units, (), edits, Head("C1", _AT), block=plan.ledger.text, block_after=after)


def built(units: Sequence[Unit], commit: Commit | None) -> Seen:
    """What a model sees after this commit."""
    if commit is None:
        return Seen(text_of(part for unit in units for part in unit.parts))
    view = build_view(units, (commit,))
    parts = [part for number, message in enumerate(view.messages, 1) for part in parts_of(message, number)]
    return Seen(text_of(parts), tuple(edit.unit_id for edit in commit.edits))


def _edit(units: dict[str, Unit], placed: Placed, mask_chars: int | None) -> Edit:
    name, action = placed.unit_id, placed.action
    span = parse_segment_id(name)
    unit = units[span.unit_id if span else name]
    parts = (
        unit.parts
        if span is None
        else [part for part in unit.parts if span.first <= part.message <= span.last]
    )
    masks = mask_texts(parts, f"A{unit.number}", limit_chars=mask_chars) if action == MASK else ()
    return Edit(name, "", action, stored_id=f"A{unit.number}", masks=masks)


def sliding(messages: int) -> Callable[[Sequence[Unit]], Seen]:
    """The last so many messages."""

    def view(units: Sequence[Unit]) -> Seen:
        last = units[-1].last
        return Seen(text_of(part for unit in units for part in unit.parts if part.message > last - messages))

    return view


def newer_share(share: float) -> Callable[[Sequence[Unit]], Seen]:
    """The newest messages that together have this share of the characters."""

    def view(units: Sequence[Unit]) -> Seen:
        parts = [part for unit in units for part in unit.parts]
        left = share * sum(len(shown(part)) for part in parts)
        kept: list[Part] = []
        for part in reversed(parts):
            left -= len(shown(part))
            if left < 0:
                break
            kept.append(part)
        return Seen(text_of(reversed(kept)))

    return view


def clear_results(keep: int) -> Callable[[Sequence[Unit]], Seen]:
    """Everything but the results of tools before the last ``keep``."""

    def view(units: Sequence[Unit]) -> Seen:
        parts = [part for unit in units for part in unit.parts]
        results = [place for place, part in enumerate(parts) if part.kind == RESULT]
        cleared = set(results[: len(results) - keep])
        return Seen(
            "\n".join("[cleared]" if place in cleared else shown(part) for place, part in enumerate(parts))
        )

    return view


def keep_all(units: Sequence[Unit]) -> Seen:
    """Everything."""
    return Seen(text_of(part for unit in units for part in unit.parts))


def pinned_only(units: Sequence[Unit]) -> Seen:
    """Nothing but the first unit and the last four: what no rule lets go."""
    kept = [*units[:1], *units[max(1, len(units) - 4) :]]
    return Seen(text_of(part for unit in kept for part in unit.parts))
