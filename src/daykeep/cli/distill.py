"""``daykeep distill``: moves what was learned from logs to MEMORY.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.distill.run import Report, Window


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
@click.option("--dry-run", is_flag=True, help="Show what it finds; write nothing.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def distill(call: Call, *, at: str | None, dry_run: bool, **range_options: Any) -> int:
    """Move what was learned from logs to MEMORY.md.

    Lessons and problem-and-fix pairs of the daily logs are added under the headings of MEMORY.md, each with its
    source in memory/sources.jsonl. What comes from tools, the web or an import waits for a person. A run that
    finds nothing new writes nothing.
    """
    from daykeep.distill.run import distill as run

    workspace = call.workspace(at=at)
    report = run(workspace.files, _window(workspace, **range_options), workspace.distilling, dry_run=dry_run)
    for problem in (*report.problems, *report.passed_over):
        call.note(problem)
    call.emit(_data(report, dry_run=dry_run), _lines(workspace, report, dry_run=dry_run))
    return 10 if report.problems else 0


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


def _data(report: Report, *, dry_run: bool) -> dict[str, Any]:
    items = [
        {
            "id": outcome.item.item_id,
            "status": outcome.status,
            "reason": outcome.reason,
            "kind": outcome.item.kind,
            "title": outcome.item.title,
            "day": outcome.item.day.isoformat(),
            "name": outcome.item.name,
            "lines": [outcome.item.first, outcome.item.last],
            "origin": outcome.item.origin,
            "score": outcome.item.score,
            "text": outcome.item.texts,
        }
        for outcome in report.plan.outcomes
    ]
    left = [{"name": o.name, "line": o.line, "reason": o.reason} for o in report.plan.omissions]
    return {
        "status": report.status,
        "dry_run": dry_run,
        "read": report.read,
        "unchanged": report.unchanged,
        "items": items,
        "left": left,
        "problems": report.problems,
        "passed_over": report.passed_over,
        "memory": {"chars": report.memory_chars, "lines": report.memory_lines},
        "commit": report.commit,
    }


def _lines(workspace: Workspace, report: Report, *, dry_run: bool) -> list[str]:
    added = report.plan.added
    verb = "Would learn" if dry_run else "Learned"
    logs = f"{len(report.read)} log{'' if len(report.read) == 1 else 's'}"
    lines = [f"{verb} {len(added)} thing{'' if len(added) == 1 else 's'} from {logs}."]
    if report.unchanged:
        lines[0] += f" {report.unchanged} unchanged since the last run."
    for outcome in report.plan.outcomes:
        item = outcome.item
        place = f"{item.name}:{item.first}" + (f"-{item.last}" if item.last != item.first else "")
        lines.append(f"{_SIGNS[outcome.status]} {item.kind:<11} {place}  {item.title}")
        if outcome.status == "added":
            lines.extend(f"      {text}" for text in item.texts)
        else:
            lines.append(f"      {outcome.status.replace('_', ' ')}: {outcome.reason}")
    if report.plan.omissions:
        lines.append(f"Left in the logs: {_tally(report)}.")
    lines.append(_budget(workspace, report))
    if report.commit:
        lines.append(f"Committed as {report.commit[:10]}.")
    elif report.written:
        lines.append(f"Not committed: {_why_not(workspace)}.")
    return lines


_SIGNS = {"added": "+", "held": "?", "duplicate": "=", "taken_back": "-"}


def _why_not(workspace: Workspace) -> str:
    from daykeep.git.values import HistoryOff

    history = workspace.history
    return f"history is off, {history.reason}" if isinstance(history, HistoryOff) else "the notes say why"


def _tally(report: Report) -> str:
    counts: dict[str, int] = {}
    for omission in report.plan.omissions:
        counts[omission.reason] = counts.get(omission.reason, 0) + 1
    return ", ".join(
        f"{count} × {reason}" for reason, count in sorted(counts.items(), key=lambda pair: -pair[1])
    )


def _budget(workspace: Workspace, report: Report) -> str:
    chars, lines = workspace.settings["memory.budget_chars"], workspace.settings["memory.budget_lines"]
    text = f"{workspace.distilling.memory}: {report.memory_chars:,} of {chars:,} characters, "
    text += f"{report.memory_lines} of {lines} lines."
    if report.memory_chars > chars or report.memory_lines > lines:
        text += " Over its budget: agents will cut it; `daykeep doctor` says which lines."
    return text
