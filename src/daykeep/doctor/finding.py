"""What a check answers with, and what it is given to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date, datetime

    from daykeep.clock import Zone
    from daykeep.daily.names import DailyName
    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff
    from daykeep.workspace.layout import Layout

LEVELS = ("error", "warning", "info")

LOOK_BYTES = 1_000_000
"""How much of one file the content checks read; what lies beyond is said to be unread."""


class Finding(NamedTuple):
    """One thing that is worth knowing.

    ``id`` is the same in every run as long as the cause stands; ``line`` is 0 where the whole file or workspace is
    meant, ``name`` is ``""`` where no file is. Only a ``fixable`` finding can be given to ``--fix``.
    """

    id: str
    level: str
    name: str
    line: int
    message: str
    hint: str = ""
    fixable: bool = False


class Subject(NamedTuple):
    """The workspace under examination, with the values that checks measure it by.

    ``dailies`` are all its logs, oldest first; ``problems`` what was wrong with zone and settings when it was opened.
    """

    files: Files
    layout: Layout
    history: History | HistoryOff
    zone: Zone
    now: datetime
    day: date
    language: str
    memory_budget_chars: int
    memory_budget_lines: int
    dailies: tuple[DailyName, ...]
    problems: tuple[str, ...]


class Look(NamedTuple):
    """A file as far as it was read: ``whole`` is False where it goes on beyond LOOK_BYTES."""

    document: Document
    whole: bool


def look_at(files: Files, name: str) -> Look | None:
    """Read a file up to LOOK_BYTES, cut at a line's end if there is one; None if it is gone.

    Raises the errors of `Files.find_bytes`.
    """
    data = files.find_bytes(name, limit_bytes=LOOK_BYTES + 1)
    if data is None:
        return None
    whole = len(data) <= LOOK_BYTES
    if not whole:
        at = data.rfind(b"\n")
        data = data[: at + 1] if at >= 0 else data[:LOOK_BYTES].decode("utf-8", "ignore").encode()
    return Look(decode(data, name), whole)


def names_to_read(subject: Subject) -> Iterator[str]:
    """Every file whose text an agent may come to see: layer files, memory, jobs, skills; other tools' data is not."""
    files = subject.files
    seen = {name for name in files.list_names("") if name.lower().endswith((".md", ".toml"))}
    yield from sorted(seen)
    for folder, endings in (("memory", (".md", ".txt", ".markdown", ".json", ".jsonl")), ("cron", (".md",))):
        yield from _listed(files, folder, endings)
    yield from (name for name in _listed(files, "skills", (".md",)) if name.count("/") == 2)


def _listed(files: Files, folder: str, endings: tuple[str, ...]) -> list[str]:
    try:
        names = files.list_names(folder, recursive=True)
    except DaykeepError:
        return []
    return [name for name in names if name.lower().endswith(endings) and "/dreaming/" not in name]
