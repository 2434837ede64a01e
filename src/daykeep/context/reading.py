"""Where a packet's files are read from: as they are now, or as they were at the end of an earlier day."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from daykeep.daily.find import DayScan, pick_days, scan_days
from daykeep.memory.decisions import trusted_contents

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.files.store import Files
    from daykeep.git.history import History


class Reader(Protocol):
    """Reads files by name. ``notes`` holds (name, what should be known about it)."""

    notes: list[tuple[str, str]]

    def find(self, name: str) -> bytes | None:
        """The file's bytes, None if it is missing. Raises StorageError or DocumentError."""

    def has(self, name: str) -> bool:
        """Whether there is such a file."""

    def scan(self, days: Sequence[date]) -> DayScan:
        """The log files of these days."""

    def list_names(self, folder: str) -> list[str]:
        """The files below a folder; none where there is no such folder."""

    def is_approved(self, name: str, data: bytes) -> bool:
        """Whether this content of a file is on record as what a person wants, or as daykeep's own."""


class PresentReader:
    """The files as they are now; ``archive`` looks for logs that were archived, too."""

    def __init__(self, files: Files, *, archive: bool = False) -> None:
        self.files = files
        self.archive = archive
        self.notes: list[tuple[str, str]] = []
        self._scans: dict[tuple[date, ...], DayScan] = {}
        self._approved: dict[str, set[str]] | None = None

    def find(self, name: str) -> bytes | None:
        """The file's bytes, None if it is missing."""
        return self.files.find_bytes(name)

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return self.files.kind(name) == "file"

    def scan(self, days: Sequence[date]) -> DayScan:
        """The log files of these days; the folders are listed once for each set of days."""
        key = tuple(days)
        if key not in self._scans:
            self._scans[key] = scan_days(self.files, days, archive=self.archive)
        return self._scans[key]

    def list_names(self, folder: str) -> list[str]:
        """The files below a folder; none where there is no such folder."""
        return self.files.list_names(folder, recursive=True) if self.files.kind(folder) == "folder" else []

    def is_approved(self, name: str, data: bytes) -> bool:
        """Whether this content is the one on record; the records are read once."""
        if self._approved is None:
            self._approved = trusted_contents(self.files)
        return sha256(data).hexdigest() in self._approved.get(name, ())


class PastReader:
    """The files of one commit; a file that history doesn't know is read as it is now, and a note says so."""

    def __init__(self, files: Files, history: History, commit_id: str, *, note: str) -> None:
        self.present = PresentReader(files, archive=True)
        self.history = history
        self.commit_id = commit_id
        self.note = note
        self.notes: list[tuple[str, str]] = []

    def find(self, name: str) -> bytes | None:
        """The file's bytes in the commit, else its present ones, else None."""
        data = self.history.read(self.commit_id, name)
        if data is not None:
            return data
        data = self.present.find(name)
        if data is not None and (name, self.note) not in self.notes:
            self.notes.append((name, self.note))
        return data

    def has(self, name: str) -> bool:
        """Whether the commit or the folder has such a file."""
        return self.history.read(self.commit_id, name) is not None or self.present.has(name)

    def scan(self, days: Sequence[date]) -> DayScan:
        """The log files of these days in the commit, and those that only the folder has.

        A log that has moved since, to the archive, is not counted again.
        """
        past = pick_days(self.history.list_names(self.commit_id, "memory"), days)
        now = self.present.scan(days)
        for day, names in now.by_day.items():
            known = {name.rpartition("/")[2] for name in past.by_day[day]}
            past.by_day[day].extend(name for name in names if name.rpartition("/")[2] not in known)
        return past._replace(closed=now.closed)

    def list_names(self, folder: str) -> list[str]:
        """The files below a folder in the commit."""
        return self.history.list_names(self.commit_id, folder)

    def is_approved(self, name: str, data: bytes) -> bool:
        """Whether this content is the one on record now: what was approved since counts, what was replaced does not."""
        return self.present.is_approved(name, data)
