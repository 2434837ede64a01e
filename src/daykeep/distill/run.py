"""One distillation from the logs on disk to MEMORY.md and its commit."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.find import list_daily
from daykeep.distill.commits import Recorder
from daykeep.distill.outcomes import HELD
from daykeep.distill.plan import Log, Plan, plan_distill
from daykeep.distill.state import DistillState, load_state, save_state
from daykeep.errors import ConflictError, DaykeepError
from daykeep.files.encoding import decode
from daykeep.memory.decisions import find_tombstones
from daykeep.review.apply import apply_items, render_memory
from daykeep.review.record import LOCK

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff

LOG_LIMIT_BYTES = 1_000_000
"""A larger log is passed over with a word: among 2,458 logs of 54 workspaces the largest had 342 kB."""

REPLANS = 3
"""How often a run plans anew when MEMORY.md changes under it, before it gives up with a conflict."""


class Window(NamedTuple):
    """Which logs to read: those dated ``since``..``until`` (None: open), read again if ``force``."""

    since: date | None
    until: date | None
    force: bool = False

    @classmethod
    def of_days(cls, day: date, days: int, *, force: bool = False) -> Window:
        """The last ``days`` days up to and including ``day``."""
        return cls(day - timedelta(days=days - 1), day, force)


class Place(NamedTuple):
    """What a run needs to know of the workspace besides its files."""

    memory: str
    language: str
    now: datetime
    history: History | HistoryOff
    author: str
    zone: tzinfo = UTC


class _Said(NamedTuple):
    problems: list[str]
    passed_over: list[str]


class Report(NamedTuple):
    """What one run did. ``new_held`` counts the held items that no earlier run has reported.

    ``problems`` could not be read or committed; ``passed_over`` was left out on purpose (conflict copies).
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

    @property
    def status(self) -> str:
        """``ok``, or ``degraded`` when something could not be read or committed."""
        return "degraded" if self.problems else "ok"


def distill(files: Files, window: Window, place: Place, *, dry_run: bool = False) -> Report:
    """Read the window's logs, add what they taught to MEMORY.md, remember what was read, and commit.

    A run with nothing new writes nothing. A log that can't be read is reported and read by the next run.
    Raises ConflictError if MEMORY.md keeps changing while the run writes, LockedError if another run or a revert
    does not end in time: what one has written and not committed yet must not be taken for somebody's edit.
    """
    if dry_run:
        return _distill(files, window, place, dry_run=True)
    with files.lock(LOCK, purpose="distill"):
        return _distill(files, window, place, dry_run=False)


def _distill(files: Files, window: Window, place: Place, *, dry_run: bool) -> Report:
    state = load_state(files)
    said = _Said(list(state.problems), [])
    recorder = Recorder(place.history, place.memory, place.author, place.now, said.problems, said.passed_over)
    if not dry_run:
        recorder.commit_unfinished(files)
    logs, unchanged = _read_logs(files, window, state, said, zone=place.zone)
    plan, document, written = _plan_and_write(files, logs, place, recorder, dry_run=dry_run)
    commit = None
    if not dry_run:
        if written:
            commit = recorder.commit_items(plan.added)
        rows = [(log.name, log.document.sha256, len(log.document.data)) for log in logs]
        if rows:
            save_state(files, logs=rows, outcomes=plan.outcomes, now=place.now)
    held = [outcome.item.item_id for outcome in plan.outcomes if outcome.status == HELD]
    return Report(
        plan=plan,
        read=[log.name for log in logs],
        unchanged=unchanged,
        problems=said.problems,
        passed_over=said.passed_over,
        memory_chars=len(document.text) if document else 0,
        memory_lines=len(document.lines) if document else 0,
        written=written,
        commit=commit,
        new_held=sum(1 for item in held if item not in state.items),
    )


def has_unread(files: Files, until: date) -> bool:
    """Whether a log dated up to ``until`` has content that was not distilled yet; reads logs, writes nothing."""
    logs, _ = _read_logs(files, Window(None, until), load_state(files), _Said([], []), first_only=True)
    return bool(logs)


def _read_logs(
    files: Files,
    window: Window,
    state: DistillState,
    said: _Said,
    *,
    zone: tzinfo = UTC,
    first_only: bool = False,
) -> tuple[list[Log], int]:
    logs: list[Log] = []
    unchanged = 0
    for daily in list_daily(files, zone=zone, problems=said.passed_over):
        if (window.since and daily.day < window.since) or (window.until and daily.day > window.until):
            continue
        document = _read_log(files, daily.name, said)
        if document is None:
            continue
        if not window.force and state.is_read(daily.name, document.sha256):
            unchanged += 1
            continue
        said.problems.extend(f"{p.name}:{p.line}: {p.message}" for p in document.problems)
        grown = daily.name in state.sources
        logs.append(Log(daily.name, daily.day, document, grown))
        if first_only:
            break
    return logs, unchanged


def _read_log(files: Files, name: str, said: _Said) -> Document | None:
    """A log of a size that somebody may have written; None, and why, for any other and for one that can't be read."""
    try:
        data = files.find_bytes(name, limit_bytes=LOG_LIMIT_BYTES + 1)
    except DaykeepError as error:
        said.problems.append(error.message)
        return None
    if data is None:
        said.passed_over.append(f"{name}: went away while the logs were read")
        return None
    if len(data) > LOG_LIMIT_BYTES:
        said.passed_over.append(f"{name}: larger than {LOG_LIMIT_BYTES:,} bytes, not distilled")
        return None
    return decode(data, name)


def _plan_and_write(
    files: Files,
    logs: Sequence[Log],
    place: Place,
    recorder: Recorder,
    *,
    dry_run: bool,
) -> tuple[Plan, Document | None, bool]:
    """Plan against MEMORY.md as it is and write; plan anew when it changed in between."""
    tombstones = find_tombstones(files)
    source_commit = None if dry_run or not logs else recorder.commit_logs([log.name for log in logs])
    for attempt in range(REPLANS):
        document = files.find_document(place.memory)
        plan = plan_distill(logs, memory=document.texts if document else [], tombstones=tombstones)
        items = plan.added
        if not items:
            return plan, document, False
        if dry_run:
            planned = render_memory(document, items, name=place.memory, language=place.language)
            return plan, planned, False
        if attempt == 0:
            recorder.commit_edits()
        try:
            apply_items(
                files,
                items,
                name=place.memory,
                document=document,
                language=place.language,
                now=place.now,
                commit=source_commit,
            )
        except ConflictError:
            continue
        return plan, files.find_document(place.memory), True
    raise ConflictError(
        f'"{place.memory}" keeps changing while it is written', hint="run `daykeep distill` again"
    )
