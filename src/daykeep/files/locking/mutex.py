"""What takes a lock: ``flock`` where there is ``fcntl``, else the ``filelock`` package.

Both know three moves: one try that returns at once, one that waits for a limited time, and the end. A mutex also
holds the descriptor of the file with the lock's record (see ``locks``).
"""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from typing import Protocol

from daykeep.errors import StorageError
from daykeep.files.disk import FILE_MODE, O_SAFE, explained, fcntl, storage_error
from daykeep.files.locking.waiting import HAS_LINE, Waiter
from daykeep.files.paths import lock_stem
from daykeep.files.tree import Place, find_place

LOCKS = ".daykeep/locks"
LINE_ENDING = ".line"
RECORD_ENDING = ".lock" if fcntl is not None else ".record"
POLL_SECONDS = 0.005  # measured: 5 ms polls give 1,266 contended updates/s, filelock's 50 ms give 991
_TRIES_AT_ONCE = 3  # a mere look at the lock by another process must not count as "held"
_NO_LOCKS = tuple(
    getattr(errno, name)
    for name in ("ENOLCK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL")
    if hasattr(errno, name)
)


class NoLocksError(StorageError):
    """This file system has no locks (some network mounts); entries go to the spool, edits are refused."""


def open_mutex(root: str, name: str) -> Mutex:
    """The mutex of a name, not yet taken; ``StorageError`` if its file can't be made."""
    with explained("can't make the lock of", name):
        return FlockMutex(root, name) if fcntl is not None else FilelockMutex(root, name)


def take(mutex: Mutex, name: str, seconds: float) -> bool:
    """Take a mutex within ``seconds``; False if another has it. ``NoLocksError`` where locks don't work."""
    try:
        for attempt in range(_TRIES_AT_ONCE):
            if mutex.try_now():
                return True
            if seconds > 0:
                return mutex.wait(seconds)
            time.sleep(0.001 * attempt)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            hint = (
                "keep the workspace on a local disk; entries wait in .daykeep/spool until a lock can be had"
            )
            raise NoLocksError(f"can't lock '{name}': this file system has no locks", hint=hint) from error
        raise storage_error("can't lock", name, error) from error
    return False


class Mutex(Protocol):
    """What takes the lock: one try that returns at once, one that waits, and the end."""

    record: int  # the descriptor of the file that holds the record; -1 once a late waiter owns it

    def try_now(self) -> bool:
        """Take the lock if it is free."""

    def wait(self, seconds: float) -> bool:
        """Take the lock within ``seconds``."""

    def is_current(self) -> bool:
        """Whether the locked file is still the one that the name means."""

    def close(self) -> None:
        """Free the lock."""


class FlockMutex:
    """``flock`` on a descriptor of the lock file; frees itself when the process dies."""

    def __init__(self, root: str, name: str) -> None:
        self._name = name
        self._place = _lock_place(root, name, RECORD_ENDING)
        try:
            self.record = self._place.open(os.O_RDWR | os.O_CREAT | O_SAFE)
        except BaseException:
            self._place.close()
            raise

    def try_now(self) -> bool:
        """Take the lock if it is free."""
        return flock_now(self.record, shared=False)

    def wait(self, seconds: float) -> bool:
        """Wait for at most ``seconds``, in line behind those who came before."""
        line = None
        if HAS_LINE:
            leaf = self._place.beside(f"{lock_stem(self._name)}{LINE_ENDING}")
            line = os.open(leaf, os.O_RDWR | os.O_CREAT | O_SAFE, FILE_MODE, dir_fd=self._place.folder)
        waiter = Waiter(self.record, line)
        try:
            return waiter.wait(seconds)
        finally:
            if waiter.is_lost:
                self.record = -1

    def is_current(self) -> bool:
        """Whether the locked file is still the one that the name means."""
        info = self._place.look()
        return info is not None and os.path.samestat(info, os.fstat(self.record))

    def close(self) -> None:
        """Free the lock."""
        self._place.close()
        if self.record >= 0:
            os.close(self.record)
            self.record = -1


def is_free(root: str, name: str, record: int) -> bool:
    """Whether nobody holds the lock whose record is open as ``record``; asks without waiting and lets go at once."""
    if fcntl is not None:
        return flock_now(record, shared=True)  # the caller closes the descriptor, and with it this lock
    mutex = FilelockMutex(root, name)
    try:
        return mutex.try_now()
    finally:
        mutex.close()


def flock_now(descriptor: int, *, shared: bool) -> bool:
    """Try ``flock`` on a descriptor without waiting."""
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except (BlockingIOError, InterruptedError):
        return False
    return True


def _lock_place(root: str, name: str, ending: str) -> Place:
    place = find_place(root, f"{LOCKS}/{lock_stem(name)}{ending}", make_folders=True)
    if place is None:
        raise StorageError(
            f"can't make the lock of '{name}': the workspace's folder is missing", details={"name": name}
        )
    return place


class FilelockMutex:
    """The ``filelock`` package, where ``fcntl`` is missing; it is imported only then, for it is slow to import."""

    def __init__(self, root: str, name: str) -> None:
        from filelock import FileLock, Timeout  # noqa: PLC0415

        with _lock_place(root, name, ".record") as place:
            self.record = place.open(os.O_RDWR | os.O_CREAT | O_SAFE)
        path = str(Path(root) / LOCKS / f"{lock_stem(name)}.lock")
        self._lock = FileLock(path, thread_local=False)
        self._timeout = Timeout

    def try_now(self) -> bool:
        """Take the lock if it is free."""
        return self.wait(0)

    def wait(self, seconds: float) -> bool:
        """Ask every 5 ms for at most ``seconds``."""
        try:
            self._lock.acquire(timeout=seconds, poll_interval=POLL_SECONDS)
        except self._timeout:
            return False
        return True

    def is_current(self) -> bool:
        """Always: an open file can't be replaced on Windows."""
        return True

    def close(self) -> None:
        """Free the lock."""
        if self.record >= 0:
            os.close(self.record)
            self.record = -1
        self._lock.release()
