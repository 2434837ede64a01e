"""Carries out what a person decided about proposed items: memory, records, history and queue, in that order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError, UsageError
from daykeep.memory.decisions import (
    DECISIONS_FILE,
    REOPENED,
    add_tombstone,
    find_tombstones,
    find_verdicts,
    lift_tombstone,
    record_verdicts,
)
from daykeep.memory.leaving.archive import archived_lines
from daykeep.memory.leaving.budget import measure, plan_budget
from daykeep.memory.sources import SOURCES_FILE, hash_line, load_sources
from daykeep.review.account.merged import settle_merge
from daykeep.review.account.taken import taken_out_of
from daykeep.review.asking.copies import remove_copies
from daykeep.review.notes.index import notes_beside
from daykeep.review.queue.proposals import (
    APPROVED,
    ARCHIVE,
    CHANGE,
    DEFERRED,
    FORGET,
    REJECTED,
    SUPERSEDE,
    TEACHES,
    Ruling,
)
from daykeep.review.record import LOCK, commit_edits, commit_reviewed, try_commit
from daykeep.review.verdict.apply import asked_records, new_records, write_memory
from daykeep.review.verdict.change import plan_changes
from daykeep.review.verdict.desk import NOTHING, Decided, Decision, Desk
from daykeep.review.verdict.elsewhere import bury, make_elsewhere, why_not_elsewhere
from daykeep.review.verdict.landing import bury_new, make_new, why_not_new
from daykeep.review.verdict.notes import Discarding, verdict_on
from daykeep.review.verdict.reword import with_edits
from daykeep.review.verdict.settle import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.memory.leaving.archive import Leaving
    from daykeep.review.queue.proposals import Proposal, ProposalStore, ProposedItem

__all__ = ["NOTHING", "Decided", "Decision", "Desk", "decide", "settle"]

REPLANS = 3
"""How often the change is planned anew when MEMORY.md changes under it, before it is given up with a conflict."""

HOW = "review"


class _Plan(NamedTuple):
    """MEMORY.md as it is and as it shall be."""

    document: Document | None
    after: Document
    items: tuple[ProposedItem, ...]
    leaving: tuple[Leaving, ...]
    moved: int
    over: bool
    refused: tuple[tuple[ProposedItem, str], ...]

    @property
    def changes(self) -> bool:
        return self.after.data != (self.document.data if self.document is not None else b"")


def decide(files: Files, store: ProposalStore, decisions: Sequence[Decision], desk: Desk) -> Decided:
    """Write what was approved, remember what was rejected or put off, and take both out of the queue.

    One change of MEMORY.md and one commit for all decisions together. Order on disk: sources, archive, verdicts,
    MEMORY.md, commit, queue. A kill in between leaves items waiting whose change is made; the same decision again
    finishes it and writes nothing twice. Raises UsageError for ids that are not there, ConflictError with nothing
    decided if MEMORY.md keeps changing, LockedError if another change of memory does not end in time.
    """
    with files.lock(LOCK, purpose="review"):
        return _Sitting(files, store, desk).decide(decisions)


class _Sitting:
    """One carrying out, under the lock of memory."""

    def __init__(self, files: Files, store: ProposalStore, desk: Desk) -> None:
        self.files = files
        self.store = store
        self.desk = desk
        self.refused: list[tuple[str, str]] = []
        self.problems: list[str] = []
        self.proposal_of: dict[str, str] = {}
        self.elsewhere: dict[str, list[ProposedItem]] = {}
        """The approved items that are about other files than MEMORY.md, by the file."""
        self.new: list[ProposedItem] = []
        """The approved items that are files which are to come."""
        self.discarding = Discarding(files, desk)

    def decide(self, decisions: Sequence[Decision]) -> Decided:
        """Do it all; see the function of this name."""
        items = self._find_items(decisions)
        rejected = tuple(item for item in items if item.status == REJECTED)
        deferred = tuple(item for item in items if item.status == DEFERRED)
        other = {item.id for some in (*self.elsewhere.values(), self.new) for item in some}
        plan, archive = self._write(
            [item for item in items if item.status == APPROVED and item.id not in other]
        )
        made = {**self._write_elsewhere(), **self._write_new()}
        self.refused.extend((item.id, reason) for item, reason in plan.refused)
        self._record([*rejected, *deferred])
        self._bury_new([item for item in rejected if item.is_new])
        self._try(self.discarding.commit_before)
        self.discarding.discard()
        commit = self._try(lambda history: self._commit(history, plan, rejected, archive, made))
        there = tuple(item for some in made.values() for item in some)
        if commit is not None:
            forgotten = [item.id for item in (*plan.items, *there) if item.action == FORGET]
            remove_copies(self.files, [*forgotten, *self.discarding.items])
        self._rule([*plan.items, *there, *rejected, *deferred])
        return Decided(
            approved=(*plan.items, *there),
            rejected=rejected,
            deferred=deferred,
            refused=tuple(self.refused),
            archive=archive,
            moved=plan.moved,
            over=plan.over,
            commit=commit,
            problems=tuple(self.problems),
        )

    def _find_items(self, decisions: Sequence[Decision]) -> list[ProposedItem]:
        """The items with their new status and lines; those that can't be decided so are noted as refused."""
        found: list[ProposedItem] = []
        proposals: dict[str, Proposal | None] = {}
        for decision in decisions:
            if decision.proposal not in proposals:
                proposals[decision.proposal] = self.store.find(decision.proposal)
            proposal = proposals[decision.proposal]
            item = proposal.find_item(decision.item) if proposal is not None else None
            if proposal is None or item is None:
                raise UsageError(
                    f'there is no item "{decision.item}" in a proposal "{decision.proposal}"',
                    hint="`daykeep review list` shows what waits",
                )
            why_not = self._why_not(proposal, item, decision)
            if why_not:
                self.refused.append((item.id, why_not))
                continue
            self.proposal_of[item.id] = proposal.id
            until = decision.until if decision.status == DEFERRED else None
            decided = with_edits(item, decision.edited)._replace(status=decision.status, until=until)
            found.append(decided)
            if decided.status == APPROVED and decided.is_new:
                self.new.append(decided)
            elif decided.status == APPROVED and proposal.target != self.desk.memory:
                self.elsewhere.setdefault(proposal.target, []).append(decided)
        return found

    def _why_not(self, proposal: Proposal, item: ProposedItem, decision: Decision) -> str | None:
        if item.id in self.proposal_of:
            return "it was decided twice in one go"
        again = decision.status == DEFERRED and decision.until != item.until
        if item.status == APPROVED or (item.status == decision.status and not again):
            return f"it was {item.status} already"
        if item.status == REJECTED != (decision.was or REJECTED):
            return "it was rejected after you saw it"
        if decision.seen and decision.seen != item.fingerprint:
            return "it was changed after you saw it"
        if decision.status == APPROVED and (item.is_new or proposal.target != self.desk.memory):
            return (why_not_new if item.is_new else why_not_elsewhere)(proposal.target, item)
        return self.discarding.take(item) if item.is_note and decision.status == REJECTED else None

    def _write_elsewhere(self) -> dict[str, tuple[ProposedItem, ...]]:
        """Change the other files; what was made, by file."""
        desk, made = self.desk, {}
        for target, items in self.elsewhere.items():
            self._commit_edits(target)
            done = make_elsewhere(
                self.files,
                target,
                items,
                language=desk.language,
                now=desk.now,
                by=desk.by,
                before=self._record,
            )
            made[target] = done.items
            self.refused.extend((item.id, reason) for item, reason in done.refused)
        return made

    def _write_new(self) -> dict[str, tuple[ProposedItem, ...]]:
        """Make the files that are to come; what was made, by file."""
        if not self.new:
            return {}
        desk = self.desk
        done = make_new(self.files, self.new, now=desk.now, by=desk.by, before=self._record, proof=desk.proof)
        self.refused.extend((item.id, reason) for item, reason in done.refused)
        return {item.lands: (item,) for item in done.items}

    def _bury_new(self, rejected: Sequence[ProposedItem]) -> None:
        desk = self.desk
        bury_new(self.files, rejected, now=desk.now, by=desk.by, how=HOW, proof=desk.proof)

    def _write(self, approved: Sequence[ProposedItem]) -> tuple[_Plan, str | None]:
        """Change MEMORY.md; what was planned, and the archive that lines went to. Verdicts are recorded before."""
        for _ in range(REPLANS):
            plan = self._plan(approved)
            if plan.changes:
                settle_merge(self.files, self.desk.history, self.desk.memory, now=self.desk.now)
                self._commit_edits(self.desk.memory)
            dead = self._bury(plan)
            bury(self.files, plan.items, plan.document, now=self.desk.now, by=self.desk.by)
            self._record(plan.items)
            try:
                archive = self._put(plan)
            except ConflictError:
                for item, lines in dead:
                    lift_tombstone(
                        self.files, item=item, lines=lines, now=self.desk.now, by="daykeep", how=HOW
                    )
                self._record(plan.items, kind=REOPENED)
                continue
            self._wake(plan)
            return plan, archive
        raise ConflictError(
            f'"{self.desk.memory}" keeps changing while it is written', hint="run `daykeep review` again"
        )

    def _plan(self, approved: Sequence[ProposedItem]) -> _Plan:
        desk = self.desk
        document = self.files.find_document(desk.memory)
        records = load_sources(self.files)[0]
        owners = {record.line: record.item for record in records}
        gone = self._archived_before(approved)
        planned = plan_changes(
            document, approved, name=desk.memory, language=desk.language, owners=owners, archived=gone
        )
        plan = _Plan(
            document, planned.document, planned.items, planned.leaving, 0, over=False, refused=planned.refused
        )
        if not plan.changes:
            return plan
        budget = plan_budget(
            plan.after,
            records=[*records, *new_records(self.files, plan.items, now=desk.now)],
            limits=desk.limits,
            day=desk.day,
            keep={item.id for item in plan.items},
            tombstones=find_tombstones(self.files),
        )
        if not budget.fits:
            return plan._replace(over=not measure(plan.after).fits(desk.limits))
        return plan._replace(
            after=budget.document, leaving=(*plan.leaving, *budget.moves), moved=len(budget.moves)
        )

    def _archived_before(self, approved: Sequence[ProposedItem]) -> frozenset[str]:
        """The lines that an earlier try, which was killed, has brought to the archive: its verdict is on record.

        What went there for another reason is no deed of this decision, and taking it back must not bring that back.
        """
        verdicts = find_verdicts(self.files)
        tried = [
            item
            for item in approved
            if item.action == ARCHIVE and item.id in verdicts and verdicts[item.id].kind == APPROVED
        ]
        lines = {hash_line(text) for item in tried for text in item.memory_lines}
        return archived_lines(self.files) & lines if tried else frozenset()

    def _bury(self, plan: _Plan) -> list[tuple[str, list[str]]]:
        """Keep the lines that give way from being learned again; what was added, by item."""
        dead = find_tombstones(self.files)
        there = set(map(hash_line, plan.document.texts)) if plan.document is not None else set()
        leaving = there - set(map(hash_line, plan.after.texts)) - taken_out_of(self.files, plan.document)
        coming = {hash_line(text) for item in plan.items for text in item.memory_lines}
        buried = []
        for item in plan.items:
            olds = [old.line for old in item.supersedes if old.line not in coming]
            lines = [line for line in olds if line not in dead or line in leaving]
            if item.action == SUPERSEDE and lines:
                add_tombstone(
                    self.files,
                    item=item.id,
                    lines=lines,
                    now=self.desk.now,
                    by=self.desk.by,
                    how="superseded",
                    left={self.desk.memory: [line for line in lines if line in leaving]},
                )
                buried.append((item.id, lines))
        return buried

    def _wake(self, plan: _Plan) -> None:
        """Lift what keeps approved lines from being learned: they were taken back before, and are wanted now."""
        dead = find_tombstones(self.files)
        for item in plan.items:
            lines = [line for text in item.memory_lines if (line := hash_line(text)) in dead]
            if item.action in TEACHES and lines:
                lift_tombstone(
                    self.files, item=item.id, lines=lines, now=self.desk.now, by=self.desk.by, how=HOW
                )

    def _put(self, plan: _Plan) -> str | None:
        if not plan.items:
            return None
        return write_memory(
            self.files,
            plan.after,
            document=plan.document,
            items=plan.items,
            leaving=plan.leaving,
            now=self.desk.now,
            day=self.desk.day,
            how=HOW,
            asked=asked_records(plan.items, self.proposal_of, now=self.desk.now, by=self.desk.by),
        ).archive

    def _record(self, items: Sequence[ProposedItem], *, kind: str = "") -> None:
        verdicts = [
            verdict_on(item, kind=kind or item.status, proposal=self.proposal_of[item.id]) for item in items
        ]
        desk = self.desk
        record_verdicts(self.files, verdicts, now=desk.now, by=desk.by, how=HOW, proof=desk.proof)

    def _commit(
        self,
        history: History,
        plan: _Plan,
        rejected: Sequence[ProposedItem],
        archive: str | None,
        made: Mapping[str, Sequence[ProposedItem]],
    ) -> str | None:
        learned = [(item.id, item.source, item.day) for item in plan.items if item.action in TEACHES]
        changed = [self.desk.memory, *([archive] if archive else [])] if plan.items else []
        changed += [SOURCES_FILE] if plan.items or made else []
        others = [
            (item, name) for name, some in {self.desk.memory: plan.items, **made}.items() for item in some
        ]
        if not others and not rejected:
            return None
        return commit_reviewed(
            history,
            [*changed, *made, *notes_beside(made), *self.discarding.names, DECISIONS_FILE],
            learned,
            archived=sum(item.action == ARCHIVE for item in plan.items),
            forgotten=[item.id for item, _ in others if item.action == FORGET],
            changed=[(item.id, name) for item, name in others if item.action == CHANGE],
            rejected=[item.id for item in rejected],
            discarded=self.discarding.items,
            by=self.desk.by,
            at=self.desk.now,
            author=self.desk.author,
            problems=self.problems,
        )

    def _rule(self, items: Sequence[ProposedItem]) -> None:
        """Take the decided items out of the queue, proposal by proposal."""
        rulings: dict[str, list[Ruling]] = {}
        for item in items:
            ruling = Ruling(item.id, item.status, item.edited, item.until)
            rulings.setdefault(self.proposal_of[item.id], []).append(ruling)
        for proposal_id, some in rulings.items():
            self.store.decide(proposal_id, some, now=self.desk.now, by=self.desk.by)

    def _commit_edits(self, name: str) -> None:
        desk = self.desk
        self._try(
            lambda git: commit_edits(git, [name], at=desk.now, author=desk.author, problems=self.problems)
        )

    def _try(self, work: Callable[[History], str | None]) -> str | None:
        return try_commit(self.desk.history, self.problems, work)
