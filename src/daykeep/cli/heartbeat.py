"""``daykeep heartbeat``: does what is due, and says what needs attention or that nothing does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.errors import UsageError
from daykeep.operations.jobs import find_hours, find_jobs

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.doctor.finding import Subject
    from daykeep.heartbeat.actions import WorkspaceActions
    from daykeep.heartbeat.beat import BeatReport
    from daykeep.heartbeat.due import BeatPlan
    from daykeep.heartbeat.hours import ActiveHours


@command("heartbeat")
@click.argument("words", nargs=-1, metavar="[jobs|explain TEXT|run JOB]")
@click.option("--at", metavar="TIME", help="Beat, or look, as if it were this moment.")
@click.option("--dry-run", is_flag=True, help="Show what is due; do and write nothing.")
@click.option(
    "--no-alerts", is_flag=True, help="Nobody reads the answer: keep alerts for a beat that is read."
)
def heartbeat(call: Call, words: tuple[str, ...], at: str | None, **flags: bool) -> int:
    """Do what is due; say what needs attention.

    Answers HEARTBEAT_OK (NO_REPLY in workspaces of the current era) when nothing does, else a short list, each thing
    once. Safe to run at any interval and twice at once: one beat works, the other says so.

    `daykeep heartbeat jobs` lists every job, how its schedule was understood, and its next times; `explain TEXT` says
    the same of any schedule, such as "0 9 * * 1-5"; `run JOB` does one job now, due or not.
    """
    view = words[0] if words else ""
    if view in {"jobs", "explain"}:
        from daykeep.cli.jobs import explain, show_jobs

        return show_jobs(call, words[1:], at) if view == "jobs" else explain(call, words[1:], at)
    only = _job_name(words)
    workspace = _open(call, at)
    return _show_due(call, workspace) if flags["dry_run"] else _beat(call, workspace, only, flags)


def _job_name(words: tuple[str, ...]) -> str:
    """The job of ``run JOB``; empty for a plain beat."""
    if not words:
        return ""
    if words[0] != "run" or len(words) != 2:
        hint = "write `daykeep heartbeat`, or with `jobs`, `explain TEXT` or `run JOB` after it"
        raise UsageError(f'"{" ".join(words)}" is nothing that a heartbeat does', hint=hint)
    return words[1]


def _beat(call: Call, workspace: Workspace, only: str, flags: dict[str, bool]) -> int:
    report, hours = beat(call, workspace, deliver=not flags["no_alerts"], only=only)
    for note in (*report.notes, *([report.busy] if report.busy else ())):
        call.note(note)
    if not call.json:
        _tell_outcomes(call, report)
    data = _data(workspace, report) if call.json else {}
    if call.json and not flags["no_alerts"]:
        from daykeep.cli.jobs import agenda_data

        data |= {"active": hours is None or hours.is_open(workspace.now), **agenda_data(workspace)}
    call.emit(data, report.answer)
    return 10 if report.failed else 0


def _open(call: Call, at: str | None) -> Workspace:
    """Open the workspace without a word about its problems: a beat says each once, as an alert."""
    from daykeep.app import open_workspace

    return open_workspace(Path(call.path) if call.path else None, environ=call.environ, at=at, strict=False)


def beat(
    call: Call, workspace: Workspace, *, deliver: bool, only: str = ""
) -> tuple[BeatReport, ActiveHours | None]:
    """Run one beat on an opened workspace; the report, and the hours outside of which nothing was said."""
    from daykeep.heartbeat.alerts import Alert, alerts_of_changes
    from daykeep.heartbeat.beat import Moment, run_beat
    from daykeep.heartbeat.waiting import alerts_of_waiting

    hours, faults = find_hours(workspace)
    alerts = [Alert(f"workspace:{text}", text) for text in (*workspace.problems, *faults)]
    alerts += alerts_of_changes(workspace.files, workspace.layout)
    alerts += alerts_of_waiting(workspace.files, workspace.now)
    report = run_beat(
        workspace.files,
        Moment(workspace.now, workspace.zone),
        find_jobs(workspace),
        _actions(call, workspace),
        token=silent_token(workspace),
        alerts=alerts,
        deliver=deliver and (hours is None or hours.is_open(workspace.now)),
        only=only,
    )
    return report, hours


def _actions(call: Call, workspace: Workspace) -> WorkspaceActions:
    from daykeep.heartbeat.actions import WorkspaceActions

    def subject() -> Subject:
        from daykeep.cli.doctor import subject_of

        return subject_of(workspace)

    return WorkspaceActions(
        workspace.files,
        workspace.day,
        lambda: workspace.distilling,
        subject=subject,
        searcher=workspace.searcher,
        archive_days=int(workspace.settings["daily.archive_days"]),
        environ=call.environ,
        timeout_seconds=float(workspace.settings["heartbeat.command_seconds"]),
    )


def silent_token(workspace: Workspace) -> str:
    """What a quiet beat answers: the setting, else the era's own word."""
    from daykeep.heartbeat.beat import CLASSIC_TOKEN, CURRENT_TOKEN

    chosen = str(workspace.settings["heartbeat.silent_token"]).strip()
    return chosen or (CURRENT_TOKEN if workspace.layout.era == "current" else CLASSIC_TOKEN)


def _show_due(call: Call, workspace: Workspace) -> int:
    from daykeep.heartbeat.beat import Moment, preview_beat

    jobs = find_jobs(workspace)
    plan = preview_beat(workspace.files, Moment(workspace.now, workspace.zone), jobs)
    for problem in (*workspace.problems, *jobs.problems, *([plan.clock_words] if plan.clock_words else ())):
        call.note(problem)
    call.emit({"dry_run": True, "due": _due(workspace, plan)}, _due_lines(workspace, plan))
    return 0


def _due(workspace: Workspace, plan: BeatPlan) -> list[dict[str, Any]]:
    from daykeep.clock import format_instant

    return [
        {
            "job": task.job.name,
            "period": task.period.id,
            "due_at": format_instant(task.period.due_at, task.job.zone_or(workspace.zone)),
            "step": task.step,
        }
        for task in plan.tasks
    ]


def _due_lines(workspace: Workspace, plan: BeatPlan) -> list[str]:
    words = {
        "run": "would run",
        "look": "would run if there is anything new",
        "skip": "was slept through and would be skipped",
        "ask": "was slept through; would ask",
    }
    rows = _due(workspace, plan)
    return [
        f"{row['job']} for {row['period']} (due {row['due_at']}): {words[row['step']]}" for row in rows
    ] or ["Nothing is due."]


def _tell_outcomes(call: Call, report: BeatReport) -> None:
    for outcome in report.outcomes:
        if outcome.status != "nothing":
            call.note(f"{outcome.job} for {outcome.period}: {outcome.status}: {outcome.summary}")


def _data(workspace: Workspace, report: BeatReport) -> dict[str, Any]:
    from daykeep.clock import format_instant

    outcomes = [outcome._asdict() for outcome in report.outcomes]
    said = {alert.key for alert in report.said}
    return {
        "answer": report.answer,
        "quiet": report.quiet,
        "at": format_instant(workspace.now, workspace.zone),
        "done": [row for row in outcomes if row["status"] == "done"],
        "outcomes": outcomes,
        "alerts": [{"text": alert.text, "new": alert.key in said} for alert in report.alerts],
        "busy": report.busy or None,
    }
