"""Running the cases of a policy: short messages that must never get a certain action."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.group import group_units
from daykeep.transcripts.messages.model import ASSISTANT, TEXT, USER, Block, Message
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.gates.gates import plan_decisions
from daykeep.triage.seeing.see import make_state, see_units

if TYPE_CHECKING:
    from daykeep.triage.model import Decision
    from daykeep.triage.policy.parts import Case
    from daykeep.triage.policy.policy import Policy
    from daykeep.triage.protocols import Decider

_REQUEST, _ANSWER = "…", "Okay."
"""What stands before and behind a case: the request that the assistant's message answers, and a short answer."""


class CaseResult(NamedTuple):
    """What became of one case; it passed if that isn't the action that it must never get."""

    case: Case
    decision: Decision

    @property
    def passed(self) -> bool:
        """Whether the policy did what the case asks for."""
        return self.decision.final != self.case.never


def run_policy_cases(policy: Policy, *, decider: Decider | None = None) -> tuple[CaseResult, ...]:
    """The result of each case of a policy, through all gates, in their order; the rules decide unless ``decider`` is given.

    Each case is a conversation of its own, old enough to be looked at. May raise ModelError, as the decider does.
    """
    asked = decider or RuleDecider()
    return tuple(CaseResult(case, _run(case, policy, asked)) for case in policy.cases)


def _run(case: Case, policy: Policy, decider: Decider) -> Decision:
    said = [(USER, _REQUEST), (ASSISTANT, case.asked)] if case.asked else []
    messages = [_message(role, text) for role, text in (*said, (USER, case.said), (ASSISTANT, _ANSWER))]
    units = [unit for unit in group_units(messages) if unit.number]
    view = see_units(units)[-1]
    answers = decider.decide(make_state(units, [view], policy.criteria))
    given = {answer.unit_id: answer for answer in answers}
    by_rules = decider.name == RuleDecider.name
    alone = policy._replace(max_drop_share=1.0)  # one turn is all of its batch
    return plan_decisions([view], given, alone, protected={}, by_rules=by_rules)[0]


def _message(role: str, text: str) -> Message:
    return Message(role, (Block(TEXT, text, "", "", {"type": "text", "text": text}),))
