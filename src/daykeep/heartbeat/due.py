"""What a beat has to do, decided from values alone: the clock, the jobs, and what earlier beats remember.

Every period is done once. Missed periods become one, recorded as the latest. A clock that jumps back repeats nothing:
for two days the record is believed over the clock; a record further ahead than that is a slip (a wrong year, a clock
that was wrong for a while) unless the workspace's own logs are ahead of the clock too, and then the clock has to prove
itself by two days of going forward. Whatever is decided wrongly here costs one run that finds nothing new, because the
jobs themselves go by content.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import format_instant, local_day
from daykeep.heartbeat.jobs import ARCHIVE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from daykeep.clock import Zone
    from daykeep.heartbeat.jobs import Job
    from daykeep.heartbeat.schedule import Period

CLOCK_SLACK = timedelta(minutes=10)
"""A clock this little behind the last beat is one that was set right, and worth no word."""
CLOCK_PATIENCE = timedelta(hours=48)
"""How far ahead of the clock a record is believed, and how long a doubtful clock must go forward to be believed."""
MISFIRE_GRACE = timedelta(hours=2)
"""A job later than this was slept through, and ``misfire`` decides; beats come at least once an hour."""

LEAP = timedelta(days=400)
"""After a leap this far forward nothing is put away before the clock has proved itself: it may be the clock's fault."""

RUN, LOOK, SKIP, ASK, PASS = "run", "look", "skip", "ask", "pass"


class Memory(NamedTuple):
    """What earlier beats left: by job the periods on record, the last beat, and since when the clock is doubted.

    ``leapt_at`` is when the clock had leapt forward by more than LEAP, as long as that is to be borne in mind.
    """

    done: Mapping[str, Sequence[str]]
    seen_at: datetime | None = None
    doubted_at: datetime | None = None
    leapt_at: datetime | None = None


class Task(NamedTuple):
    """One job that is due: ``run`` it; ``look`` first whether anything waits; ``skip`` it; or look and then ``ask``.

    ``pass`` is a time that is none of the job's: it was over when the job was written, or the job may not run.
    """

    job: Job
    period: Period
    step: str


class BeatPlan(NamedTuple):
    """The tasks of a beat in order, what to say about the clock, and since when it is doubted.

    ``leapt_at`` is since when archiving waits for the clock to prove itself, and ``leap_words`` says so.
    """

    tasks: tuple[Task, ...]
    clock_words: str = ""
    doubted_at: datetime | None = None
    leapt_at: datetime | None = None
    leap_words: str = ""


def needs_logs(now: datetime, memory: Memory) -> bool:
    """Whether `plan_beat` needs the newest log's date: only when the record is far ahead of the clock."""
    return memory.seen_at is not None and memory.seen_at - now > CLOCK_PATIENCE


def plan_beat(
    *, now: datetime, zone: Zone, jobs: Sequence[Job], memory: Memory, newest_log: date | None = None
) -> BeatPlan:
    """What is due at ``now``; pure. ``newest_log`` counts only where `needs_logs` says so."""
    words, doubted_at = _judge_clock(now, zone, memory, newest_log)
    if words:
        return BeatPlan((), words, doubted_at)
    leapt_at = find_leap(now, memory)
    planned = [
        _plan_job(job, now, job.zone_or(zone), memory.done.get(job.name, ())) for job in jobs if job.enabled
    ]
    tasks = tuple(task for task in planned if task is not None)
    kept = tuple(task for task in tasks if leapt_at is None or task.job.run != ARCHIVE)
    if len(kept) == len(tasks):
        return BeatPlan(tasks, leapt_at=leapt_at)
    leap = format_instant(leapt_at, zone) if leapt_at is not None else ""
    words = (
        f"the clock leapt forward by more than {LEAP.days} days, to {leap}; if that is wrong, set it right: "
        "logs are archived by it after two days"
    )
    return BeatPlan(kept, leapt_at=leapt_at, leap_words=words)


def find_leap(now: datetime, memory: Memory) -> datetime | None:
    """When the clock had leapt forward by more than LEAP, if it has not gone on for CLOCK_PATIENCE since; else None."""
    since = memory.leapt_at
    if memory.seen_at is not None and now - memory.seen_at > LEAP:
        since = now
    return since if since is not None and timedelta(0) <= now - since < CLOCK_PATIENCE else None


def is_slip(job: Job, period_id: str, now: datetime, zone: Zone) -> bool:
    """Whether this id is of a period long after ``now``, so that it can't have been done."""
    period = job.schedule.period(period_id, job.zone_or(zone)) if period_id else None
    return period is not None and period.due_at - now > CLOCK_PATIENCE


def has_jumped(now: datetime, memory: Memory) -> bool:
    """Whether the clock moved so far since the last beat, either way, that one of the two moments may be wrong."""
    return memory.seen_at is not None and abs(now - memory.seen_at) > CLOCK_PATIENCE


def _judge_clock(
    now: datetime, zone: Zone, memory: Memory, newest_log: date | None
) -> tuple[str, datetime | None]:
    """What is wrong with the clock, if it is too doubtful to work by, and since when."""
    seen = memory.seen_at
    if seen is None or seen - now <= CLOCK_SLACK:
        return "", None
    behind = f"the clock is behind the last beat ({format_instant(seen, zone)})"
    if seen - now <= CLOCK_PATIENCE:
        return f"{behind}; nothing is done again until it has caught up", None
    if newest_log is None or newest_log <= local_day(now, zone) + timedelta(days=1):
        return "", None  # the logs agree with the clock: the record of the last beat is a slip
    since = memory.doubted_at if memory.doubted_at is not None and memory.doubted_at <= now else now
    if now - since >= CLOCK_PATIENCE:
        return "", None
    return (
        f"{behind}, and there are logs dated up to {newest_log}; no job runs until the clock is right",
        since,
    )


def _plan_job(job: Job, now: datetime, zone: Zone, done: Sequence[str]) -> Task | None:
    latest = job.schedule.latest(now, zone)
    if latest is None:
        return None
    periods = (job.schedule.period(one, zone) for one in done)
    # A period recorded as done long before its time is a slip.
    records = [period.due_at for period in periods if period and period.due_at - now <= CLOCK_PATIENCE]
    if records and max(records) >= latest.due_at:
        return None
    if job.refused or (not records and _was_written_later(job, latest, now)):
        return Task(job, latest, PASS)
    if job.misfire != "once" and now - latest.due_at > MISFIRE_GRACE:
        return Task(job, latest, job.misfire)
    return Task(job, latest, RUN if records else LOOK)


def _was_written_later(job: Job, period: Period, now: datetime) -> bool:
    """Whether a command's file is younger than the period; a file from the future proves nothing."""
    return job.is_command and job.since is not None and period.due_at < job.since <= now
