"""``daykeep archive``: moves old logs whose distillation is done to memory/archive/."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.app import Workspace
    from daykeep.daily.archive import ArchiveReport

SHOWN = 20
"""So many logs are listed one by one."""


@command("archive")
@click.option(
    "--days", type=click.IntRange(min=1), help="Logs older than N days (default: daily.archive_days)."
)
@click.option("--dry-run", is_flag=True, help="Show what would move; write nothing.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def archive(call: Call, *, days: int | None, dry_run: bool, at: str | None) -> int:
    """Move old logs to memory/archive/.

    Daily logs older than daily.archive_days whose distillation is done go to the folder of their year there, under
    the same name and in one commit.
    They stay readable, and `daykeep why` follows them. Logs that were not distilled as they are now stay, and so do
    those that are open in an editor. The heartbeat does this by itself.
    """
    workspace = call.workspace(at=at)
    limit = days or int(workspace.settings["daily.archive_days"])
    report = _plan(workspace, limit) if dry_run else _run(workspace, limit)
    for problem in report.problems:
        call.note(problem)
    call.emit(_data(report, days=limit, dry_run=dry_run), _lines(report, dry_run=dry_run))
    return 10 if report.problems else 0


def _plan(workspace: Workspace, days: int) -> ArchiveReport:
    from daykeep.daily.archive import ArchiveReport, plan_archive
    from daykeep.distill.state import load_state

    problems: list[str] = []
    plan = plan_archive(
        workspace.files,
        day=workspace.day,
        archive_days=days,
        is_distilled=load_state(workspace.files).is_read,
        problems=problems,
    )
    return ArchiveReport(list(plan.moves), problems, None, list(plan.waiting))


def _run(workspace: Workspace, days: int) -> ArchiveReport:
    from daykeep.daily.archive import archive_logs
    from daykeep.distill.state import load_state

    return archive_logs(
        workspace.files,
        day=workspace.day,
        archive_days=days,
        history=workspace.history,
        author=str(workspace.settings["history.author"]),
        now=workspace.now,
        is_distilled=load_state(workspace.files).is_read,
    )


def _data(report: ArchiveReport, *, days: int, dry_run: bool) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "days": days,
        "moved": [{"name": name, "to": target} for name, target in report.moved],
        "waiting": [{"name": name, "reason": reason} for name, reason in report.waiting],
        "problems": report.problems,
        "commit": report.commit,
    }


def _lines(report: ArchiveReport, *, dry_run: bool) -> Iterator[str]:
    count = len(report.moved)
    verb = "Would move" if dry_run else "Moved"
    yield f"{verb} {count} log{'' if count == 1 else 's'} to the archive." if count else "No log to move."
    yield from _some([f"  {name} -> {target}" for name, target in report.moved])
    if report.waiting:
        yield f"{len(report.waiting)} stay{'s' if len(report.waiting) == 1 else ''}:"
        yield from _some([f"  {name}: {reason}" for name, reason in report.waiting])
        if any(reason.startswith("it is not distilled") for _, reason in report.waiting):
            yield "`daykeep distill --all` distils what was left."
    if report.commit:
        yield f"Committed as {report.commit[:10]}."


def _some(lines: list[str]) -> Iterator[str]:
    yield from lines[:SHOWN]
    if len(lines) > SHOWN:
        yield f"  … and {len(lines) - SHOWN} more"
