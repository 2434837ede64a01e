"""One beat: look at the clock and the files, do what is due, answer in the agents' own contract.

The answer is the silent token alone when nothing needs attention, else a short list without it, never both. Of two
beats at once one works and the other says so. A beat that is killed has recorded nothing for the job it was in, so the
next one does that job once more; the jobs go by content, so nothing comes twice.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple, Protocol

from daykeep.clock import format_instant
from daykeep.errors import DaykeepError, LockedError, UsageError
from daykeep.heartbeat.alerts import Alert, sift
from daykeep.heartbeat.due import (
    ASK,
    LOOK,
    PASS,
    RUN,
    SKIP,
    BeatPlan,
    Task,
    has_jumped,
    is_slip,
    needs_logs,
    plan_beat,
)
from daykeep.heartbeat.jobs import ARCHIVE, DAILY_COMMIT, DISTILL, DOCTOR, INDEX
from daykeep.heartbeat.state import Record, forget_kept, keep_periods, load_record, record_run, save_cache
from daykeep.heartbeat.status import hold_beat

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.clock import Zone
    from daykeep.files.store import Files
    from daykeep.heartbeat.jobs import Job, JobList
    from daykeep.heartbeat.schedule import Period

CLASSIC_TOKEN = "HEARTBEAT_OK"  # noqa: S105 - what agents answer, no secret
CURRENT_TOKEN = "NO_REPLY"  # noqa: S105 - what agents answer, no secret
LINES = 10
"""Alerts that one answer lists; agents pass them on to a person's chat."""
LINE_CHARS = 400


class Result(NamedTuple):
    """What an action did: whether anything changed, in a few words, and what it leaves for a person.

    ``failed`` is a run that went wrong and is not tried again: its alerts are said even where the job is quiet.
    ``findings`` are the ids of everything that the doctor finds now, None where nobody looked.
    """

    changed: bool
    summary: str
    alerts: tuple[Alert, ...] = ()
    failed: bool = False
    findings: tuple[str, ...] | None = None


class Actions(Protocol):
    """What a beat can do; every action may run again without doing anything twice, and raises DaykeepError."""

    def has_unread(self, period: Period) -> bool:
        """Whether a log up to the period's last day has content that was not distilled; reads only."""
        ...

    def distill(self, period: Period) -> Result:
        """Distil the logs up to the period's last day."""
        ...

    def commit_days(self, period: Period) -> Result:
        """Commit the daily logs up to today, as far as they changed."""
        ...

    def archive(self, period: Period) -> Result:
        """Move old daily logs whose distillation is done to the archive."""
        ...

    def index(self, period: Period) -> Result:
        """Bring the search index up to date."""
        ...

    def doctor(self, period: Period, known: Sequence[str]) -> Result:
        """Examine the workspace; alerts for what is found and not among the ``known`` ids."""
        ...

    def command(self, job: Job, period: Period) -> Result:
        """Run the command of a job; only for one that is enabled."""
        ...


class Outcome(NamedTuple):
    """What became of one task: ``done``, ``nothing`` (there was nothing to do), ``failed``, ``waits`` or ``skipped``.

    ``again`` says of a failed one that the next beat tries it again.
    """

    job: str
    period: str
    status: str
    summary: str
    again: bool = False


class BeatReport(NamedTuple):
    """A beat's answer and how it came about; ``busy`` says who else was at work, empty if this beat was."""

    answer: str
    quiet: bool
    outcomes: tuple[Outcome, ...] = ()
    alerts: tuple[Alert, ...] = ()
    said: tuple[Alert, ...] = ()
    notes: tuple[str, ...] = ()
    busy: str = ""

    @property
    def failed(self) -> bool:
        """Whether a job failed."""
        return any(outcome.status == "failed" for outcome in self.outcomes)


class Moment(NamedTuple):
    """When and for whom a beat beats."""

    now: datetime
    zone: Zone


def preview_beat(files: Files, moment: Moment, jobs: JobList) -> BeatPlan:
    """What a beat would do now; writes nothing and takes no lock."""
    plan = _plan(files, moment, jobs, load_record(files))
    return plan._replace(tasks=tuple(task for task in plan.tasks if task.step != PASS))


def run_beat(
    files: Files,
    moment: Moment,
    jobs: JobList,
    actions: Actions,
    *,
    token: str,
    alerts: Sequence[Alert] = (),
    deliver: bool = True,
    only: str = "",
) -> BeatReport:
    """Do what is due, once, and answer; of two at once one works and the other says who does.

    ``alerts`` are conditions that the caller found. Without ``deliver`` nobody reads the answer: it is the token, and
    alerts wait for a beat that is read. A quiet beat writes nothing outside ``.daykeep/``. With ``only`` the job of
    this name is done now, due or not, and no other; UsageError if there is none that may run, LockedError if another
    beat is at work.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(hold_beat(files))
        except LockedError as error:
            if only:
                raise  # who asks for one job must know that it was not done
            return BeatReport(token, quiet=True, busy=error.message)
        record = load_record(files)
        plan = _plan(files, moment, jobs, record)
        if only:
            plan = plan._replace(tasks=(_task_now(only, moment, jobs),))
        raised = [*alerts, *_conditions(jobs, record, plan)]
        return _beat(files, moment, record, plan, actions, token=token, raised=raised, deliver=deliver)


def _task_now(name: str, moment: Moment, jobs: JobList) -> Task:
    """The task of doing a job now: for its latest period, or the coming one where none was due yet."""
    job = next((job for job in jobs.jobs if job.name == name), None)
    if job is None:
        names = ", ".join(job.name for job in jobs.jobs)
        raise UsageError(f'there is no job "{name}"', hint=f"the jobs are {names}")
    zone = job.zone_or(moment.zone)
    period = job.schedule.latest(moment.now, zone) or job.schedule.next_after(moment.now, zone)
    if job.refused or period is None:
        raise UsageError(job.refused or f'the job "{name}" never comes')
    return Task(job, period, RUN)


def _conditions(jobs: JobList, record: Record, plan: BeatPlan) -> list[Alert]:
    """What the beat finds wrong before it does anything."""
    found = [Alert(f"job-file:{text}", text) for text in jobs.problems]
    found += [Alert(f"state:{text}", text, event=True) for text in record.problems]
    found += [_refusal(job) for job in jobs.jobs if job.enabled and job.refused]
    if plan.doubted_at is not None:
        found.append(Alert("clock", plan.clock_words))
    if plan.leap_words:
        found.append(Alert("clock-leap", plan.leap_words))
    return found


def _refusal(job: Job) -> Alert:
    """That a job's command is not enabled; what does not fit into an answer's line stands in the list of jobs."""
    short = (
        f"{job.origin} runs a command that is not enabled; `daykeep heartbeat jobs` shows how to enable it"
    )
    return Alert(f"command:{job.name}", job.refused if len(job.refused) <= LINE_CHARS else short)


def _beat(
    files: Files,
    moment: Moment,
    record: Record,
    plan: BeatPlan,
    actions: Actions,
    *,
    token: str,
    raised: list[Alert],
    deliver: bool,
) -> BeatReport:
    notes = [*_merge_waiting(files), *([plan.clock_words] if plan.clock_words else [])]
    if has_jumped(moment.now, record.memory):
        keep_periods(record, moment.now)
    else:
        forget_kept(record, moment.now)
    outcomes = []
    for task in plan.tasks:
        outcome, more = _do(files, moment, record, actions, task)
        raised += more
        if outcome is not None:
            outcomes.append(outcome)
    said, ledger = sift(raised, record.ledger, moment.now, deliver=deliver)
    seen_at = record.memory.seen_at if plan.clock_words else moment.now
    try:
        save_cache(
            files,
            record,
            seen_at=seen_at,
            doubted_at=plan.doubted_at,
            leapt_at=plan.leapt_at,
            ledger=ledger,
        )
    except DaykeepError as error:
        notes.append(f"this beat can't be remembered: {error.message}")
    notes += _keep_tale(files, moment, outcomes, notes)
    answer = render_answer(said, token)
    return BeatReport(answer, not said, tuple(outcomes), tuple(raised), tuple(said), tuple(notes))


def _keep_tale(files: Files, moment: Moment, outcomes: Sequence[Outcome], notes: Sequence[str]) -> list[str]:
    """Keep what the beat did in the journal; what there is to say if it can't be kept. Nothing for a quiet beat."""
    told = [outcome for outcome in outcomes if outcome.status != "nothing"]
    if not told and not notes:
        return []
    from daykeep.heartbeat.journal import Line, append_journal  # noqa: PLC0415 - a quiet beat does without

    lines = [
        Line(
            moment.now,
            "warning" if outcome.status in {"failed", "waits"} else "info",
            f"{outcome.job} for {outcome.period}: {outcome.status}: {outcome.summary}",
        )
        for outcome in told
    ]
    lines += [Line(moment.now, "warning", note) for note in notes]
    try:
        append_journal(files, lines)
    except DaykeepError as error:
        return [f"the journal can't be kept: {error.message}"]
    return []


def _merge_waiting(files: Files) -> list[str]:
    """Bring in the entries that could not be written at once and wait in the spool; what there is to say of it."""
    try:
        count = files.merge_spool()
    except DaykeepError as error:
        return [f"entries wait in the spool: {error.message}"]
    return [f"{count} waiting log entr{'y' if count == 1 else 'ies'} merged"] if count else []


def _plan(files: Files, moment: Moment, jobs: JobList, record: Record) -> BeatPlan:
    newest = None
    if needs_logs(moment.now, record.memory):
        from daykeep.daily.find import list_daily  # noqa: PLC0415 - only when a clock is wrong

        newest = max((log.day for log in list_daily(files)), default=None)
    return plan_beat(
        now=moment.now, zone=moment.zone, jobs=jobs.jobs, memory=record.memory, newest_log=newest
    )


def _do(
    files: Files, moment: Moment, record: Record, actions: Actions, task: Task
) -> tuple[Outcome | None, list[Alert]]:
    """Do one task and write down that it is done; the outcome, None if there was nothing to do."""
    job, period = task.job, task.period
    try:
        if task.step in {SKIP, PASS}:
            record.settled[job.name] = period.id
            skipped = Outcome(job.name, period.id, "skipped", "its time was slept through")
            return (skipped if task.step == SKIP else None), []
        if task.step in {LOOK, ASK} and job.run == DISTILL and not actions.has_unread(period):
            record.settled[job.name] = period.id
            return None, []
        if task.step == ASK:
            return None, [_question(task, moment)]
        result = _act(actions, task, record)
        _write_down(files, moment, record, task, result)
    except LockedError as error:
        return Outcome(job.name, period.id, "waits", error.message), []
    except DaykeepError as error:
        text = f"{job.name} for {period.id} failed and is tried again: {error.message}"
        failed = Outcome(job.name, period.id, "failed", error.message, again=True)
        return failed, [Alert(f"job:{job.name}", text)]
    status = "failed" if result.failed else "done" if result.changed else "nothing"
    return Outcome(job.name, period.id, status, result.summary), _told(task, result)


def _act(actions: Actions, task: Task, record: Record) -> Result:
    """Do the job's work for the period."""
    if task.job.run == DISTILL:
        return actions.distill(task.period)
    if task.job.run == DAILY_COMMIT:
        return actions.commit_days(task.period)
    if task.job.run == ARCHIVE:
        return actions.archive(task.period)
    if task.job.run == INDEX:
        return actions.index(task.period)
    if task.job.run == DOCTOR:
        return actions.doctor(task.period, record.findings)
    return actions.command(task.job, task.period)


def _told(task: Task, result: Result) -> list[Alert]:
    """What a person hears of a result: what it left for him, and the result itself unless the job is quiet."""
    alerts = list(result.alerts)
    if not task.job.quiet and not result.failed and result.changed and result.summary:
        key = f"result:{task.job.name}:{task.period.id}"
        alerts.append(Alert(key, f"{task.job.name}: {result.summary}", event=True))
    return alerts


def _write_down(files: Files, moment: Moment, record: Record, task: Task, result: Result) -> None:
    """Record the task as done: a distillation always, anything else in the shared file only if it changed something.

    What stands there from a time when the clock was far ahead is replaced, or it would count once its day comes.
    """
    if result.findings is not None:
        record.findings[:] = result.findings
    distilled = task.job.run == DISTILL
    last, _ = record.last_runs.get(task.job.name, ("", None))
    if record.shared and (distilled or result.changed or is_slip(task.job, last, moment.now, moment.zone)):
        checks = ("heartbeat", "memoryMaintenance") if distilled else ("heartbeat",)
        record_run(
            files,
            record.shared,
            job=task.job.name,
            period_id=task.period.id,
            checks=checks,
            now=moment.now,
            zone=moment.zone,
        )
    record.settled[task.job.name] = task.period.id


def _question(task: Task, moment: Moment) -> Alert:
    due = format_instant(task.period.due_at, moment.zone)
    does = "daykeep distill" if task.job.run == DISTILL else f"daykeep heartbeat run {task.job.name}"
    text = f"{task.job.name} was due at {due} and was slept through; `{does}` does it now"
    return Alert(f"ask:{task.job.name}", text)


def render_answer(said: Sequence[Alert], token: str) -> str:
    """The silent token, or one line for each alert; the token never stands in a line.

    >>> render_answer([Alert("a", "the log says HEARTBEAT_OK")], "HEARTBEAT_OK")
    '- the log says HEARTBEAT-OK'
    """
    if not said:
        return token
    texts = [" ".join(alert.text.split()) for alert in said]
    lines = [f"- {text if len(text) <= LINE_CHARS else text[:LINE_CHARS] + '…'}" for text in texts[:LINES]]
    if len(texts) > LINES:
        lines.append(f"- and {len(texts) - LINES} more: `daykeep heartbeat --json` lists all")
    answer = "\n".join(lines)
    for word in {token, CLASSIC_TOKEN, CURRENT_TOKEN}:
        answer = answer.replace(word, word.replace("_", "-") if "_" in word else "·".join(word))
    return answer
