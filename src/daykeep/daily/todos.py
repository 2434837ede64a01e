"""The open items of the last days, gathered from every log of those days."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.daily.find import scan_days
from daykeep.daily.read import LogText, parse_log
from daykeep.errors import DaykeepError
from daykeep.text.similarity import normalise_line
from daykeep.text.todos import find_todo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from daykeep.files.store import Files

NOT_OURS = frozenset({"frontmatter", "code", "managed", "origin", "untrusted", "transcript", "template"})
"""Kinds of regions whose checkboxes are no items of this workspace: code, other tools' text, text from outside."""


_BOXES = (b"[", "【".encode(), "☐".encode(), "⬜".encode(), "□".encode())


class OpenTodo(NamedTuple):
    """An open item: where it stands last, its text without the box, that log's day and the day it was first seen."""

    name: str
    line: int
    text: str
    day: date
    since: date

    def as_json(self) -> dict[str, Any]:
        """The item as JSON values."""
        return {**self._asdict(), "day": self.day.isoformat(), "since": self.since.isoformat()}


def open_todos(files: Files, day: date, days: int, *, problems: list[str] | None = None) -> list[OpenTodo]:
    """The items still open at ``day``, from the logs of the ``days`` days that end with it, oldest first.

    An item carried to a later day counts once; ticking it off in any later log closes it. Logs that can't be read
    are passed over and added to ``problems``, if given.
    """
    dates = [day - timedelta(days=back) for back in range(days - 1, -1, -1)]
    scan = scan_days(files, dates)
    said: list[str] = [] if problems is None else problems
    said.extend(f"{folder}/: this folder can't be listed" for folder in scan.closed)
    logs = ((each, _log_with_boxes(files, name, said)) for each in dates for name in scan.by_day[each])
    return gather_todos((each, log) for each, log in logs if log is not None)


def gather_todos(logs: Iterable[tuple[date, LogText]]) -> list[OpenTodo]:
    """The items still open after reading ``logs`` in their order, in the order in which they were first seen."""
    found: dict[str, OpenTodo] = {}
    for day, log in logs:
        for number, text, done in _items(log):
            key = normalise_line(text)
            if done:
                found.pop(key, None)
            else:
                since = found[key].since if key in found else day
                found[key] = OpenTodo(log.name, number, text, day, since)
    return sorted(found.values(), key=lambda todo: todo.since)


def may_hold_todos(data: bytes) -> bool:
    """Whether a file has anything that looks like a checkbox; cheap."""
    return any(box in data for box in _BOXES)


def _log_with_boxes(files: Files, name: str, problems: list[str]) -> LogText | None:
    try:
        data = files.find_bytes(name)
    except DaykeepError as error:
        problems.append(f"{name}: {error.message}")
        return None
    return parse_log(name, data) if data is not None and may_hold_todos(data) else None


def _items(log: LogText) -> Iterator[tuple[int, str, bool]]:
    boxes = [
        (number, todo)
        for number, line in enumerate(log.lines, 1)
        if ("[" in line or not line.isascii()) and (todo := find_todo(line))
    ]
    if not boxes:
        return
    foreign: set[int] = set()
    for region in log.regions:
        if region.kind in NOT_OURS:
            foreign.update(range(region.first, region.last + 1))
    for number, todo in boxes:
        if number not in foreign and todo.text:
            yield log.first - 1 + number, todo.text, todo.done
