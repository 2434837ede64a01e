"""One advisory lock for each name, on a file beside the data that daykeep never replaces.

A lock on the data file itself is lost as soon as an editor, or our own rename, puts a new file in its place; so the
lock is a file of its own, ``.daykeep/locks/<slug>-<hash>.lock``. ``flock`` it is, not ``lockf``: POSIX record locks
go when *any* descriptor of the file is closed in the process. The kernel frees a ``flock`` when its owner dies, by
whatever means, so there is no stale lock to break. The descriptor is close-on-exec; a process that forks without
exec while it holds a lock keeps it held until the child ends too, so nothing here forks.

The lock file holds one *record* (``lockfile``): who has the lock (process, host, purpose; the file's time says since
when) and the *intent*: what its owner is about to do to the data, written before the first byte of it is touched.
The next holder finds the intent of a process that died and can tell a half-written entry from somebody else's text.
Announced bytes are cut off when the intent is done, so that no text of a log stays here.

If someone deletes or replaces the lock file, the next one to come makes a new one: after the lock is had, the file's
identity is compared with the name's, and if they differ the new file is locked instead.

Where ``fcntl`` is missing (Windows) the ``filelock`` package takes the lock, and the record stands in a file of its
own, because a locked region can't be read by others there.
"""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from daykeep.errors import LockedError, StorageError
from daykeep.files.disk import O_SAFE, closing, explained, read_all, sync, write_all
from daykeep.files.locking.lockfile import (
    AREA_BYTES,
    AREA_START,
    MAX_LOCK_FILE_BYTES,
    SLOT_BYTES,
    Record,
    parse_lock_file,
    render_area,
    render_slot,
)
from daykeep.files.locking.mutex import LOCKS, RECORD_ENDING, Mutex, is_free, open_mutex, take
from daykeep.files.paths import lock_stem
from daykeep.files.tree import find_place

if TYPE_CHECKING:
    from types import TracebackType

_MAX_PURPOSE_CHARS = 80


class Owner(NamedTuple):
    """Who holds a lock. ``pid`` is 0 and ``host`` empty where the owner has not said; ``since`` is in UTC."""

    pid: int
    host: str
    purpose: str
    since: datetime


def host_name() -> str:
    """This machine's name, as it stands in lock records."""
    if hasattr(os, "uname"):
        return os.uname().nodename
    import socket  # noqa: PLC0415  (Windows only)

    return socket.gethostname()


class Lock:
    """A lock that is held. A context manager: at its end the record is cleared and the lock is free.

    ``record`` is what the lock file said when the lock was had. If it holds an intent, its owner died in the middle,
    and whoever got the lock settles that first (``recover``).
    """

    def __init__(self, name: str, mutex: Mutex, purpose: str) -> None:
        data = read_all(mutex.record, MAX_LOCK_FILE_BYTES)
        area = data[AREA_START:]
        self.name = name
        self.record, self._number = parse_lock_file(data)
        # When that record was written: seconds since 1970, by the file system's clock.
        self.said_at = os.fstat(mutex.record).st_mtime
        self.quarantined: str | None = None  # where the half entry of a dead owner was moved to
        self._mutex = mutex
        self._owner = {"pid": os.getpid(), "host": host_name(), "purpose": purpose[:_MAX_PURPOSE_CHARS]}
        self._area_bytes = 0 if area == bytes(len(area)) else len(area)
        self._written = bool(self.record.owner or self.record.intent or self._area_bytes)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def say(self, intent: dict[str, Any] | None = None, announced: bytes = b"") -> None:
        """Write down who holds the lock and what is about to happen; ``StorageError`` if that can't be written.

        Not forced to the disk: a process that dies leaves its writes to the system, and after a power cut the entry
        was not acknowledged anyway (see ``append``).
        """
        self._write(Record(self._owner, intent, announced, self.record.merged))

    def finish(self, spooled: str = "") -> None:
        """Mark what was announced as done; a spooled entry's id stays in the record until ``forget_merged``."""
        if spooled:
            self._write(Record(merged=(*self.record.merged, spooled)))
        else:
            self.clear()

    def forget_merged(self) -> None:
        """Drop the ids of merged entries: their spool files are gone."""
        self._write(Record())

    def clear(self) -> None:
        """Mark what was announced as done. That it can't be written down is no failure: it only says less."""
        if not self._written:
            return
        try:
            self._write(Record(merged=self.record.merged))
        except StorageError:
            return
        self._written = False

    def sync(self) -> None:
        """Force the record to the disk."""
        with explained("can't write the lock of", self.name):
            sync(self._mutex.record)

    def close(self) -> None:
        """Clear the record, unless an intent is still open, and free the lock."""
        if self.record.intent is None:
            self.clear()
        self._mutex.close()

    def _write(self, record: Record) -> None:
        descriptor = self._mutex.record
        record = record._replace(name=self.name)
        area = render_area(record)
        number = self._number + 1
        with explained("can't write the lock of", self.name):
            if area:
                os.lseek(descriptor, AREA_START, os.SEEK_SET)
                write_all(descriptor, area)
            os.lseek(descriptor, number % 2 * SLOT_BYTES, os.SEEK_SET)
            write_all(descriptor, render_slot(record, number, area))
            self.record, self._number, self._written = record, number, True
            if not area:
                self._wipe()
        self._area_bytes = len(area)

    def _wipe(self) -> None:
        """Leave no announced bytes behind: no text of a log stays in a lock file.

        A few are overwritten where they are: cutting the file each time would make the next ``fsync`` of the data
        twice as slow, because the file system writes down both changes together.
        """
        if self._area_bytes > AREA_BYTES:
            os.ftruncate(self._mutex.record, AREA_START)
        elif self._area_bytes:
            os.lseek(self._mutex.record, AREA_START, os.SEEK_SET)
            write_all(self._mutex.record, bytes(self._area_bytes))


def acquire(root: str, name: str, *, timeout_seconds: float, purpose: str, announce: bool = True) -> Lock:
    """Take the lock of a name, waiting in a fair queue for at most ``timeout_seconds``.

    Not re-entrant: a second call for the same name in one process waits for the first like any other. With
    ``announce`` the owner is written down at once, so that others can name him. Raises ``LockedError`` naming the
    owner, ``NoLocksError`` where the file system has no locks, ``StorageError`` if the lock file can't be made.
    """
    deadline = time.monotonic() + timeout_seconds
    with explained("can't get the lock of", name):
        mutex = _take_current(root, name, deadline)
        if mutex is None:
            raise _locked_error(root, name, timeout_seconds)
        try:
            lock = Lock(name, mutex, purpose)
            if announce and lock.record.intent is None:
                lock.say()
        except BaseException:
            mutex.close()
            raise
    return lock


def _take_current(root: str, name: str, deadline: float) -> Mutex | None:
    while True:
        mutex = open_mutex(root, name)
        try:
            had = take(mutex, name, deadline - time.monotonic())
            if had and mutex.is_current():
                return mutex
        except BaseException:
            mutex.close()
            raise
        mutex.close()
        if not had:
            return None


def _locked_error(root: str, name: str, waited_seconds: float) -> LockedError:
    owner = lock_owner(root, name)
    who = "another process"
    details: dict[str, Any] = {"name": name}
    if owner is not None and owner.pid:
        who = f"process {owner.pid} on {owner.host} ({owner.purpose or 'no purpose given'}), since {owner.since:%H:%M:%S} UTC"
        details |= {
            "pid": owner.pid,
            "host": owner.host,
            "purpose": owner.purpose,
            "since": owner.since.isoformat(),
        }
    waited = f" after {waited_seconds:g} s" if waited_seconds > 0 else ""
    return LockedError(
        f"'{name}' is still held{waited} by {who}", hint="wait for it to finish, or stop it", details=details
    )


def lock_owner(root: str, name: str) -> Owner | None:
    """Who holds the lock of a name right now; None if nobody does.

    Looks without waiting. A record whose process died is told from a live one by the lock itself, not by its pid,
    which may belong to another process by now.
    """
    place = find_place(root, f"{LOCKS}/{lock_stem(name)}{RECORD_ENDING}")
    if place is None:
        return None
    with place, explained("can't read the lock of", name):
        try:
            descriptor = place.open(os.O_RDONLY | O_SAFE)
        except FileNotFoundError:
            return None
        with closing(descriptor):
            since = datetime.fromtimestamp(os.fstat(descriptor).st_mtime, UTC)
            owner = parse_lock_file(read_all(descriptor, MAX_LOCK_FILE_BYTES))[0].owner
            if owner is None or is_free(root, name, descriptor):
                return None
    return Owner(int(owner.get("pid", 0)), str(owner.get("host", "")), str(owner.get("purpose", "")), since)
