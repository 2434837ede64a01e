"""Merges a daily log that was written on two machines: by entry, in the order of time where it stands in one."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from daykeep.text.merge.documents import Merged, merge_documents
from daykeep.text.merge.threeway import Rules, holds

if TYPE_CHECKING:
    from daykeep.text.merge.pieces import Moment, Piece

_NOON = 12
_MINUTES = 60


def merge_logs(base: bytes, ours: bytes, theirs: bytes, *, marker_size: int = 7) -> Merged | None:
    """The log with the entries of both sides, each once; None for what is better merged by its lines.

    Entries that both added at one place stand in the order of their times if both logs do. An entry that both
    changed is merged by item and line; what can't be is shown between marks, with nothing around it. A task that one
    side ticked is ticked. Two entries with one heading stay two if they have a time and say different things.
    """
    rules = Rules(joins=_is_one_entry, size=marker_size)
    return merge_documents(base, ours, theirs, rules=rules, moment=find_moment)


def find_moment(line: str, is_heading: bool) -> Moment | None:
    """When an entry was written, as its day (or ``""``) and the minute of the day; None if its line doesn't say.

    >>> find_moment("## 2:30 PM - Deploy", True), find_moment("- see 12:00 above", False)
    (('', 870), None)
    """
    found = _pattern().search(line) if is_heading else _pattern().match(_bullet().sub("", line, count=1))
    if found is None:
        return None
    day, hour, minute, second, half = found.groups()
    hours = int(hour)
    if half:
        hours = hours % _NOON + (_NOON if half in "pP" else 0)
    return day or "", hours * _MINUTES + int(minute) + int(
        second or 0
    ) / _MINUTES if second else hours * _MINUTES + int(minute)


@cache
def _pattern() -> re.Pattern[str]:
    day = r"(?:(\d{4}-\d\d-\d\d)[ T])?"
    return re.compile(
        rf"{day}(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?:\s?([AaPp])[Mm]\b)?", re.ASCII
    )


@cache
def _bullet() -> re.Pattern[str]:
    return re.compile(r"^\s*(?:[-*+•]\s+)?(?:\[[^\]\d]?\]\s+)?[\[(（【`*]*")


def _is_one_entry(ours: Piece, theirs: Piece) -> bool:
    """Whether two sections that both sides added under one heading are one."""
    if ours.moment is None or ours.level < 0:
        return True
    return holds(ours, theirs) or holds(theirs, ours)
