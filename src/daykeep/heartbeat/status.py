"""Who runs, and what runs when: the leases of beat and daemon, and every job with its last and next time.

One process each may beat and tick for a workspace; the system frees the lease when it dies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.clock import format_instant
from daykeep.errors import LockedError
from daykeep.heartbeat.due import plan_beat
from daykeep.heartbeat.state import load_record

if TYPE_CHECKING:
    from daykeep.files.locking.locks import Lock, Owner
    from daykeep.files.store import Files
    from daykeep.heartbeat.beat import Moment
    from daykeep.heartbeat.jobs import Job, JobList
    from daykeep.heartbeat.state import Record


BEAT_LEASE = ".daykeep/heartbeat"
DAEMON_LEASE = ".daykeep/daemon"


def hold_beat(files: Files) -> Lock:
    """The right to do due work, as a context manager; LockedError at once if another beat has it."""
    return files.lock(BEAT_LEASE, timeout_seconds=0.0, purpose="heartbeat")


def hold_daemon(files: Files) -> Lock:
    """The right to be this workspace's daemon; LockedError (exit 7) at once, naming the one that has it."""
    try:
        return files.lock(DAEMON_LEASE, timeout_seconds=0.0, purpose="daemon")
    except LockedError as error:
        owner = find_daemon(files)
        who = f"process {owner.pid} on {owner.host}" if owner is not None and owner.pid else "another process"
        raise LockedError(
            f'a daemon is already running for "{files.root}": {who}',
            hint="stop that one first; `daykeep daemon status` shows it",
            details=error.details,
        ) from error


def find_daemon(files: Files) -> Owner | None:
    """The daemon that runs for this workspace; None if none does."""
    return files.lock_owner(DAEMON_LEASE)


def read_status(files: Files, moment: Moment, jobs: JobList) -> dict[str, Any]:
    """The state of daemon, beats and jobs as JSON values; writes nothing."""
    record = load_record(files)
    owner = find_daemon(files)
    plan = plan_beat(now=moment.now, zone=moment.zone, jobs=jobs.jobs, memory=record.memory)
    waiting = {task.job.name for task in plan.tasks if task.step == "run"}
    running = owner and {
        "pid": owner.pid,
        "host": owner.host,
        "since": format_instant(owner.since, moment.zone),
    }
    seen_at = record.memory.seen_at
    return {
        "daemon": running,
        "last_beat": format_instant(seen_at, moment.zone) if seen_at else None,
        "zone": moment.zone.name,
        "jobs": [_row(job, moment, record, due=job.name in waiting) for job in jobs.jobs],
        "problems": list(record.problems),
    }


def _row(job: Job, moment: Moment, record: Record, *, due: bool) -> dict[str, Any]:
    zone = job.zone_or(moment.zone)
    latest = job.schedule.latest(moment.now, zone)
    upcoming = job.schedule.next_after(moment.now, zone)
    period, at = record.last_runs.get(job.name, ("", None))
    last = f"{period} at {format_instant(at, moment.zone)}" if at else period
    return {
        "name": job.name,
        "run": job.run,
        "schedule": job.schedule.words,
        "origin": job.origin,
        "enabled": job.enabled,
        "misfire": job.misfire,
        "why": job.why,
        "last": last or None,
        "settled": record.settled.get(job.name) or None,
        "due": due,
        "due_at": format_instant(latest.due_at, zone) if latest else None,
        "next_at": format_instant(upcoming.due_at, zone) if upcoming else None,
    }
