"""The decision about one conversation: nothing, a warning, or a compaction; why, by how much, and what it would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.compaction.hooks import HOOKS, Hook
from daykeep.context.compaction.steps import Range, Step, find_reducible, plan_ranges, plan_steps
from daykeep.transcripts.usage.line import COMPACT, decide

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.context.compaction.limits import Limits
    from daykeep.transcripts.messages.model import Message
    from daykeep.transcripts.usage.fill import Fill

LOW_SHARE = 0.6
"""Compacting aims at this share of the line: one that stops right below it runs again at the next answer."""


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
    action, code, why = decide(fill, line, floor=floor, disabled_by=limits.disabled_by)
    plan = Plan(action, code, why, fill.tokens, line, over, floor, protected=reducible.protected)
    if action != COMPACT:
        return plan
    excess = fill.tokens - int(LOW_SHARE * line)
    return plan._replace(
        steps=plan_steps(messages, reducible, excess=excess, count=count),
        ranges=plan_ranges(reducible, excess=over + 1),
        hooks=hooks,
    )
