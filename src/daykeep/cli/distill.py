"""``daykeep distill``: moves what was learned from logs to MEMORY.md and proposes what needs a person."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Self

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.distill.run import Place, Report, Window

PROGRESS_FROM = 200
"""So few logs are read before a bar would be seen."""


@command("distill")
@click.option(
    "--days", type=click.IntRange(min=1), help="Read the logs of the last N days (default: distill.days)."
)
@click.option(
    "--all", "everything", is_flag=True, help="Read every log that was not read yet; wins over --days."
)
@click.option("--since", metavar="DATE", help="Read the logs from this day on.")
@click.option("--until", metavar="DATE", help="Read the logs up to this day.")
@click.option("--force", is_flag=True, help="Read logs again that were read before.")
@click.option("--dry-run", is_flag=True, help="Show the whole plan; write nothing.")
@click.option("--explain", is_flag=True, help="Show each section's score and what moved it.")
@click.option(
    "--profile", type=click.Choice(["full", "classic"]), help="Rules for this run (default: distill.profile)."
)
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def distill(
    call: Call, *, at: str | None, dry_run: bool, explain: bool, profile: str | None, **range_options: Any
) -> int:
    """Move what was learned from logs to MEMORY.md.

    Lessons, problems with their fix, decisions, preferences and facts of the daily logs are added under the headings
    of MEMORY.md, each with its source in memory/sources.jsonl. What is less sure, comes from outside, or changes
    something in memory becomes a proposal for `daykeep review`. A run that finds nothing new writes nothing.
    """
    from daykeep.cli.distillation import data_of, lines_of

    workspace = call.workspace(at=at)
    place = _place(workspace, profile)
    report = _run(workspace, _window(workspace, **range_options), place, dry_run=dry_run)
    for problem in (*report.problems, *report.passed_over):
        call.note(problem)
    verdicts = _explain(workspace, report, place.rules.profile) if explain else []
    call.emit(
        data_of(report, verdicts, dry_run=dry_run, explain=explain),
        lines_of(workspace, report, verdicts, dry_run=dry_run),
    )
    return 10 if report.problems else 0


def _place(workspace: Workspace, profile: str | None) -> Place:
    place = workspace.distilling
    return place if profile is None else place._replace(rules=place.rules._replace(profile=profile))


def _run(workspace: Workspace, window: Window, place: Place, *, dry_run: bool) -> Report:
    from daykeep.distill.run import distill as run

    with _Bar() as bar:
        return run(workspace.files, window, place, dry_run=dry_run, processes=_processes(), progress=bar.show)


def _window(
    workspace: Workspace,
    *,
    days: int | None,
    everything: bool,
    since: str | None,
    until: str | None,
    force: bool,
) -> Window:
    from daykeep.clock import parse_day
    from daykeep.distill.run import Window
    from daykeep.errors import UsageError

    if (since or until) and (days or everything):
        raise UsageError("--since and --until go without --days and --all", hint="give one or the other")
    if everything:
        return Window(None, None, force)
    if since or until:
        bounds = [
            parse_day(text, now=workspace.now, zone=workspace.zone) if text else None
            for text in (since, until)
        ]
        if bounds[0] and bounds[1] and bounds[0] > bounds[1]:
            raise UsageError(f"--since {bounds[0]} is after --until {bounds[1]}", hint="swap them")
        return Window(bounds[0], bounds[1], force)
    return Window.of_days(workspace.day, days or int(workspace.settings["distill.days"]), force=force)


def _processes() -> int:
    """How many processes may read logs: the processors that this one may use."""
    import os

    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _explain(workspace: Workspace, report: Report, profile: str) -> list[tuple[str, Any]]:
    """What became of each section of the logs that were read, as pairs of log and verdict."""
    from daykeep.distill.reasons.explain import explain_logs

    return explain_logs(workspace.files, report.read, profile)


class _Bar:
    """A progress bar on stderr for a run of many logs; none where nobody watches."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._watched = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.render_finish()

    def show(self, number: int, total: int) -> None:
        """Say that so many of all logs are read."""
        if not self._watched or total < PROGRESS_FROM:
            return
        if self._bar is None:
            self._bar = click.progressbar(length=total, label="Reading logs", file=sys.stderr)
        self._bar.update(number - self._bar.pos)
