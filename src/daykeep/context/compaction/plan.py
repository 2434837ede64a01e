"""The decision about one conversation: nothing, a warning, or a compaction; why, by how much, and what it would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.compaction.fill import GIVEN, STRIKE
from daykeep.context.compaction.hooks import HOOKS, Hook
from daykeep.context.compaction.steps import Range, Step, find_reducible, plan_ranges, plan_steps

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.context.compaction.fill import Fill
    from daykeep.context.compaction.limits import Limits
    from daykeep.transcripts.messages.model import Message
    from daykeep.transcripts.usage.readings import Reading

NOTHING, WARN, COMPACT = "nothing", "warn", "compact"
WARN_SHARE = 0.8
"""From this share of the line on, a warning is due."""
LOW_SHARE = 0.6
"""Compacting aims at this share of the line: one that stops right below it runs again at the next answer."""
MOST_STRIKES, NEW_SHARE = 2, 0.2
"""After so many compactions that did not help, none is due until so large a share of the line is new."""


class Plan(NamedTuple):
    """What would happen to a conversation now; nothing is done.

    ``action`` is ``nothing``, ``warn`` or ``compact``; ``code`` the stable reason: ``below``, ``near``, ``above``,
    ``doubted`` (a reading above the line waits for one that agrees), ``disabled``, ``irreducible`` (what can't be compacted fills the line by itself) or ``suspended`` (the
    last compactions did not help). ``over`` is how far above the line it is, negative below it. ``floor`` is what
    would be left if everything that can go went, None if the messages were not seen.
    """

    action: str
    code: str
    why: str
    tokens: int
    line: int
    over: int
    floor: int | None
    steps: tuple[Step, ...] = ()
    ranges: tuple[Range, ...] = ()
    protected: tuple[str, ...] = ()
    hooks: tuple[Hook, ...] = ()

    @property
    def would_compact(self) -> bool:
        """Whether a compaction is due now."""
        return self.action == COMPACT


def plan_compaction(
    messages: Sequence[Message],
    fill: Fill,
    limits: Limits,
    *,
    count: Callable[[str], int],
    hooks: tuple[Hook, ...] = HOOKS,
) -> Plan:
    """What is due for these messages at these limits; pure, and the same for the same input.

    ``hooks`` are those that are set up where the conversation runs.
    """
    line = limits.line
    over = fill.tokens - line
    reducible = find_reducible(messages, fill)
    floor = max(0, fill.tokens - reducible.frees) if messages else None
    action, code, why = _below(fill, limits) if over < 0 else _above(fill, limits, floor)
    plan = Plan(action, code, why, fill.tokens, line, over, floor, protected=reducible.protected)
    if action != COMPACT:
        return plan
    excess = fill.tokens - int(LOW_SHARE * line)
    return plan._replace(
        steps=plan_steps(messages, reducible, excess=excess, count=count),
        ranges=plan_ranges(reducible, excess=over + 1),
        hooks=hooks,
    )


def _doubted(fill: Fill, line: int) -> Reading | None:
    """The last reading, if it is above the line and not believed while everything else is below."""
    if not fill.readings or fill.source == GIVEN:
        return None
    last = fill.readings[-1]
    return last if last.code in {"spike", "beyond_window"} and last.tokens >= line > fill.tokens else None


def _below(fill: Fill, limits: Limits) -> tuple[str, str, str]:
    line, tokens = limits.line, fill.tokens
    doubted = _doubted(fill, line)
    if doubted is not None:
        said = f"{tokens:,} tokens; a reading of {doubted.tokens:,} is not believed before another one agrees: {doubted.why}"
        return WARN, "doubted", said
    said = f"{tokens:,} tokens, {line - tokens:,} below the line of {line:,}"
    if tokens < line * WARN_SHARE:
        return NOTHING, "below", said
    if limits.disabled_by:
        return WARN, "disabled", f"{said}, and {limits.disabled_by} turns compaction off"
    return WARN, "near", said


def _above(fill: Fill, limits: Limits, floor: int | None) -> tuple[str, str, str]:
    line, tokens = limits.line, fill.tokens
    if floor is not None and floor >= line:
        said = f"{floor:,} of {tokens:,} tokens can't be compacted, and the line is at {line:,}: compacting can't help"
        return WARN, "irreducible", said
    said = f"{tokens:,} tokens, {tokens - line:,} above the line of {line:,}"
    if limits.disabled_by:
        return WARN, "disabled", f"{said}, and {limits.disabled_by} turns compaction off"
    if fill.strikes >= MOST_STRIKES and sum(fill.weights[1:]) < NEW_SHARE * line:
        said = f"the last {fill.strikes} compactions left nine tenths of it; waits for more that is new"
        return WARN, "suspended", said
    if floor is not None and floor >= STRIKE * line:
        said += f"; {floor:,} of them can't go, so that the next one comes soon"
    return COMPACT, "above", said
