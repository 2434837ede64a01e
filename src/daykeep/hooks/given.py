"""What the agents of a workspace were given by hooks, session by session, so that nothing is given twice.

A cache of a few hundred lines of JSON: lost, it costs a repetition. A session begins anew where its context does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.workspace.hooklog import append_bounded, quick_files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from daykeep.context.part import Shown

GIVEN_FILE = ".daykeep/cache/hooks/given.jsonl"
LIMIT_BYTES = 256 * 1024
_DATA_FOLDER = ".daykeep"


class Given(NamedTuple):
    """What a session has: the lines of files (name, first, last) of its start packet and the packet's hash, and keys of passages."""

    packet: str = ""
    shown: tuple[tuple[str, int, int], ...] = ()
    keys: tuple[str, ...] = ()


def find_given(root: Path | str, session_id: str) -> Given:
    """What a session was given since its context began; nothing where that is not known."""
    given = Given()
    if not session_id:
        return given
    try:
        records = quick_files(root).find_records(GIVEN_FILE)[0]
    except DaykeepError:
        return given
    for record in records:
        if record.get("session") == session_id:
            given = _after(given, record)
    return given


def note_packet(root: Path | str, session_id: str, packet: str, shown: Sequence[Shown]) -> None:
    """Note that a session's context began anew, with the packet of this hash."""
    lines = [run for part in shown for run in whole_runs(part)]
    _append(root, {"session": session_id, "packet": packet, "shown": lines})


def note_passages(root: Path | str, session_id: str, keys: Sequence[str]) -> None:
    """Note that a session was given passages."""
    _append(root, {"session": session_id, "keys": list(keys)})


def whole_runs(part: Shown) -> list[tuple[str, int, int]]:
    """The stretches of a file's lines that stand in a packet without a gap."""
    runs, first = [], part.first
    for span in sorted(part.cut):
        if first < span.first <= part.last:
            runs.append((part.name, first, span.first - 1))
        first = max(first, span.last + 1)
    return [*runs, (part.name, first, part.last)] if first <= part.last else runs


def _append(root: Path | str, record: Mapping[str, Any]) -> None:
    if not record["session"]:
        return
    try:
        files = quick_files(root)
        if files.kind(_DATA_FOLDER) == "folder":
            append_bounded(files, GIVEN_FILE, record, limit_bytes=LIMIT_BYTES)
    except DaykeepError:
        return


def _after(given: Given, record: Mapping[str, Any]) -> Given:
    if isinstance(record.get("packet"), str):
        rows = record.get("shown")
        shown = [tuple(row) for row in rows if _is_run(row)] if isinstance(rows, list) else []
        given = Given(record["packet"], tuple(shown))
    keys = record.get("keys")
    return given._replace(keys=(*given.keys, *map(str, keys))) if isinstance(keys, list) else given


def _is_run(row: Any) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 3
        and isinstance(row[0], str)
        and all(type(line) is int for line in row[1:])
    )
