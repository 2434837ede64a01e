"""Files that daykeep places in folders of other programs, and takes away again: skills and blocks in instruction files.

Names are POSIX paths relative to the folder; no link leads out of it. A write is whole or not at all, only over the
content that was seen, and keeps the mode of what it replaces. No locks are left beside.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.errors import ConflictError, DaykeepError, RefusedError
from daykeep.files.disk import (
    FILE_MODE,
    O_SAFE,
    closing,
    describe_kind,
    explained,
    is_regular,
    read_all,
    sync,
    sync_folder,
    write_all,
)
from daykeep.files.encoding import decode
from daykeep.files.paths import check_existing, check_name
from daykeep.files.replace import remove_quietly, sha256_of, temp_leaf
from daykeep.files.root import make_root
from daykeep.files.tree import find_place, scan_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.files.encoding import Document
    from daykeep.files.tree import Place

LIMIT_BYTES = 8 << 20
"""A file larger than this is none that daykeep reads or changes here."""
PROGRAM_MODE = 0o777
_MODE_BITS = 0o7777


class Shelf:
    """A folder of another program. It need not be there yet: the first write makes it."""

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.realpath(root))
        self._root = str(self.root)

    def path(self, name: str) -> str:
        """The full path of a name, for people."""
        return str(self.root / name) if name else self._root

    def real_name(self, name: str) -> str:
        """The name after all links; RefusedError where it leads out of the folder."""
        place = find_place(self._root, check_existing(name))
        if place is None:
            return name
        with place:
            return place.name

    def is_link(self, name: str) -> bool:
        """Whether a link stands under this very name."""
        folder, _, leaf = check_existing(name).rpartition("/")
        return (leaf, "link") in scan_folder(self._root, folder)

    def find(self, name: str) -> bytes | None:
        """A file's bytes; None if there is none. RefusedError for a folder, a device or more than LIMIT_BYTES."""
        place = find_place(self._root, check_existing(name))
        if place is None:
            return None
        with place:
            return self._read(place, name)

    def find_document(self, name: str) -> Document | None:
        """A file as lines; None if there is none."""
        data = self.find(name)
        return None if data is None else decode(data, name)

    def list_names(self, folder: str) -> list[str]:
        """Everything below a folder that is no folder, by its name inside of it, sorted; links are not entered."""
        found, todo = [], [""]
        while todo:
            inner = todo.pop()
            for leaf, kind in scan_folder(self._root, f"{folder}/{inner}".strip("/")):
                name = f"{inner}/{leaf}".lstrip("/")
                if kind == "folder":
                    todo.append(name)
                else:
                    found.append(name)
        return sorted(found)

    def write(self, name: str, data: bytes, *, expected_sha256: str | None, mode: int = FILE_MODE) -> bool:
        """Write a file, with its folders; whether it changed. ConflictError unless the content is the expected one.

        ``expected_sha256`` None means that there is no file. ``mode`` counts for new files; others keep theirs.
        """
        make_root(self.root)
        place = find_place(self._root, check_name(name), make_folders=True)
        if place is None:
            raise ConflictError(f'"{self.path(name)}" went away meanwhile; nothing was written')
        with place:
            current = self._read(place, name)
            self._compare(name, current, expected_sha256)
            if current == data:
                return False
            with explained("can't write", self.path(name)):
                _swap(place, data, mode)
        return True

    def remove(self, name: str, *, expected_sha256: str) -> bool:
        """Remove a file if its content is the expected one; whether there was one. ConflictError otherwise."""
        place = find_place(self._root, check_existing(name))
        if place is None:
            return False
        with place:
            current = self._read(place, name)
            if current is None:
                return False
            self._compare(name, current, expected_sha256)
            with explained("can't remove", self.path(name)):
                os.unlink(place.leaf, dir_fd=place.folder)
        return True

    def remove_empty(self, folder: str) -> None:
        """Remove a folder and those in it, as far as they are empty; a link in its place stays."""
        for leaf, kind in scan_folder(self._root, folder):
            if kind == "folder":
                self.remove_empty(f"{folder}/{leaf}")
        with suppress(OSError, DaykeepError):  # a folder that holds something stays
            place = find_place(self._root, check_existing(folder))
            if place is not None:
                with place:
                    os.rmdir(place.leaf, dir_fd=place.folder)

    def _read(self, place: Place, name: str) -> bytes | None:
        if place.info is None:
            return None
        if not is_regular(place.info):
            raise RefusedError(f'"{self.path(name)}" is {describe_kind(place.info)}; nothing was changed')
        with explained("can't read", self.path(name)), closing(place.open(os.O_RDONLY | O_SAFE)) as opened:
            data = read_all(opened, LIMIT_BYTES + 1)
        if len(data) > LIMIT_BYTES:
            raise RefusedError(
                f'"{self.path(name)}" is larger than {LIMIT_BYTES:,} bytes; nothing was changed'
            )
        return data

    def _compare(self, name: str, current: bytes | None, expected_sha256: str | None) -> None:
        found = None if current is None else sha256_of(current)
        if found != expected_sha256:
            raise ConflictError(
                f'"{self.path(name)}" changed meanwhile; it is as it was', hint="run the command again"
            )


def missing_folders(folder: Path) -> list[str]:
    """The folders that are to be made for ``folder``, itself included, the innermost first."""
    found = []
    while not os.path.lexists(folder):
        found.append(str(folder))
        folder = folder.parent
    return found


def remove_made(folders: Iterable[str]) -> None:
    """Remove folders that were made for daykeep, the innermost first, as far as they are empty."""
    for folder in folders:
        with suppress(OSError):  # it holds something of somebody's, or is gone
            Path(folder).rmdir()


def _swap(place: Place, data: bytes, mode: int) -> None:
    temp = place.beside(temp_leaf(place.last))
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | O_SAFE
        with closing(os.open(temp, flags, mode, dir_fd=place.folder)) as descriptor:
            write_all(descriptor, data)
            if place.info is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, stat.S_IMODE(place.info.st_mode) & _MODE_BITS)
            sync(descriptor)
        os.replace(temp, place.leaf, src_dir_fd=place.folder, dst_dir_fd=place.folder)
    except BaseException:
        remove_quietly(place, temp)
        raise
    sync_folder(place)
