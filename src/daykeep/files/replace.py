"""Put a whole new file in a file's place, at once, and only if nobody changed it meanwhile.

Under the name's lock: compare what is there with what the caller read (SHA-256), write the new bytes to a temporary
file in the same folder, force them to the disk, rename over the old name, force the folder. A reader sees the old
file or the new one, never a part. The lock record names the temporary file before it is made, so that the next
holder removes it if its maker died.

The comparison is made again just before the rename, because editors don't take our lock. What is left is the time
between that look and the rename, some microseconds.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError, DocumentError, StorageError
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
from daykeep.files.ids import random_suffix
from daykeep.files.paths import MAX_PART_BYTES, check_name
from daykeep.files.tree import Place, find_place

if TYPE_CHECKING:
    from daykeep.files.locking.locks import Lock

_PRIVATE_MODE = 0o600  # until the old file's mode is put on the temporary one
_MODE_BITS = 0o7777


class Replaced(NamedTuple):
    """What a replacement came to: ``changed`` is False if the same bytes were there already; ``sha256`` of the file now."""

    name: str
    changed: bool
    sha256: str


def sha256_of(data: bytes) -> str:
    """The SHA-256 of some bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def temp_leaf(leaf: str) -> str:
    """A temporary name for a file: ``.<name>.<pid>.<random>.tmp``, cut so that it fits any file system."""
    ending = f".{os.getpid()}.{random_suffix()}.tmp"
    kept = leaf.encode("utf-8", "surrogateescape")[: MAX_PART_BYTES - len(ending) - 1]
    return "." + kept.decode("utf-8", "ignore") + ending


def replace_locked(
    root: str, name: str, data: bytes, lock: Lock, *, expected_sha256: str | None, durable: bool
) -> Replaced:
    """Replace a file under a lock that is held; on any error the old file is there, whole.

    ``expected_sha256`` is of the bytes the caller read, None if there was no file. ``ConflictError`` if something
    else is there now. The same bytes again are no write. Mode, owner and extended attributes are kept as far as the
    system allows; a hard link to the old file keeps the old bytes.
    """
    place = find_place(root, name, make_folders=True, durable=durable)
    if place is None:
        raise StorageError(f"can't replace '{name}': its folder vanished")
    with place, explained("can't replace", name):
        current = _read_current(place, name)
        _compare(name, current, expected_sha256)
        if current == data:
            return Replaced(name, False, sha256_of(data))
        _swap(place, name, data, lock, current=current, durable=durable)
    return Replaced(name, True, sha256_of(data))


def own_copy(place: Place, name: str, lock: Lock, *, durable: bool) -> bool:
    """Give a file with several hard links bytes of its own, under its lock; whether that was needed.

    Else an append would also reach the other names, which may be outside the root.
    """
    if place.info is None or not is_regular(place.info) or place.info.st_nlink < 2:
        return False
    current = _read_current(place, name)
    if current is not None:
        _swap(place, name, current, lock, current=current, durable=durable)
    return True


def _read_current(place: Place, name: str) -> bytes | None:
    if place.info is None:
        check_name(name)
        return None
    if not is_regular(place.info):
        raise DocumentError(f"can't replace '{name}': it is {describe_kind(place.info)}")
    try:
        opened = closing(place.open(os.O_RDONLY | O_SAFE))
    except FileNotFoundError:
        place.info = None
        return None
    with opened as descriptor:
        place.info = os.fstat(descriptor)
        return read_all(descriptor)


def _compare(name: str, current: bytes | None, expected_sha256: str | None) -> None:
    found = None if current is None else sha256_of(current)
    if found == expected_sha256:
        return
    if expected_sha256 is None:
        why = "it exists already"
    else:
        why = "it was removed meanwhile" if found is None else "it was changed meanwhile"
    raise ConflictError(
        f"can't replace '{name}': {why}; nothing was overwritten",
        hint="read it again and repeat the change",
        details={"name": name, "expected_sha256": expected_sha256, "found_sha256": found},
    )


def _swap(place: Place, name: str, data: bytes, lock: Lock, *, current: bytes | None, durable: bool) -> None:
    leaf = temp_leaf(place.last)
    temp = place.beside(leaf)
    folder_name = place.name.rpartition("/")[0]
    lock.say({"do": "replace", "name": place.name, "temp": f"{folder_name}/{leaf}" if folder_name else leaf})
    mode = FILE_MODE if place.info is None else _PRIVATE_MODE
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | O_SAFE
        with closing(os.open(temp, flags, mode, dir_fd=place.folder)) as descriptor:
            write_all(descriptor, data)
            if place.info is not None:
                _keep_attributes(place, descriptor, place.info)
            if durable:
                sync(descriptor)
        _check_again(place, name, current)
        os.replace(temp, place.leaf, src_dir_fd=place.folder, dst_dir_fd=place.folder)
    except BaseException:
        if remove_quietly(place, temp):
            lock.clear()
        raise
    lock.clear()
    if durable:
        sync_folder(place)


def _check_again(place: Place, name: str, current: bytes | None) -> None:
    """The comparison once more, without reading the file if it was not touched."""
    before, now = place.info, place.look()
    if now is None and before is None:
        return
    if now is not None and before is not None and _version(now) == _version(before):
        return
    place.info = now
    found = _read_current(place, name) if now is not None else None
    _compare(name, found, None if current is None else sha256_of(current))


def _version(info: os.stat_result) -> tuple[int, int, int]:
    return info.st_ino, info.st_size, info.st_mtime_ns


def _keep_attributes(place: Place, descriptor: int, info: os.stat_result) -> None:
    """Give the new file the old one's owner, mode and extended attributes, where the system lets us."""
    if hasattr(os, "fchown") and (info.st_uid, info.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(PermissionError):  # only root may give files away; the text is what counts
            os.fchown(descriptor, info.st_uid, info.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, info.st_mode & _MODE_BITS)
    if hasattr(os, "listxattr"):
        _keep_extended(place, descriptor)


def _keep_extended(place: Place, descriptor: int) -> None:
    try:
        with closing(place.open(os.O_RDONLY | O_SAFE)) as source:
            for key in os.listxattr(source):
                os.setxattr(descriptor, key, os.getxattr(source, key))
    except OSError:
        return  # not all file systems take them; the text is what counts


def remove_quietly(place: Place, leaf: str) -> bool:
    """Remove a temporary file; whether it is gone now."""
    try:
        os.unlink(leaf, dir_fd=place.folder)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def move_locked(root: str, name: str, to: str, *, durable: bool) -> None:
    """Give a file another name, under the locks of both.

    ``ConflictError`` if that name is taken, ``DocumentError`` if there is no such file.
    """
    source = find_place(root, name)
    if source is None:
        raise DocumentError(f"there is no file '{name}' to move", details={"name": name})
    with source, explained("can't move", name):
        if source.info is None:
            raise DocumentError(f"there is no file '{name}' to move", details={"name": name})
        target = find_place(root, to, make_folders=True, durable=durable)
        if target is None:
            raise StorageError(f"can't move '{name}' to '{to}': its folder vanished")
        with target:
            if target.info is not None:
                raise ConflictError(
                    f"can't move '{name}' to '{to}': that name is taken", details={"name": to}
                )
            os.rename(source.leaf, target.leaf, src_dir_fd=source.folder, dst_dir_fd=target.folder)
            if durable:
                sync_folder(target)
                sync_folder(source)


def remove_locked(root: str, name: str, *, durable: bool) -> None:
    """Remove the file that a name leads to, under its lock; nothing happens if there is none."""
    place = find_place(root, name)
    if place is None:
        return
    with place, explained("can't remove", name):
        if place.info is not None:
            os.unlink(place.leaf, dir_fd=place.folder)
            if durable:
                sync_folder(place)
