"""Append whole entries to files that other programs write too, and lose none of them.

An append runs under the name's lock (``locks``): read the file's end, let the caller build the entry for it, write
the *intent* (where, and which bytes) into the lock file, write the entry, force it to the disk, acknowledge, clear
the intent. What is left at every point of failure:

* An error (disk full, I/O error, interrupt): the file is cut back to its old size, or removed if it was new.
* The process dies before its first byte: nothing. While it writes: the file ends in a true prefix of the announced
  bytes; the next holder of the lock moves that tail, never acknowledged, to ``.daykeep/data/quarantine/``. After its
  last byte: the entry is whole, and stays.
* Any other text without a line end belongs to somebody else. It gets a line end in the file's own style and keeps
  every byte. A tail counts as ours only if the file is the same one (inode), was last written about when the intent
  was, and ends exactly in a prefix of what was announced.

One ``fsync`` an entry is enough (two for a new file: its folder must know it). The intent is not forced to the disk.
A process that dies leaves all its writes to the system, so the next one sees the intent. A power cut can lose it,
and then a half-written entry of that moment looks like somebody else's text: it stays, on lines of its own. It was
never acknowledged, nothing acknowledged is lost or fused with it, and a second ``fsync`` for every entry would be
the price of hiding it. An old intent that comes back after a power cut does no harm: its entry was on the disk
before it was acknowledged, so the tail is whole or longer.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ConflictError, DocumentError
from daykeep.files.disk import (
    O_SAFE,
    describe_kind,
    is_regular,
    read_span,
    storage_error,
    sync,
    sync_folder,
    write_all,
)
from daykeep.files.ids import short_hash
from daykeep.files.paths import check_name, slug
from daykeep.files.tree import Place, find_place

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.files.locks import Lock

TAIL_BYTES = 64 * 1024
QUARANTINE = ".daykeep/data/quarantine"
_MAX_ROUNDS = 10  # each one means that another program replaced the file in the same milliseconds
_OURS_WITHIN_SECONDS = 60.0  # between an intent and the last write of a tail that is still taken for ours
_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


class Tail(NamedTuple):
    """The file an entry is about to be appended to: its size in bytes, its first and last bytes (at most 64 KiB each).

    A file in UTF-16 shows its text in UTF-8 here. ``size`` is 0 for a new or empty file.
    """

    size: int
    head: bytes
    tail: bytes


class Appended(NamedTuple):
    """Where an entry went: its first byte and length in the file, or into the spool, from where it is merged later.

    ``quarantined`` names the file that a crashed writer's half entry was moved to on this occasion.
    """

    name: str
    offset: int
    length: int
    created: bool
    spooled: bool
    quarantined: str | None


def newline_of(data: bytes) -> bytes:
    """The line end that most of the data's lines have: LF, CRLF, or CR where there is nothing else."""
    pairs = data.count(b"\r\n")
    feeds = data.count(b"\n") - pairs
    if pairs > feeds:
        return b"\r\n"
    return b"\r" if not feeds and data.count(b"\r") else b"\n"


def read_tail(descriptor: int, name: str) -> tuple[Tail, str]:
    """The tail of an open file and the encoding new text must have ("utf-8" or one of UTF-16)."""
    size = os.fstat(descriptor).st_size
    head = read_span(descriptor, 0, min(size, TAIL_BYTES))
    tail = head if size <= TAIL_BYTES else read_span(descriptor, size - TAIL_BYTES - size % 2, TAIL_BYTES + 1)
    encoding = _UTF16.get(head[:2], "utf-8")
    if encoding == "utf-8":
        return Tail(size, head, tail[-TAIL_BYTES:]), encoding
    if size % 2:
        raise DocumentError(
            f"'{name}' begins as UTF-16 but has an odd number of bytes", hint="repair the file by hand"
        )
    shown = [part.decode(encoding, "replace").encode("utf-8", "replace") for part in (head, tail)]
    return Tail(size, shown[0], shown[1]), encoding


def open_tail(root: str, name: str) -> Tail:
    """The tail of a file by name, read without a lock: a moment later it may be another."""
    place = find_place(root, name)
    if place is None:
        check_name(name)
        return Tail(0, b"", b"")
    with place:
        descriptor = _open_existing(place)
        if descriptor is None:
            return Tail(0, b"", b"")
        try:
            return read_tail(descriptor, name)[0]
        finally:
            os.close(descriptor)


def _needs_line_end(tail: Tail) -> bytes:
    """The line end that the last line lacks; empty if it has one."""
    end = tail.tail[-4:]
    if not end or end == b"\xef\xbb\xbf" or end.endswith((b"\n", b"\n\0")):
        return b""
    style = newline_of(tail.tail)
    if end.endswith(b"\r"):
        return b"" if style == b"\r" else b"\n"
    wide = len(end) == 4 and end[1] == end[3] == 0 and end[0] and end[2]  # a run of UTF-16 inside UTF-8
    return bytes(byte for pair in style for byte in (pair, 0)) if wide else style


def build(tail: Tail, encoding: str, make: Callable[[Tail], bytes], name: str) -> bytes:
    """The bytes to append: a line end if the last line lacks one, the entry, a line end if the entry lacks one."""
    entry = make(tail)
    if not entry:
        return b""
    if not entry.endswith(b"\n"):
        entry += newline_of(tail.tail or entry)
    entry = _needs_line_end(tail) + entry
    if encoding == "utf-8":
        return entry
    try:
        return entry.decode("utf-8").encode(encoding)
    except UnicodeError as error:
        raise DocumentError(f"can't append to '{name}' (UTF-16): the entry is not valid UTF-8") from error


def append_locked(
    root: str, name: str, make: Callable[[Tail], bytes], lock: Lock, *, durable: bool, spooled: str = ""
) -> Appended:
    """Append under a lock that is held; returns when the bytes are on the disk (with ``durable``).

    ``make`` may be called again if another program replaces the file meanwhile; it must only compute. ``spooled``
    is the id of the spooled entry that this is, for the intent. On an error the file is as it was.
    """
    written = b""
    for _ in range(_MAX_ROUNDS):
        place = find_place(root, name, make_folders=True)
        if place is None:
            continue
        with place:
            try:
                done, written = _append_once(
                    place, make, lock, durable=durable, spooled=spooled, before=written
                )
            except OSError as error:
                raise storage_error("can't append to", name, error) from error
        if done is not None:
            return done._replace(name=name)
    raise ConflictError(f"'{name}' is replaced by another program again and again; nothing was appended")


def _append_once(
    place: Place, make: Callable[[Tail], bytes], lock: Lock, *, durable: bool, spooled: str, before: bytes
) -> tuple[Appended | None, bytes]:
    """One try: the result, or None and the bytes that went into a file which was replaced meanwhile."""
    descriptor = _open_existing(place)
    try:
        tail, encoding = (
            read_tail(descriptor, place.name) if descriptor is not None else (Tail(0, b"", b""), "utf-8")
        )
        if descriptor is not None and before and _holds(descriptor, tail.size, before):
            return Appended(place.name, tail.size, len(before), False, False, None), before
        data = build(tail, encoding, make, place.name)
        if not data:
            return Appended(place.name, tail.size, 0, False, False, None), data
        created = descriptor is None
        lock.say(_intent(place, descriptor, tail.size, spooled), data)
        if descriptor is None:
            try:
                descriptor = place.open(os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | O_SAFE)
            except FileExistsError:
                lock.clear()
                return None, b""
        offset = _write_entry(place, descriptor, tail.size, data, lock, created=created, durable=durable)
        now = place.look()
        if now is None or not os.path.samestat(now, os.fstat(descriptor)):
            return None, data
        return Appended(place.name, offset, len(data), created, False, None), data
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _holds(descriptor: int, size: int, entry: bytes) -> bool:
    """Whether the program that replaced the file had read our entry before."""
    start = max(0, size - len(entry) - TAIL_BYTES)
    return entry in read_span(descriptor, start, size - start)


def _intent(place: Place, descriptor: int | None, offset: int, spooled: str) -> dict[str, Any]:
    inode = os.fstat(descriptor).st_ino if descriptor is not None else None
    return {"do": "append", "name": place.name, "offset": offset, "inode": inode, "spooled": spooled}


def _open_existing(place: Place) -> int | None:
    """The file, open for reading and appending; None if there is none."""
    if place.info is None:
        check_name(place.name)
        return None
    if not is_regular(place.info):
        raise DocumentError(f"can't append to '{place.name}': it is {describe_kind(place.info)}")
    try:
        return place.open(os.O_RDWR | os.O_APPEND | O_SAFE)
    except FileNotFoundError:
        return None


def _write_entry(
    place: Place, descriptor: int, size: int, data: bytes, lock: Lock, *, created: bool, durable: bool
) -> int:
    """Write and force to disk; the offset where the entry begins. On any failure the file is cut back."""
    try:
        write_all(descriptor, data)
        offset = os.lseek(descriptor, 0, os.SEEK_CUR) - len(data)
        if durable:
            sync(descriptor)
            if created:
                sync_folder(place)
    except BaseException:
        if _cut_back(place, descriptor, size, data, created=created):
            lock.clear()
        raise
    lock.clear()
    return offset


def prefix_length(descriptor: int, offset: int, announced: bytes) -> int | None:
    """How many of the announced bytes the file ends with from ``offset`` on; None if it ends in anything else."""
    length = os.fstat(descriptor).st_size - offset
    if length < 0 or length > len(announced):
        return None
    return length if read_span(descriptor, offset, length) == announced[:length] else None


def _cut_back(place: Place, descriptor: int, size: int, data: bytes, *, created: bool) -> bool:
    """Undo a failed append, unless others wrote behind it; whether it is undone."""
    try:
        if prefix_length(descriptor, size, data) is None:
            return False
        os.ftruncate(descriptor, size)
        if created:
            os.unlink(place.leaf, dir_fd=place.folder)
    except OSError:
        return False
    return True


def settle(root: str, lock: Lock, *, durable: bool) -> str | None:
    """Finish what a process that died left under this lock; the quarantine file's name if a half entry went there.

    Runs before anything else is done under a lock, any number of times with the same result. A half-written entry
    that came from the spool is cut off without a copy, because the spool still has it.
    """
    intent = lock.record.intent
    if intent is None:
        return None
    try:
        kept = _settle_append(root, intent, lock, durable=durable) if intent.get("do") == "append" else None
        if intent.get("do") == "replace":
            _remove_temp(root, str(intent.get("temp", "")))
    except OSError as error:
        raise storage_error("can't finish what a stopped process left in", lock.name, error) from error
    lock.clear()
    return kept


def _remove_temp(root: str, temp: str) -> None:
    place = find_place(root, temp) if temp else None
    if place is not None:
        with place:
            if place.info is not None and is_regular(place.info):
                os.unlink(place.leaf, dir_fd=place.folder)


def _settle_append(root: str, intent: dict[str, Any], lock: Lock, *, durable: bool) -> str | None:
    place = find_place(root, str(intent["name"]))
    if place is None:
        return None
    with place:
        if place.info is None or not is_regular(place.info):
            return None
        descriptor = place.open(os.O_RDWR | O_SAFE)
        try:
            length = _ours(descriptor, intent, lock)
            if length is None or (length == 0 and intent["inode"] is not None):
                return None
            if length == len(lock.record.announced):
                if intent.get("spooled"):
                    lock.record = lock.record._replace(merged=(*lock.record.merged, str(intent["spooled"])))
                if intent["inode"] is None:
                    sync_folder(place)
                return None
            kept = (
                _quarantine(root, intent, lock, durable=durable)
                if length and not intent.get("spooled")
                else None
            )
            os.ftruncate(descriptor, int(intent["offset"]))
            if intent["inode"] is None:
                os.unlink(place.leaf, dir_fd=place.folder)
            return kept
        finally:
            os.close(descriptor)


def _ours(descriptor: int, intent: dict[str, Any], lock: Lock) -> int | None:
    """How much of the announced entry is at the file's end, if the file is still as its writer left it."""
    info = os.fstat(descriptor)
    if intent["inode"] not in (None, info.st_ino) or abs(info.st_mtime - lock.said_at) > _OURS_WITHIN_SECONDS:
        return None
    return prefix_length(descriptor, int(intent["offset"]), lock.record.announced)


def _quarantine(root: str, intent: dict[str, Any], lock: Lock, *, durable: bool) -> str:
    """Keep an entry that was never acknowledged, whole as it was announced; the same entry always gets the same name."""
    announced = lock.record.announced
    name = f"{QUARANTINE}/{slug(str(intent['name']), 60)}-{intent['offset']}-{short_hash(announced)}.part"
    place = find_place(root, name, make_folders=True)
    if place is None:
        raise DocumentError(f"can't make '{QUARANTINE}'")
    with place:
        descriptor = place.open(os.O_WRONLY | os.O_CREAT | os.O_TRUNC | O_SAFE)
        try:
            write_all(descriptor, announced)
            if durable:
                sync(descriptor)
                sync_folder(place)
        finally:
            os.close(descriptor)
    return name
