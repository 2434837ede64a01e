"""``daykeep heartbeat``: does what is due, and says what needs attention or that nothing does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.heartbeat.beat import BeatReport
    from daykeep.heartbeat.due import BeatPlan
    from daykeep.heartbeat.jobs import JobList


@command("heartbeat")
@click.option("--at", metavar="TIME", help="Beat as if it were this moment.")
@click.option("--dry-run", is_flag=True, help="Show what is due; do and write nothing.")
@click.option(
    "--no-alerts", is_flag=True, help="Nobody reads the answer: keep alerts for a beat that is read."
)
def heartbeat(call: Call, at: str | None, *, dry_run: bool, no_alerts: bool) -> int:
    """Do what is due; say what needs attention.

    Answers HEARTBEAT_OK (NO_REPLY in workspaces of the current era) when nothing does, else a short list, each thing
    once. Safe to run at any interval and twice at once: one beat works, the other says so.
    """
    workspace = _open(call, at)
    if dry_run:
        return _show_due(call, workspace)
    report = beat(workspace, deliver=not no_alerts)
    for note in (*report.notes, *([report.busy] if report.busy else ())):
        call.note(note)
    if not call.json:
        _tell_outcomes(call, report)
    call.emit(_data(workspace, report), report.answer)
    return 10 if report.failed else 0


def _open(call: Call, at: str | None) -> Workspace:
    """Open the workspace without a word about its problems: a beat says each once, as an alert."""
    from daykeep.app import open_workspace

    return open_workspace(Path(call.path) if call.path else None, environ=call.environ, at=at, strict=False)


def beat(workspace: Workspace, *, deliver: bool) -> BeatReport:
    """Run one beat on an opened workspace."""
    from daykeep.heartbeat.actions import WorkspaceActions
    from daykeep.heartbeat.alerts import Alert, alerts_of_changes
    from daykeep.heartbeat.beat import Moment, run_beat

    alerts = [Alert(f"workspace:{text}", text) for text in workspace.problems]
    return run_beat(
        workspace.files,
        Moment(workspace.now, workspace.zone),
        find_jobs(workspace),
        WorkspaceActions(workspace.files, workspace.day, lambda: workspace.distilling),
        token=silent_token(workspace),
        alerts=[*alerts, *alerts_of_changes(workspace.files, workspace.layout)],
        deliver=deliver,
    )


def find_jobs(workspace: Workspace) -> JobList:
    """The workspace's jobs; the weekly time of the settings counts where no job file gives one."""
    from daykeep.heartbeat.jobs import read_jobs, weekly_schedule

    settings = workspace.settings
    origins = {settings.origin(key) for key in ("distill.weekday", "distill.at")} - {"default"}
    weekly, fault = weekly_schedule(str(settings["distill.weekday"]), str(settings["distill.at"]))
    jobs = read_jobs(workspace.files, weekly=weekly, weekly_setting=" and ".join(sorted(origins)))
    return jobs._replace(problems=(fault, *jobs.problems)) if fault else jobs


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
            "due_at": format_instant(task.period.due_at, workspace.zone),
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
