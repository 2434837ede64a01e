"""What ``daykeep heartbeat jobs`` and ``explain`` show: schedules in plain words, with their next times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.errors import UsageError
from daykeep.operations.jobs import find_hours, find_jobs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.clock import Zone
    from daykeep.heartbeat.agenda import Entry
    from daykeep.heartbeat.jobs import Job
    from daykeep.heartbeat.schedule import Occurring

NEXT_TIMES = 5
LIMIT_BYTES = 1_000_000
"""HEARTBEAT.md and USER.md are read up to here."""


def show_jobs(call: Call, words: Sequence[str], at: str | None) -> int:
    """List the jobs, the checklist and the timetable with their next times; changes nothing."""
    if words:
        raise UsageError(f'`heartbeat jobs` takes no "{words[0]}"')
    workspace = call.workspace(at=at, strict=False)
    jobs = find_jobs(workspace)
    hours, faults = find_hours(workspace)
    for problem in (*jobs.problems, *faults):
        call.note(problem)
    rows = [_job_row(job, workspace) for job in jobs.jobs]
    agenda = agenda_data(workspace)
    window = None
    if hours is not None:
        opens = hours.opens_at(workspace.now)
        window = {
            "hours": str(workspace.settings["heartbeat.active_hours"]),
            "zone": hours.zone.name,
            "open": hours.is_open(workspace.now),
            "opens_at": _shown(opens, hours.zone) if opens else None,
        }
    call.emit(
        {"zone": workspace.zone.name, "jobs": rows, "active_hours": window, **agenda},
        _lines(rows, window, agenda),
    )
    return 0


def explain(call: Call, words: Sequence[str], at: str | None) -> int:
    """Say how a schedule is understood, and when it comes next; works outside of a workspace too."""
    from daykeep.heartbeat.schedule import parse_schedule

    text = " ".join(words).strip()
    if not text:
        raise UsageError("no schedule to explain", hint='write `daykeep heartbeat explain "0 9 * * 1-5"`')
    schedule, fault = parse_schedule(text)
    if schedule is None:
        raise UsageError(f'"{text}" {fault}')
    now, zone, language = _moment(call, at)
    data = {"text": text, **_times(schedule, now, zone, language)}
    call.emit(data, [data["schedule"], *(f"  {one}" for one in data["next"] or ["never again"])])
    return 0


def _moment(call: Call, at: str | None) -> tuple[datetime, Zone, str]:
    """The moment, zone and language of the workspace; outside of one, of the machine and English."""
    from daykeep.clock import now_utc, parse_instant, resolve_zone
    from daykeep.errors import WorkspaceError

    try:
        workspace = call.workspace(at=at, strict=False)
    except WorkspaceError:
        if call.path:
            raise
        zone = resolve_zone(environ=call.environ, flag=call.environ.get("DAYKEEP_ZONE"))
        now = now_utc()
        return (parse_instant(at, now=now, zone=zone) if at else now), zone, "en"
    return workspace.now, workspace.zone, workspace.language


def agenda_data(workspace: Workspace) -> dict[str, Any]:
    """HEARTBEAT.md's checklist (None where it is off) and USER.md's timetable, as JSON values."""
    from daykeep.heartbeat.agenda import read_checklist, read_timetable

    layout = workspace.layout
    checklist = read_checklist(_texts(workspace, layout.heartbeat))
    return {
        "checklist": None
        if checklist is None
        else [_entry_row(entry, layout.heartbeat, workspace) for entry in checklist],
        "timetable": [
            _entry_row(entry, layout.user, workspace)
            for entry in read_timetable(_texts(workspace, layout.user))
        ],
    }


def _texts(workspace: Workspace, name: str) -> Sequence[str]:
    from daykeep.errors import DaykeepError
    from daykeep.files.encoding import decode

    try:
        data = workspace.files.find_bytes(name, limit_bytes=LIMIT_BYTES) if name else None
        return decode(data, name).texts if data else ()
    except DaykeepError:
        return ()  # the doctor says what is wrong with the file


def _entry_row(entry: Entry, name: str, workspace: Workspace) -> dict[str, Any]:
    row: dict[str, Any] = {"text": entry.text, "place": f"{name}:{entry.line}", "when": entry.when or None}
    if entry.schedule is None:
        return row | {"schedule": None, "next": [], "done": entry.done}
    times = _times(entry.schedule, workspace.now, workspace.zone, workspace.language)
    return row | {"schedule": times["schedule"], "next": times["next"], "done": entry.done}


def _job_row(job: Job, workspace: Workspace) -> dict[str, Any]:
    times = _times(job.schedule, workspace.now, job.zone_or(workspace.zone), workspace.language)
    return {
        "name": job.name,
        "run": job.run,
        "origin": job.origin,
        **times,
        "misfire": job.misfire,
        "quiet": job.quiet,
        "enabled": job.enabled and not job.refused,
        "refused": job.refused or None,
        "why": job.why,
    }


def _times(schedule: Occurring, now: datetime, zone: Zone, language: str) -> dict[str, Any]:
    from daykeep.heartbeat.schedule import coming, describe

    words = describe(schedule, language)
    where = f"{words}（{zone.name}）" if language == "zh" else f"{words} in {zone.name}"
    found = coming(schedule, now, zone, NEXT_TIMES)
    return {"schedule": where, "zone": zone.name, "next": [_shown(one.due_at, zone) for one in found]}


def _shown(instant: datetime, zone: Zone) -> str:
    from daykeep.clock import format_instant

    return format_instant(instant, zone)


def _lines(rows: list[dict[str, Any]], window: dict[str, Any] | None, agenda: dict[str, Any]) -> list[str]:
    lines = []
    for row in rows:
        state = "" if row["enabled"] else " (not enabled)" if row["refused"] else " (switched off)"
        lines.append(f"{row['name']}{state}: {row['schedule']}; {row['origin']}")
        lines += [f"  {one}" for one in row["next"] or ["never again"]]
        if row["refused"]:
            lines.append(f"  {row['refused']}")
    if window is not None:
        until = (
            "" if window["open"] else f"; alerts wait until {window['opens_at'] or 'these hours are changed'}"
        )
        lines.append(f"beats speak {window['hours']} in {window['zone']}{until}")
    if agenda["checklist"] is None:
        lines.append("the checklist is off: HEARTBEAT.md has nothing in it, or is not there")
    return lines + [_entry_line(row) for row in (*(agenda["checklist"] or ()), *agenda["timetable"])]


def _entry_line(row: dict[str, Any]) -> str:
    times = (
        f"{row['schedule']}; next {row['next'][0]}"
        if row["next"]
        else row["schedule"] or row["when"] or "every beat"
    )
    return f"{row['place']}: {row['text']}: {times}"
