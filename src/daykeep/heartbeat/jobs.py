"""Jobs are files: ``cron/<job>.md``, whose frontmatter says what runs when and whose body says why.

Frontmatter: ``schedule`` (see `parse_schedule`), ``run`` (a built-in action), ``misfire`` (``once``, ``skip`` or
``ask``: what to do about a time that was slept through), ``enabled``. A workspace without job files has the built-in
jobs. A file that can't be read as a job is a named problem and does not run; other Markdown in the folder is left
alone.
"""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.heartbeat.schedule import Schedule, parse_schedule
from daykeep.text.frontmatter import parse_frontmatter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from daykeep.files.store import Files

FOLDER = "cron"
DISTILL = "distill"
DAILY_COMMIT = "daily-commit"
ACTIONS = (DISTILL, DAILY_COMMIT)
MISFIRES = ("once", "skip", "ask")
COMMIT_TIME = time(23, 30)
"""Wall clock of the built-in daily commit: when the day's work is mostly written down."""
BUILT_IN = "built-in"
_KEYS = frozenset({"schedule", "run", "misfire", "enabled", "name", "description", "title"})
_TRUTHS = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}


class Job(NamedTuple):
    """One job: its name, the built-in action it runs, when, and where it is written (``built-in`` or a file)."""

    name: str
    run: str
    schedule: Schedule
    misfire: str = "once"
    enabled: bool = True
    why: str = ""
    origin: str = BUILT_IN


class JobList(NamedTuple):
    """The jobs of a workspace, by name, and what was wrong with its job files."""

    jobs: tuple[Job, ...]
    problems: tuple[str, ...]


def weekly_schedule(weekday: str, at: str) -> tuple[Schedule, str]:
    """The weekly time of the settings; a time that can't be read is a problem, and 23:00 counts."""
    found, fault = parse_schedule(f"{weekday} {at}")
    if found is not None:
        return found, ""
    usual, _ = parse_schedule(f"{weekday} 23:00")
    return usual or Schedule(
        7, time(23, 0)
    ), f'the setting distill.at "{at}" {fault}; 23:00 counts until then'


def built_in_jobs(weekly: Schedule) -> tuple[Job, ...]:
    """The jobs of a workspace that has no job files: the weekly distillation and the daily commit."""
    return (
        Job(DAILY_COMMIT, DAILY_COMMIT, Schedule(None, COMMIT_TIME), why="Keeps the daily logs in git."),
        Job(DISTILL, DISTILL, weekly, why="Moves what the week taught from the logs to MEMORY.md."),
    )


def read_jobs(files: Files, *, weekly: Schedule, weekly_setting: str = "") -> JobList:
    """The jobs of the workspace's ``cron/`` folder, else the built-in ones; never raises for what a file holds.

    ``weekly`` is the distillation's time by the settings; ``weekly_setting`` names where it was set, empty for the
    default. A job file with another time wins, and the difference is a problem.
    """
    jobs: dict[str, Job] = {}
    problems: list[str] = []
    found_any = False
    for name in files.list_names(FOLDER):
        if not name.endswith(".md") or name.count("/") != FOLDER.count("/") + 1:
            continue
        job, faults = _read_job(files, name)
        found_any = found_any or job is not None or bool(faults)
        problems.extend(faults)
        if job is not None and job.run in jobs:
            problems.append(
                f'{name}:1: runs "{job.run}", as {jobs[job.run].origin} does; only that one counts'
            )
        elif job is not None:
            jobs[job.run] = job
    if not found_any:
        return JobList(built_in_jobs(weekly), ())
    distill = jobs.get(DISTILL)
    if weekly_setting and distill is not None and distill.schedule != weekly:
        problems.append(
            f"{weekly_setting} sets distillation to {weekly.words}, {distill.origin} to {distill.schedule.words}; "
            "the job file counts"
        )
    return JobList(tuple(jobs[run] for run in sorted(jobs)), tuple(problems))


def _read_job(files: Files, name: str) -> tuple[Job | None, list[str]]:
    try:
        document = files.read_document(name)
    except DaykeepError as error:
        return None, [error.message]
    lines = document.texts
    front = parse_frontmatter(lines)
    problems = [f"{name}:{problem.line}: {problem.message}" for problem in front.problems]
    if not front.first and not problems:
        return None, []  # a README, or somebody else's notes
    if not {"schedule", "run"} & set(front.fields):
        return None, problems
    head = lines[front.first - 1 : front.last] if front.first else lines[:0]
    job, faults = parse_job(name, front.fields, _why(lines[front.last :]), _line_numbers(head, front.first))
    return job, problems + faults


def parse_job(
    name: str, fields: Mapping[str, Any], why: str, lines: Mapping[str, int]
) -> tuple[Job | None, list[str]]:
    """A job from the fields of its frontmatter; None and at least one problem if it can't run as written."""
    text = {key: value.strip() if isinstance(value, str) else value for key, value in fields.items()}
    faults = [
        f'{name}:{lines.get(key, 1)}: "{key}" is not a job\'s field and has no effect'
        for key in text
        if key not in _KEYS
    ]
    fatal: list[str] = []
    run = text.get("run", "")
    if run not in ACTIONS:
        fatal.append(f'{name}:{lines.get("run", 1)}: run "{run}" is not one of {", ".join(ACTIONS)}')
    schedule, fault = parse_schedule(str(text.get("schedule", "")))
    if schedule is None:
        fatal.append(f'{name}:{lines.get("schedule", 1)}: schedule "{text.get("schedule", "")}" {fault}')
    misfire = text.get("misfire") or "once"
    if misfire not in MISFIRES:
        fatal.append(
            f'{name}:{lines.get("misfire", 1)}: misfire "{misfire}" is not one of {", ".join(MISFIRES)}'
        )
    elif misfire == "ask" and run == DAILY_COMMIT:
        fatal.append(
            f"{name}:{lines.get('misfire', 1)}: a commit is never asked about; misfire is once or skip"
        )
    enabled = _TRUTHS.get(str(text.get("enabled", "") or "true").casefold())
    if enabled is None:
        fatal.append(f'{name}:{lines.get("enabled", 1)}: enabled "{text["enabled"]}" is not true or false')
    if fatal or schedule is None or enabled is None:
        return None, [f"{fault}; the job does not run" for fault in fatal] + faults
    stem = name.rpartition("/")[2].removesuffix(".md")
    return Job(stem, run, schedule, misfire, enabled, why, name), faults


def _line_numbers(head: Sequence[str], first: int) -> dict[str, int]:
    return {line.partition(":")[0].strip(): first + index for index, line in enumerate(head) if ":" in line}


def _why(body: Sequence[str]) -> str:
    return next((line.strip() for line in body if line.strip() and not line.startswith("#")), "")
