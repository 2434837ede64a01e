"""The decider of this machine: rules over what was said before, what was said, and what came of it. No model, no key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.session.units.model import AGENT, CALL, PERSON, RESULT, TEXT
from daykeep.triage.deciders.chatter import is_chatter, is_refused_request
from daykeep.triage.model import ARCHIVE, CHOICES, COMPRESS, DROP, KEEP, Distribution
from daykeep.triage.protocols import DeciderLimits
from daykeep.triage.seeing.marks import find_decisions
from daykeep.triage.talk.message import read_message
from daykeep.triage.talk.reply import ASKS, PROPOSES, read_reply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.protocols import TriageState, UnitView

RESULT_SHARE = 0.5
"""From this share of its characters on, a turn is one of tools' results."""
SHORT_TOKENS = 60
"""A turn of so few tokens costs as much in any other form."""
TINY_CHARS = 12
"""So short a message that is no small talk is an answer or an order: "7", "B", "undo"."""
CODE_TOKENS = 400
LONG_TOKENS = 400
_STATES = re.compile(
    r"\b(?:i'?m|i am|we'?re|we are|(?:i|we) (?:use|have|run|work|live|like|prefer|hate|build|need)|my|our)\b|我(?:们|是|的|在|用|喜欢|住)",
    re.IGNORECASE,
)
"""Somebody tells of themselves or their work: that stays true, and nothing says it again."""
SURE, LIKELY, FAIR = 0.95, 0.85, 0.75
"""How sure a rule is; all are above the gates that ship, and told apart in the log."""


class RuleDecider:
    """Decides by rules, the same for the same turns: the default, and what stands in where a model fails.

    Small talk is dropped only where nothing that the assistant asked or proposed waits for an answer. What is mostly results of
    tools is compressed (a gate makes it a mask). A short answer or decision is kept, a long one compressed; what nothing
    later refers to is archived.
    """

    name = "rules"
    version = "1"
    limits = DeciderLimits(max_questions=1_000_001)
    is_local = True

    def decide(self, state: TriageState) -> Sequence[Distribution]:
        """One distribution for each unit of the state, in their order."""
        return [distribution_of(view, *judge(view)) for view in state.units]


def judge(view: UnitView) -> tuple[str, float]:
    """What a rule says about one turn, and how sure it is."""
    said = view.said_by(PERSON)
    talk = read_message(said)
    if talk.is_small and is_chatter(view, talk):
        return DROP, SURE
    if talk.is_small and not _has_work(view):
        return KEEP, LIKELY
    if is_refused_request(view, said):
        return DROP, FAIR
    if _result_share(view) >= RESULT_SHARE:
        return COMPRESS, LIKELY
    return _judge_talk(view, said)


def _judge_talk(view: UnitView, said: str) -> tuple[str, float]:
    """A turn in which something was said: kept where it is short or code, else made shorter or put away."""
    if view.duplicate_of or view.superseded_by:
        return ARCHIVE, LIKELY
    if "```" in said and view.tokens <= CODE_TOKENS:
        return KEEP, FAIR
    answers = bool(said) and (len(said) <= TINY_CHARS or read_reply(view.asked_before) in {ASKS, PROPOSES})
    if answers or view.later_references or _STATES.search(said) or find_decisions(said, most=1):
        return (KEEP, LIKELY) if view.tokens <= SHORT_TOKENS else (COMPRESS, FAIR)
    return (COMPRESS, FAIR) if view.tokens >= LONG_TOKENS else (ARCHIVE, FAIR)


def _has_work(view: UnitView) -> bool:
    """Whether something was done or told at length in answer to a short message."""
    return view.tokens > 2 * SHORT_TOKENS or any(part.kind == CALL for part in view.parts)


def _result_share(view: UnitView) -> float:
    results = sum(len(part.text) for part in view.parts if part.kind == RESULT)
    total = sum(
        len(part.text) for part in view.parts if part.kind in {TEXT, CALL, RESULT} or part.actor == AGENT
    )
    return results / total if total else 0.0


def distribution_of(view: UnitView, choice: str, sure: float) -> Distribution:
    """The choice with its probability; the rest goes to the milder neighbours of it, most to the next."""
    rest = 1.0 - sure
    others = [name for name in CHOICES if name != choice]
    nearest = sorted(others, key=lambda name: abs(CHOICES.index(name) - CHOICES.index(choice)))
    shares = dict(zip(nearest, (rest * 0.6, rest * 0.3, rest * 0.1), strict=True))
    return Distribution(view.unit_id, {name: sure if name == choice else shares[name] for name in CHOICES})
