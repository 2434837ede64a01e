"""What a check is asked to do, and what it says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.economics.prices import NO_DISCOUNT, Prices
from daykeep.triage.economics.verdict import DEFAULT_CALLS
from daykeep.triage.signed.plan import STRIP_ALL

if TYPE_CHECKING:
    from daykeep.triage.economics.verdict import Verdict
    from daykeep.triage.model import Commit, Decision
    from daykeep.triage.trigger.trigger import Trigger

COMMITTED, PLANNED, NOTHING, WAITED, KEPT, SKIPPED = (
    "committed",
    "planned",
    "nothing",
    "waited",
    "kept",
    "skipped",
)
"""What became of a check: committed; only planned; nothing to do; it did not pay yet; something failed and all was kept; another check runs."""


class Ask(NamedTuple):
    """How a check is to be run.

    ``budget`` is the tokens that the context may have, ``window`` the model's (None if unknown). ``must_fit`` says that the view has to
    come below the budget now: what the decider would keep is stored too, the oldest first. ``tokens`` is the context's size where the
    caller knows it. ``force`` runs a check though none is due. ``idle_seconds``, ``changed``, ``overflowed`` and
    ``remaining_calls`` are those of `Situation`. ``keep_units`` and ``keep_tokens`` replace the policy's where they are given. ``at`` is now,
    ISO 8601. ``at_most`` bounds the block of facts and index, in tokens.
    """

    at: str
    budget: int
    window: int | None = None
    tokens: int | None = None
    must_fit: bool = False
    force: bool = False
    dry_run: bool = False
    prices: Prices = NO_DISCOUNT
    idle_seconds: float = 0.0
    changed: str = ""
    overflowed: bool = False
    remaining_calls: float = DEFAULT_CALLS
    wanted_tokens: int = 0
    keep_units: int | None = None
    keep_tokens: int | None = None
    strategy: str = STRIP_ALL
    language: str = "en"
    first: int = 0
    last: int | None = None


class Report(NamedTuple):
    """What one check found and did.

    ``outcome`` is one of this module's words, ``reason`` says why. ``decisions`` has every unit that was judged. ``tokens_after`` is the estimate of the
    context afterwards. ``problems`` names what could not be read. ``summary`` is the text that stands for several turns, where one was made.
    """

    check_id: str
    outcome: str
    reason: str
    trigger: Trigger | None = None
    decisions: tuple[Decision, ...] = ()
    commit: Commit | None = None
    verdict: Verdict | None = None
    tokens_before: int = 0
    tokens_after: int = 0
    problems: tuple[str, ...] = ()
    summary: str = ""

    @property
    def did(self) -> bool:
        """Whether the view was changed."""
        return self.outcome == COMMITTED
