"""One look at a session: its size against the threshold, what has decayed, risky places, and what to do. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.model import RESULT
from daykeep.session.watching.decay import Decayed, Thresholds, find_decayed
from daykeep.session.watching.position import Position, check_position
from daykeep.session.watching.refresh import Refresh, due, plan_refresh

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.session.options.model import Options
    from daykeep.session.records.model import Record, Register
    from daykeep.session.units.model import Unit

OK, NEAR, OVER = "ok", "near", "over"
NEAR_SHARE = 0.8
"""From this share of the threshold on a session is nearly as large as it may get."""

COMPACT, COMPACT_SOON, MASK_RESULTS, RESTATE, END_PLACES = (
    "compact",
    "compact-soon",
    "mask-results",
    "restate",
    "restate-at-end",
)
RESULT_SHARE = 0.4
"""From this share of all characters on, hiding old results of tools frees more than anything else."""
NEWEST = 4
"""So many of the newest turns keep their results in any case."""


class Size(NamedTuple):
    """How large a session is, in tokens: ``status`` is ok, near (80 % of the threshold) or over."""

    tokens: int
    threshold: int
    status: str


class Placed(NamedTuple):
    """A record with its place in the context."""

    record: Record
    position: Position


class Suggestion(NamedTuple):
    """What would help: a code, and a number for it (tokens, records)."""

    code: str
    number: int


class Sight(NamedTuple):
    """What one look found. ``refresh`` restates what has decayed or stands at risk (empty text: nothing is due)."""

    size: Size
    round: int | None
    decayed: tuple[Decayed, ...]
    places: tuple[Placed, ...]
    suggestions: tuple[Suggestion, ...]
    refresh: Refresh


def look(
    known: Register,
    options: Options,
    *,
    tokens: int,
    threshold: int,
    window: int | None = None,
    units: Sequence[Unit] = (),
    language: str = "en",
) -> Sight:
    """What is to be said about a session of so many tokens; what the options switch off is not looked for.

    Decay is looked for at the register's last known round. What is restated without being asked is what decayed and is not
    of low importance, where ``decay.auto_refresh``, and what stands at risk, where ``position.auto_relocate``.
    """
    size = Size(tokens, threshold, size_status(tokens, threshold))
    decayed: tuple[Decayed, ...] = ()
    if options.decay.enabled and known.round is not None:
        limits = Thresholds(options.decay.rounds, options.decay.high_rounds)
        decayed = find_decayed(known.records, known.round, limits)
    places = find_risky(known.records, options, window=window) if options.position.enabled else ()
    wanted = due(decayed) if options.decay.auto_refresh else []
    if options.position.auto_relocate:
        seen = {record.id for record in wanted}
        wanted += [
            one.record for one in places if one.record.id not in seen and _is_fresh(one, known, options)
        ]
    suggestions = tuple(_suggest(size, decayed, places, units, options))
    return Sight(size, known.round, decayed, places, suggestions, plan_refresh(wanted, language=language))


def size_status(tokens: int, threshold: int) -> str:
    """Whether a size is ok, near its threshold or over it.

    >>> size_status(79, 100), size_status(80, 100), size_status(100, 100)
    ('ok', 'near', 'over')
    """
    if tokens >= threshold:
        return OVER
    return NEAR if tokens >= NEAR_SHARE * threshold else OK


def find_risky(
    records: Iterable[Record], options: Options, *, window: int | None = None
) -> tuple[Placed, ...]:
    """The records in force whose known place is one that models may read less well, the farthest from the end first."""
    found = [
        Placed(one, check_position(one.position, one.total, window=window, zone=options.position.zone))
        for one in records
        if one.is_in_force and one.position is not None and one.total and one.position <= one.total
    ]
    return tuple(
        sorted((one for one in found if one.position.is_at_risk), key=lambda one: -one.position.from_end)
    )


def _is_fresh(placed: Placed, known: Register, options: Options) -> bool:
    """Whether a record at risk was not restated within its cool-down."""
    refreshed = placed.record.refreshed
    if refreshed is None or known.round is None:
        return refreshed is None
    limits = Thresholds(options.decay.rounds, options.decay.high_rounds)
    return known.round - refreshed >= limits.of(placed.record)


def _suggest(
    size: Size,
    decayed: Sequence[Decayed],
    places: Sequence[Placed],
    units: Sequence[Unit],
    options: Options,
) -> Iterable[Suggestion]:
    if options.compression.enabled and size.status != OK:
        goal = int(size.tokens * options.compression.target_ratio)
        yield Suggestion(COMPACT if size.status == OVER else COMPACT_SOON, goal)
        freed = results_tokens(units)
        if freed >= RESULT_SHARE * size.tokens > 0:
            yield Suggestion(MASK_RESULTS, freed)
    if decayed:
        yield Suggestion(RESTATE, len(due(decayed)))
    if places:
        yield Suggestion(END_PLACES, len(places))


def results_tokens(units: Sequence[Unit]) -> int:
    """What the results of tools in all turns but the newest four cost, in tokens by their share of the characters."""
    total = 0
    for unit in units[:-NEWEST]:
        chars = sum(len(part.text) for part in unit.parts)
        results = sum(len(part.text) for part in unit.parts if part.kind == RESULT)
        total += unit.tokens * results // chars if chars else 0
    return total
