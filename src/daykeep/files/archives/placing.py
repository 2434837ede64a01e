"""Lays an archive's contents out again below a folder: each file whole or not at all, never through a link."""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from daykeep.errors import ConflictError, DocumentError, StorageError
from daykeep.files.disk import O_SAFE, closing, explained, is_regular, read_all, sync, sync_folder, write_all
from daykeep.files.replace import remove_quietly, temp_leaf
from daykeep.files.tree import find_place

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from daykeep.files.archives.gathering import Found
    from daykeep.files.tree import Place

_PRIVATE_MODE = 0o600
_OPEN_MODE = 0o700
"""Folders are open for their owner until everything is in them."""


def hash_file(root: str, name: str) -> str:
    """The SHA-256 of a file below the root; "" if there is no plain file."""
    place = find_place(root, name)
    if place is None:
        return ""
    with place, explained("can't read", name):
        if place.info is None or not is_regular(place.info):
            return ""
        digest = hashlib.sha256()
        with closing(place.open(os.O_RDONLY | O_SAFE)) as descriptor:
            while piece := read_all(descriptor, 1 << 20):
                digest.update(piece)
    return digest.hexdigest()


def put_folder(root: str, name: str) -> None:
    """Make a folder, open to its owner alone, and those above it; one that is there stays as it is."""
    place = find_place(root, name, make_folders=True, durable=True)
    if place is None:
        raise StorageError(f"can't make '{name}': its folder vanished")
    with place, explained("can't make", name):
        if place.info is None:
            with suppress(FileExistsError):
                os.mkdir(place.leaf, _OPEN_MODE, dir_fd=place.folder)
            sync_folder(place)


def put_file(
    root: str, found: Found, pieces: Iterable[bytes], *, sha256: str, durable_name: bool = True
) -> None:
    """Write a new file with its mode and time; its bytes are on the disk when this returns.

    Without ``durable_name`` its name is only after `sync_entries` of its folder: one call for a thousand files.

    ConflictError if something stands there meanwhile; DocumentError if the bytes are not those of ``sha256``. Then
    nothing is there.
    """
    place = find_place(root, found.name, make_folders=True, durable=True)
    if place is None:
        raise StorageError(f"can't write '{found.name}': its folder vanished")
    with place, explained("can't write", found.name):
        temp = place.beside(temp_leaf(place.last))
        try:
            _write_temp(place, temp, found, pieces, sha256)
            _check_absent(place, found.name)
            os.replace(temp, place.leaf, src_dir_fd=place.folder, dst_dir_fd=place.folder)
        except BaseException:
            remove_quietly(place, temp)
            raise
        if durable_name:
            sync_folder(place)


def _write_temp(place: Place, temp: str, found: Found, pieces: Iterable[bytes], sha256: str) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | O_SAFE
    digest = hashlib.sha256()
    with closing(os.open(temp, flags, _PRIVATE_MODE, dir_fd=place.folder)) as descriptor:
        for piece in pieces:
            digest.update(piece)
            write_all(descriptor, piece)
        if digest.hexdigest() != sha256:
            raise DocumentError(f"'{found.name}' is no longer what it was in the backup")
        _set_attributes(descriptor, found)
        sync(descriptor)


def _check_absent(place: Place, name: str) -> None:
    if place.look() is not None:
        raise _made_meanwhile(name)


def _made_meanwhile(name: str) -> ConflictError:
    return ConflictError(f"'{name}' was made meanwhile; it stays as it is")


def _set_attributes(descriptor: int, found: Found) -> None:
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, found.mode)
    if os.utime in os.supports_fd:
        os.utime(descriptor, ns=(found.mtime_ns, found.mtime_ns))


def put_link(root: str, name: str, target: str) -> None:
    """Make a symbolic link; ConflictError if something stands there."""
    place = find_place(root, name, make_folders=True, durable=True)
    if place is None:
        raise StorageError(f"can't make '{name}': its folder vanished")
    with place, explained("can't make the link", name):
        try:
            os.symlink(target, place.leaf, dir_fd=place.folder)
        except FileExistsError as error:
            raise _made_meanwhile(name) from error
        sync_folder(place)


def sync_entries(root: str, folder: str) -> None:
    """Force the names in a folder to the disk; nothing happens if there is no such folder."""
    place = find_place(root, f"{folder}/." if folder else ".")
    if place is not None:
        with place, explained("can't write", folder or "."):
            sync_folder(place)


def set_mode(root: str, name: str, mode: int) -> None:
    """Give a folder its permission bits."""
    place = find_place(root, f"{name}/.")
    if place is None:
        return
    with place, explained("can't set the mode of", name):
        os.chmod(place.leaf if place.folder is None else place.folder, mode)  # noqa: PTH101 - by descriptor


def remove_entry(root: str, name: str) -> None:
    """Remove a file of restoring's own without a lock; nothing happens if it is gone."""
    place = find_place(root, name)
    if place is None:
        return
    with place, explained("can't remove", name):
        if remove_quietly(place, place.leaf):
            sync_folder(place)


def free_bytes(folder: Path) -> int:
    """How much may still be written to the disk that a folder, or the nearest one above that exists, lies on."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    with explained("can't ask for the free space of", str(folder)):
        return shutil.disk_usage(folder).free


def folds_case(root: Path, name: str) -> bool:
    """Whether the file system takes another spelling of a file that is there for the same file."""
    there, other = root / name, root / name.swapcase()
    return other.exists() and there.exists() and os.path.samefile(there, other)  # noqa: PTH121
