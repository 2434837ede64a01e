"""``daykeep history``: shows what memory learned, and memory as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.review.history import Event

SHOWN_SOURCES = 6


@command("history")
@click.argument("name", metavar="FILE", required=False)
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Show at most N commits."
)
@click.option(
    "--as-of", "as_of", metavar="DATE", help="Print the file (MEMORY.md) as it was at the end of that day."
)
def history(call: Call, name: str | None, *, limit: int, as_of: str | None) -> None:
    """Show what memory learned, and as it was.

    The commits of the workspace in plain words, newest first: what was learned and from where, what was taken
    back, the days' logs, edits by others.
    """
    from daykeep.review.history import list_events, require_history

    workspace = call.workspace()
    commits = require_history(workspace.history)
    if as_of:
        _show_past(call, workspace, name, as_of)
        return
    events = list_events(commits, [name] if name else [], limit=limit)
    data = {"commits": [_data(event) for event in events]}
    call.emit(
        data, [line for event in events for line in _lines(workspace, event)] or ["Nothing is recorded yet."]
    )


def _show_past(call: Call, workspace: Workspace, name: str | None, as_of: str) -> None:
    from daykeep.clock import parse_day
    from daykeep.review.history import read_past, require_history

    day = parse_day(as_of, now=workspace.now, zone=workspace.zone)
    wanted = name or workspace.layout.memory_target
    past = read_past(require_history(workspace.history), wanted, day=day, zone=workspace.zone)
    call.note(f"{past.name} at the end of {day}, commit {past.commit.id[:10]}")
    data = {"name": past.name, "day": day.isoformat(), "commit": past.commit.id, "lines": past.lines}
    call.emit(data, past.lines)


def _data(event: Event) -> dict[str, Any]:
    commit = event.commit
    return {
        "id": commit.id,
        "at": commit.at.isoformat(),
        "author": commit.author,
        "subject": commit.subject,
        "kind": event.kind,
        "items": list(event.items),
        "sources": list(event.sources),
        "names": list(commit.names),
    }


def _lines(workspace: Workspace, event: Event) -> list[str]:
    from daykeep.clock import local_time

    commit = event.commit
    moment = local_time(commit.at, workspace.zone).strftime("%Y-%m-%d %H:%M")
    lines = [f"{moment}  {commit.id[:10]}  {event.kind:<10}  {commit.subject}"]
    lines.extend(f"    from {source}" for source in event.sources[:SHOWN_SOURCES])
    left = len(event.sources) - SHOWN_SOURCES
    if left > 0:
        lines.append(f"    and {left} more (`daykeep history --json` lists all)")
    return lines
