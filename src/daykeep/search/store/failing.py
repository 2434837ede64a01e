"""Turns what SQLite raises into the errors that daykeep raises on purpose."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from daykeep.errors import DaykeepError, IndexUnreadableError, LockedError, StorageError

if TYPE_CHECKING:
    from types import TracebackType

_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")
_DISK = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_NOMEM")


def explain(error: sqlite3.Error) -> DaykeepError:
    """The error for people: busy is ``LockedError``, the disk ``StorageError``, all else ``IndexUnreadableError``."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(_BUSY):
        return LockedError("the search index is being written by another process", details={"sqlite": name})
    if name.startswith(_DISK):
        return StorageError(
            f"can't use the search index: {error}",
            hint="the index may be deleted at any time; it is made again",
            details={"sqlite": name},
        )
    return IndexUnreadableError(
        f"the search index can't be read: {error}", hint="it is made again", details={"sqlite": name}
    )


class Explained:
    """A context in which SQLite's errors become daykeep's; one object serves any number of times, nested too."""

    __slots__ = ()

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, sqlite3.Error):
            raise explain(error) from error
