"""Reads an archive once from its beginning to its end, and trusts nothing in it.

Only plain files, folders and symbolic links are handed out; no header is read that is larger than a name can be, no
more bytes are unpacked than allowed. Whatever is wrong with the file is one DocumentError that names it.
"""

from __future__ import annotations

import gzip
import os
import tarfile
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from daykeep.errors import DocumentError, RefusedError
from daykeep.files.archives.gathering import FILE, FOLDER, LINK
from daykeep.files.readonly import open_read_only

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PIECE_BYTES = 1 << 20
_HEADER_BYTES = 1 << 17
"""No header is larger: the longest name has 4,096 bytes."""
_LOOK_BACK_BYTES = 1024
"""``tarfile`` steps back by one byte to see that a member is whole."""
_KINDS = {tarfile.REGTYPE: FILE, tarfile.AREGTYPE: FILE, tarfile.DIRTYPE: FOLDER, tarfile.SYMTYPE: LINK}
_FAULTS = (
    tarfile.TarError, zlib.error, gzip.BadGzipFile, EOFError, ValueError, OverflowError, RecursionError, IndexError, KeyError,
)  # fmt: skip
"""What the standard library raises for bytes that are no archive."""


class Member(NamedTuple):
    """One member: its name in the archive, "file", "folder" or "link", its size, the text of a link, its bytes in pieces."""

    name: str
    kind: str
    size: int
    target: str
    pieces: Iterator[bytes]


def read_members(
    path: Path, *, limit_bytes: int, progress: Callable[[int, int], None] | None = None
) -> Iterator[Member]:
    """Every member in order; a file's ``pieces`` have to be taken before the next member is asked for.

    ``progress`` is told how many bytes of the file were read, of how many.

    Raises DocumentError where the archive is cut, changed or none at all, or holds a thing that is neither a file, a
    folder nor a link; RefusedError once more than ``limit_bytes`` were unpacked; StorageError if it can't be read.
    """
    stream = open_read_only(path)
    if stream is None:
        raise DocumentError(f'there is no file "{path}"')
    size = os.fstat(stream.fileno()).st_size
    with stream, reported(path), gzip.GzipFile(fileobj=stream, mode="rb") as packed:
        forward = _Forward(cast("BinaryIO", packed), path, limit_bytes)
        with tarfile.open(
            fileobj=cast("BinaryIO", forward), mode="r:", encoding="utf-8", errors="surrogateescape"
        ) as tar:
            while (info := tar.next()) is not None:
                vars(tar)["members"] = []  # a list of all of them is of no use here
                if progress is not None:
                    progress(stream.tell(), size)
                yield _member(tar, info, path)
        forward.drain()


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """A context in which a fault of the archive's bytes becomes a DocumentError."""
    try:
        yield
    except _FAULTS as error:
        raise damaged(path, str(error) or type(error).__name__) from error


def damaged(path: Path, why: str) -> DocumentError:
    """The error for an archive that is not what it should be."""
    return DocumentError(
        f'"{path}" is damaged, or not a backup of daykeep: {why}',
        hint="take another copy of it; nothing of it was used",
        details={"path": str(path)},
    )


def _member(tar: tarfile.TarFile, info: tarfile.TarInfo, path: Path) -> Member:
    kind = _KINDS.get(info.type)
    if kind is None or getattr(info, "sparse", None) is not None:
        raise tarfile.TarError(f"it holds something that is no plain file: {info.name[:200]!r}")
    target = info.linkname if kind == LINK else ""
    return Member(info.name, kind, info.size if kind == FILE else 0, target, _pieces(tar, info, kind, path))


def _pieces(tar: tarfile.TarFile, info: tarfile.TarInfo, kind: str, path: Path) -> Iterator[bytes]:
    with reported(path):
        stream = tar.extractfile(info) if kind == FILE else None
        left = info.size if stream is not None else 0
        while stream is not None and left > 0:
            piece = stream.read(min(left, PIECE_BYTES))
            if not piece:
                raise tarfile.TarError("it ends before its last member")
            left -= len(piece)
            yield piece


class _Forward:
    """A stream that is read forwards once; a step back reaches the last kilobyte only."""

    def __init__(self, stream: BinaryIO, path: Path, limit_bytes: int) -> None:
        self._stream = stream
        self._path = path
        self._limit = limit_bytes
        self._at = 0
        self._position = 0
        self._tail = b""

    def tell(self) -> int:
        return self._position

    def seek(self, position: int) -> int:
        while self._at < position and self._pull(min(PIECE_BYTES, position - self._at)):
            pass
        if position < self._at - len(self._tail):
            raise tarfile.TarError("its members overlap")
        self._position = position
        return position

    def read(self, size: int) -> bytes:
        if not 0 <= size <= max(_HEADER_BYTES, PIECE_BYTES):
            raise tarfile.TarError(f"a header of {size:,} bytes")
        back = self._at - self._position
        data = self._tail[len(self._tail) - back :][:size] if back > 0 else b""
        while len(data) < size and (more := self._pull(size - len(data))):
            data += more
        self._position += len(data)
        return data

    def drain(self) -> None:
        """Read to the end, so that the sum of all bytes is compared; only padding may be left."""
        while more := self._pull(PIECE_BYTES):
            if more.strip(b"\0"):
                raise tarfile.TarError("something follows its end")

    def _pull(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._at += len(data)
        self._tail = (self._tail + data)[-_LOOK_BACK_BYTES:]
        if self._at > self._limit:
            raise RefusedError(
                f'"{self._path}" unpacks to more than {self._limit:,} bytes; nothing was written',
                hint="make room on the disk, or give a folder on another one",
            )
        return data
