"""The order in which turns are looked at, so that none starves and none is asked about again without a reason.

First those never looked at, the oldest first; then those of which something changed; then those whose waiting time is over, the
least recently looked at first. A turn that was kept is offered again after 2, 4, 8 … checks. So each of n turns is looked at within
n / (q - 1) batches, rounded up, for a decider that answers q questions.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.model import KEEP

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from daykeep.triage.model import Decision
    from daykeep.triage.protocols import DeciderLimits, UnitView

LONGEST_WAIT = 64
"""Checks after which a turn that was kept is offered again at the latest."""
NEW, CHANGED, DUE = "never looked at", "changed since", "its time has come"
NOTHING_TO_PRUNE, ALL_WAIT = "nothing_to_prune", "all_wait"
"""Why nothing is offered: every turn is protected or gone; every turn was looked at and waits for its time."""


class Evaluation(NamedTuple):
    """When a turn was last looked at: the number of the check, what it looked like then, and how often it was kept."""

    check: int
    sight: str
    kept: int = 0

    @property
    def due(self) -> int:
        """The check from which on it is offered again."""
        return self.check + min(LONGEST_WAIT, 2**self.kept) if self.kept else self.check


class QueueState(NamedTuple):
    """What is remembered between checks: how many there were, and when each turn was last looked at."""

    checks: int = 0
    seen: Mapping[str, Evaluation] = {}


class Queue(NamedTuple):
    """The turns to look at, in order, and for each why; ``reason`` says why there are none."""

    unit_ids: tuple[str, ...]
    why: Mapping[str, str]
    reason: str = ""


def sight_of(view: UnitView, policy_sha: str) -> str:
    """What a turn looks like to a decider: it changes when its text, what came of it or the policy changes."""
    parts = (view.unit_id, view.user, view.outcome, *view.tools, *view.details, str(view.tokens))
    later = (str(bool(view.later_references)), view.superseded_by, view.duplicate_of, policy_sha)
    text = "\0".join((*parts, *later))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def plan_queue(
    views: Sequence[UnitView],
    state: QueueState,
    *,
    protected: Collection[str],
    policy_sha: str,
    gone: Collection[str] = (),
) -> Queue:
    """The turns that the next check looks at, in order; pure.

    ``protected`` ones and those ``gone`` from the view are left out. ``views`` stand in the order of the conversation.
    """
    check = state.checks + 1
    ranked: list[tuple[tuple[int, int, int], str, str]] = []
    candidates = [view for view in views if view.unit_id not in protected and view.unit_id not in gone]
    for place, view in enumerate(candidates):
        found = state.seen.get(view.unit_id)
        if found is None:
            ranked.append(((0, place, 0), view.unit_id, NEW))
        elif found.sight != sight_of(view, policy_sha):
            ranked.append(((1, found.check, -view.tokens), view.unit_id, CHANGED))
        elif found.due <= check:
            ranked.append(((2, found.check, -view.tokens), view.unit_id, DUE))
    ranked.sort()
    reason = "" if ranked else ALL_WAIT if candidates else NOTHING_TO_PRUNE
    return Queue(
        tuple(unit_id for _, unit_id, _ in ranked), {unit_id: why for _, unit_id, why in ranked}, reason
    )


def cut_batches(
    unit_ids: Sequence[str], limits: DeciderLimits, max_batches: int
) -> Iterator[tuple[str, ...]]:
    """The queue in batches for a decider, at most ``max_batches``; one question of each is for the code word."""
    size = max(1, limits.max_questions - 1)
    for start in range(0, min(len(unit_ids), size * max_batches), size):
        yield tuple(unit_ids[start : start + size])


def note_check(
    state: QueueState, views: Iterable[UnitView], decisions: Iterable[Decision], *, policy_sha: str
) -> QueueState:
    """The state after a check: which turns were looked at, and that those kept wait twice as long as before.

    A turn about which no usable answer came (a fault of the decider) counts as looked at, and is offered again with the next check but one.
    Turns that are not in ``views`` any more are forgotten.
    """
    check = state.checks + 1
    held = {view.unit_id: view for view in views}
    seen = {unit_id: found for unit_id, found in state.seen.items() if unit_id in held}
    for decision in decisions:
        view, answer = held.get(decision.unit_id), decision.distribution
        if view is None or answer is None:
            continue
        before = seen.get(decision.unit_id)
        sight = sight_of(view, policy_sha)
        same = before is not None and before.sight == sight
        kept = (before.kept if before is not None and same and not answer.fault else 0) + (
            decision.final == KEEP
        )
        seen[decision.unit_id] = Evaluation(check, sight, kept)
    return QueueState(check, seen)
