"""``daykeep why``: says where a line of memory came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.texts import TextCommand

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.git.values import Commit
    from daykeep.review.why import Source, Why

EXIT_NO_SUCH_LINE = 5


@command("why", cls=TextCommand)
@click.argument("line", metavar="LINE")
def why(call: Call, line: str) -> int:
    """Say where a line of memory came from.

    LINE is a line of MEMORY.md, with or without its bullet, or a part that only one line has. The answer names the
    log and its lines, the day, the origin, and the commit that learned it.
    """
    from daykeep.git.values import HistoryOff
    from daykeep.review.why import explain

    workspace = call.workspace()
    answer = explain(workspace.files, workspace.history, workspace.layout.memory_target, line)
    if isinstance(workspace.history, HistoryOff):
        call.note(f"history is off: {workspace.history.reason}")
    call.emit(_data(workspace, answer), _lines(workspace, answer))
    return 0 if answer.line else EXIT_NO_SUCH_LINE


def _data(workspace: Workspace, answer: Why) -> dict[str, Any]:
    return {
        "name": workspace.layout.memory_target,
        "line": answer.line,
        "text": answer.text,
        "sources": [_source_data(source) for source in answer.sources],
        "candidates": [{"line": number, "text": text} for number, text in answer.candidates],
        "first_seen": _commit_data(answer.first_seen),
    }


def _source_data(source: Source) -> dict[str, Any]:
    record, found = source.record, source.found
    return {
        "item": record.item,
        "kind": record.kind,
        "name": found.name,
        "lines": [found.first, found.last],
        "state": found.state,
        "text": found.lines,
        "day": record.day,
        "origin": record.origin,
        "score": record.score,
        "learned_at": record.at,
        "commit": record.commit,
        "learned": _commit_data(source.learned),
        "logged_as": {"name": record.name, "lines": [record.first, record.last]},
    }


def _commit_data(commit: Commit | None) -> dict[str, Any] | None:
    if commit is None:
        return None
    return {"id": commit.id, "at": commit.at.isoformat(), "author": commit.author, "subject": commit.subject}


def _lines(workspace: Workspace, answer: Why) -> list[str]:
    memory = workspace.layout.memory_target
    if not answer.line:
        if len(answer.candidates) == 1:
            number, text = answer.candidates[0]
            return [f"No line of {memory} reads so. The nearest is line {number}:", f"  {text}"]
        if answer.candidates:
            return ["Several lines hold that; give more of one:"] + [
                f"  {memory}:{number}  {text}" for number, text in answer.candidates
            ]
        return [f"No line of {memory} reads so, or nearly so."]
    lines = [f"{memory}:{answer.line}  {answer.text}"]
    for source in answer.sources:
        lines.extend(_source_lines(workspace, source))
    if not answer.sources:
        lines.append("  no source on record: written by hand, or by another tool")
        if answer.first_seen:
            lines.append(f"  first seen in {_commit_text(workspace, answer.first_seen)}")
    return lines


def _source_lines(workspace: Workspace, source: Source) -> list[str]:
    record, found = source.record, source.found
    place = f"{found.name}:{found.first}" + (f"-{found.last}" if found.last > found.first else "")
    said = {
        "there": f"from {place}",
        "moved": f"from {record.name}:{record.first}, now at {place}",
        "in history": f"from {place} as it was in commit {(found.commit or '')[:10]}; the log was changed since",
        "gone": f"from {place}; that log does not hold it any more",
    }[found.state]
    lines = [f"  {said}"] + [f"    {text}" for text in found.lines]
    lines.append(f"  logged {record.day} by {record.origin}; {record.kind}, score {record.score:.2f}")
    lines.append(f"  item {record.item}, learned {_moment(workspace, record.at)}")
    if source.learned:
        lines.append(f"  in {_commit_text(workspace, source.learned)}")
    return lines


def _commit_text(workspace: Workspace, commit: Commit) -> str:
    return f"commit {commit.id[:10]} of {_moment(workspace, commit.at.isoformat())}: {commit.subject}"


def _moment(workspace: Workspace, text: str) -> str:
    from datetime import datetime

    from daykeep.clock import local_time

    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    if moment.tzinfo is None:
        return text
    return local_time(moment, workspace.zone).strftime("%Y-%m-%d %H:%M")
