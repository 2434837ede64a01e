"""A check that puts one summary in the place of many turns: stored, logged and committed as every check is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.text.tokens import count_tokens
from daykeep.triage.choice.choose import Choice, Option
from daykeep.triage.economics.cost import cost_of
from daykeep.triage.economics.verdict import SOFT, Verdict, weigh
from daykeep.triage.log.record import Judge
from daykeep.triage.model import ARCHIVE, COMPRESS, KEEP, Decision, Gate
from daykeep.triage.notes.plan import Outcome
from daykeep.triage.run.ask import KEPT, NOTHING, PLANNED
from daykeep.triage.run.check import Check, run_check
from daykeep.triage.run.judge import Judgement
from daykeep.triage.run.make import block_tokens
from daykeep.triage.run.records import Told
from daykeep.triage.summary.span import find_span
from daykeep.triage.summary.write import write_summary
from daykeep.triage.view.build import build_view
from daykeep.triage.view.check import weigh_view
from daykeep.triage.view.fold import fold_commits

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.triage.economics.verdict import Situation
    from daykeep.triage.run.ask import Ask, Report
    from daykeep.triage.run.check import Staff
    from daykeep.triage.run.desk import Desk
    from daykeep.triage.run.judge import Field
    from daykeep.triage.seeing.see import Look
    from daykeep.triage.summary.write import Summary
    from daykeep.triage.trigger.trigger import Trigger

GATE = "summary"
OWN_WORDS = "own sentences"
FRAME_TOKENS = 20
"""What stands around a note."""
BLOCK_PART = 4
"""The facts of turns have at most this part of their tokens, by estimate."""


def run_summary(desk: Desk, ask: Ask, staff: Staff) -> Report:
    """Put one summary in the place of the turns that ``ask`` names, else of all that no gate protects; the report has its text.

    The first of them gets the summary, the others are stored, and the facts of all stand in the block as after every check.
    Everything else is as in `run_check`: whatever fails, the view stays as it was.
    """
    return run_check(desk, ask, staff, _SummaryCheck)


class _SummaryCheck(Check):
    """One summary instead of a decision for each unit."""

    def decide(self, field: Field, trigger: Trigger, situation: Situation) -> Report:
        """Write the summary, and make the change if there is one."""
        ask = self.ask
        span = find_span(self.scene, field.protected, first=ask.first, last=ask.last)
        if not span.units:
            return self.report(NOTHING, _why_none(span.left), trigger)
        wanted = [unit.id for unit in span.units]
        self.summary = write_summary(
            span.units,
            self.staff.writer,
            instructions=self.staff.instructions,
            later=used_outside(self.scene.units, self.desk.seen, wanted),
            asked_before={view.unit_id: view.asked_before for view in field.views},
        )
        told = self._tell(field, trigger, span.units)
        if not self.summary.text:
            outcome = KEPT if self.summary.is_failure else NOTHING
            return self.report(outcome, self.summary.fault, trigger, told=told)
        choice = self._choice(trigger, situation, told)
        reason = f"{len(self.summary.unit_ids)} turns as one summary, {self.summary.how}"
        if ask.dry_run:
            report = self.report(PLANNED, reason, trigger, told=told, choice=choice)
        else:
            report = self._weighed(self.make(told, choice, reason))
        return report._replace(summary=self.summary.text)

    def write_notes(self, told: Told, choice: Choice) -> Mapping[str, Outcome]:  # noqa: ARG002 - it is written already
        """The summary as the note of its first turn."""
        found: Summary = self.summary
        first, last = found.unit_ids[0], found.unit_ids[-1]
        return {first: Outcome(first, COMPRESS, found.text, found.how, found.verdict, last)}

    def _weighed(self, report: Report) -> Report:
        """The report with what the view weighs now, where it was changed."""
        if report.commit is None:
            return report
        units, commits = self.scene.units, (*self.scene.commits, report.commit)
        overhead = report.trigger.overhead if report.trigger else 0
        return report._replace(tokens_after=overhead + weigh_view(build_view(units, commits), units))

    def _tell(self, field: Field, trigger: Trigger, units: Sequence[Unit]) -> Told:
        held = set(self.summary.unit_ids)
        decisions = tuple(
            self._decision(unit.id) if unit.id in held else self._left(unit.id) for unit in units
        )
        writer = self.staff.writer
        return Told(
            self.header,
            field,
            trigger,
            Judgement(decisions, self.desk.load_queue(), ""),
            Judge(writer.name if writer else OWN_WORDS, ""),
            self.cold,
            self.ask.remaining_calls,
        )

    def _decision(self, unit_id: str) -> Decision:
        first, last = self.summary.unit_ids[0], self.summary.unit_ids[-1]
        action = COMPRESS if unit_id == first else ARCHIVE
        why = f"said in the summary of {first} to {last}"
        return Decision(unit_id, COMPRESS, action, why, (Gate(GATE, passed=True, detail=self.summary.how),))

    def _left(self, unit_id: str) -> Decision:
        why = self.summary.left.get(unit_id) or self.summary.fault
        return Decision(unit_id, COMPRESS, KEEP, why, (Gate(GATE, passed=False, detail=why),))

    def _choice(self, trigger: Trigger, situation: Situation, told: Told) -> Choice:
        """All of it or nothing; what it costs is told, since a person asked for it."""
        size = {unit.id: tokens for unit, tokens in zip(self.scene.units, self.sizes.tokens, strict=True)}
        place = {unit.id: number for number, unit in enumerate(self.scene.units)}
        note = count_tokens(self.summary.text) + FRAME_TOKENS
        options = tuple(
            Option(one.unit_id, place[one.unit_id], one.final, size[one.unit_id], one.reason)
            for one in told.judgement.decisions
            if one.final != KEEP
        )
        frees = sum(one.frees for one in options)
        block = min(block_tokens(self.ask.budget), frees // BLOCK_PART)
        removed = frees - note - max(0, block - count_tokens(fold_commits(self.scene.commits).block))
        behind = sum(self.sizes.tokens[options[0].place :]) - removed
        cost = cost_of(self.ask.prices, removed=removed, rewritten=behind, cold=self.cold)
        verdict = weigh(situation, cost, ttl_seconds=self.ask.prices.ttl_seconds)
        if not verdict.goes:
            verdict = Verdict(SOFT, f"it was asked for, though {verdict.why}")
        return Choice(options, cost, verdict, max(0, trigger.tokens - removed))


def used_outside(
    units: Sequence[Unit], seen: Mapping[str, Look], wanted: Collection[str]
) -> dict[str, frozenset[str]]:
    """Of each wanted unit the marks that a later unit holds which isn't among them: what is used only inside need not be named."""
    inside = frozenset(wanted)
    found: dict[str, frozenset[str]] = {}
    later: set[str] = set()
    for unit in reversed(units):
        look = seen.get(f"{unit.id} {unit.sha}")
        marks = look.marks if look else ()
        if unit.id in inside:
            found[unit.id] = frozenset(mark for mark in marks if mark in later)
        else:
            later.update(marks)
    return found


def _why_none(left: Mapping[str, str]) -> str:
    if not left:
        return "there is no turn to summarise"
    first = next(iter(left))
    return (
        f"every turn is protected: {first} is {left[first]}"
        if len(left) > 1
        else f"{first} stays: {left[first]}"
    )
