"""Writes a ``.tar.gz`` that says nothing about the machine: the same members in the same order are the same bytes.

POSIX's pax headers carry any name; owner, group and the time of compression are left out. The file comes under its name
only when everything is in it, is on the disk, and was read again.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import tarfile
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO, Self, cast

from daykeep.errors import ConflictError, RefusedError, StorageError
from daykeep.files.archives.gathering import FOLDER, LINK, Found
from daykeep.files.disk import O_SAFE, explained, storage_error, sync
from daykeep.files.leftovers import is_alive
from daykeep.files.replace import temp_leaf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

MODE = 0o600
"""An archive is for its owner's eyes alone."""
LEVEL = 6
_SECOND_NS = 1_000_000_000
_READ_BYTES = 1 << 20


class ArchiveWriter:
    """A new archive under a temporary name beside ``path``; a context manager that removes it unless it was kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.temp = path.parent / temp_leaf(path.name)
        self._file: BinaryIO | None = None

    def __enter__(self) -> Self:
        if self.path.is_symlink() or (self.path.exists() and not self.path.is_file()):
            raise RefusedError(f'"{self.path}" is not a plain file; nothing was written')
        with explained("can't write", str(self.path)):
            descriptor = os.open(self.temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | O_SAFE, MODE)
        self._file = os.fdopen(descriptor, "wb")
        packed = gzip.GzipFile("", "wb", LEVEL, self._file, mtime=0)
        self._packed = packed
        self._tar = tarfile.open(
            fileobj=packed, mode="w", format=tarfile.PAX_FORMAT, encoding="utf-8", errors="surrogateescape"
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
        with suppress(OSError):
            self.temp.unlink()

    def add(self, found: Found, member: str, stream: BinaryIO | None = None) -> str:
        """Add a file, folder or link as ``member``; the SHA-256 of a file's bytes, "" of others.

        ``stream`` gives a file's ``found.size`` bytes. ConflictError if it ends before: the file was cut meanwhile.
        """
        info = tarfile.TarInfo(member)
        info.mode = found.mode
        if found.kind == FOLDER:
            info.type = tarfile.DIRTYPE
        elif found.kind == LINK:
            info.type, info.linkname, info.mode = tarfile.SYMTYPE, found.target, 0o777
        else:
            info.size, info.mtime = found.size, max(found.mtime_ns // _SECOND_NS, 0)
        hashed = _Hashed(stream if stream is not None else io.BytesIO(), found)
        with explained("can't write", str(self.path)):
            self._tar.addfile(info, cast("BinaryIO", hashed) if info.isreg() else None)
        vars(self._tar)["members"] = []  # a list of all members is of no use here
        return hashed.digest.hexdigest() if info.isreg() else ""

    def add_bytes(self, member: str, data: bytes) -> str:
        """Add a small file; its SHA-256."""
        return self.add(Found(member, "file", 0o644, 0, len(data)), member, io.BytesIO(data))

    def finish(self) -> None:
        """End the archive and force it to the disk; it still has its temporary name."""
        if self._file is None:
            raise StorageError(f'can\'t write "{self.path}": it was not begun')
        with explained("can't write", str(self.path)):
            self._tar.close()
            self._packed.close()
            self._file.flush()
            sync(self._file.fileno())
            self._file.close()

    def keep(self, *, overwrite: bool) -> None:
        """Give the finished archive its name; without ``overwrite`` ConflictError if something has it by now."""
        with explained("can't write", str(self.path)):
            if overwrite:
                self.temp.replace(self.path)
            else:
                self._take_free_name()
            sync_path(self.path.parent)

    def _take_free_name(self) -> None:
        try:
            os.link(self.temp, self.path)  # unlike a rename it takes no name that is there
        except FileExistsError as error:
            raise ConflictError(f'"{self.path}" was made meanwhile; it stays as it is') from error
        except OSError:  # not all file systems have hard links
            if self.path.exists():
                raise
            self.temp.replace(self.path)


class _Hashed:
    """A stream of exactly ``found.size`` bytes that computes their hash on the way."""

    def __init__(self, stream: BinaryIO, found: Found) -> None:
        self._stream = stream
        self._found = found
        self.digest = hashlib.sha256()

    def read(self, size: int) -> bytes:
        parts = []
        while size > 0:
            try:
                data = self._stream.read(min(size, _READ_BYTES))
            except OSError as error:
                raise storage_error("can't read", self._found.name, error) from error
            if not data:
                raise ConflictError(
                    f"'{self._found.name}' was cut while it was read; nothing was written",
                    hint="run the command again",
                )
            self.digest.update(data)
            parts.append(data)
            size -= len(data)
        return b"".join(parts)


def sync_path(folder: Path) -> None:
    """Force the names in a folder to the disk, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def private_folder(path: Path) -> Iterator[Path]:
    """A folder beside ``path`` that nobody else can look into, for the time of the block."""
    folder = path.parent / temp_leaf(path.name)
    with explained("can't make", str(folder)):
        folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        _remove(folder)


def remove_remains(path: Path) -> None:
    """Remove what writers of ``path`` left beside it who are no longer alive."""
    made = re.compile(rf"\.{re.escape(path.name)}\.(\d+)\.[0-9a-f]{{8}}\.tmp")
    with explained("can't look into", str(path.parent)):
        for entry in list(path.parent.iterdir()):
            match = made.fullmatch(entry.name)
            if match and not is_alive(int(match[1])):
                _remove(entry)


def _remove(path: Path) -> None:
    """Remove a temporary file, or a folder of such files; what can't be removed stays."""
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            for inner in list(path.iterdir()):
                inner.unlink()
            path.rmdir()
        else:
            path.unlink()
