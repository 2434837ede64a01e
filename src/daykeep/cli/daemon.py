"""``daykeep daemon``: the heartbeat on a clock, one for each workspace."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, group, visible

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.wiring.timers.install import Machine, TimerPlan


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

    from daykeep.heartbeat.daemon import JournalHandler, LogFormat

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LogFormat(workspace.zone, as_json=as_json, show=visible))
    logging.basicConfig(handlers=[handler, JournalHandler(workspace.files)], level=logging.INFO)
    logging.getLogger("apscheduler").setLevel(logging.WARNING)


@daemon.command("status", short_help="Show who runs, and every job's times.")
@click.option("--at", metavar="TIME", help="Show the next times as of this moment.")
def status(call: Call, at: str | None) -> None:
    """Show whether a daemon runs, and every job with its last and next time."""
    from daykeep.heartbeat.beat import Moment
    from daykeep.heartbeat.status import read_status
    from daykeep.operations.jobs import find_jobs
    from daykeep.wiring.timers.install import find_timer

    workspace = call.workspace(at=at, strict=False)
    jobs = find_jobs(workspace)
    for problem in jobs.problems:
        call.note(problem)
    data = read_status(workspace.files, Moment(workspace.now, workspace.zone), jobs)
    timer = find_timer(workspace.files)
    data["timer"] = timer and {"kind": timer["kind"], "name": timer["name"]}
    call.emit(data, _lines(data))


def _lines(data: dict[str, Any]) -> list[str]:
    owner = data["daemon"]
    lines = [
        f"running: process {owner['pid']} on {owner['host']}, since {owner['since']}"
        if owner
        else "not running"
    ]
    if data["timer"]:
        lines.append(f"timer: {data['timer']['kind']}, {data['timer']['name']}")
    lines.append(f"last beat: {data['last_beat'] or 'never'}; zone {data['zone']}")
    for job in data["jobs"]:
        state = f"next {job['next_at'] or 'never'}" if job["enabled"] else "switched off"
        if job["due"]:
            state = f"due since {job['due_at']}"
        lines.append(f"{job['name']}: {job['schedule']} ({job['origin']}); last {_last(job)}; {state}")
    return lines


def _last(job: dict[str, Any]) -> str:
    """When a job last did something, or up to when there was nothing to do."""
    if job["last"]:
        return str(job["last"])
    return f"never; nothing to do up to {job['settled']}" if job["settled"] else "never"


@daemon.command("logs", short_help="Show what beats and the daemon did.")
@click.option("--lines", "-n", type=click.IntRange(min=1), default=50, help="How many lines (default: 50).")
def logs(call: Call, lines: int) -> None:
    """Show what beats and the daemon did, newest last.

    Beats keep these lines whoever started them: the daemon, a timer or you. A quiet beat leaves none.
    """
    from daykeep.clock import format_instant
    from daykeep.heartbeat.journal import read_journal

    workspace = call.workspace(strict=False)
    found = read_journal(workspace.files, lines)
    rows = [{**line._asdict(), "at": format_instant(line.at, workspace.zone)} for line in found]
    text = [f"{row['at']} {row['level']} {row['by']}: {row['text']}" for row in rows]
    call.emit({"lines": rows}, text or ["No beat has done anything yet."])


@daemon.command("install", short_help="Let the system's timer wake the heartbeat.")
@click.option("--kind", type=click.Choice(["systemd", "launchd", "windows", "crontab"]), help="Which timer.")
@click.option(
    "--every",
    type=click.Choice(["5", "10", "15", "20", "30", "60"]),
    default="15",
    help="Minutes between two beats (default: 15).",
)
@click.option("--dry-run", is_flag=True, help="Print what would be written; change nothing.")
def install(call: Call, *, kind: str | None, every: str, dry_run: bool) -> int:
    """Let the system's timer wake the heartbeat of this workspace.

    A systemd user timer, a launchd agent, a task of the Task Scheduler or a crontab line: what fits this machine. It
    prints all that it wrote; `daykeep daemon uninstall` takes exactly that away.
    """
    from daykeep.wiring.timers.install import choose_kind, describe_failures, install_timer, plan_timer
    from daykeep.wiring.timers.units import Wake

    workspace, machine = call.workspace(), find_machine(call)
    wake = Wake((sys.executable, "-P", "-m", "daykeep"), str(workspace.root), int(every))
    plan = plan_timer(wake, kind or choose_kind(machine), machine)
    done = None if dry_run else install_timer(workspace.files, plan, machine)
    for failure in describe_failures(done) if done else ():
        call.note(failure)
    data = {"dry_run": dry_run, **_plan_data(plan), "changed": list(done.changed) if done else []}
    call.emit(data, _install_lines(data))
    return 10 if done and done.failed else 0


def _plan_data(plan: TimerPlan) -> dict[str, Any]:
    written = {str(path): _text_of(data) for path, data in plan.files}
    if plan.crontab:
        written["crontab"] = "\n".join(plan.crontab) + "\n"
    commands = [" ".join(words) for words in plan.start]
    return {"kind": plan.kind, "name": plan.name, "files": written, "commands": commands}


@daemon.command("uninstall", short_help="Take the timer away.")
def uninstall(call: Call) -> int:
    """Take away the timer that `daykeep daemon install` put there, and nothing else."""
    from daykeep.wiring.timers.install import describe_failures, remove_timer

    done = remove_timer(call.workspace(strict=False).files, find_machine(call))
    for failure in describe_failures(done) if done else ():
        call.note(failure)
    removed = list(done.changed) if done else []
    lines = [f"Removed {name}" for name in removed] or ["There is no timer of this workspace."]
    call.emit({"removed": removed}, lines)
    return 10 if done and done.failed else 0


def find_machine(call: Call) -> Machine:
    """Where timers go on the machine of this call."""
    from daykeep.wiring.timers.install import Machine

    return Machine(sys.platform, call.environ, os.getuid() if hasattr(os, "getuid") else -1)


def _text_of(data: bytes) -> str:
    return data.decode("utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8")


def _install_lines(data: dict[str, Any]) -> list[str]:
    lines = [
        f"{'Would install' if data['dry_run'] else 'Installed'} the {data['kind']} timer {data['name']}."
    ]
    for name, text in data["files"].items():
        lines += [f"{name}:", *(f"  {line}" for line in text.splitlines())]
    lines += [f"{'Would run' if data['dry_run'] else 'Ran'}: {command}" for command in data["commands"]]
    return lines
