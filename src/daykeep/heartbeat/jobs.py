"""Jobs are files: ``cron/<job>.md``, whose frontmatter says what runs when and whose body says why.

Frontmatter: ``schedule`` (see `parse_schedule`; also as ``every`` or ``at``), ``zone``, ``run`` (a built-in action, or
a command that the user has enabled), ``misfire`` (``once``, ``skip`` or ``ask``: what to do about a time that was slept through),
``quiet``, ``enabled``. A workspace without job files has the built-in jobs. A file that can't be read as a job is a
named problem and does not run; other Markdown in the folder is left alone.
"""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import Zone
from daykeep.errors import DaykeepError
from daykeep.heartbeat.schedule import Occurring, Schedule, parse_schedule
from daykeep.text.frontmatter import parse_frontmatter
from daykeep.zones import read_zone

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from daykeep.files.store import Files

FOLDER = "cron"
DISTILL = "distill"
DAILY_COMMIT = "daily-commit"
ARCHIVE = "archive"
DOCTOR = "doctor"
INDEX = "index"
ACTIONS = (DAILY_COMMIT, DISTILL, ARCHIVE, INDEX, DOCTOR)
"""The built-in actions, in the order in which one beat does them: what is archived was committed and distilled, and what
is indexed lies where it will stay."""
MISFIRES = ("once", "skip", "ask")
COMMIT_TIME = time(23, 30)
"""Wall clock of the built-in daily commit: when the day's work is mostly written down."""
BUILT_IN = "built-in"
_WHEN = ("schedule", "every", "at")
_KEYS = frozenset({*_WHEN, "zone", "run", "misfire", "quiet", "enabled", "name", "description", "title"})
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
    """One job: its name, what it runs, when, and where it is written (``built-in`` or a file).

    ``zone`` is None where the user's counts. ``since`` is when its file was last written: a command is not made to
    catch up on times before that. ``refused`` says how to enable a command that the user has not enabled.
    """

    name: str
    run: str
    schedule: Occurring
    misfire: str = "once"
    enabled: bool = True
    why: str = ""
    origin: str = BUILT_IN
    quiet: bool = True
    zone: Zone | None = None
    since: datetime | None = None
    refused: str = ""

    @property
    def is_command(self) -> bool:
        """Whether it runs a command, not a built-in action."""
        return self.run not in ACTIONS

    def zone_or(self, user: Zone) -> Zone:
        """The zone of its wall clock: its own, else the user's."""
        return self.zone or user


class JobList(NamedTuple):
    """The jobs of a workspace, in the order they run in, and what was wrong with its job files."""

    jobs: tuple[Job, ...]
    problems: tuple[str, ...]


def refuse_all(name: str, command: str) -> str:
    """The answer where nobody has enabled anything."""
    return f'{name} runs a command, "{command}", which is not enabled'


def weekly_schedule(weekday: str, at: str) -> tuple[Schedule, str]:
    """The weekly time of the settings; a time that can't be read is a problem, and 23:00 counts."""
    found, fault = parse_schedule(f"{weekday} {at}")
    if isinstance(found, Schedule):
        return found, ""
    usual, _ = parse_schedule(f"{weekday} 23:00")
    weekly = usual if isinstance(usual, Schedule) else Schedule(7, time(23, 0))
    return weekly, f'the setting distill.at "{at}" {fault or "is not one time"}; 23:00 counts until then'


def built_in_jobs(weekly: Schedule) -> tuple[Job, ...]:
    """The jobs of a workspace that has no job files: the weekly distillation and the daily commit."""
    return (
        Job(DAILY_COMMIT, DAILY_COMMIT, Schedule(None, COMMIT_TIME), why="Keeps the daily logs in git."),
        Job(DISTILL, DISTILL, weekly, why="Moves what the week taught from the logs to MEMORY.md."),
    )


def read_jobs(
    files: Files,
    *,
    weekly: Schedule,
    weekly_setting: str = "",
    permit: Callable[[str, str], str] = refuse_all,
) -> JobList:
    """The jobs of the workspace's ``cron/`` folder, else the built-in ones; never raises for what a file holds.

    ``weekly`` is the distillation's time by the settings; ``weekly_setting`` names where it was set, empty for the
    default. A job file with another time wins, and the difference is a problem. ``permit`` is asked for every command.
    """
    jobs: dict[str, Job] = {}
    problems: list[str] = []
    found_any = False
    for name in files.list_names(FOLDER):
        if not name.endswith(".md") or name.count("/") != FOLDER.count("/") + 1:
            continue
        job, faults = _read_job(files, name, permit)
        found_any = found_any or job is not None or bool(faults)
        problems.extend(faults)
        key = "" if job is None else job.name if job.is_command else job.run
        if job is not None and key in jobs:
            problems.append(f'{name}:1: runs "{job.run}", as {jobs[key].origin} does; only that one counts')
        elif job is not None:
            jobs[key] = job
    if not found_any:
        return JobList(built_in_jobs(weekly), ())
    distill = jobs.get(DISTILL)
    if weekly_setting and distill is not None and not distill.is_command and distill.schedule != weekly:
        problems.append(
            f"{weekly_setting} sets distillation to {weekly.words}, {distill.origin} to {distill.schedule.words}; "
            "the job file counts"
        )
    order = (*(key for key in ACTIONS if key in jobs), *sorted(jobs.keys() - set(ACTIONS)))
    return JobList(tuple(jobs[key] for key in order), tuple(problems))


def _read_job(files: Files, name: str, permit: Callable[[str, str], str]) -> tuple[Job | None, list[str]]:
    try:
        document = files.read_document(name)
    except DaykeepError as error:
        return None, [error.message]
    lines = document.texts
    front = parse_frontmatter([_quoted(line) for line in lines[:_HEAD_LINES]] + list(lines[_HEAD_LINES:]))
    problems = [f"{name}:{problem.line}: {problem.message}" for problem in front.problems]
    if not front.first and not problems:
        return None, []  # a README, or somebody else's notes
    if not {*_WHEN, "run"} & set(front.fields):
        return None, problems
    head = lines[front.first - 1 : front.last] if front.first else lines[:0]
    job, faults = parse_job(name, front.fields, _why(lines[front.last :]), _line_numbers(head, front.first))
    if job is not None and job.is_command:
        job = job._replace(since=_written_at(files, name), refused=permit(name, job.run))
    return job, problems + faults


_HEAD_LINES = 210
"""More lines than a frontmatter that is read may have."""


def _quoted(line: str) -> str:
    """A line of the frontmatter with quotes where cron text begins with a sign that YAML keeps for itself."""
    key, colon, value = line.partition(":")
    bare = value.strip()
    if colon and key.strip() in _WHEN and bare[:1] in {"*", "@"} and '"' not in bare:
        return f'{key}: "{bare}"'
    return line


def _written_at(files: Files, name: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(files.resolve(name).stat().st_mtime, UTC)
    except (DaykeepError, OSError, ValueError, OverflowError):
        return None


def parse_job(
    name: str, fields: Mapping[str, Any], why: str, lines: Mapping[str, int]
) -> tuple[Job | None, list[str]]:
    """A job from the fields of its frontmatter; None and at least one problem if it can't run as written."""
    text = {key: value.strip() if isinstance(value, str) else value for key, value in fields.items()}
    reading = _Reading(name, text, lines)
    for key in text:
        if key not in _KEYS:
            reading.say(key, f'"{key}" is not a job\'s field and has no effect')
    run = reading.run()
    schedule = reading.schedule()
    zone = reading.zone()
    misfire = reading.misfire(run)
    enabled = reading.truth("enabled", usual=True)
    quiet = reading.truth("quiet", usual=run in ACTIONS)
    if reading.fatal or schedule is None:
        return None, [f"{fault}; the job does not run" for fault in reading.fatal] + reading.faults
    stem = name.rpartition("/")[2].removesuffix(".md")
    return Job(stem, run, schedule, misfire, enabled, why, name, quiet, zone), reading.faults


class _Reading:
    """Reads the fields of one job and keeps what is wrong with them, by line."""

    def __init__(self, name: str, text: Mapping[str, Any], lines: Mapping[str, int]) -> None:
        self.name = name
        self.text = text
        self.lines = lines
        self.fatal: list[str] = []
        self.faults: list[str] = []

    def say(self, key: str, what: str, *, fatal: bool = False) -> None:
        (self.fatal if fatal else self.faults).append(f"{self.name}:{self.lines.get(key, 1)}: {what}")

    def run(self) -> str:
        run = self.text.get("run", "")
        if not isinstance(run, str) or not run or "\n" in run:
            self.say("run", f'run "{run}" is not one of {", ".join(ACTIONS)} and no command line', fatal=True)
        return run if isinstance(run, str) else ""

    def schedule(self) -> Occurring | None:
        given = [key for key in _WHEN if key in self.text]
        key = given[0] if given else "schedule"
        if len(given) > 1:
            self.say(given[1], f'has both "{key}" and "{given[1]}"; write one of them', fatal=True)
            return None
        value = str(self.text.get(key, ""))
        whole = value if key == "schedule" or not value or value.startswith(key) else f"{key} {value}"
        schedule, fault = parse_schedule(whole)
        if schedule is None:
            self.say(key, f'{key} "{value}" {fault}', fatal=True)
        return schedule

    def zone(self) -> Zone | None:
        written = str(self.text.get("zone", "") or "")
        if not written:
            return None
        reading = read_zone(written)
        meant = f"; write {' or '.join(reading.suggestions)}" if reading.suggestions else ""
        if reading.fault:
            self.say("zone", f'zone "{written}" {reading.fault}{meant}', fatal=reading.info is None)
        return Zone(reading.name, reading.info, self.name) if reading.info is not None else None

    def misfire(self, run: str) -> str:
        misfire = str(self.text.get("misfire") or "once")
        if misfire not in MISFIRES:
            self.say("misfire", f'misfire "{misfire}" is not one of {", ".join(MISFIRES)}', fatal=True)
        elif misfire == "ask" and run == DAILY_COMMIT:
            self.say("misfire", "a commit is never asked about; misfire is once or skip", fatal=True)
        return misfire

    def truth(self, key: str, *, usual: bool) -> bool:
        written = str(self.text.get(key, "") or "").casefold()
        if not written:
            return usual
        if written not in _TRUTHS:
            self.say(key, f'{key} "{self.text[key]}" is not true or false', fatal=True)
        return _TRUTHS.get(written, usual)


def _line_numbers(head: Sequence[str], first: int) -> dict[str, int]:
    return {line.partition(":")[0].strip(): first + index for index, line in enumerate(head) if ":" in line}


def _why(body: Sequence[str]) -> str:
    return next((line.strip() for line in body if line.strip() and not line.startswith("#")), "")
