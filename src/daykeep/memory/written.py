"""Which items have reached MEMORY.md: a record in ``memory/sources.jsonl`` that follows the write.

The sources of a line are recorded before the line is written, so that no kill leaves a line without one. Only a second
record, after the write, can tell a line that a person deleted from one that was never written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.memory.sources import SCHEMA, SOURCES_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from daykeep.files.store import Files

_KEY = "written"


def record_written(files: Files, items: Iterable[str], *, now: datetime) -> None:
    """Record that the lines of these items stand in MEMORY.md now; nothing is written for no item."""
    ids = list(dict.fromkeys(items))
    if ids:
        stamp = now.isoformat(timespec="seconds")
        files.append_records(SOURCES_FILE, [{"v": SCHEMA, "at": stamp, _KEY: ids}])


def find_written(files: Files) -> frozenset[str]:
    """The ids of all items that have stood in MEMORY.md at some time, as far as it is on record."""
    rows, _ = files.find_records(SOURCES_FILE)
    lists = (row.get(_KEY) for row in rows)
    return frozenset(item for ids in lists if isinstance(ids, list) for item in ids if isinstance(item, str))
