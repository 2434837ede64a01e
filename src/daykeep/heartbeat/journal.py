"""What beats and the daemon did, line by line, whoever started them: ``.daykeep/cache/beats.jsonl``.

A quiet beat leaves no line. The journal is a cache: losing it loses nothing but the tale.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError
from daykeep.files.store import Files
from daykeep.heartbeat.alerts import parse_time

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

JOURNAL = ".daykeep/cache/beats.jsonl"
LIMIT_BYTES = 500_000
"""A longer journal is cut to its newest half."""


class Line(NamedTuple):
    """One line: when, how grave (info, warning, error), what, and who said it (beat or daemon)."""

    at: datetime
    level: str
    text: str
    by: str = "beat"


def append_journal(files: Files, lines: Sequence[Line]) -> None:
    """Add lines; not forced to the disk. Nothing is written for no lines."""
    if not lines:
        return
    quick = Files(files.root, durable=False)
    rows = [{**line._asdict(), "at": line.at.isoformat(timespec="seconds")} for line in lines]
    quick.append_records(JOURNAL, rows)
    data = quick.find_bytes(JOURNAL) or b""
    if len(data) > LIMIT_BYTES:
        newest = data[-LIMIT_BYTES // 2 :].partition(b"\n")[2]
        try:
            quick.replace(JOURNAL, newest, expected_sha256=hashlib.sha256(data).hexdigest())
        except ConflictError:
            return  # another beat adds to it at this moment, and cuts it next time


def read_journal(files: Files, count: int) -> list[Line]:
    """The newest ``count`` lines, oldest first; rows that are none are passed over."""
    rows, _ = files.find_records(JOURNAL)
    lines = [
        Line(at, str(row["level"]), str(row["text"]), str(row.get("by", "beat")))
        for row in rows
        if "level" in row and "text" in row and (at := parse_time(row.get("at"))) is not None
    ]
    return lines[-count:]
