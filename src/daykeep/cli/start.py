"""``daykeep start``: what an agent reads when it wakes up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from daykeep.app import Workspace
    from daykeep.context.packet import Lists, Packet

SESSIONS = ("main", "group", "cron", "subagent", "heartbeat")


@command("start")
@click.option(
    "--session", type=click.Choice(SESSIONS), default="main", help="Who wakes up; decides what is read."
)
@click.option(
    "--already", multiple=True, metavar="FILE,…", help="Files that are in the context already: left out."
)
@click.option("--budget", metavar="SIZE", help='As "12000 tokens" or "40000 chars"; else start.budget.')
@click.option("--full", is_flag=True, help="AGENTS.md and TOOLS.md in a main session too.")
@click.option(
    "--format", "form", type=click.Choice(["md", "json"]), default="md", help="Text, or parts as JSON."
)
@click.option("--as-of", metavar="DATE", help="As it was at the end of an earlier day.")
def start(call: Call, **given: Any) -> None:
    """Print what an agent reads when it wakes up."""
    call.json = call.json or given["form"] == "json"
    packet = _packet(call.workspace(), given)
    call.emit(packet.as_json() if call.json else {}, packet.text)


def _packet(workspace: Workspace, given: Mapping[str, Any]) -> Packet:
    from daykeep.context.budget import parse_budget
    from daykeep.context.start import Request
    from daykeep.context.wake import plain_names, wake

    day, is_over = _day(workspace, given["as_of"])
    already = plain_names(",".join(given["already"]), str(workspace.root))
    todo_days = int(workspace.settings["daily.todo_days"])
    return wake(
        workspace.files,
        workspace.layout,
        Request(given["session"], day, given["full"], already, todo_days),
        zone=workspace.zone,
        language=workspace.language,
        budget=parse_budget(given["budget"] or workspace.settings["start.budget"]),
        lists=None if is_over else find_lists(workspace, given["session"]),
        past=(lambda: workspace.history) if is_over else None,
    )


def _day(workspace: Workspace, as_of: str | None) -> tuple[date, bool]:
    """The day of the packet, and whether it is over."""
    from daykeep.clock import parse_day

    day = parse_day(as_of, now=workspace.now, zone=workspace.zone) if as_of else workspace.day
    return day, day < workspace.day


def find_lists(workspace: Workspace, session: str) -> Lists:
    """What needs attention and, for an agent that a beat wakes, what is due; nothing is done or said by this."""
    from daykeep.context.packet import Lists
    from daykeep.heartbeat.alerts import alerts_of_changes
    from daykeep.heartbeat.waiting import waiting_line

    if session not in {"main", "heartbeat"}:
        return Lists()
    alerts = [alert.text for alert in alerts_of_changes(workspace.files, workspace.layout)]
    waiting = waiting_line(workspace.files, workspace.day)
    if waiting:
        alerts.append(waiting)
    if session == "main":
        return Lists(alerts=alerts)
    from daykeep.cli.heartbeat import find_jobs
    from daykeep.heartbeat.beat import Moment, preview_beat

    jobs = find_jobs(workspace)
    plan = preview_beat(workspace.files, Moment(workspace.now, workspace.zone), jobs)
    due = [f"{task.job.name} {task.period.id}" for task in plan.tasks]
    return Lists(due, [*workspace.problems, *jobs.problems, *alerts])
