"""Settings of other programs, changed by their full path: whole or not at all, and only if they still are what was read.

Such a file has no lock that its owner would take. So it is compared with what was read just before the new one takes its place;
what is left is some microseconds.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from daykeep.errors import ConflictError, RefusedError
from daykeep.files.disk import FILE_MODE, O_SAFE, closing, explained, read_all, sync, write_all
from daykeep.files.leftovers import is_alive
from daykeep.files.replace import temp_leaf

if TYPE_CHECKING:
    from pathlib import Path

PRIVATE_FOLDER_MODE = 0o700
_WRITE_BITS = 0o222


def read_swapped(path: Path, *, limit_bytes: int) -> bytes | None:
    """The bytes of a file, None if there is none. RefusedError for what is no plain file, or larger than the limit."""
    with explained("can't read", str(path)):
        try:
            descriptor = os.open(path, os.O_RDONLY | O_SAFE)
        except FileNotFoundError:
            return None
        with closing(descriptor) as opened:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise RefusedError(f'"{path}" is not a plain file; nothing was changed')
            data = read_all(opened, limit_bytes + 1)
    if len(data) > limit_bytes:
        raise RefusedError(f'"{path}" is larger than {limit_bytes:,} bytes; nothing was changed')
    return data


def swap(path: Path, data: bytes, *, expected: bytes | None) -> None:
    """Put other bytes in a file's place, in an existing folder; owner and mode stay as far as the system allows.

    ``expected`` is what was read (None: there was no file). ConflictError, with the file as it is, if it is something else now.
    """
    temp = path.parent / temp_leaf(path.name)
    with explained("can't write", str(path)):
        info = None if expected is None else _look(path)
        if info is not None and not info.st_mode & _WRITE_BITS:
            raise RefusedError(f'"{path}" is write-protected; nothing was changed')
        try:
            _fill(temp, data, info)
            compare(path, expected)
            temp.replace(path)
        except BaseException:
            with suppress(OSError):
                temp.unlink()
            raise
        _sync_folder(path.parent)


def sweep(path: Path) -> None:
    """Remove what a killed `swap` of this file left beside it; the temporary file of a process that lives stays."""
    form = re.compile(re.escape(f".{path.name}.") + r"(\d+)\.[0-9a-f]{8}\.tmp")
    try:
        beside = list(path.parent.iterdir())
    except OSError:
        return
    for other in beside:
        found = form.fullmatch(other.name)
        if found and not is_alive(int(found[1])):
            with suppress(OSError):
                other.unlink()


def drop(path: Path, *, expected: bytes) -> None:
    """Remove a file. ConflictError, with the file as it is, if it is not what was read."""
    compare(path, expected)
    with explained("can't remove", str(path)):
        path.unlink(missing_ok=True)


def compare(path: Path, expected: bytes | None) -> None:
    """ConflictError if a file is not what was read."""
    limit = len(expected or b"") + 1
    try:
        found = read_swapped(path, limit_bytes=limit)
    except RefusedError as error:
        raise _conflict(path) from error
    if found != expected:
        raise _conflict(path)


def make_folder(path: Path) -> bool:
    """Make a folder in one that exists; whether it was missing."""
    with explained("can't make the folder", str(path)):
        try:
            path.mkdir()
        except FileExistsError:
            return False
    return True


def make_private_folder(path: Path) -> Path:
    """Make a folder for the user alone, and those above it where they are missing."""
    with explained("can't make the folder", str(path)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=PRIVATE_FOLDER_MODE, exist_ok=True)
    return path


def remove_empty_folder(path: Path) -> bool:
    """Remove a folder that has nothing in it; whether it is gone. One with anything in it stays."""
    try:
        path.rmdir()
    except OSError:
        return False
    return True


def _conflict(path: Path) -> ConflictError:
    return ConflictError(
        f'"{path}" was changed by another program meanwhile; nothing was overwritten',
        hint="run the command again",
    )


def _look(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except FileNotFoundError:
        return None


def _fill(temp: Path, data: bytes, info: os.stat_result | None) -> None:
    mode = FILE_MODE if info is None else 0o600
    with closing(os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | O_SAFE, mode)) as descriptor:
        if info is not None:
            if hasattr(os, "fchown") and (info.st_uid, info.st_gid) != (os.geteuid(), os.getegid()):
                with suppress(PermissionError):  # only root may give files away
                    os.fchown(descriptor, info.st_uid, info.st_gid)
            if hasattr(os, "fchmod"):
                os.fchmod(descriptor, stat.S_IMODE(info.st_mode))
        write_all(descriptor, data)
        sync(descriptor)


def _sync_folder(path: Path) -> None:
    if os.name == "nt":  # there, names are kept by the file system's own journal
        return
    with closing(os.open(path, os.O_RDONLY)) as descriptor:
        os.fsync(descriptor)
