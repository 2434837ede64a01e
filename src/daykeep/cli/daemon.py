"""``daykeep daemon``: the heartbeat on a clock, one for each workspace."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, group, visible

if TYPE_CHECKING:
    from daykeep.app import Workspace


@group("daemon")
def daemon() -> None:
    """Run the heartbeat on a clock.

    One daemon for each workspace. It needs no timer of the system: after sleep or a restart the next tick does
    what was missed, once.
    """


@daemon.command("run")
@click.option("--tick", type=click.FloatRange(min=0.1), metavar="SECONDS", help="Seconds between two looks.")
@click.option(
    "--log-format", type=click.Choice(["text", "json"]), default="text", help="Lines for people or programs."
)
def run(call: Call, tick: float | None, log_format: str) -> None:
    """Beat until SIGTERM or Ctrl-C.

    Logs to stderr. A second daemon on the same workspace ends at once with exit code 7 and names the first.
    """
    from daykeep.heartbeat.status import hold_daemon

    workspace = call.workspace(strict=False)
    with hold_daemon(workspace.files):  # before anything heavy: a second daemon is refused at once
        _start_log(workspace, as_json=log_format == "json")
        _run(call, workspace, tick or float(workspace.settings["heartbeat.tick_seconds"]))


def _run(call: Call, workspace: Workspace, tick_seconds: float) -> None:
    from daykeep.heartbeat.daemon import LOG, ChildBeat, run_daemon

    # -P: the folder that the daemon stands in is no place to import modules from.
    command = [sys.executable, "-P", "-m", "daykeep", "heartbeat", "--no-alerts", "--json"]
    LOG.info("started for %s, a beat every %g s", workspace.root, tick_seconds)
    run_daemon(
        ChildBeat([*command, "--workspace", str(workspace.root)], call.environ), tick_seconds=tick_seconds
    )


def _start_log(workspace: Workspace, *, as_json: bool) -> None:
    import logging

    from daykeep.heartbeat.daemon import LogFormat

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LogFormat(workspace.zone, as_json=as_json, show=visible))
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    logging.getLogger("apscheduler").setLevel(logging.WARNING)


@daemon.command("status", short_help="Show who runs, and every job's times.")
@click.option("--at", metavar="TIME", help="Show the next times as of this moment.")
def status(call: Call, at: str | None) -> None:
    """Show whether a daemon runs, and every job with its last and next time."""
    from daykeep.cli.heartbeat import find_jobs
    from daykeep.heartbeat.beat import Moment
    from daykeep.heartbeat.status import read_status

    workspace = call.workspace(at=at, strict=False)
    jobs = find_jobs(workspace)
    for problem in jobs.problems:
        call.note(problem)
    data = read_status(workspace.files, Moment(workspace.now, workspace.zone), jobs)
    call.emit(data, _lines(data))


def _lines(data: dict[str, Any]) -> list[str]:
    owner = data["daemon"]
    lines = [
        f"running: process {owner['pid']} on {owner['host']}, since {owner['since']}"
        if owner
        else "not running"
    ]
    lines.append(f"last beat: {data['last_beat'] or 'never'}; zone {data['zone']}")
    for job in data["jobs"]:
        state = f"next {job['next_at']}" if job["enabled"] else "switched off"
        if job["due"]:
            state = f"due since {job['due_at']}"
        lines.append(
            f"{job['name']}: {job['schedule']} ({job['origin']}); last {job['last'] or 'never'}; {state}"
        )
    return lines
