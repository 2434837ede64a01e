"""Entries that could not wait for a lock: complete on delivery, merged by the next one who has the lock.

The way of Maildir: an entry is written to ``.daykeep/spool/tmp``, forced to the disk and renamed into
``.daykeep/spool/new`` under a unique, sortable name; so ``new`` only ever holds whole entries. Nobody needs a lock to
deliver.

Merging is idempotent. An entry's id goes with the intent while it is appended, and into the lock record as *merged*
when it is on the disk; it leaves the record only when its spool file is gone for good. Whoever dies in between
leaves either an entry that is not in the file (it is appended again) or an id that says it is (only the spool file
is removed).
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING

from daykeep.errors import StorageError
from daykeep.files.append import TAIL_BYTES, Appended, Tail, append_locked, open_tail
from daykeep.files.disk import O_SAFE, closing, explained, read_all, sync, sync_folder, write_all
from daykeep.files.ids import ulid_of
from daykeep.files.paths import lock_stem
from daykeep.files.replace import remove_locked, remove_quietly, temp_leaf
from daykeep.files.tree import find_place, list_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.files.locking.locks import Lock

NEW = ".daykeep/spool/new"
TEMP = ".daykeep/spool/tmp"
_DIGEST_CHARS = 12  # of the lock's key, at the end of a spool file's name


class Spooled:
    """A waiting entry: the file it is for, and its bytes for a new and for an old file."""

    __slots__ = ("fresh", "later", "name")

    def __init__(self, name: str, fresh: bytes, later: bytes) -> None:
        self.name = name
        self.fresh = fresh
        self.later = later


def deliver(root: str, name: str, make: Callable[[Tail], bytes], *, durable: bool) -> Appended:
    """Put an entry into the spool; when this returns it is on the disk and will not be lost.

    Nobody knows yet what the file will look like when the entry is merged, so where there is no file it is built
    twice: as the first entry of a new file, and for a file that has been begun with exactly that. ``StorageError``
    if it can't be written.
    """
    tail = open_tail(root, name)
    fresh = later = make(tail)
    if tail.size == 0 and fresh:
        later = make(Tail(len(fresh), fresh[:TAIL_BYTES], fresh[-TAIL_BYTES:]))
    header = {"name": name, "fresh": len(fresh), "later": len(later)}
    body = fresh + later
    line = json.dumps({**header, "sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n"
    with explained("can't spool an entry for", name):
        _deliver(root, name, line + body, durable=durable)
    return Appended(name, 0, len(later), False, True, None)


def _deliver(root: str, name: str, data: bytes, *, durable: bool) -> None:
    source = find_place(root, f"{TEMP}/{temp_leaf('entry')}", make_folders=True, durable=durable)
    target = find_place(root, f"{NEW}/x", make_folders=True, durable=durable)
    if source is None or target is None:
        raise StorageError("can't make the spool: its folder vanished")
    with source, target:
        try:
            with closing(source.open(os.O_WRONLY | os.O_CREAT | os.O_EXCL | O_SAFE)) as descriptor:
                write_all(descriptor, data)
                if durable:
                    sync(descriptor)
                written_at = os.fstat(descriptor).st_mtime_ns  # the file system's clock orders the entries
            leaf = target.beside(f"{ulid_of(written_at // 1_000_000)}-{_digest(name)}")
            os.replace(source.leaf, leaf, src_dir_fd=source.folder, dst_dir_fd=target.folder)
        except BaseException:
            remove_quietly(source, source.leaf)
            raise
        if durable:
            sync_folder(target)


def _digest(name: str) -> str:
    return lock_stem(name)[-_DIGEST_CHARS:]


def waiting_ids(root: str, name: str | None = None) -> list[str]:
    """The ids of waiting entries, oldest first: all of them, or those under the lock of ``name``."""
    ending = "" if name is None else f"-{_digest(name)}"
    return sorted(leaf for leaf in list_folder(root, NEW) if leaf.endswith(ending))


def find_spooled(root: str, entry_id: str) -> Spooled | None:
    """A waiting entry by its id; None if it is gone or damaged (which ``leftovers`` reports)."""
    place = find_place(root, f"{NEW}/{entry_id}")
    if place is None:
        return None
    with place, explained("can't read the spooled entry", entry_id):
        try:
            descriptor = place.open(os.O_RDONLY | O_SAFE)
        except FileNotFoundError:
            return None
        with closing(descriptor):
            data = read_all(descriptor)
    return _parse(data)


def _parse(data: bytes) -> Spooled | None:
    line, _, body = data.partition(b"\n")
    try:
        header = json.loads(line)
        if hashlib.sha256(body).hexdigest() != header["sha256"]:
            return None
        fresh = int(header["fresh"])
        return Spooled(str(header["name"]), body[:fresh], body[fresh:])
    except (ValueError, KeyError, TypeError):
        return None


def merge_waiting(root: str, lock: Lock, *, durable: bool) -> int:
    """Append what waits for the file whose lock is held, oldest first; how many entries were merged.

    A damaged spool file stays where it is. On an error what is merged is merged, and the rest still waits.
    """
    if lock.record.merged:
        _forget(root, lock, durable=durable)
    if not os.path.isdir(f"{root}/{NEW}"):  # noqa: PTH112  (the everyday case, in one call)
        return 0
    count = 0
    for entry_id in waiting_ids(root, lock.name):
        entry = find_spooled(root, entry_id)
        if entry is None:
            continue
        fresh, later = entry.fresh, entry.later
        append_locked(
            root,
            entry.name,
            lambda tail, fresh=fresh, later=later: later if tail.size else fresh,  # type: ignore[misc]
            lock,
            durable=durable,
            spooled=entry_id,
        )
        _forget(root, lock, durable=durable)
        count += 1
    return count


def _forget(root: str, lock: Lock, *, durable: bool) -> None:
    """Remove the spool files of merged entries; only then their ids."""
    if durable:
        lock.sync()  # else a power cut could bring the spool file back without its id
    for entry_id in lock.record.merged:
        remove_locked(root, f"{NEW}/{entry_id}", durable=durable)
    lock.forget_merged()
