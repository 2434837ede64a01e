"""What a check answers with, and what it is given to look at."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime
    from pathlib import Path

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
    ``home`` and ``environ`` lead to what other programs keep of it, None: nothing outside is looked at. ``hook_problems``
    say what is wrong with how daykeep's hooks are installed.
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
    home: Path | None = None
    environ: Mapping[str, str] = MappingProxyType({})
    hook_problems: tuple[str, ...] = ()


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


READ_FOLDERS = ("", "memory", "cron", "skills")
"""Where the text stands that an agent may come to see; other tools' data and the person's projects are elsewhere."""

_ENDINGS = {
    "": (".md", ".toml"),
    "memory": (".md", ".txt", ".markdown", ".json", ".jsonl"),
    "cron": (".md",),
    "skills": (".md",),
}


def names_to_read(files: Files, folder: str) -> list[str]:
    """The files of one of READ_FOLDERS whose text an agent may come to see: of skills, only what stands on top.

    Raises StorageError if the folder can't be listed; a folder that isn't there has none.
    """
    names = files.list_names(folder, recursive=bool(folder))
    if folder == "skills":
        names = [name for name in names if name.count("/") == 2]
    return [name for name in names if name.lower().endswith(_ENDINGS[folder]) and "/dreaming/" not in name]
