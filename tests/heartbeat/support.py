"""What the tests of this room share: actions that keep a record, zones, moments, workspaces."""

from __future__ import annotations

import json
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from daykeep.clock import Zone
from daykeep.files.store import Files
from daykeep.heartbeat.alerts import Alert
from daykeep.heartbeat.beat import CLASSIC_TOKEN, BeatReport, Moment, Result, run_beat
from daykeep.heartbeat.jobs import Job, JobList, built_in_jobs
from daykeep.heartbeat.schedule import Schedule, parse_schedule

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from daykeep.errors import DaykeepError
    from daykeep.heartbeat.schedule import Period

SUNDAYS = Schedule(7, time(23, 0))
JOBS = JobList(built_in_jobs(SUNDAYS), ())
STATE = "memory/heartbeat-state.json"
CACHE = ".daykeep/cache/heartbeat.json"


def zone(name: str) -> Zone:
    return Zone(name, ZoneInfo(name), "test")


SHANGHAI = zone("Asia/Shanghai")
HAVANA = zone("America/Havana")


def at(text: str, where: Zone = SHANGHAI) -> datetime:
    """A wall clock time of the zone as an instant."""
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=where.info)).astimezone(ZoneInfo("UTC"))


class RecordedActions:
    """Actions that do nothing but remember that they were asked; ``unread_from`` is the day of the oldest unread log."""

    def __init__(self, *, unread_from: date | None = date.min, commits: bool = True) -> None:
        self.unread_from = unread_from
        self.commits = commits
        self.distilled: list[str] = []
        self.committed: list[str] = []
        self.looks = 0
        self.archived: list[str] = []
        self.indexed: list[str] = []
        self.examined: list[tuple[str, list[str]]] = []
        self.found: tuple[str, ...] = ()
        self.ran: list[tuple[str, str]] = []
        self.failing = False
        self.error: DaykeepError | None = None
        self.alerts: tuple[Alert, ...] = ()

    def has_unread(self, period: Period) -> bool:
        self.looks += 1
        return self.unread_from is not None and self.unread_from <= period.last_day

    def distill(self, period: Period) -> Result:
        if self.error:
            raise self.error
        self.distilled.append(period.id)
        self.unread_from = None
        return Result(True, "learned 2 from 3 logs", self.alerts)

    def commit_days(self, period: Period) -> Result:
        if self.error:
            raise self.error
        self.committed.append(period.id)
        return Result(self.commits, "committed" if self.commits else "nothing changed")

    def archive(self, period: Period) -> Result:
        self.archived.append(period.id)
        return Result(True, "archived 3 logs")

    def index(self, period: Period) -> Result:
        self.indexed.append(period.id)
        return Result(True, "indexed 3 files, 0 are gone")

    def doctor(self, period: Period, known: Sequence[str]) -> Result:
        self.examined.append((period.id, list(known)))
        new = [one for one in self.found if one not in known]
        alerts = tuple(Alert(f"doctor:{one}", f"found {one}", event=True) for one in new)
        return Result(bool(new), "examined", alerts, findings=self.found)

    def command(self, job: Job, period: Period) -> Result:
        self.ran.append((job.name, period.id))
        if self.failing:
            failed = (Alert(f"job:{job.name}:{period.id}", f"{job.name} ended with exit code 3", event=True),)
            return Result(True, "ended with exit code 3", failed, failed=True)
        return Result(True, "all saved")


def command_job(schedule: str, name: str = "backup", **fields: Any) -> Job:
    """A job with an enabled command, written long ago."""
    found, fault = parse_schedule(schedule)
    assert found is not None, fault
    return Job(name, f"{name} --all", found, **{"origin": f"cron/{name}.md", "quiet": False, **fields})


class Beats:
    """One workspace and its beats, one after the other."""

    def __init__(self, root: Path, *, where: Zone = SHANGHAI, actions: RecordedActions | None = None) -> None:
        (root / "memory").mkdir(parents=True, exist_ok=True)
        self.root = root
        self.files = Files(root)
        self.where = where
        self.actions = actions or RecordedActions()
        self.jobs = JOBS

    def beat(
        self,
        when: str,
        *,
        alerts: Sequence[Alert] = (),
        deliver: bool = True,
        token: str = CLASSIC_TOKEN,
        only: str = "",
    ) -> BeatReport:
        moment = Moment(at(when, self.where), self.where)
        return run_beat(
            self.files,
            moment,
            self.jobs,
            self.actions,
            token=token,
            alerts=alerts,
            deliver=deliver,
            only=only,
        )

    def state(self) -> dict[str, Any]:
        return json.loads((self.root / STATE).read_bytes())

    def cache(self) -> dict[str, Any]:
        return json.loads((self.root / CACHE).read_text(encoding="utf-8"))

    def outside_machine_folder(self) -> dict[str, bytes]:
        """Every file of the workspace that is not daykeep's own."""
        files = (path for path in sorted(self.root.rglob("*")) if path.is_file())
        names = {path.relative_to(self.root).as_posix(): path for path in files}
        return {name: path.read_bytes() for name, path in names.items() if not name.startswith(".daykeep/")}
