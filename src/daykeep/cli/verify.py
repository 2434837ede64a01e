"""``daykeep verify``: accounts for every line that memory lost, and for every line that it holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.app import Workspace
    from daykeep.git.values import Commit
    from daykeep.review.account.verify import Changed, Gone, Standing, Verified

EXIT_OPEN = 10
"""A line vanished, or something stands in memory or in a core file that nobody has approved."""

SHOWN_LINES = 40
_WAYS = {"source": "with a source on record", "structure": "of headings and rules"}


@command("verify")
@click.option(
    "--since", metavar="COMMIT|DATE", help="Look at what left after this commit, or since this day began."
)
def verify(call: Call, since: str | None) -> int:
    """Prove that no line of memory vanished.

    Every line that left MEMORY.md must have been archived, superseded, taken back, forgotten, or have gone with an
    edit that a person approved (`daykeep trust`). Every line that stands there must have a source on record or such
    an approval; so must the core files as they are, and notes that say they were reviewed. Exit code 10 if something has no account.
    """
    from daykeep.review.account.verify import verify as account

    workspace = call.workspace()
    start = _find_start(workspace, since) if since else None
    verified = account(workspace.files, workspace.layout, workspace.history, since=start)
    if verified.off:
        call.note(f"history is off: {verified.off}; what left before it was on record can't be seen")
    call.emit(_data(verified), _lines(verified))
    return 0 if verified.is_complete else EXIT_OPEN


def _find_start(workspace: Workspace, since: str) -> Commit | None:
    """The commit that is meant, or the last one before a day; None if the history begins later."""
    from daykeep.clock import instant_of, parse_day
    from daykeep.review.provenance.history import require_history

    history = require_history(workspace.history)
    if re.fullmatch("[0-9a-fA-F]{4,64}", since):
        commit = history.find(since)
        if commit is not None:
            return commit
    from datetime import time, timedelta

    day = parse_day(since, now=workspace.now, zone=workspace.zone)
    found = history.commit_at(instant_of(day, time(0), workspace.zone) - timedelta(microseconds=1))
    return history.find(found) if found else None


def _data(verified: Verified) -> dict[str, Any]:
    from daykeep.review.account.verify import count_ways

    return {
        "complete": verified.is_complete,
        "since": verified.since.id if verified.since else None,
        "versions": verified.versions,
        "left": {"count": len(verified.gone), "by": dict(count_ways(verified.gone))},
        "standing": {"count": len(verified.standing), "by": dict(count_ways(verified.standing))},
        "vanished": [_gone_data(line) for line in verified.vanished],
        "unapproved_lines": [
            {"name": verified.memory, "line": line.number, "text": line.text, "left_before": line.was or None}
            for line in verified.doubtful
        ],
        "unapproved": [
            {
                "name": file.name,
                "approved_before": file.known,
                "removed": [text for _, text in file.difference.removed],
                "added": [text for _, text in file.difference.added],
            }
            for file in verified.unapproved
        ],
    }


def _gone_data(line: Gone) -> dict[str, Any]:
    return {
        "text": line.text,
        "commit": line.commit.id if line.commit else None,
        "at": line.commit.at.isoformat() if line.commit else None,
        "author": line.commit.author if line.commit else None,
        "source": f"{line.name}:{line.number}" if line.name else None,
        "uncommitted": line.uncommitted,
    }


def _lines(verified: Verified) -> Iterator[str]:
    from daykeep.review.account.verify import count_ways

    span = f" since commit {verified.since.id[:10]}" if verified.since else ""
    versions = f"{verified.versions:,} version{'' if verified.versions == 1 else 's'}"
    yield f"{verified.memory}{span}: {_tell(len(verified.gone))} left it in {versions}{_ways(count_ways(verified.gone))}."
    yield f"{verified.memory} now: {_tell(len(verified.standing))}{_ways(count_ways(verified.standing))}."
    for line in verified.vanished:
        yield from _vanished(verified, line)
    for file in verified.unapproved:
        yield from _unapproved(file)
    yield from _doubtful(verified)
    yield "Everything is accounted for." if verified.is_complete else "Not everything is accounted for."


def _tell(count: int) -> str:
    return f"{count:,} line{'' if count == 1 else 's'}"


def _ways(counts: Any) -> str:
    said = ", ".join(f"{count:,} {_WAYS.get(way, way)}" for way, count in counts.items())
    return f" ({said})" if said else ""


def _vanished(verified: Verified, line: Gone) -> Iterator[str]:
    text = line.text.strip() or "a line whose text is nowhere now"
    yield f"vanished  {text}"
    if line.commit is not None:
        by = line.commit.author.split(" <")[0]
        yield f"    in commit {line.commit.id[:10]} ({line.commit.subject}), by {by}"
        yield f"    if it should be there, `git show {line.commit.id[:10]}^:{verified.memory}` has it"
    elif line.name:
        yield f"    logged in {line.name}:{line.number}"
    else:
        yield f"    {'not committed yet' if line.uncommitted else 'no commit took it away: the history was rewritten'}"
    yield f"    if it should be gone, say so with `daykeep trust {verified.memory}`"


def _unapproved(file: Changed) -> Iterator[str]:
    said = "changed since it was last approved" if file.known else "was never approved"
    yield f"unapproved  {file.name} {said}"
    shown = file.difference.render(SHOWN_LINES) if file.known else []
    yield from (f"    {line}" for line in shown)
    if file.known and not shown:
        yield "    no line differs from what can still be read"
    yield f"    if it is as you want it, say so with `daykeep trust {file.name}`"


def _doubtful(verified: Verified) -> Iterator[str]:
    lines: tuple[Standing, ...] = verified.doubtful
    for line in lines[:SHOWN_LINES]:
        was = f"  ({line.was} before, and back without an approval)" if line.was else ""
        yield f"no account  {verified.memory}:{line.number}: {line.text.strip()}{was}"
    if len(lines) > SHOWN_LINES:
        yield f"… and {len(lines) - SHOWN_LINES} more lines (`daykeep verify --json` has all)"
