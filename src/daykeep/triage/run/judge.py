"""Asks the decider about the units whose turn it is, batch after batch, until enough could go."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ModelError
from daykeep.text.tokens import count_tokens
from daykeep.triage.deciders.asking.request import render_unit
from daykeep.triage.gates.gates import plan_decisions
from daykeep.triage.gates.protection import find_protected
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP
from daykeep.triage.queue.queue import cut_batches, note_check, plan_queue
from daykeep.triage.seeing.see import make_state, see_units
from daykeep.triage.view.fold import fold_commits

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, MutableMapping, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.triage.model import Decision, Distribution
    from daykeep.triage.policy.policy import Policy
    from daykeep.triage.protocols import Decider, UnitView
    from daykeep.triage.queue.queue import QueueState
    from daykeep.triage.run.desk import Scene
    from daykeep.triage.seeing.see import Look

GONE = frozenset({ARCHIVE, COMPRESS, DROP})
"""What became of units that are not in the view any more."""
SHARE_OF_BUDGET = 4
"""The newest tokens that are protected are at most this part of the budget: a small budget can't keep 20,000."""


class Field(NamedTuple):
    """What can be judged in a session: its units as a decider sees them, what is protected and why, what is gone."""

    views: tuple[UnitView, ...]
    protected: Mapping[str, str]
    gone: frozenset[str]
    policy: Policy

    @property
    def able(self) -> frozenset[str]:
        """The units that could be changed."""
        return frozenset(
            view.unit_id
            for view in self.views
            if view.unit_id not in self.protected and view.unit_id not in self.gone
        )


class Judgement(NamedTuple):
    """What was decided, what the queue remembers of it, why nothing was asked ("" if something was), and what failed.

    ``asked_tokens`` is the estimate of what a decider elsewhere was given to read.
    """

    decisions: tuple[Decision, ...]
    queue: QueueState
    reason: str
    failed: str = ""
    asked_tokens: int = 0


def survey(
    scene: Scene,
    policy: Policy,
    *,
    budget: int,
    seen: MutableMapping[str, Look],
    keep_units: int | None = None,
    keep_tokens: int | None = None,
) -> Field:
    """What can be judged in this session. ``keep_units`` and ``keep_tokens`` replace the policy's where they are given."""
    kept = min(policy.keep_tokens, budget // SHARE_OF_BUDGET) if keep_tokens is None else keep_tokens
    own = policy._replace(
        keep_units=policy.keep_units if keep_units is None else keep_units, keep_tokens=kept
    )
    protected = find_protected(scene.units, own, pinned=scene.pinned)
    folded = fold_commits(scene.commits)
    gone = frozenset(unit_id for unit_id, edit in folded.units.items() if edit.action in GONE)
    return Field(see_units(scene.units, seen=seen), protected, gone, own)


def judge(scene: Scene, field: Field, decider: Decider, queue: QueueState, *, needed: int) -> Judgement:
    """Ask about the units whose turn it is, until about ``needed`` tokens could go or the policy's batches are used up.

    A decider that fails leaves its batch as it is; what was decided before it stays.
    """
    policy = field.policy
    planned = plan_queue(
        field.views, queue, protected=field.protected, policy_sha=policy.sha, gone=field.gone
    )
    views = {view.unit_id: view for view in field.views}
    decisions: list[Decision] = []
    freed, asked, failed = 0, 0, ""
    for batch in cut_batches(planned.unit_ids, decider.limits, policy.max_batches):
        shown = sorted((views[unit_id] for unit_id in batch), key=lambda view: -view.age)
        try:
            answers = decider.decide(make_state(scene.units, shown, policy.criteria))
        except ModelError as error:
            failed = str(error)
            break
        asked += 0 if decider.is_local else sum(count_tokens(render_unit(view)) for view in shown)
        found = _decide(shown, answers, field, by_rules=decider.is_local and decider.name == "rules")
        decisions += found
        freed += sum(views[one.unit_id].tokens for one in found if one.final != KEEP)
        if freed >= needed:
            break
    state = note_check(queue, field.views, decisions, policy_sha=policy.sha)
    return Judgement(tuple(decisions), state, "" if decisions else planned.reason or failed, failed, asked)


def _decide(
    shown: Sequence[UnitView], answers: Sequence[Distribution], field: Field, *, by_rules: bool
) -> tuple[Decision, ...]:
    found: dict[str, Distribution] = {one.unit_id: one for one in answers}
    return plan_decisions(shown, found, field.policy, protected=field.protected, by_rules=by_rules)


def used_later(
    units: Sequence[Unit], seen: Mapping[str, Look], wanted: Collection[str]
) -> dict[str, frozenset[str]]:
    """Of each wanted unit the marks that a later unit holds too: what a note about it has to name."""
    found = dict.fromkeys(wanted, frozenset[str]())
    later: set[str] = set()
    for unit in reversed(units):
        look = seen.get(f"{unit.id} {unit.sha}")
        marks = look.marks if look else ()
        if unit.id in found:
            found[unit.id] = frozenset(mark for mark in marks if mark in later)
        later.update(marks)
    return found
