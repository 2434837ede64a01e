"""Walks a folder as it stands and opens its files so that each is as it was at one moment; follows no link."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError, LockedError
from daykeep.files.disk import O_SAFE, closing, describe_kind, explained, is_regular
from daykeep.files.locking.mutex import LOCKS, RECORD_ENDING
from daykeep.files.paths import lock_stem
from daykeep.files.tree import find_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from daykeep.files.store import Files

FILE, FOLDER, LINK, OTHER = "file", "folder", "link", "other"
_MODE_BITS = 0o777


class Found(NamedTuple):
    """What stands under a name: its kind, the permission bits, the time of its last change, its size in bytes.

    ``target`` is what a link says, unchanged; for what is neither file, folder nor link it says what that is.
    """

    name: str
    kind: str
    mode: int = 0
    mtime_ns: int = 0
    size: int = 0
    target: str = ""


def walk_tree(
    root: str, folder: str = "", *, failed: Callable[[str, DaykeepError], None] | None = None
) -> Iterator[tuple[Found, list[str]]]:
    """Everything below a folder, in the order of its names, each folder before what is in it.

    With each thing comes a list: a folder whose list the caller puts something into is not entered. What vanishes
    meanwhile is passed over; a folder that can't be listed raises StorageError, or is told to ``failed`` by its name and
    passed over. Folders may lie in one another as deep as names can be long.
    """
    waiting = [iter(look_at_folder(root, folder))]
    while waiting:
        found = next(waiting[-1], None)
        if found is None:
            waiting.pop()
            continue
        passed: list[str] = []
        yield found, passed
        if found.kind != FOLDER or passed:
            continue
        try:
            waiting.append(iter(look_at_folder(root, found.name)))
        except DaykeepError as error:
            if failed is None:
                raise
            failed(found.name, error)


def look_at_folder(root: str, folder: str) -> list[Found]:
    """The entries of a folder, sorted by name, a link as a link; none if the folder is gone."""
    place = find_place(root, f"{folder}/." if folder else ".")
    if place is None:
        return []
    with place, explained("can't look into", folder or "."):
        here = place.leaf if place.folder is None else place.folder
        found = []
        for leaf in sorted(os.listdir(here)):  # noqa: PTH208 - by descriptor, where there is one
            at = leaf if place.folder is not None else str(Path(place.leaf) / leaf)
            with suppress(FileNotFoundError):
                found.append(_look(f"{folder}/{leaf}" if folder else leaf, at, place.folder))
        return found


def find_entry(root: str, name: str) -> Found | None:
    """What stands under a name, a link as a link; None if nothing does."""
    folder, _, leaf = name.rpartition("/")
    place = find_place(root, f"{folder}/." if folder else ".")
    if place is None:
        return None
    with place, explained("can't look at", name), suppress(FileNotFoundError):
        return _look(name, leaf if place.folder is not None else str(Path(place.leaf) / leaf), place.folder)
    return None


def _look(name: str, at: str, inside: int | None) -> Found:
    info = os.stat(at, dir_fd=inside, follow_symlinks=False)
    mode = info.st_mode & _MODE_BITS
    if stat.S_ISDIR(info.st_mode):
        return Found(name, FOLDER, mode)
    if stat.S_ISLNK(info.st_mode):
        return Found(name, LINK, target=os.readlink(at, dir_fd=inside))
    if not is_regular(info):
        return Found(name, OTHER, target=describe_kind(info))
    return Found(name, FILE, mode, info.st_mtime_ns, info.st_size)


def open_settled(files: Files, found: Found) -> tuple[BinaryIO, Found] | None:
    """A file's stream, and how long it was at one moment between two changes by daykeep; None if it is gone.

    Read no further than that size: what is appended later lies beyond it, and a file put in the old one's place is
    another file. A name that daykeep has ever written under is opened under its lock, so that no half of an entry is
    in it, and what a dead writer left there is settled first. A lock that is held too long is waited for in vain: then
    the file is opened without. Raises DocumentError and StorageError as `Files.find_bytes` does.
    """
    root = str(files.root)
    if not _was_locked(root, found.name):
        return _open(root, found)
    try:
        with files.lock(found.name, purpose="backup"):
            return _open(root, found)
    except LockedError:
        return _open(root, found)
    except DaykeepError:
        if os.access(root, os.W_OK):
            raise
        return _open(root, found)  # nobody writes here: the file system is read-only


def _was_locked(root: str, name: str) -> bool:
    place = find_place(root, f"{LOCKS}/{lock_stem(name)}{RECORD_ENDING}")
    if place is None:
        return False
    with place:
        return place.info is not None


def _open(root: str, found: Found) -> tuple[BinaryIO, Found] | None:
    place = find_place(root, found.name)
    if place is None:
        return None
    with place, explained("can't read", found.name):
        try:
            descriptor = place.open(os.O_RDONLY | O_SAFE)
        except FileNotFoundError:
            return None
        info = os.fstat(descriptor)
        if not is_regular(info):
            with closing(descriptor):
                return None
        fresh = found._replace(mode=info.st_mode & _MODE_BITS, mtime_ns=info.st_mtime_ns, size=info.st_size)
        return os.fdopen(descriptor, "rb"), fresh
