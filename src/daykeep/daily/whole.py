"""A whole day written at once, where there is no log of it yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.daily.door import pass_door
from daykeep.daily.entry import render_entry
from daykeep.daily.names import daily_file
from daykeep.files.store import Tail

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.daily.entry import Entry
    from daykeep.files.store import Files

_TAIL_BYTES = 64 << 10


def render_day(entries: Sequence[Entry], *, language: str) -> bytes:
    """The log that these entries make, in their order, each through the same door as one that is appended."""
    data = b""
    for entry in entries:
        checked, _ = pass_door(entry)
        tail = Tail(len(data), data[:_TAIL_BYTES], data[-_TAIL_BYTES:])
        data += render_entry(checked, tail, language=language).data
    return data


def create_day(files: Files, day: date, entries: Sequence[Entry], *, language: str) -> str:
    """Write the log of a day that has none; its name. All of it is there or nothing; durable when it returns.

    ConflictError if there is a file by now: not a byte of it is touched.
    """
    name = daily_file(day)
    files.replace(name, render_day(entries, language=language), expected_sha256=None)
    return name
