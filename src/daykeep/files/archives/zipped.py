"""Reads the files in a zip archive that somebody else made, in memory: nothing is unpacked, and no name leads anywhere."""

from __future__ import annotations

import zipfile
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

from daykeep.errors import DocumentError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_FAULTS = (
    zipfile.BadZipFile,
    OSError,
    RuntimeError,
    NotImplementedError,
    zlib.error,
    EOFError,
    ValueError,
    KeyError,
)
"""What ``zipfile`` raises for a damaged, encrypted or unknown archive."""


def is_zipped(path: Path) -> bool:
    """Whether a file is a zip archive, by what stands in it."""
    return zipfile.is_zipfile(path)


class Zipped:
    """A zip archive that is read. Raises DocumentError for one that is damaged."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._explained():
            self._archive = zipfile.ZipFile(path)

    def names(self) -> list[str]:
        """The names of its files, as they stand there, in its order."""
        return [info.filename for info in self._archive.infolist() if not info.is_dir()]

    def size(self, name: str) -> int:
        """How many bytes a file says it has; never are more of them read."""
        with self._explained(name):
            return self._archive.getinfo(name).file_size

    def read(self, name: str, limit_bytes: int) -> bytes:
        """A file's first bytes, at most so many however large it says it is. Raises DocumentError where it can't be read."""
        with self._explained(name), self._archive.open(name) as opened:
            return opened.read(limit_bytes)

    @contextmanager
    def _explained(self, name: str = "") -> Iterator[None]:
        try:
            yield
        except _FAULTS as error:
            where = f'"{name}" in "{self._path.name}"' if name else f'"{self._path}"'
            raise DocumentError(f"{where} can't be read: {error}") from error
