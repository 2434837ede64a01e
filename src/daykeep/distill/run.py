"""One distillation from the logs on disk to MEMORY.md, the proposal of what must wait, and the commit."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.budget import Fitted, Target, fit_budget
from daykeep.distill.commits import Recorder
from daykeep.distill.compare.featurecache import FeatureCache
from daykeep.distill.compare.known import Known, known_next_time
from daykeep.distill.compare.past import read_past
from daykeep.distill.logs.pool import read_logs
from daykeep.distill.logs.reading import CLASSIC, Choice, Reading, Window, choose_logs
from daykeep.distill.plan import Plan, Rules, plan_distill
from daykeep.distill.propose import draft_proposal
from daykeep.distill.reasons.alsosaid import find_other_wordings
from daykeep.distill.state import ReadRow, load_state, save_state
from daykeep.distill.writer import Wording, word_items
from daykeep.errors import ConflictError
from daykeep.memory.leaving.budget import measure
from daykeep.memory.sources import load_sources
from daykeep.memory.wordings import append_wordings
from daykeep.memory.written import record_written
from daykeep.processes import uncollected
from daykeep.review.record import LOCK
from daykeep.review.stores.joined import open_store
from daykeep.review.verdict.apply import write_memory
from daykeep.text.unmerged import find_unmerged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import date, datetime, tzinfo

    from daykeep.distill.compare.past import Past
    from daykeep.distill.writer import SentenceWriter
    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff
    from daykeep.memory.leaving.archive import Leaving

__all__ = ["Place", "Report", "Rules", "Window", "distill", "has_unread"]

REPLANS = 3
"""How often a run plans anew when MEMORY.md changes under it, before it gives up with a conflict."""

SETTLED = timedelta(seconds=2)
"""A file younger than this may change again within one tick of its file system's clock (FAT: two seconds)."""


class Place(NamedTuple):
    """What a run needs to know of the workspace besides its files.

    ``now`` is the moment that the run is for, ``started_at`` the true time: by it a file's own time is relied on
    (None: never). ``writer`` may word what is learned (None: it stands as it was written).
    """

    memory: str
    language: str
    now: datetime
    history: History | HistoryOff
    author: str
    zone: tzinfo = UTC
    rules: Rules = Rules()
    started_at: datetime | None = None
    writer: SentenceWriter | None = None

    @property
    def day(self) -> date:
        """The user's day."""
        return self.now.astimezone(self.zone).date()


class Report(NamedTuple):
    """What one run did, or, without writing, would do.

    ``problems`` could not be read or committed; ``passed_over`` was left out on purpose (conflict copies).
    ``archived`` left MEMORY.md. ``proposal`` is the id of the proposal that was made, ``new_held`` the number of items
    in it that did not wait already; ``waiting`` counts those that waited before (not looked for in a run with nothing
    new).
    """

    plan: Plan
    read: list[str]
    unchanged: int
    problems: list[str]
    passed_over: list[str]
    memory_chars: int
    memory_lines: int
    written: bool
    commit: str | None
    new_held: int
    archived: tuple[Leaving, ...] = ()
    proposal: str | None = None
    waiting: int = 0

    @property
    def status(self) -> str:
        """``ok``, or ``degraded`` when something could not be read or committed."""
        return "degraded" if self.problems else "ok"


def distill(
    files: Files,
    window: Window,
    place: Place,
    *,
    dry_run: bool = False,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Read the window's logs, add what they taught to MEMORY.md, propose the rest, remember what was read, and commit.

    A run with nothing new writes nothing. A log that can't be read is reported and read by the next run. ``processes``
    may read at the same time (see `read_logs`); ``progress`` is told how many of how many logs are read.
    Raises ConflictError if MEMORY.md keeps changing while the run writes, LockedError if another run or a revert
    does not end in time: what one has written and not committed yet must not be taken for somebody's edit. A writer
    is asked about what a first look chose; what it words, and why it is refused, is in ``passed_over``.
    """
    if dry_run:
        return _Run(files, window, place, dry_run=True).run(processes, progress)
    wording = Wording({}, [])
    if place.writer is not None:  # asked before the lock is taken: a model may need minutes
        preview = _Run(files, window, place, dry_run=True).run(processes, progress)
        chosen = [*preview.plan.added, *(outcome.item for outcome in preview.plan.proposed)]
        wording = word_items(chosen, place.writer)
    with files.lock(LOCK, purpose="distill"):
        run = _Run(files, window, place, dry_run=False, sentences=wording.sentences)
        run.passed_over.extend(wording.notes)
        return run.run(processes, progress)


def has_unread(files: Files, until: date) -> bool:
    """Whether a log dated up to ``until`` has content that was not distilled yet; reads logs, writes nothing."""
    state = load_state(files)
    return bool(choose_logs(files, Window(None, until), state, zone=UTC, first_only=True).tasks)


class _Done(NamedTuple):
    """What was planned and what of it is on disk."""

    plan: Plan
    document: Document | None
    written: bool = False
    leaving: tuple[Leaving, ...] = ()
    archive: str | None = None
    source_commit: str | None = None
    fitted: Fitted | None = None


class _Run:
    def __init__(
        self,
        files: Files,
        window: Window,
        place: Place,
        *,
        dry_run: bool,
        sentences: Mapping[str, str] | None = None,
    ) -> None:
        self.files = files
        self.sentences = sentences or {}
        self.window = window
        self.place = place
        self.dry_run = dry_run
        self.state = load_state(files)
        self.problems = list(self.state.problems)
        self.passed_over: list[str] = []
        self.recorder = Recorder(
            place.history, place.memory, place.author, place.now, self.problems, self.passed_over
        )
        self.store = open_store(files, place.history, language=place.language, only_reads=dry_run)
        self.cache: FeatureCache | None = None
        self.waiting: frozenset[str] = frozenset()
        self.listed = False

    def run(self, processes: int, progress: Callable[[int, int], None] | None) -> Report:
        """Do it all."""
        if not self.dry_run:
            self.recorder.commit_unfinished(self.files)
        choice = choose_logs(self.files, self.window, self.state, zone=self.place.zone, today=self.place.day)
        self.problems.extend(choice.problems)
        self.passed_over.extend(choice.passed_over)
        if not choice.tasks:
            document = self.files.find_document(self.place.memory)
            return self._report(_Done(Plan([], []), document), [], choice)
        if self.place.rules.profile != CLASSIC:
            self.cache = FeatureCache(self.files)
        kept: list[Reading] = []
        readings = read_logs(self.files, choice.tasks, self.place.rules.profile, processes=processes)
        with uncollected():
            done = self._plan_and_write(_Kept(readings, kept, self, len(choice.tasks), progress), kept)
            return self._finish(done, kept, choice)

    def note(self, reading: Reading) -> None:
        """Say what is to be said about a log that was read or passed over."""
        self.problems.extend(reading.doubts)
        if reading.problem:
            self.problems.append(reading.problem)
        if reading.passed_over:
            self.passed_over.append(reading.passed_over)

    def _plan_and_write(self, readings: Iterable[Reading], kept: Sequence[Reading]) -> _Done:
        """Plan against MEMORY.md as it is and write; plan anew when it changed in between."""
        source_commit: str | None = None
        for attempt in range(REPLANS):
            document = self.files.find_document(self.place.memory)
            past = read_past(self.files, document, self._added())
            fitted = self._plan(readings, document, past)
            if attempt == 0 and not self.dry_run:
                source_commit = self._commit_logs(kept)
            readings = kept
            if self.dry_run or not fitted.plan.added:
                if not self.dry_run:
                    record_written(self.files, past.unconfirmed, now=self.place.now)
                return _Done(
                    fitted.plan,
                    fitted.document,
                    leaving=fitted.leaving,
                    source_commit=source_commit,
                    fitted=fitted,
                )
            if attempt == 0:
                self.recorder.commit_edits(self.files)
            try:
                archive = self._write(fitted, document, source_commit)
            except ConflictError:
                continue
            ids = [*past.unconfirmed, *(item.item_id for item in fitted.plan.added)]
            record_written(self.files, ids, now=self.place.now)
            after = self.files.find_document(self.place.memory)
            return _Done(fitted.plan, after, True, fitted.leaving, archive, source_commit, fitted)
        raise ConflictError(
            f'"{self.place.memory}" keeps changing while it is written', hint="run `daykeep distill` again"
        )

    def _added(self) -> frozenset[str]:
        return frozenset(item for item, status in self.state.items.items() if status == "added")

    def _plan(self, readings: Iterable[Reading], document: Document | None, past: Past) -> Fitted:
        rules = self.place.rules
        listing = self.store.list_waiting()
        self.waiting = listing.waiting_ids
        if not self.listed:
            self.problems.extend(f"{problem.name}: {problem.message}" for problem in listing.problems)
            self.listed = True
        known = Known(
            document.texts if document is not None else [],
            past,
            listing.proposals,
            cache=self.cache,
        )
        plan = plan_distill(readings, known=known, rules=rules).worded(self.sentences)
        unmerged = next(find_unmerged(document.texts), None) if document is not None else None
        if unmerged is not None:
            said = f"{self.place.memory} holds an unsolved merge conflict (lines {unmerged[0]}–{unmerged[1]})"
            self.problems.extend({said} - set(self.problems))
            plan = plan.put_off(said)
        target = Target(document, self.place.memory, self.place.language, self.place.now, self.place.day)
        return fit_budget(self.files, plan, target, past=past, rules=rules)

    def _commit_logs(self, kept: Sequence[Reading]) -> str | None:
        read = [reading for reading in kept if reading.is_read]
        clean = {reading.name: reading.sha256 for reading in read if reading.clean}
        return self.recorder.commit_logs([reading.name for reading in read], clean=clean) if read else None

    def _write(self, fitted: Fitted, document: Document | None, commit: str | None) -> str | None:
        planned = fitted.document
        if planned is None:
            return None
        written = write_memory(
            self.files,
            planned,
            document=document,
            items=fitted.plan.added,
            leaving=fitted.leaving,
            now=self.place.now,
            day=self.place.day,
            commit=commit,
        )
        return written.archive

    def _finish(self, done: _Done, kept: Sequence[Reading], choice: Choice) -> Report:
        """Queue what waits, commit what was written, remember what was read."""
        if self.dry_run:
            return self._report(done, kept, choice)
        proposal, new_held = self._propose(done)
        found = find_other_wordings(done.plan.outcomes, load_sources(self.files)[0], now=self.place.now)
        said = append_wordings(self.files, found)
        commit = self.recorder.commit_items(done.plan.added, done.archive) if done.written else None
        if said and not done.written:
            self.recorder.commit_said(said)
        if self.cache is not None:
            if done.written and done.document is not None:
                known_next_time(self.cache, done.document.texts, done.leaving)
            self.cache.save()
        rows = [_row(reading, self.place.started_at) for reading in kept if reading.is_read]
        if rows:
            save_state(
                self.files,
                logs=rows,
                outcomes=done.plan.outcomes,
                target=self.place.memory,
                commit=commit,
            )
        return self._report(done, kept, choice)._replace(commit=commit, new_held=new_held, proposal=proposal)

    def _propose(self, done: _Done) -> tuple[str | None, int]:
        """Make the run's proposal; its id and the number of items that did not wait before."""
        suggestions = done.fitted.suggestions if done.fitted is not None else ()
        draft = draft_proposal(
            done.plan.proposed,
            suggestions,
            memory=done.document,
            name=self.place.memory,
            day=self.place.day,
            commit=done.source_commit,
        )
        if not draft.items:
            return None, 0
        made = self.store.create(draft, now=self.place.now)
        return (made.id, len(made.items)) if made is not None else (None, 0)

    def _report(self, done: _Done, kept: Sequence[Reading], choice: Choice) -> Report:
        size = measure(done.document) if done.document is not None else None
        would = [outcome for outcome in done.plan.proposed if outcome.item.item_id not in self.waiting]
        return Report(
            plan=done.plan,
            read=[reading.name for reading in kept if reading.is_read],
            unchanged=choice.unchanged,
            problems=self.problems,
            passed_over=self.passed_over,
            memory_chars=size.chars if size else 0,
            memory_lines=size.lines if size else 0,
            written=done.written,
            commit=None,
            new_held=len(would),
            archived=done.leaving,
            waiting=len(self.waiting),
        )


class _Kept:
    """Readings as they come, each kept for a second planning and told to whoever watches."""

    def __init__(
        self,
        readings: Iterator[Reading],
        kept: list[Reading],
        run: _Run,
        total: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self._readings = readings
        self._kept = kept
        self._run = run
        self._total = total
        self._progress = progress

    def __iter__(self) -> Iterator[Reading]:
        for number, reading in enumerate(self._readings, 1):
            self._run.note(reading)
            self._kept.append(reading)
            if self._progress is not None:
                self._progress(number, self._total)
            yield reading


def _row(reading: Reading, started_at: datetime | None) -> ReadRow:
    """The record of a log; its time only if the file had come to rest before the run began."""
    settled = started_at is not None and reading.mtime_ns < (started_at - SETTLED).timestamp() * 1_000_000_000
    return ReadRow(reading.name, reading.sha256, reading.size, reading.mtime_ns if settled else None)
