"""Reads daily logs for distillation: which ones have something new, and what each of them holds.

A log whose size and time are those of the record is not opened. Everything here may run in another process: a task
goes in, a reading comes out, nothing is written.
"""

from __future__ import annotations

import hashlib
import os
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.find import list_daily, wrong_years
from daykeep.distill.logs.masking import clean, secret_lines
from daykeep.distill.outcomes import Extraction
from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date, tzinfo

    from daykeep.daily.names import DailyName
    from daykeep.distill.compare.sieve import Features
    from daykeep.distill.state import DistillState, SourceState
    from daykeep.files.encoding import Document
    from daykeep.files.store import Files

CLASSIC, FULL = "classic", "full"
PROFILES = (FULL, CLASSIC)

NAMED_LOGS = 3
"""So many logs from the future are named one by one; of more the first, the last and their number are told."""
LOG_LIMIT_BYTES = 1_000_000
"""A larger log is passed over with a word: among 2,458 logs of 54 workspaces the largest had 342 kB."""


class Window(NamedTuple):
    """Which logs to read: those dated ``since``..``until`` (None: open), read again if ``force``."""

    since: date | None
    until: date | None
    force: bool = False

    @classmethod
    def of_days(cls, day: date, days: int, *, force: bool = False) -> Window:
        """The last ``days`` days up to and including ``day``."""
        from datetime import timedelta  # noqa: PLC0415 - only for annotations elsewhere

        return cls(day - timedelta(days=days - 1), day, force)

    def holds(self, day: date) -> bool:
        """Whether a day lies in it."""
        return not ((self.since and day < self.since) or (self.until and day > self.until))


class Task(NamedTuple):
    """A log to read; ``known`` is what it was when it was read before, None if it was not."""

    name: str
    day: date
    size: int
    known: SourceState | None


class Choice(NamedTuple):
    """The logs that have something new, oldest first, how many have not, and what is to be said about the rest.

    ``problems`` could not be read; ``passed_over`` was left out on purpose, or has a year that may be wrong.
    """

    tasks: list[Task]
    unchanged: int
    problems: list[str]
    passed_over: list[str]


class Reading(NamedTuple):
    """What one log holds. ``problem`` says why it was not read, ``passed_over`` why it was left out on purpose.

    ``grown``: an earlier content of it was distilled. ``first_new_line``: only lines from there on are new.
    ``clean``: no secret is in it. ``mtime_ns`` is the file's time as it was before the bytes were read. ``features`` are
    what each item is found by in other words.
    """

    name: str
    day: date
    sha256: str = ""
    size: int = 0
    mtime_ns: int = 0
    grown: bool = False
    first_new_line: int = 1
    clean: bool = False
    found: Extraction = Extraction([], [])
    features: tuple[Features, ...] = ()
    doubts: tuple[str, ...] = ()
    problem: str = ""
    passed_over: str = ""

    @property
    def is_read(self) -> bool:
        """Whether its bytes were read to the end."""
        return bool(self.sha256)


def choose_logs(
    files: Files,
    window: Window,
    state: DistillState,
    *,
    zone: tzinfo,
    first_only: bool = False,
    today: date | None = None,
) -> Choice:
    """The logs of the window that have something new; with ``first_only`` the first of them is enough.

    Logs that a window up to ``today`` leaves out as dated later than tomorrow, where another zone may be, are named.
    Logs whose bytes are those of the record are opened at most, never read as text. Session memory, notes and the
    archive are no logs.
    """
    choice = Choice([], 0, [], [])
    unchanged = 0
    dailies = list_daily(files, zone=zone, problems=choice.passed_over)
    if not first_only:
        choice.passed_over.extend([*_doubted(dailies, window, state), *_later(dailies, window, today)])
    root = str(files.root)
    for daily in dailies:
        if not window.holds(daily.day):
            continue
        size, mtime_ns = _look(root, daily.name)
        known = state.sources.get(daily.name)
        if not window.force and (
            state.is_untouched(daily.name, size, mtime_ns)
            or state.is_listed(daily.name)
            or _has_hash(files, daily.name, known)
        ):
            unchanged += 1
            continue
        if first_only and not _can_be_read(files, daily.name, size):
            continue
        choice.tasks.append(Task(daily.name, daily.day, size, known))
        if first_only:
            break
    return choice._replace(unchanged=unchanged)


def _doubted(dailies: Sequence[DailyName], window: Window, state: DistillState) -> Iterator[str]:
    for wrong in wrong_years(dailies):
        if window.holds(wrong.day) and wrong.name not in state.sources:
            yield f"{wrong.name}: its year may be wrong: {wrong.likely} would fit among its neighbours"


def _later(dailies: Sequence[DailyName], window: Window, today: date | None) -> Iterator[str]:
    """What is said of logs from the future; nothing where the window ends before today on purpose."""
    if today is None or window.until is None or window.until < today:
        return
    future = takewhile(lambda daily: (daily.day - today).days > 1, reversed(dailies))
    later = [daily for daily in future if daily.day > window.until]
    if len(later) > NAMED_LOGS:
        yield f"{later[-1].name} to {later[0].name}: {len(later):,} logs dated after today: not read"
        return
    for daily in later:
        yield f"{daily.name}: dated {daily.day}, after today: not read"


def _look(root: str, name: str) -> tuple[int, int]:
    """A file's size and time; impossible ones if it can't be looked at: then the reader says why."""
    try:
        info = os.stat(f"{root}/{name}")  # noqa: PTH116 - thousands of files at every run
    except OSError:
        return -1, -1
    return info.st_size, info.st_mtime_ns


def _can_be_read(files: Files, name: str, size: int) -> bool:
    """Whether a run would read the file: not one that is too large, a folder, or closed to us."""
    if size > LOG_LIMIT_BYTES:
        return False
    try:
        return files.find_bytes(name, limit_bytes=1) is not None
    except DaykeepError:
        return False


def _has_hash(files: Files, name: str, known: SourceState | None) -> bool:
    if known is None:
        return False
    try:
        data = files.find_bytes(name, limit_bytes=LOG_LIMIT_BYTES + 1)
    except DaykeepError:
        return False
    return data is not None and hashlib.sha256(data).hexdigest() == known.sha256


def read_log(files: Files, task: Task, profile: str) -> Reading:
    """Read one log by a profile, secrets masked and daykeep's own marks made harmless; never raises for its content."""
    blank = Reading(task.name, task.day)
    _, mtime_ns = _look(str(files.root), task.name)
    try:
        data = files.find_bytes(task.name, limit_bytes=LOG_LIMIT_BYTES + 1)
    except DaykeepError as error:
        return blank._replace(problem=error.message)
    if data is None:
        return blank._replace(passed_over=f"{task.name}: went away while the logs were read")
    if len(data) > LOG_LIMIT_BYTES:
        said = f"{task.name}: larger than {LOG_LIMIT_BYTES:,} bytes, not distilled"
        return blank._replace(passed_over=said)
    document = decode(data, task.name)
    first = first_new_line(data, task.known)
    found = _extract(profile, task, document, first)
    spoiled = secret_lines(document.text)
    cleaned = clean(found, spoiled)
    return blank._replace(
        sha256=document.sha256,
        size=len(data),
        mtime_ns=mtime_ns,
        grown=task.known is not None,
        first_new_line=first,
        clean=spoiled.is_empty,
        found=cleaned,
        features=_features(profile, cleaned),
        doubts=tuple(f"{doubt.name}:{doubt.line}: {doubt.message}" for doubt in document.problems),
    )


def _extract(profile: str, task: Task, document: Document, first: int) -> Extraction:
    if profile == CLASSIC:
        from daykeep.distill.extract.classic import extract_classic  # noqa: PLC0415 - one profile is used

        return extract_classic(task.name, task.day, document.texts)
    from daykeep.distill.extract.full import extract_full  # noqa: PLC0415 - one profile is used

    return extract_full(task.name, task.day, document.texts, first_new_line=first)


def _features(profile: str, found: Extraction) -> tuple[Features, ...]:
    if profile == CLASSIC:  # compares line by line only
        return (frozenset(),) * len(found.items)
    from daykeep.text.claims.features import claim_features  # noqa: PLC0415 - its vocabulary is needed by one profile

    return tuple(claim_features("\n".join(item.texts)) for item in found.items)


def first_new_line(data: bytes, known: SourceState | None) -> int:
    """The first line that a log got since it was read, 1 if it did not only grow.

    A last line without an end may have been continued, so it counts as new.
    """
    if known is None or not 0 < known.size < len(data):
        return 1
    head = data[: known.size]
    if hashlib.sha256(head).hexdigest() != known.sha256:
        return 1
    before = decode(head)
    return len(before.texts) + (1 if before.final_newline else 0) or 1
