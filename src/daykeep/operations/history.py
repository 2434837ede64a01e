"""What memory learned, commit by commit, and a file as it was at the end of a day."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.clock import format_instant, local_time, parse_day
from daykeep.errors import DocumentError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from daykeep.app import Workspace
    from daykeep.git.values import Commit
    from daykeep.review.provenance.history import Event

_MINUTE = "%Y-%m-%d %H:%M"
_ONE_LINE = re.compile(r"(.*:([0-9]+))-\2")
SHOWN_LINES = 6
"""Lines of MEMORY.md shown for one commit; JSON and git have all."""


class Told(NamedTuple):
    """The commits of memory, newest first, and what is to be said of them."""

    events: Sequence[Event]
    notes: tuple[str, ...]


class Past(NamedTuple):
    """A file as it was at the end of a day: in which commit, of which moment, line by line."""

    name: str
    day: date
    commit: Commit
    at: str
    lines: Sequence[str]
    note: str


def history(workspace: Workspace, name: str | None = None, *, limit: int = 20) -> Told:
    """The last ``limit`` commits that changed memory, or one file of it.

    GitError where there is no history; DocumentError for a file that neither the folder nor the history knows.
    """
    from daykeep.review.provenance.history import list_events, require_history  # noqa: PLC0415 - git is heavy

    commits = require_history(workspace.history)
    memory = workspace.layout.memory_target
    events = list_events(workspace.files, commits, memory=memory, name=name, limit=limit)
    if name is not None and not events and workspace.files.kind(name) == "missing":
        raise DocumentError(
            f'there is no "{name}", and the history knows none', hint="`daykeep history` shows what there is"
        )
    ignored = sorted(commits.ignored([name or memory]))
    return Told(events, tuple(f"git ignores {one}: its history is not kept" for one in ignored))


def history_data(told: Told) -> dict[str, Any]:
    """The commits as JSON values."""
    return {"commits": [_data(event) for event in told.events]}


def history_lines(workspace: Workspace, told: Told) -> list[str]:
    """The commits in lines, or that there is none."""
    lines = [line for event in told.events for line in _lines(workspace, event)]
    return lines or ["Nothing is recorded yet."]


def find_past(workspace: Workspace, as_of: str, name: str | None = None) -> Past:
    """A file (MEMORY.md) as it was at the end of a day, as a person writes days.

    UsageError for a day that can't be read, GitError where there is no history.
    """
    from daykeep.files.encoding import decode  # noqa: PLC0415 - not needed for the commits
    from daykeep.review.provenance.history import find_as_of, require_history  # noqa: PLC0415 - git is heavy

    day = parse_day(as_of, now=workspace.now, zone=workspace.zone)
    wanted = name or workspace.layout.memory_target
    past = find_as_of(require_history(workspace.history), day, zone=workspace.zone, name=wanted)
    at = format_instant(past.commit.at, workspace.zone)
    said = local_time(past.commit.at, workspace.zone).strftime(_MINUTE)
    note = f"{past.name} at the end of {day}: commit {past.commit.id[:10]} of {said}"
    return Past(past.name, day, past.commit, at, decode(past.data, past.name).texts, note)


def past_data(past: Past) -> dict[str, Any]:
    """A file as it was, as JSON values."""
    return {
        "name": past.name,
        "day": past.day.isoformat(),
        "commit": past.commit.id,
        "at": past.at,
        "lines": past.lines,
    }


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
