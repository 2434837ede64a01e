"""Promotes a session's information: kept in session memory, learned where it is sure, proposed where it is not.

What becomes of each piece is decided as for what daily logs teach: what a person refused or took back stays away, what is
known is not repeated, what contradicts memory or may not be applied by its origin waits for a person, and only what
reaches the gate is written. MEMORY.md is never written anew: lines are put in, by compare-and-swap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.budget import Target, fit_budget
from daykeep.distill.commits import Recorder
from daykeep.distill.compare.featurecache import FeatureCache
from daykeep.distill.compare.known import Known
from daykeep.distill.compare.past import read_past
from daykeep.distill.logs.reading import FULL, Reading
from daykeep.distill.outcomes import ADDED, DUPLICATE, PROPOSED, Extraction
from daykeep.distill.plan import PROPOSE, plan_distill
from daykeep.distill.propose import draft_proposal
from daykeep.errors import ConflictError
from daykeep.memory.items import Item, ItemLine
from daykeep.memory.written import record_written
from daykeep.review.record import LOCK, commit_safely, try_commit
from daykeep.review.stores.joined import open_store
from daykeep.review.verdict.apply import write_memory
from daykeep.session.memory.document import memory_path
from daykeep.session.records.finding import rate
from daykeep.session.sync.keeping import keep_records, plan_kept
from daykeep.session.sync.medium import kept_text
from daykeep.text.unmerged import find_unmerged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.distill.budget import Fitted
    from daykeep.distill.outcomes import Outcome
    from daykeep.distill.run import Place
    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.session.sync.medium import Kept
    from daykeep.session.sync.rules import Candidate

ORIGIN = "session"
RULE = "session"
REFUSED = "refused"
"""It may not even stand in session memory: words of a stranger, or an order to whoever reads it."""
SAID_ALREADY = 0.6
"""What memory says in other words has at least so much of the words of what is promoted; else a person looks at it."""

REPLANS = 3
"""How often a file that changes meanwhile is planned anew before it is given up with a conflict."""

SETTLED = (ADDED, PROPOSED, DUPLICATE)
"""Outcomes after which nothing is left to be promoted: it stands in memory, or waits for a person."""


class Promoted(NamedTuple):
    """What became of one candidate: the status and the reason of the outcome."""

    candidate: Candidate
    status: str
    reason: str


class Synced(NamedTuple):
    """What was, or would be, done. ``kept_in`` is the session's memory file, ``kept`` how many lines it gained.

    ``proposal`` is the id of the proposal that was made, "" if none was; ``commit`` what recorded what was learned.
    """

    promoted: tuple[Promoted, ...]
    kept_in: str
    kept: int
    proposal: str = ""
    commit: str | None = None
    problems: tuple[str, ...] = ()

    @property
    def count_added(self) -> int:
        """How many stand in MEMORY.md now."""
        return sum(one.status == ADDED for one in self.promoted)

    @property
    def count_proposed(self) -> int:
        """How many wait for a person."""
        return sum(one.status == PROPOSED for one in self.promoted)


def sync(
    files: Files,
    place: Place,
    session_id: str,
    candidates: Sequence[Candidate],
    *,
    auto_promote: bool,
    dry_run: bool = False,
) -> Synced:
    """Keep the candidates in the session's memory, write the sure ones to MEMORY.md and propose the others.

    Without ``auto_promote`` all of them are proposed. Order on disk: session memory, its commit, sources, MEMORY.md, its
    commit, the proposal. A kill in between leaves lines in session memory, never one in MEMORY.md without a source; the
    same call again writes nothing twice. Raises ConflictError if a file keeps changing, LockedError if another change
    of memory does not end in time. With ``dry_run`` nothing is written.
    """
    if not candidates:
        return Synced((), memory_path(session_id), 0)
    run = _Run(files, place, session_id, candidates, auto_promote=auto_promote, dry_run=dry_run)
    if dry_run:
        return run.run()
    with files.lock(LOCK, purpose="session sync"):
        return run.run()


class _Run:
    """One promotion, under the lock of memory."""

    def __init__(
        self,
        files: Files,
        place: Place,
        session_id: str,
        candidates: Sequence[Candidate],
        *,
        auto_promote: bool,
        dry_run: bool,
    ) -> None:
        self.files, self.place, self.session_id = files, place, session_id
        self.candidates = candidates
        self.dry_run = dry_run
        self.rules = place.rules._replace(profile=FULL, mode=place.rules.mode if auto_promote else PROPOSE)
        self.problems: list[str] = []
        self.recorder = Recorder(
            place.history, place.memory, place.author, place.now, self.problems, self.problems
        )
        self.store = open_store(files, place.history, language=place.language, only_reads=dry_run)

    def run(self) -> Synced:
        """Do it all."""
        if not self.dry_run:
            self.recorder.commit_unfinished(self.files)
        kept, gained = self._keep()
        standing = [one for one in self.candidates if one.record.id in kept.lines]
        source_commit = self._commit_session(kept)
        fitted, document, commit = self._learn(standing, kept, source_commit)
        proposal = self._propose(fitted, document, source_commit)
        refused = (
            Promoted(one, REFUSED, kept.refused[one.record.id])
            for one in self.candidates
            if one.record.id in kept.refused
        )
        promoted = (
            Promoted(candidate, outcome.status, outcome.reason)
            for candidate, outcome in zip(standing, fitted.plan.outcomes, strict=True)
        )
        return Synced(
            (*promoted, *refused), kept.document.name, gained, proposal, commit, tuple(self.problems)
        )

    def _keep(self) -> tuple[Kept, int]:
        """See to it that the candidates stand in the session's memory; the file and how many lines it gained."""
        records = [one.record for one in self.candidates]
        keep = plan_kept if self.dry_run else keep_records
        return keep(self.files, self.session_id, records, language=self.place.language)

    def _commit_session(self, kept: Kept) -> str | None:
        if self.dry_run:
            return None
        name = kept.document.name

        def work(history: History) -> str | None:
            commit_safely(
                history,
                [name],
                f"Session memory of {self.session_id}",
                author=self.place.author,
                at=self.place.now,
                problems=self.problems,
            )
            return history.head()

        return try_commit(self.place.history, self.problems, work)

    def _learn(
        self, standing: Sequence[Candidate], kept: Kept, source_commit: str | None
    ) -> tuple[Fitted, Document | None, str | None]:
        """Plan against MEMORY.md as it is, write what is sure, and commit it."""
        place = self.place
        for attempt in range(REPLANS):
            document = self.files.find_document(place.memory)
            fitted = self._plan(standing, kept, document)
            if self.dry_run or not fitted.plan.added or fitted.document is None:
                return fitted, document, None
            if attempt == 0:
                self.recorder.commit_edits(self.files)
            try:
                written = write_memory(
                    self.files,
                    fitted.document,
                    document=document,
                    items=fitted.plan.added,
                    leaving=fitted.leaving,
                    now=place.now,
                    day=place.day,
                    commit=source_commit,
                )
            except ConflictError:
                continue
            record_written(self.files, [item.item_id for item in fitted.plan.added], now=place.now)
            commit = self.recorder.commit_items(fitted.plan.added, written.archive)
            return fitted, self.files.find_document(place.memory), commit
        raise ConflictError(f'"{place.memory}" keeps changing while it is written', hint="run it again")

    def _plan(self, standing: Sequence[Candidate], kept: Kept, document: Document | None) -> Fitted:
        place = self.place
        past = read_past(self.files, document, frozenset())
        listing = self.store.list_waiting()
        cache = FeatureCache(self.files)
        texts = document.texts if document is not None else []
        known = Known(texts, past, listing.proposals, cache=cache)
        items = [_item(one, kept, place) for one in standing]
        features = tuple(cache.get("\n".join(item.texts)) for item in items)
        reading = Reading(kept.document.name, place.day, found=Extraction(items, []), features=features)
        plan = plan_distill([reading], known=known, rules=self.rules)
        plan = plan._replace(
            outcomes=[_told(one, outcome) for one, outcome in zip(standing, plan.outcomes, strict=True)]
        )
        unmerged = next(find_unmerged(texts), None)
        if unmerged is not None:
            plan = plan.put_off(
                f"{place.memory} holds an unsolved merge conflict (lines {unmerged[0]}–{unmerged[1]})"
            )
        target = Target(document, place.memory, place.language, place.now, place.day)
        return fit_budget(self.files, plan, target, past=past, rules=self.rules)

    def _propose(self, fitted: Fitted, document: Document | None, commit: str | None) -> str:
        if self.dry_run:
            return ""
        draft = draft_proposal(
            fitted.plan.proposed,
            fitted.suggestions,
            memory=document,
            name=self.place.memory,
            day=self.place.day,
            commit=commit,
        )
        made = self.store.create(draft._replace(origin=ORIGIN), now=self.place.now) if draft.items else None
        return made.id if made is not None else ""


def _item(candidate: Candidate, kept: Kept, place: Place) -> Item:
    number = kept.lines[candidate.record.id]
    source = kept.document.texts[number - 1]
    line = ItemLine(number, source, kept_text(candidate.record))
    return Item(
        candidate.kind,
        "",
        place.day,
        kept.document.name,
        (line,),
        candidate.record.origin,
        candidate.score,
        RULE,
    )


def _told(candidate: Candidate, outcome: Outcome) -> Outcome:
    """The outcome with the candidate's reasons; what memory only seems to say already waits for a person."""
    if outcome.status == DUPLICATE and outcome.repeats:
        (shared,) = rate(candidate.text, [outcome.repeats])
        if shared < SAID_ALREADY:
            said = outcome.reason.replace("says it already", "may say it already")
            outcome = outcome._replace(status=PROPOSED, reason=said, repeats="")
    if outcome.status not in {ADDED, PROPOSED}:
        return outcome
    return outcome._replace(reason=f"{outcome.reason} ({', '.join(candidate.reasons)})")
