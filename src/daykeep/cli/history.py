"""``daykeep history``: shows what memory learned, and memory as it was."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.errors import DocumentError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.app import Workspace
    from daykeep.review.provenance.history import Event

_MINUTE = "%Y-%m-%d %H:%M"
_ONE_LINE = re.compile(r"(.*:([0-9]+))-\2")
SHOWN_LINES = 6
"""Lines of MEMORY.md shown for one commit; --json and git have all."""


@command("history")
@click.argument("name", metavar="[FILE]", required=False)
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Show at most N commits."
)
@click.option(
    "--as-of", "as_of", metavar="DATE", help="Print the file (MEMORY.md) as it was at the end of that day."
)
def history(call: Call, name: str | None, *, limit: int, as_of: str | None) -> None:
    """Show what memory learned, and as it was.

    The commits of memory in plain words, newest first: what was learned and from where, what was taken back,
    forgotten, archived or brought back and who approved it, the days' logs, and what others changed. FILE shows those
    of one file only.
    """
    from daykeep.review.provenance.history import list_events, require_history

    workspace = call.workspace()
    commits = require_history(workspace.history)
    if as_of is not None:
        _show_past(call, workspace, name, as_of)
        return
    memory = workspace.layout.memory_target
    events = list_events(workspace.files, commits, memory=memory, name=name, limit=limit)
    _require_known(workspace, name, events)
    for ignored in sorted(commits.ignored([name or memory])):
        call.note(f"git ignores {ignored}: its history is not kept")
    lines = [line for event in events for line in _lines(workspace, event)]
    call.emit({"commits": [_data(event) for event in events]}, lines or ["Nothing is recorded yet."])


def _require_known(workspace: Workspace, name: str | None, events: list[Event]) -> None:
    if name is not None and not events and workspace.files.kind(name) == "missing":
        raise DocumentError(
            f'there is no "{name}", and the history knows none', hint="`daykeep history` shows what there is"
        )


def _show_past(call: Call, workspace: Workspace, name: str | None, as_of: str) -> None:
    from daykeep.clock import format_instant, local_time, parse_day
    from daykeep.files.encoding import decode
    from daykeep.review.provenance.history import find_as_of, require_history

    day = parse_day(as_of, now=workspace.now, zone=workspace.zone)
    wanted = name or workspace.layout.memory_target
    past = find_as_of(require_history(workspace.history), day, zone=workspace.zone, name=wanted)
    at = format_instant(past.commit.at, workspace.zone)
    said = local_time(past.commit.at, workspace.zone).strftime(_MINUTE)
    call.note(f"{past.name} at the end of {day}: commit {past.commit.id[:10]} of {said}")
    lines = decode(past.data, past.name).texts
    data = {"name": past.name, "day": day.isoformat(), "commit": past.commit.id, "at": at, "lines": lines}
    call.emit(data, lines)


def _data(event: Event) -> dict[str, Any]:
    commit = event.commit
    return {
        "id": commit.id,
        "at": commit.at.isoformat(),
        "author": commit.author,
        "subject": commit.subject,
        "kind": event.kind,
        "items": [
            {"id": item.item, "source": item.source, "lines": list(item.lines)} for item in event.items
        ],
        "removed": [text for _, text in event.difference.removed],
        "added": [text for _, text in event.difference.added],
        "archived": list(event.archived),
        "elsewhere": [
            {
                "name": name,
                "removed": [text for _, text in difference.removed],
                "added": [text for _, text in difference.added],
            }
            for name, difference in event.elsewhere
        ],
        "approved_by": event.approved_by,
        "names": list(commit.names),
    }


def _lines(workspace: Workspace, event: Event) -> Iterator[str]:
    from daykeep.clock import local_time

    commit = event.commit
    moment = local_time(commit.at, workspace.zone).strftime(_MINUTE)
    by = f"  (by {commit.author.split(' <')[0]})" if event.kind == "changed" else ""
    by = f"  (approved by {event.approved_by})" if event.approved_by else by
    yield f"{moment}  {commit.id[:10]}  {event.kind:<10}  {commit.subject}{by}"
    shown = list(_item_lines(event)) or [f"    {text}" for text in event.difference.render(SHOWN_LINES)]
    for name, difference in event.elsewhere:
        shown += [f"    {name}", *(f"      {text}" for text in difference.render(SHOWN_LINES))]
    yield from shown[: 2 * SHOWN_LINES]
    if len(shown) > 2 * SHOWN_LINES:
        yield f"    … and {len(shown) - 2 * SHOWN_LINES} more lines (`git show {commit.id[:10]}` has all)"


def _item_lines(event: Event) -> Iterator[str]:
    sign = "-" if event.kind in {"taken back", "forgotten"} else "+"
    for item in event.items:
        for text in item.lines:
            yield f"    {sign} {text.strip()}"
        yield f"      item {item.item}" + (f" from {_place(item.source)}" if item.source else "")
    if event.items:
        yield from (f"    > {text.strip()}  (to the archive)" for text in event.archived)


def _place(source: str) -> str:
    """A source as it is said everywhere else: a single line has one number."""
    one = _ONE_LINE.fullmatch(source)
    return one[1] if one else source
