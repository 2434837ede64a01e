"""Runs a check: nothing is changed unless everything that must stand before the change stands on the disk.

The order is: store what goes, write the log, append the commit. If any of it fails the conversation stays as it was, and the
report says why.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError, LockedError, ModelError, StorageError
from daykeep.processes import uncollected
from daykeep.text.tokens import count_tokens
from daykeep.triage.choice.choose import Ground, choose
from daykeep.triage.choice.fit import index_tokens, plan_fit
from daykeep.triage.choice.options import (
    floor_of,
    old_recalls,
    options_of,
    pieces_of_fixed,
    size_view,
)
from daykeep.triage.economics.cost import Cost, cold_share
from daykeep.triage.economics.verdict import HARD, Situation, weigh
from daykeep.triage.hindsight.outcome import note_outcome
from daykeep.triage.log.record import Header, Judge
from daykeep.triage.model import COMPRESS
from daykeep.triage.notes.plan import NoteJob, NoteRules, write_notes
from daykeep.triage.run.ask import COMMITTED, KEPT, NOTHING, PLANNED, SKIPPED, WAITED, Report
from daykeep.triage.run.judge import judge, survey, used_later
from daykeep.triage.run.make import block_tokens, make_commit
from daykeep.triage.run.records import Told, gaps_of, make_records, settle
from daykeep.triage.signed.plan import DROP_BLOCK, STRIP_ALL
from daykeep.triage.trigger.trigger import read_trigger
from daykeep.triage.view.build import build_view
from daykeep.triage.view.check import check_commit, weigh_view
from daykeep.triage.view.commit import Head, may_commit, next_id
from daykeep.triage.view.fold import fold_commits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from daykeep.files.encoding import Problem
    from daykeep.triage.choice.choose import Choice, Option
    from daykeep.triage.model import Commit
    from daykeep.triage.notes.plan import Outcome
    from daykeep.triage.policy.policy import Policy
    from daykeep.triage.protocols import Decider, NoteWriter
    from daykeep.triage.run.ask import Ask
    from daykeep.triage.run.desk import Desk, Scene
    from daykeep.triage.run.judge import Field, Judgement
from daykeep.triage.trigger.trigger import Trigger

_NEVER = Cost(0.0, 0.0, 0, 1, 1.0, 0.0)
"""A change that never pays: what is made all the same has to be, or is free."""
OUTSIDE = "outside of the turns that were asked for"
MAIN_PRICE, MILLION = 5.0, 1_000_000
"""US dollars for a million fresh tokens of the model that reads the view, as the large ones cost: it makes deciders comparable."""
GROWTH = 0.1
"""After a check that did not pay the next one asks again when the context has grown by this share of the budget."""


class Staff(NamedTuple):
    """By which policy, who decides, and who writes notes (None: they are made of the turns' own sentences).

    ``problems`` says who stands in for whom, and why. ``timer`` gives nanoseconds: how long a decider took is logged. ``instructions`` are
    the user's wishes for what is written.
    """

    policy: Policy
    decider: Decider
    writer: NoteWriter | None = None
    problems: tuple[str, ...] = ()
    timer: Callable[[], int] | None = None
    instructions: str = ""


def run_check(desk: Desk, ask: Ask, staff: Staff, kind: type[Check] | None = None) -> Report:
    """Check a session once, and change its view if that is due and worth it.

    Whatever fails, the view stays as it was and the report says why; only an error that says the session can't be read is raised
    (DocumentError). A check that runs meanwhile makes this one skip. ``kind`` decides and writes in another way (see `triage.summary`).
    """
    try:
        with desk.hold(), uncollected() if _stays_here(staff) else nullcontext():
            return (kind or Check)(desk, ask, staff).run()
    except LockedError as error:
        return Report("", SKIPPED, f"another check of this session runs: {error}")
    except StorageError as error:
        return Report("", KEPT, str(error))


def _stays_here(staff: Staff) -> bool:
    """Whether nobody elsewhere is waited for: what others do meanwhile may refer in circles."""
    return staff.decider.is_local and (staff.writer is None or staff.writer.is_local)


class Check:
    """One run; its steps in their order: another kind of check may replace `decide` and `write_notes`, never the order of `make`."""

    def __init__(self, desk: Desk, ask: Ask, staff: Staff) -> None:
        """Read the session; nothing is decided yet."""
        self.desk, self.ask, self.staff = desk, ask, staff
        self.scene: Scene = desk.load()
        self.problems = [*staff.problems, *map(_told, self.scene.problems)]
        self.cold = cold_share(gaps_of(self.scene.messages), ask.prices.ttl_seconds)
        checks = desk.log.checks()
        self.last = checks[-1] if checks else {}
        self.spent = 0.0
        self.facts: str | None = None
        self.mask_chars: int | None = None
        name = next_id("K", self.scene.commits, (one.get("check_id") for one in checks))
        self.header = Header(ask.at, desk.session_id, name, staff.policy.sha)

    def run(self) -> Report:
        """From the trigger to the commit."""
        note_outcome(self.desk, self.scene, self.header)
        ask = self.ask
        field = survey(
            self.scene,
            self.staff.policy,
            budget=ask.budget,
            seen=self.desk.seen,
            keep_units=ask.keep_units,
            keep_tokens=ask.keep_tokens,
        )
        sizes = size_view(self.scene)
        pieces = pieces_of_fixed(
            self.scene,
            sizes,
            keep_tokens=field.policy.keep_tokens,
            able=field.able,
            thinks_on=ask.strategy == DROP_BLOCK,
        )
        trigger = read_trigger(
            self.scene.messages,
            self.scene.commits,
            shown=sum(sizes.tokens) + count_tokens(fold_commits(self.scene.commits).block),
            budget=ask.budget,
            floor=floor_of(self.scene.units, sizes, field.protected, pieces),
            count=count_tokens,
            window=ask.window,
            tokens=ask.tokens,
            low_share=field.policy.low_watermark,
        )
        if not (trigger.due or ask.force or (ask.must_fit and trigger.tokens > ask.budget)):
            return self.report(NOTHING, trigger.why, trigger)
        situation = self._situation(trigger)
        waits = may_commit(self.scene.units) if ask.strategy == STRIP_ALL else ""
        waits = waits or self._still_waits(trigger, situation)
        if waits:
            return self.report(WAITED, waits, trigger)
        self.sizes, self.pieces = sizes, pieces
        return self.decide(field, trigger, situation)

    def _situation(self, trigger: Trigger) -> Situation:
        ask = self.ask
        window = trigger.budget if ask.must_fit else ask.window or 0
        return Situation(
            trigger.tokens,
            window,
            ask.wanted_tokens,
            ask.overflowed,
            ask.idle_seconds,
            ask.changed,
            ask.remaining_calls,
        )

    def _still_waits(self, trigger: Trigger, situation: Situation) -> str:
        """Why a check that did not pay a moment ago is not made again, "" if it is."""
        if self.last.get("outcome") != WAITED or self.ask.force:
            return ""
        never = weigh(situation._replace(wanted_tokens=0), _NEVER, ttl_seconds=self.ask.prices.ttl_seconds)
        again = self.last.get("trigger", {}).get("tokens", 0) + GROWTH * trigger.budget
        if never.goes or trigger.tokens >= again or self.last.get("policy_sha") != self.staff.policy.sha:
            return ""
        return f"{self.last.get('reason')}; asked again at {round(again):,} tokens"

    def decide(self, field: Field, trigger: Trigger, situation: Situation) -> Report:
        """What becomes of each unit, and the change where it is worth it."""
        field = self._within(field)
        needed = trigger.tokens - trigger.low + block_tokens(self.ask.budget)
        queue = self.desk.load_queue()
        timer = self.staff.timer or (lambda: 0)
        started = timer()
        judgement = judge(self.scene, field, self.staff.decider, queue, needed=needed)
        spent = (timer() - started) / 1_000_000
        told = Told(
            self.header,
            field,
            trigger,
            judgement,
            self._cost_of(judgement, spent),
            self.cold,
            self.ask.remaining_calls,
        )
        choice = self._choose(field, trigger, situation, judgement)
        if not choice.options or not choice.verdict.goes:
            return self._wait(told, choice)
        if self.ask.dry_run:
            decisions = settle(told, choice, {})
            return self.report(PLANNED, choice.verdict.why, trigger, told=told, choice=choice)._replace(
                decisions=decisions
            )
        return self.make(told, choice)

    def _cost_of(self, judgement: Judgement, latency_ms: float) -> Judge:
        """What the decider cost, in tokens and US dollars, for the log and for what the change has to earn."""
        decider = self.staff.decider
        tokens = judgement.asked_tokens
        self.spent = tokens * decider.limits.price_in
        return Judge(decider.name, decider.version, latency_ms, tokens, self.spent / MILLION)

    def _choose(self, field: Field, trigger: Trigger, situation: Situation, judgement: Judgement) -> Choice:
        """The changes to make: the mildest that reach the low mark; where there is no room, whatever fits the view."""
        scene, sizes, ask = self.scene, self.sizes, self.ask
        if weigh(situation, _NEVER, ttl_seconds=ask.prices.ttl_seconds).kind == HARD:
            room = max(0, (ask.budget if ask.must_fit else trigger.low) - trigger.overhead)
            fit = plan_fit(
                scene.units,
                sizes,
                judgement.decisions,
                able=field.able,
                budget=room,
                pinned=scene.pinned,
            )
            self.facts, self.mask_chars = fit.facts, fit.mask_chars
            block = count_tokens(fit.facts) + index_tokens(room)
            return self._weigh(list(fit.options), trigger._replace(low=0), situation, block)
        block = block_tokens(ask.budget)
        mild = [*options_of(scene, judgement.decisions, sizes), *self.pieces]
        choice = self._weigh(mild, trigger, situation, block)
        if choice.verdict.goes and choice.tokens_after <= trigger.low:
            return choice
        needed = trigger.tokens - trigger.low + block - sum(piece.frees for piece in self.pieces)
        more = [*options_of(scene, judgement.decisions, sizes, needed=needed), *self.pieces]
        return self._weigh(more, trigger, situation, block)

    def _weigh(self, options: list[Option], trigger: Trigger, situation: Situation, block: int) -> Choice:
        scene, sizes = self.scene, self.sizes
        bounded = self._bounded([*options, *old_recalls(scene, sizes)])
        folded = fold_commits(scene.commits)
        place = next((n + 1 for n, unit in enumerate(scene.units) if unit.id == folded.block_after), None)
        ground = Ground(
            sizes.tokens,
            trigger.tokens,
            trigger.budget,
            trigger.low,
            extra=max(0, block - count_tokens(folded.block)),
            block_place=place if folded.block else None,
        )
        return choose(
            bounded, ground, situation, self.ask.prices, cold=self.cold, models_cost=self.spent / MAIN_PRICE
        )

    def _within(self, field: Field) -> Field:
        """The field with nothing to decide outside of the turns that were asked for."""
        first, last = self.ask.first, self.ask.last
        beyond = {
            unit.id: OUTSIDE
            for unit in self.scene.units
            if unit.number < first or (last is not None and unit.number > last)
        }
        return field._replace(protected={**beyond, **field.protected}) if beyond else field

    def _bounded(self, options: list[Option]) -> list[Option]:
        """The options between the turns that were asked for."""
        first, last = self.ask.first, self.ask.last
        units = self.scene.units
        return [
            one for one in options
            if units[one.place].number >= first and (last is None or units[one.place].number <= last)
        ]  # fmt: skip

    def _wait(self, told: Told, choice: Choice) -> Report:
        """Nothing is changed; what was decided is logged, and the queue remembers it."""
        reason = told.judgement.failed or told.judgement.reason or choice.verdict.why
        outcome = KEPT if told.judgement.failed else WAITED
        report = self.report(outcome, reason, told.trigger, told=told, choice=choice)
        report = report._replace(decisions=settle(told, choice._replace(options=()), {}))
        if not self.ask.dry_run:
            self._log(told, choice._replace(options=()), report, {}, {})
        return report

    def make(self, told: Told, choice: Choice, reason: str = "") -> Report:
        """Store what goes, write the log, commit; if any of it fails the session is as it was, and the report says why."""
        named = {edit.stored_id for commit in self.scene.commits for edit in commit.edits if edit.stored_id}
        try:
            if not any(one.name == self.desk.edits.name for one in self.scene.problems):
                self.desk.stored.remove_unnamed(named)  # what a check left that never got to its commit
            notes = self.write_notes(told, choice)
            head = Head(self.header.check_id, self.ask.at, self.header.check_id, self.header.policy_sha)
            made = make_commit(
                self.desk,
                self.scene,
                choice.options,
                notes,
                ask=self.ask,
                head=head,
                facts=self.facts,
                mask_chars=self.mask_chars,
            )
            self._prove(made.commit, choice)
            report = self.report(
                COMMITTED, reason or told.trigger.why, told.trigger, told=told, choice=choice
            )
            after = told.trigger.overhead + self._weigh_after(made.commit)
            report = report._replace(
                commit=made.commit, decisions=settle(told, choice, notes), tokens_after=after
            )
            self._log(told, choice, report, notes, made.stored)
            last = self.scene.commits[-1].id if self.scene.commits else ""
            self.desk.edits.append(made.commit, after=last)
        except DaykeepError as error:
            return self.report(KEPT, str(error), told.trigger)
        return report._replace(problems=tuple(self.problems))

    def write_notes(self, told: Told, choice: Choice) -> Mapping[str, Outcome]:
        """Notes for what is to be compressed; ModelError if the writer failed and the policy wants nothing changed then."""
        wanted = [one.unit_id for one in choice.options if one.action == COMPRESS]
        if not wanted:
            return {}
        asked = {view.unit_id: view.asked_before for view in told.field.views}
        later = used_later(self.scene.units, self.desk.seen, wanted)
        units = {unit.id: unit for unit in self.scene.units}
        jobs = [NoteJob(units[one], later[one], asked[one]) for one in wanted]
        rules = NoteRules(self.staff.policy.on_writer_failure, instructions=self.staff.instructions)
        plan = write_notes(jobs, self.staff.writer, rules)
        if plan.aborted:
            raise ModelError(
                f"no notes could be written, and the policy wants nothing changed then: {plan.fault}"
            )
        return plan.outcomes

    def _weigh_after(self, commit: Commit) -> int:
        """The tokens of the view with a commit: what was planned as a note may have been stored, and the index is short."""
        units = self.scene.units
        return weigh_view(build_view(units, (*self.scene.commits, commit)), units)

    def _prove(self, commit: Commit, choice: Choice) -> None:
        """Look at the view as it would be; DaykeepError if anything is wrong with it."""
        stored = {one.id for one in self.desk.stored.entries()}
        logged = {one.unit_id for one in choice.options} | set(fold_commits(self.scene.commits).units)
        faults = check_commit(
            self.scene.units,
            self.scene.commits,
            commit,
            stored=stored,
            logged=logged,
            before=self.scene.view,
        )
        if faults:
            raise DaykeepError("; ".join(faults))

    def _log(
        self,
        told: Told,
        choice: Choice,
        report: Report,
        notes: Mapping[str, Outcome],
        stored: Mapping[str, str],
    ) -> None:
        self.desk.log.append(make_records(told, choice, report, self.scene, notes=notes, stored=stored))
        try:
            self.desk.save_queue(told.judgement.queue)
        except DaykeepError as error:
            self.problems.append(str(error))

    def report(
        self,
        outcome: str,
        reason: str,
        trigger: Trigger,
        *,
        told: Told | None = None,
        choice: Choice | None = None,
    ) -> Report:
        """The report of this check so far."""
        after = max(choice.tokens_after, trigger.floor) if choice and choice.options else trigger.tokens
        decisions = told.judgement.decisions if told else ()
        verdict = choice.verdict if choice else None
        return Report(
            self.header.check_id, outcome, reason, trigger, decisions, None, verdict, trigger.tokens,
            after, tuple(self.problems),
        )  # fmt: skip


def _told(problem: Problem) -> str:
    return f"{problem.name}, line {problem.line}: {problem.message}"
