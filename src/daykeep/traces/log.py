"""Traces on the disk: one file of JSON Lines a month. They are figures, not truth, and may be deleted at any time.

A line is appended without forcing it to the disk: a power cut may lose the last ones. What is traced is never held up or
failed by its trace.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.errors import DaykeepError
from daykeep.files.store import Files
from daykeep.traces.event import Event, event_of, record_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.files.encoding import Problem

FOLDER = ".daykeep/data/traces"
_MONTH = re.compile(r"\d{4}-\d{2}")


class Traces:
    """Appends events to the month's file; does nothing where ``enabled`` is False."""

    def __init__(self, files: Files, *, enabled: bool = True) -> None:
        self.enabled = enabled
        self._files = Files(files.root, durable=False, lock_timeout_seconds=0.05)

    def add(self, *events: Event) -> str:
        """Append events; "" if that was done or is switched off, else why not, in words. Raises nothing for a full disk or a lock."""
        if not self.enabled:
            return ""
        by_month: dict[str, list[Event]] = {}
        for event in events:
            month = event.at[:7]
            if _MONTH.fullmatch(month):
                by_month.setdefault(month, []).append(event)
        try:
            for month, each in by_month.items():
                self._files.append_records(file_of(month), [record_of(event) for event in each])
        except DaykeepError as error:
            return error.message
        return ""


def file_of(month: str) -> str:
    """The file of a month (``2026-11``)."""
    return f"{FOLDER}/{month}.jsonl"


def months(files: Files) -> tuple[str, ...]:
    """The months that have traces, oldest first."""
    names = (name.rpartition("/")[2].removesuffix(".jsonl") for name in files.list_names(FOLDER))
    return tuple(name for name in names if _MONTH.fullmatch(name))


def read_events(
    files: Files, wanted: Iterable[str] | None = None
) -> tuple[tuple[Event, ...], tuple[Problem, ...]]:
    """The events of some months (else all) as they were appended, and a problem for every line that is damaged."""
    events: list[Event] = []
    problems: list[Problem] = []
    chosen = months(files) if wanted is None else [month for month in months(files) if month in set(wanted)]
    for month in chosen:
        records, damaged = files.find_records(file_of(month))
        events += [event for record in records if (event := event_of(record)) is not None]
        problems += damaged
    return tuple(events), tuple(problems)
