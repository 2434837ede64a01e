"""The decider of this machine: rules over what was said before, what was said, and what came of it. No model, no key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

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
_NEAREST = {
    choice: sorted(
        (name for name in CHOICES if name != choice),
        key=lambda name, place=place: abs(CHOICES.index(name) - place),  # type: ignore[misc]
    )
    for place, choice in enumerate(CHOICES)
}
"""The other choices, the next one first."""
_SHARES = (0.6, 0.3, 0.1)
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
        return [distribution_of(view, judge(view)) for view in state.units]


class Ruling(NamedTuple):
    """What a rule says about one turn, how sure it is, and why."""

    choice: str
    sure: float
    why: str


def judge(view: UnitView) -> Ruling:
    """What the first rule says that speaks of a turn."""
    said = view.said_by(PERSON)
    talk = read_message(said)
    if talk.is_small and is_chatter(view, talk):
        return Ruling(DROP, SURE, "small talk, and nothing waited for an answer")
    if talk.is_small and not _has_work(view):
        return Ruling(KEEP, LIKELY, "a few words that may answer what was asked or proposed")
    if is_refused_request(view, said):
        return Ruling(DROP, FAIR, "a request that was none of the assistant's business")
    if _result_share(view) >= RESULT_SHARE:
        return Ruling(COMPRESS, LIKELY, "mostly results of tools")
    return _judge_talk(view, said)


def _judge_talk(view: UnitView, said: str) -> Ruling:
    """A turn in which something was said: kept where it is short or code, else made shorter or put away."""
    why = _counts(view, said)
    other = view.duplicate_of or view.superseded_by
    if other and not (why and view.tokens <= SHORT_TOKENS):
        told = "says the same as" if view.duplicate_of else "was done again in"
        return Ruling(ARCHIVE, LIKELY, f"{told} {other}")
    if "```" in said and view.tokens <= CODE_TOKENS:
        return Ruling(KEEP, FAIR, "code of a person")
    if why and view.tokens <= SHORT_TOKENS:
        return Ruling(KEEP, LIKELY, f"{why}, and short")
    if why:
        return Ruling(COMPRESS, FAIR, f"{why}, at length")
    if view.tokens >= LONG_TOKENS:
        return Ruling(COMPRESS, FAIR, "long, and nothing decided in it")
    return Ruling(ARCHIVE, FAIR, "nothing decided in it, and nothing later refers to it")


def _counts(view: UnitView, said: str) -> str:
    """Why what a person said goes on to count; "" if nothing shows that."""
    if said and len(said) <= TINY_CHARS:
        return "an answer or an order of a few words"
    if said and read_reply(view.asked_before) in {ASKS, PROPOSES}:
        return "an answer to what was asked or proposed"
    if view.later_references:
        return "later turns refer to it"
    if _STATES.search(said):
        return "somebody tells of themselves or their work"
    return "something is decided, wanted or forbidden" if find_decisions(said, most=1) else ""


def _has_work(view: UnitView) -> bool:
    """Whether something was done or told at length in answer to a short message."""
    return view.tokens > 2 * SHORT_TOKENS or any(part.kind == CALL for part in view.parts)


def _result_share(view: UnitView) -> float:
    results = sum(len(part.text) for part in view.parts if part.kind == RESULT)
    total = sum(
        len(part.text) for part in view.parts if part.kind in {TEXT, CALL, RESULT} or part.actor == AGENT
    )
    return results / total if total else 0.0


def distribution_of(view: UnitView, ruling: Ruling) -> Distribution:
    """The choice with its probability; the rest goes to its neighbours, most to the next."""
    choice, sure = ruling.choice, ruling.sure
    rest = 1.0 - sure
    found = dict.fromkeys(CHOICES, sure)
    for name, share in zip(_NEAREST[choice], _SHARES, strict=True):
        found[name] = rest * share
    return Distribution(view.unit_id, found, why=ruling.why)
