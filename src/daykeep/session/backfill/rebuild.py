"""Rebuilds the logs of days that nobody logged, from the conversations of those days. A day that has a log is never touched."""

from __future__ import annotations

from datetime import datetime, time
from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.entry import Entry
from daykeep.daily.find import scan_days
from daykeep.daily.whole import create_day
from daykeep.errors import ConflictError
from daykeep.processes import uncollected
from daykeep.session.backfill.day import Days
from daykeep.session.backfill.sources import Once, list_sources, read_source
from daykeep.session.backfill.told import Told, untold
from daykeep.session.backfill.wording import tell_day
from daykeep.session.units.group import group_units

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date, tzinfo

    from daykeep.files.store import Files
    from daykeep.session.backfill.day import DayNotes
    from daykeep.session.backfill.sources import Held
    from daykeep.transcripts.places import Surroundings

MADE, LEFT, EMPTY = "made", "left", "empty"
"""What became of a day: its log was made, it has one that was left alone, its conversations tell nothing."""
ORIGIN = "hook"


class Manner(NamedTuple):
    """How days are rebuilt: the first and the last of them, the zone, the language; nothing is written in a ``dry_run``."""

    since: date | None
    until: date
    zone: tzinfo
    language: str = "en"
    dry_run: bool = False


class RebuiltDay(NamedTuple):
    """What became of a day, why, how many entries its log has by that, and the log's name."""

    day: date
    outcome: str
    reason: str
    entries: int = 0
    name: str = ""


class Rebuilding(NamedTuple):
    """What was done with each day that has conversations, oldest first; how many were read, and what could not be."""

    days: tuple[RebuiltDay, ...]
    conversations: int
    problems: tuple[str, ...]


def rebuild_days(
    files: Files,
    sources: Sequence[str],
    around: Surroundings,
    manner: Manner,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Rebuilding:
    """Make the log of each day that has none and that conversations tell something of.

    Deterministic: the same conversations give the same logs. Each day is written at once, so that after a kill it is whole or not there,
    and the next run goes on. ``progress`` is told how many files of how many are read.
    """
    since_ns = 0
    if manner.since is not None:
        since_ns = int(datetime.combine(manner.since, time.min, manner.zone).timestamp()) * 1_000_000_000
    chosen, problems = list_sources(sources, around, since_ns=since_ns)
    gathering = Gathering(manner)
    for number, file in enumerate(chosen, 1):
        with uncollected():
            held = read_source(files, file, around, manner.zone, problems)
            if held is not None:
                gathering.take(held, problems)
        if progress is not None:
            progress(number, len(chosen))
    notes = gathering.notes
    logs = scan_days(files, sorted(notes), archive=True)
    problems += [f"{folder}/: this folder can't be listed" for folder in logs.closed]
    days = []
    for day in sorted(notes):
        if logs.by_day[day]:
            days.append(RebuiltDay(day, LEFT, f"has a log: {', '.join(logs.by_day[day])}"))
        else:
            days.append(_rebuild(files, day, notes[day], manner))
    return Rebuilding(tuple(days), gathering.count, tuple(problems))


class Gathering:
    """What conversations made of each day, while they are read one after the other; each message counts once."""

    def __init__(self, manner: Manner) -> None:
        self.notes: dict[date, list[DayNotes]] = {}
        self.count = 0
        self._manner = manner
        self._once = Once()

    def take(self, held: Held, problems: list[str]) -> None:
        """Take a conversation in; one that says nowhere when it was held belongs to no day, which is a problem."""
        if self._once.is_known(held):
            return
        self.count += 1
        if held.began is None:
            problems.append(f"{held.path}: says nowhere when it was held")
            return
        days = Days(heed_logs=False)
        days.read(
            group_units(held.messages, count=lambda _: 0),
            day_of=self._day_of,
            today=self._day_of(held.began),
            after=self._once.count_copied(held),
            folder=held.folder,
        )
        for notes in days.notes():
            since = self._manner.since
            if notes.day <= self._manner.until and (since is None or notes.day >= since):
                self.notes.setdefault(notes.day, []).append(notes)

    def _day_of(self, at: datetime) -> date:
        return at.astimezone(self._manner.zone).date()


def entries_of(notes: Sequence[DayNotes], manner: Manner) -> list[Entry]:
    """The entries of one day, in the order of their time: what one tells already, no other tells again. Pure."""
    entries: list[Entry] = []
    lines: list[str] = []
    for one in sorted(notes, key=_moment):
        tale = tell_day(untold(one, Told(lines)), manner.language)
        if tale is None or one.last_at is None:
            continue
        at = one.last_at.astimezone(manner.zone)
        entries.append(Entry("note", at, tale.body, tale.title, origin=ORIGIN, rebuilt=True))
        lines += tale.body.split("\n")
    return entries


def _rebuild(files: Files, day: date, notes: Sequence[DayNotes], manner: Manner) -> RebuiltDay:
    entries = entries_of(notes, manner)
    if not entries:
        return RebuiltDay(day, EMPTY, "its conversations tell of nothing that was asked, decided or changed")
    reason = f"from {len(notes)} {'conversation' if len(notes) == 1 else 'conversations'}"
    if manner.dry_run:
        return RebuiltDay(day, MADE, reason, len(entries))
    try:
        name = create_day(files, day, entries, language=manner.language)
    except ConflictError:
        return RebuiltDay(day, LEFT, "somebody began its log meanwhile")
    return RebuiltDay(day, MADE, reason, len(entries), name)


def _moment(notes: DayNotes) -> tuple[bool, float]:
    return notes.last_at is None, notes.last_at.timestamp() if notes.last_at else 0.0
