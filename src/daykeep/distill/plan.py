"""Decides, without touching a disk, which items of the logs go to memory, which wait and which are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.compare.known import CONTRADICTS, REFINES, SAME, share_known
from daykeep.distill.logs.reading import FULL
from daykeep.distill.outcomes import ADDED, DUPLICATE, HELD, PROPOSED, REJECTED, TAKEN_BACK, Omission, Outcome
from daykeep.distill.writer import with_sentences
from daykeep.guard.origin import may_apply
from daykeep.memory.items import PROBLEM_FIX, show_score
from daykeep.memory.sources import hash_line
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from daykeep.distill.compare.known import Blocked, Hit, Known
    from daykeep.distill.compare.sieve import Features
    from daykeep.distill.logs.reading import Reading
    from daykeep.memory.items import Item, ItemLine

KNOWN_SHARE = 0.5
"""An item is skipped when more than this share of its lines stands in memory already."""

ITEM_LIMIT_CHARS = 4_000
"""A longer item would fill a third of MEMORY.md's default budget; it waits for a person to choose its lines."""

CLOSE_SCORE = 0.65
"""An item gives way to a fuller one of the same run only if they share as much; else both stand."""

SURE_SCORE = 0.8
"""Items of two kinds are one only if they share as much."""

SHOWN_CHARS = 80
"""How much of a repeated text a reason quotes."""

PROPOSE = "propose"
_STATUS_OF = {"taken_back": TAKEN_BACK, "rejected": REJECTED, "approved": DUPLICATE, "waiting": DUPLICATE}


class Rules(NamedTuple):
    """The settings of a run: `distill.profile`, `distill.mode`, `distill.gate` and the budget of MEMORY.md."""

    profile: str = FULL
    mode: str = "apply"
    gate: float = 0.9
    budget_chars: int = 12_000
    budget_lines: int = 200


class Plan(NamedTuple):
    """What becomes of every item, oldest first, and which lines were left in the logs."""

    outcomes: list[Outcome]
    omissions: list[Omission]

    @property
    def added(self) -> list[Item]:
        """The items that go to memory."""
        return [outcome.item for outcome in self.outcomes if outcome.status == ADDED]

    @property
    def proposed(self) -> list[Outcome]:
        """What waits for a review."""
        return [outcome for outcome in self.outcomes if outcome.status == PROPOSED]

    def worded(self, sentences: Mapping[str, str]) -> Plan:
        """The same plan with what is learned or proposed in a model's words, where there are any."""
        if not sentences:
            return self
        chosen = {ADDED, PROPOSED}
        outcomes = [
            outcome._replace(item=with_sentences([outcome.item], sentences)[0])
            if outcome.status in chosen
            else outcome
            for outcome in self.outcomes
        ]
        return Plan(outcomes, self.omissions)

    def put_off(self, reason: str) -> Plan:
        """The same plan with everything proposed that was to be added."""
        outcomes = [
            outcome._replace(status=PROPOSED, reason=reason) if outcome.status == ADDED else outcome
            for outcome in self.outcomes
        ]
        return Plan(outcomes, self.omissions)

    def count(self, status: str) -> int:
        """How many items came to this status."""
        return sum(1 for outcome in self.outcomes if outcome.status == status)


def plan_distill(readings: Iterable[Reading], *, known: Known, rules: Rules) -> Plan:
    """Decide about every item of the logs; ``known`` learns what was decided.

    In this order: taken back or deleted before; rejected before; waiting already; known (half of its lines, or the
    same in other words); a newer state of something in memory, which is only proposed; what may not be applied by its
    origin or its content; the gate. From a log that has grown since it was read, the lines that are not in memory yet
    are taken, so that what was added below an old lesson is not lost.
    """
    planner = _Planner(known, rules)
    for reading in readings:
        planner.omissions.extend(reading.found.omissions)
        for item, features in zip(reading.found.items, reading.features, strict=True):
            planner.take(item, features, grown=reading.grown)
    return Plan(planner.outcomes, planner.omissions)


class _Planner:
    def __init__(self, known: Known, rules: Rules) -> None:
        self.known = known
        self.rules = rules
        self.outcomes: list[Outcome] = []
        self.omissions: list[Omission] = []

    def take(self, item: Item, features: Features, *, grown: bool) -> None:
        """Decide about one more item and remember it where it is new."""
        outcome = self._decide(item, features, grown=grown)
        if outcome.status in {ADDED, PROPOSED}:
            number = len(self.outcomes)
            self.known.add(number, outcome.item, features, to_memory=outcome.status == ADDED)
        self.outcomes.append(outcome)

    def _decide(self, item: Item, features: Features, *, grown: bool) -> Outcome:
        blocked = self.known.blocked(item, features, grown=grown)
        if blocked is not None:
            return _outcome_of(item, blocked)
        item = self._without_deleted(item)
        share = share_known(item, self.known.lines)
        if share == 1 or (share > KNOWN_SHARE and not (grown and self.rules.profile != FULL)):
            return Outcome(item, DUPLICATE, f"{share:.0%} of its lines are in memory already")
        if item.item_id in self.known.past.standing:
            return Outcome(item, DUPLICATE, "it stands in memory already, in other words")
        archived = _share_archived(item, self.known)
        if archived > KNOWN_SHARE:
            return Outcome(item, DUPLICATE, "it left memory for the archive before")
        size = sum(len(text) for text in item.texts)
        if size > ITEM_LIMIT_CHARS:
            said = f"{size:,} characters are too many to learn at once; write down what matters"
            return Outcome(item, HELD, said)
        rest = self._without_known(item)
        if rest.texts != item.texts and self.rules.profile == FULL:
            features = self.known.features(rest)
        return self._compare(rest, features)

    def _without_known(self, item: Item) -> Item:
        """The item without the lines that stand in memory; a fix keeps its problem beside it."""
        if item.kind == PROBLEM_FIX:
            return item
        new = (line if _is_new(line, self.known.lines) else line._replace(text=None) for line in item.lines)
        return item._replace(lines=tuple(new))

    def _without_deleted(self, item: Item) -> Item:
        """The item without the lines that a person took out of memory; as it is where that would be all of it."""
        past = self.known.past
        gone = {
            line.number
            for line in item.lines
            if line.text is not None
            and (hash_line(line.text) in past.deleted or hash_line(line.text) in past.tombstones)
        }
        if not gone or item.kind == PROBLEM_FIX:
            return item
        lines = tuple(line._replace(text=None) if line.number in gone else line for line in item.lines)
        return item._replace(lines=lines)

    def _compare(self, item: Item, features: Features) -> Outcome:
        """Decide about an item that no line betrays as known: it may be known in other words."""
        hit = self.known.in_memory(item, features)
        if hit is not None and hit.relation == SAME:
            return Outcome(
                item, DUPLICATE, f"{hit.where} says it already: {_quote(hit)}", "\n".join(hit.texts)
            )
        if hit is not None and hit.where == "memory":
            return Outcome(item, PROPOSED, _newer(hit), old=hit.texts)
        earlier = self._compare_in_run(item, features)
        return earlier if earlier is not None else self._gate(item)

    def _compare_in_run(self, item: Item, features: Features) -> Outcome | None:
        found = self.known.earlier(item, features)
        if found is None:
            return None
        relation, place = found.comparison.relation, found.key
        before = self.outcomes[place]
        if before.status == DUPLICATE:  # it gave way to a fuller one, which was compared as well
            return None
        text = "\n".join(before.item.texts)
        akin = item.kind == before.item.kind
        if relation == SAME and (akin or found.comparison.score >= SURE_SCORE):
            return Outcome(item, DUPLICATE, f"{_place(before.item)} says it already", text)
        close = akin and found.comparison.score >= CLOSE_SCORE
        if relation == REFINES and close and not before.old:
            fuller = self._gate(item)
            if fuller.status == before.status:
                self.outcomes[place] = before._replace(
                    status=DUPLICATE,
                    reason=f"{_place(item)} says it with more detail",
                    repeats="\n".join(item.texts),
                )
                return fuller
        sure = akin or found.comparison.score >= SURE_SCORE
        if before.status == ADDED and (close or (relation == CONTRADICTS and sure)):
            how = "more" if relation == REFINES else "otherwise"
            said = f"it says {how} than {_place(before.item)}"
            return Outcome(item, PROPOSED, said, old=tuple(before.item.texts))
        return None

    def _gate(self, item: Item) -> Outcome:
        verdict = may_apply(item.origin, "\n".join([item.title, *item.texts]))
        if not verdict.allowed:
            return Outcome(item, PROPOSED, verdict.reason)
        if self.rules.mode == PROPOSE:
            return Outcome(item, PROPOSED, 'everything is proposed (distill.mode = "propose")')
        if item.score < self.rules.gate:
            return Outcome(item, PROPOSED, f"{show_score(item.score)}, below the gate {self.rules.gate:.2f}")
        if self.rules.profile != FULL:
            return Outcome(item, ADDED, item.rule)
        return Outcome(item, ADDED, f"{show_score(item.score)}, at or above the gate {self.rules.gate:.2f}")


def _outcome_of(item: Item, blocked: Blocked) -> Outcome:
    return Outcome(item, _STATUS_OF[blocked.kind], blocked.reason, blocked.repeats)


def _share_archived(item: Item, known: Known) -> float:
    hashes = [hash_line(text) for text in item.texts if normalise_line(text)]
    return sum(1 for line in hashes if line in known.past.archived) / len(hashes) if hashes else 0.0


def _is_new(line: ItemLine, known: set[str]) -> bool:
    return line.text is not None and normalise_line(line.text) not in known


def _newer(hit: Hit) -> str:
    how = "says otherwise than" if hit.relation == CONTRADICTS else "says more than"
    return f"it {how} memory: {_quote(hit)}"


def _quote(hit: Hit) -> str:
    text = " ".join(" ".join(hit.texts).split())
    return f"“{text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + '…'}”"


def _place(item: Item) -> str:
    return f"{item.name}:{item.first}"
