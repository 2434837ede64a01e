"""The few raw moves every writer here is made of: write all bytes, force them to the disk, name what went wrong.

Everything calls ``os.open``, ``os.write``, ``os.fsync`` and their kin by attribute, so that a test can make the
n-th call fail.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Any

from daykeep.errors import DaykeepError, DocumentError, RefusedError, StorageError

if TYPE_CHECKING:
    from types import TracebackType

    from daykeep.files.tree import Place

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

O_CLOEXEC = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
O_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
# O_NONBLOCK: a FIFO put in a file's place must not hang us. O_NOCTTY: nor may a terminal become ours.
O_SAFE = (
    O_CLOEXEC
    | O_NOFOLLOW
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
FILE_MODE = 0o666
_FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None)
_READ_BYTES = 1 << 20

_CAUSES = {
    errno.ENOSPC: ("the disk is full", "free some space and run the command again"),
    errno.EROFS: ("the file system is read-only", "make the folder writable and run the command again"),
    errno.EACCES: ("permission denied", "check the owner and the mode of the file and its folder"),
    errno.EPERM: ("permission denied", "check the owner and the mode of the file and its folder"),
    errno.EIO: ("the device reports an error", "check the disk before you go on"),
    errno.ENAMETOOLONG: ("the name is too long for this file system", None),
    errno.EFBIG: ("the file would be larger than allowed", None),
    errno.EMFILE: ("too many open files", None),
}
if hasattr(errno, "EDQUOT"):
    _CAUSES[errno.EDQUOT] = ("the disk quota is used up", "free some space and run the command again")


def storage_error(action: str, name: str, error: OSError) -> DaykeepError:
    """The error for people behind an ``OSError``: what could not be done, on which file, why, and what to do.

    A symbolic link met where none may be is a ``RefusedError``, a folder or device in a file's place a
    ``DocumentError``; all else is a ``StorageError`` (exit 14) with the system's code in ``details``.
    """
    code = error.errno or 0
    if code == errno.ELOOP:
        return RefusedError(f"{action} '{name}': a symbolic link took its place", details={"name": name})
    if code in (errno.EISDIR, errno.ENOTDIR, errno.ENXIO):
        return DocumentError(f"{action} '{name}': not a regular file in a folder", details={"name": name})
    cause, hint = _CAUSES.get(code, ((error.strerror or str(error)).lower(), None))
    details = {"name": name, "errno": errno.errorcode.get(code, str(code))}
    return StorageError(f"{action} '{name}': {cause}", hint=hint, details=details)


class explained:  # noqa: N801  (reads like a word at its place)
    """A context in which an ``OSError`` becomes the error for people: ``with explained("can't read", name):``."""

    __slots__ = ("_action", "_name")

    def __init__(self, action: str, name: str) -> None:
        self._action = action
        self._name = name

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, OSError):
            raise storage_error(self._action, self._name, error) from error


class closing:  # noqa: N801  (reads like a word at its place)
    """A context that closes a descriptor at its end: ``with closing(place.open(flags)) as descriptor:``."""

    __slots__ = ("_descriptor",)

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def __enter__(self) -> int:
        return self._descriptor

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._descriptor)


def write_all(descriptor: int, data: bytes | memoryview) -> None:
    """Write every byte, over as many calls as it takes; a full disk raises ``OSError`` with some bytes written."""
    view = memoryview(data)
    while view:
        try:
            written = os.write(descriptor, view)
        except InterruptedError:
            continue
        if written <= 0:
            raise OSError(errno.EIO, "nothing was written")
        view = view[written:]


def read_all(descriptor: int, limit_bytes: int | None = None) -> bytes:
    """The bytes from the descriptor's position to the end of the file, or the first ``limit_bytes`` of them."""
    chunks: list[bytes] = []
    left = limit_bytes
    while left is None or left > 0:
        size = os.fstat(descriptor).st_size + 1 if not chunks else _READ_BYTES
        chunk = os.read(descriptor, size if left is None else min(size, left))
        if not chunk:
            break
        chunks.append(chunk)
        if left is not None:
            left -= len(chunk)
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def read_span(descriptor: int, offset: int, length: int) -> bytes:
    """Up to ``length`` bytes from ``offset``; fewer only where the file ends."""
    chunks: list[bytes] = []
    os.lseek(descriptor, offset, os.SEEK_SET)
    while length > 0:
        chunk = os.read(descriptor, length)
        if not chunk:
            break
        chunks.append(chunk)
        length -= len(chunk)
    return b"".join(chunks)


def sync(descriptor: int) -> None:
    """Force a file's bytes and size to the disk itself.

    macOS's ``fsync`` leaves them in the drive's cache, so ``F_FULLFSYNC`` is used there; a file system that does
    not know it gets the plain call.
    """
    if _FULL_SYNC is not None:
        try:
            fcntl.fcntl(descriptor, _FULL_SYNC)
        except OSError:
            os.fsync(descriptor)
        return
    os.fsync(descriptor)


def sync_folder(place: Place) -> None:
    """Force the entries of a place's folder to the disk: only then does a new or renamed name survive a power cut.

    Windows has no such call and writes names through its journal; there nothing is done.
    """
    if place.folder is not None:
        os.fsync(place.folder)


def is_regular(info: os.stat_result) -> bool:
    """Whether this is a plain file: not a folder, link, FIFO, socket or device."""
    return stat.S_ISREG(info.st_mode)


def describe_kind(info: os.stat_result) -> str:
    """What stands there, in words for an error: "a folder", "a named pipe", "a device"."""
    mode = info.st_mode
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a named pipe"
    if stat.S_ISSOCK(mode):
        return "a socket"
    if stat.S_ISLNK(mode):
        return "a symbolic link"
    return "a device" if not stat.S_ISREG(mode) else "a file"
