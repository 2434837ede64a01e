"""What happens in a day: an entry is added to its log, the log is read, what is open is listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.clock import local_time

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.app import Workspace
    from daykeep.daily.days import DayLogs
    from daykeep.daily.log import Logged
    from daykeep.daily.todos import OpenTodo


class Wish(NamedTuple):
    """What is to be logged, who says it, and what it is ("" to read that off the parts that are given)."""

    text: str = ""
    origin: str = "agent"
    kind: str = ""
    title: str = ""
    problem: str = ""
    fix: str = ""
    lesson: str = ""
    tags: tuple[str, ...] = ()


def add_entry(workspace: Workspace, wish: Wish) -> Logged:
    """Append an entry to the log of the workspace's day; durable when it returns.

    Raises what `daykeep.daily.log.append_entry` raises: UsageError, RefusedError (guards) or StorageError.
    """
    from daykeep.daily.entry import Entry  # noqa: PLC0415 - not needed to read a day
    from daykeep.daily.log import append_entry  # noqa: PLC0415 - not needed to read a day

    pair = "problem" if wish.problem or wish.fix else "lesson" if wish.lesson else "note"
    fields = wish._asdict() | {"kind": wish.kind or pair}
    entry = Entry(at=local_time(workspace.now, workspace.zone), **fields)
    return append_entry(workspace.files, entry, language=workspace.language)


def said_place(logged: Logged) -> str:
    """Where an entry stands, in words."""
    return f"{logged.name}:{logged.first_line}" if logged.first_line else f"{logged.name} (spooled)"


def read_log(workspace: Workspace, day: str = "") -> tuple[date, DayLogs]:
    """The logs of a day as a person writes it ("" for today). UsageError for a day that can't be read."""
    from daykeep.clock import parse_day  # noqa: PLC0415 - not needed to log
    from daykeep.daily.days import read_day  # noqa: PLC0415 - not needed to log

    meant = parse_day(day, now=workspace.now, zone=workspace.zone) if day else workspace.day
    return meant, read_day(workspace.files, meant)


def log_data(day: date, logs: DayLogs) -> dict[str, Any]:
    """The logs of a day as JSON values."""
    return {"day": day.isoformat(), **logs.as_json()}


def log_lines(day: date, logs: DayLogs) -> Sequence[str]:
    """The logs of a day in lines, or that there is none."""
    return logs.as_lines() or [f"no log of {day}"]


class Open(NamedTuple):
    """The todos of the last ``days`` days up to ``day`` that are open, and what could not be read."""

    day: date
    days: int
    todos: Sequence[OpenTodo]
    problems: Sequence[str]


def find_open(workspace: Workspace) -> Open:
    """What is still to be done, from the logs of as many days as ``daily.todo_days`` says."""
    from daykeep.daily.todos import open_todos  # noqa: PLC0415 - not needed to log

    days = int(workspace.settings["daily.todo_days"])
    problems: list[str] = []
    todos = open_todos(workspace.files, workspace.day, days, problems=problems)
    return Open(workspace.day, days, todos, problems)


def open_data(found: Open) -> dict[str, Any]:
    """What is open as JSON values."""
    todos = [todo.as_json() for todo in found.todos]
    return {"day": found.day.isoformat(), "days": found.days, "todos": todos}


def open_lines(found: Open) -> list[str]:
    """What is open in lines, or that nothing is."""
    lines = [f"{todo.name}:{todo.line}: {todo.text}" for todo in found.todos]
    return lines or [f"nothing open in the last {found.days} days"]
