"""One advisory lock for each name, on a file beside the data that daykeep never replaces.

A lock on the data file itself is lost as soon as an editor, or our own rename, puts a new file in its place; so the
lock is a file of its own, ``.daykeep/locks/<slug>-<hash>.lock``. ``flock`` it is, not ``lockf``: POSIX record locks
go when *any* descriptor of the file is closed in the process. The kernel frees a ``flock`` when its owner dies, by
whatever means, so there is no stale lock to break. The descriptor is close-on-exec; a process that forks without
exec while it holds a lock keeps it held until the child ends too, so nothing here forks.

The lock file holds one *record*: who has the lock (process, host, purpose; the file's time says since when) and the
*intent*: what its owner is about to do to the data, written before the first byte of it is touched. The next holder
finds the intent of a process that died and can tell a half-written entry from somebody else's text. A record is one
line, its checksum first, padded so that it is overwritten in place; announced bytes follow it and are cut off when
the intent is done, so that no text of a log stays here.

If someone deletes or replaces the lock file, the next one to come makes a new one: after the lock is had, the file's
identity is compared with the name's, and if they differ the new file is locked instead.

Where ``fcntl`` is missing (Windows) the ``filelock`` package takes the lock, and the record stands in a file of its
own, because a locked region can't be read by others there.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from daykeep.errors import LockedError, StorageError
from daykeep.files.disk import O_SAFE, read_all, storage_error, write_all
from daykeep.files.mutex import LOCKS, RECORD_ENDING, Mutex, is_free, open_mutex, take
from daykeep.files.paths import lock_stem
from daykeep.files.tree import Place, find_place

if TYPE_CHECKING:
    from types import TracebackType

RECORD_BYTES = 512  # one record, padded; a record that is longer just is
_CHECKSUM_CHARS = 8


class Owner(NamedTuple):
    """Who holds a lock. ``pid`` is 0 and ``host`` empty where the owner has not said; ``since`` is in UTC."""

    pid: int
    host: str
    purpose: str
    since: datetime


class Record(NamedTuple):
    """What a lock file says: its owner if it is held, what is under way, the spooled entries already merged, and whose lock it is."""

    owner: dict[str, Any] | None = None
    intent: dict[str, Any] | None = None
    announced: bytes = b""
    merged: tuple[str, ...] = ()
    name: str = ""


IDLE = Record()


def host_name() -> str:
    """This machine's name, as it stands in lock records."""
    if hasattr(os, "uname"):
        return os.uname().nodename
    import socket  # noqa: PLC0415  (Windows only)

    return socket.gethostname()


def render_record(record: Record) -> bytes:
    """A record as bytes: checksum, JSON, padding, line end, announced bytes."""
    fields = {key: value for key, value in record._asdict().items() if value and key != "announced"}
    body = json.dumps(fields, ensure_ascii=True)
    if record.intent:
        body = json.dumps({**fields, "bytes": len(record.announced)}, ensure_ascii=True)
    digest = hashlib.sha256(body.encode() + record.announced).hexdigest()[:_CHECKSUM_CHARS]
    return f"{digest} {body}".ljust(RECORD_BYTES - 1).encode() + b"\n" + record.announced


def parse_record(data: bytes) -> Record:
    """The record in a lock file's bytes; an idle one if they are empty or not a whole record.

    A record that was cut while it was written counts as none: the data is touched only after it is whole.
    """
    line, _, rest = data.partition(b"\n")
    try:
        body = line[_CHECKSUM_CHARS + 1 :].rstrip()
        fields = json.loads(body)
        announced = rest[: fields.get("bytes", 0)]
        if hashlib.sha256(body + announced).hexdigest()[:_CHECKSUM_CHARS] != line[:_CHECKSUM_CHARS].decode(
            "ascii"
        ):
            return IDLE
        return Record(
            fields.get("owner"),
            fields.get("intent"),
            announced,
            tuple(fields.get("merged", ())),
            fields.get("name", ""),
        )
    except (ValueError, AttributeError, TypeError, RecursionError):
        return IDLE


class Lock:
    """A lock that is held. A context manager: at its end the record is cleared and the lock is free.

    ``record`` is what the lock file said when the lock was had. If it holds an intent, its owner died in the middle,
    and whoever got the lock settles that first (``recover``).
    """

    def __init__(self, name: str, mutex: Mutex, record: Record, purpose: str, said_at: float) -> None:
        self.name = name
        self.record = record
        self.said_at = (
            said_at  # when the record that was found was written, in seconds since 1970 by the file system
        )
        self._mutex = mutex
        self._owner = {"pid": os.getpid(), "host": host_name(), "purpose": purpose}
        self._longest = RECORD_BYTES + len(record.announced)
        self._written = record.owner is not None or record.intent is not None

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

    def note_merged(self, ids: tuple[str, ...], *, durable: bool) -> None:
        """Remember which spooled entries are in the file, until their spool files are gone."""
        self._write(Record(self._owner if self._written else None, None, b"", ids))
        if durable:
            os.fsync(self._mutex.record)

    def clear(self) -> None:
        """Mark what was announced as done. That it can't be written down is no failure: it only says less."""
        if not self._written:
            return
        try:
            self._write(Record(merged=self.record.merged))
        except StorageError:
            return
        self._written = False

    def close(self) -> None:
        """Clear the record, unless an intent is still open, and free the lock."""
        if self.record.intent is None:
            self.clear()
        self._mutex.close()

    def _write(self, record: Record) -> None:
        descriptor = self._mutex.record
        data = render_record(record._replace(name=self.name))
        try:
            os.lseek(descriptor, 0, os.SEEK_SET)
            write_all(descriptor, data)
            if self._longest > len(data):
                os.ftruncate(descriptor, len(data))
        except OSError as error:
            raise storage_error("can't write the lock of", self.name, error) from error
        self._longest = max(RECORD_BYTES, len(data))
        self._written = True
        self.record = record


def acquire(root: str, name: str, *, timeout_seconds: float, purpose: str, announce: bool = True) -> Lock:
    """Take the lock of a name, waiting in a fair queue for at most ``timeout_seconds``.

    Not re-entrant: a second call for the same name in one process waits for the first like any other. With
    ``announce`` the owner is written down at once, so that others can name him. Raises ``LockedError`` naming the
    owner, ``NoLocksError`` where the file system has no locks, ``StorageError`` if the lock file can't be made.
    """
    deadline = time.monotonic() + timeout_seconds
    mutex = _take_current(root, name, deadline)
    if mutex is None:
        raise _locked_error(root, name, timeout_seconds)
    try:
        os.lseek(mutex.record, 0, os.SEEK_SET)
        said_at = os.fstat(mutex.record).st_mtime
        lock = Lock(name, mutex, parse_record(read_all(mutex.record)), purpose, said_at)
        if announce and lock.record.intent is None:
            lock.say()
    except OSError as error:
        mutex.close()
        raise storage_error("can't read the lock of", name, error) from error
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
    with place:
        try:
            return _owner_at(root, name, place)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise storage_error("can't read the lock of", name, error) from error


def _owner_at(root: str, name: str, place: Place) -> Owner | None:
    descriptor = place.open(os.O_RDONLY | O_SAFE)
    try:
        since = datetime.fromtimestamp(os.fstat(descriptor).st_mtime, UTC)
        owner = parse_record(read_all(descriptor)).owner
        if owner is None or is_free(root, name, descriptor):
            return None
        return Owner(
            int(owner.get("pid", 0)), str(owner.get("host", "")), str(owner.get("purpose", "")), since
        )
    finally:
        os.close(descriptor)
