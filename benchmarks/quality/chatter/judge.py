"""What the product decides about exchanges, through the same path as in a conversation: units, views, decider, gates."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from benchmarks.quality.chatter.sgd import CHATTER, DECISION
from daykeep.session.units.group import group_units
from daykeep.transcripts.messages.model import ASSISTANT, TEXT, USER, Block, Message
from daykeep.triage.calibrate.labels import Labelled
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.gates.gates import plan_decisions
from daykeep.triage.model import DROP, KEEP
from daykeep.triage.policy.policy import default_policy
from daykeep.triage.seeing.see import make_state, see_units

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.quality.chatter.sgd import Dialogue, Exchange
    from daykeep.session.units.model import Unit
    from daykeep.triage.model import Decision
    from daykeep.triage.protocols import Decider, UnitView


class Score(NamedTuple):
    """Counts over exchanges: chatter, dropped, rightly dropped, short decisions, those dropped, values that drops lost."""

    exchanges: int
    chatter: int
    dropped: int
    rightly: int
    decisions: int
    killed: int
    lost_values: int

    @property
    def precision(self) -> float:
        """The share of what was dropped that is chatter."""
        return self.rightly / self.dropped if self.dropped else 1.0

    @property
    def recall(self) -> float:
        """The share of chatter that was dropped."""
        return self.rightly / self.chatter if self.chatter else 1.0

    @property
    def kill_rate(self) -> float:
        """The share of short decisions that was dropped."""
        return self.killed / self.decisions if self.decisions else 0.0


def decide(pairs: Sequence[tuple[str, str]], *, decider: Decider | None = None) -> tuple[Decision, ...]:
    """The decision about each exchange of a conversation, as if all were old enough to be looked at."""
    units = _units(pairs)
    views = see_units(units)
    asked, policy = decider or RuleDecider(), default_policy()
    answers = asked.decide(make_state(units, views, policy.criteria))
    given = {answer.unit_id: answer for answer in answers}
    return plan_decisions(views, given, policy, protected={}, by_rules=asked.name == RuleDecider.name)


def views_of_pairs(pairs: Sequence[tuple[str, str]]) -> tuple[UnitView, ...]:
    """What a decider sees of each exchange."""
    return see_units(_units(pairs))


def _units(pairs: Sequence[tuple[str, str]]) -> list[Unit]:
    messages = [message for said, answer in pairs for message in _messages(said, answer)]
    return [unit for unit in group_units(messages) if unit.number]


def _messages(said: str, answer: str) -> list[Message]:
    return [
        Message(role, (Block(TEXT, text, "", "", {"type": "text", "text": text}),))
        for role, text in ((USER, said), (ASSISTANT, answer))
        if text
    ]


def score_dialogues(dialogues: Iterable[Dialogue], *, decider: Decider | None = None) -> Score:
    """Decide about all dialogues and count."""
    total = Score(0, 0, 0, 0, 0, 0, 0)
    for dialogue in dialogues:
        decisions = decide([(one.said, one.answer) for one in dialogue.exchanges], decider=decider)
        total = add(total, count_dropped(dialogue.exchanges, [one.final == DROP for one in decisions]))
    return total


def add(one: Score, other: Score) -> Score:
    """The counts of both."""
    return Score(*(a + b for a, b in zip(one, other, strict=True)))


def count_dropped(exchanges: Sequence[Exchange], dropped: Sequence[bool]) -> Score:
    """The counts of one dialogue of which these exchanges are dropped."""
    both = list(zip(exchanges, dropped, strict=True))
    kept = "\n".join(f"{one.said}\n{one.answer}" for one, gone in both if not gone).casefold()
    lost = {value for one, gone in both if gone for value in one.values if value not in kept}
    return Score(
        exchanges=len(both),
        chatter=sum(one.kind == CHATTER for one, _ in both),
        dropped=sum(gone for _, gone in both),
        rightly=sum(gone and one.kind == CHATTER for one, gone in both),
        decisions=sum(one.kind == DECISION for one, _ in both),
        killed=sum(gone and one.kind == DECISION for one, gone in both),
        lost_values=len(lost),
    )


def label_dialogues(dialogues: Iterable[Dialogue], decider: Decider) -> list[Labelled]:
    """What a decider says about each exchange, before any gate, with what it is: chatter may be dropped, nothing else."""
    rows: list[Labelled] = []
    for dialogue in dialogues:
        units = _units([(one.said, one.answer) for one in dialogue.exchanges])
        views = see_units(units)
        answers = decider.decide(make_state(units, views, default_policy().criteria))
        for one, view, answer in zip(dialogue.exchanges, views, answers, strict=True):
            label = DROP if one.kind == CHATTER else KEEP
            rows.append(Labelled(answer.probabilities, label, one.kind != CHATTER, view.tokens))
    return rows
