"""Append whole entries to files that other programs write too, and lose none of them.

An append runs under the name's lock (``locks``): read the file's end, let the caller build the entry for it, write
the *intent* (where, and which bytes) into the lock file, write the entry, force it to the disk, acknowledge, clear
the intent. What is left at every point of failure:

* An error (disk full, I/O error, interrupt): the file is cut back to its old size, or removed if it was new.
* The process dies before its first byte: nothing. While it writes: the file ends in a true prefix of the announced
  bytes; the next holder of the lock moves that tail, never acknowledged, to the quarantine (``recover``). After its
  last byte: the entry is whole, and stays.
* Any other text without a line end belongs to somebody else. It gets a line end in the file's own style and keeps
  every byte.

One ``fsync`` an entry is enough (two for a new file: its folder must know it). The intent is not forced to the disk.
A process that dies leaves all its writes to the system, so the next one sees the intent. A power cut can lose it,
and then a half-written entry of that moment looks like somebody else's text: it stays, on lines of its own. It was
never acknowledged, nothing acknowledged is lost or fused with it, and a second ``fsync`` for every entry would be
the price of hiding it. An old intent that comes back after a power cut does no harm: its entry was on the disk
before it was acknowledged, so the tail is whole or longer.

Programs that take no lock are met halfway. ``O_APPEND`` puts the entry behind whatever they appended meanwhile. If
an editor replaced the whole file while the entry was written, the entry went into a file that has no name any more:
this is seen before the entry is acknowledged, and it is appended again, to the new file.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ConflictError, DocumentError
from daykeep.files.disk import (
    O_SAFE,
    closing,
    describe_kind,
    explained,
    is_regular,
    read_span,
    sync,
    sync_folder,
    write_all,
)
from daykeep.files.encoding import BOM
from daykeep.files.foreign import WIDE_BOMS
from daykeep.files.paths import check_name
from daykeep.files.tree import Place, find_place

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.files.locks import Lock

TAIL_BYTES = 64 * 1024
_MAX_ROUNDS = 10  # each one means that another program replaced the file in the same milliseconds
_FOR_APPENDING = os.O_RDWR | os.O_APPEND | O_SAFE


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


NO_FILE = Tail(0, b"", b"")


def newline_of(data: bytes) -> bytes:
    """The line end that most of the data's lines have: LF, CRLF, or CR where there is nothing else."""
    pairs = data.count(b"\r\n")
    feeds = data.count(b"\n") - pairs
    if pairs > feeds:
        return b"\r\n"
    return b"\r" if not feeds and data.count(b"\r") else b"\n"


def read_tail(descriptor: int, name: str) -> tuple[Tail, str]:
    """The tail of an open file, and the encoding new text must have: "utf-8" or one of UTF-16."""
    size = os.fstat(descriptor).st_size
    head = read_span(descriptor, 0, min(size, TAIL_BYTES))
    encoding = WIDE_BOMS.get(head[:2], "utf-8")
    tail = head if size <= TAIL_BYTES else read_span(descriptor, size - TAIL_BYTES, TAIL_BYTES)
    if encoding == "utf-8":
        return Tail(size, head, tail), encoding
    if size % 2:
        message = f"'{name}' begins as UTF-16 but has an odd number of bytes"
        raise DocumentError(
            message, hint="repair the file, or move it away and log again", details={"name": name}
        )
    head, tail = (part.decode(encoding, "replace").encode("utf-8", "replace") for part in (head, tail))
    return Tail(size, head, tail), encoding


def open_tail(root: str, name: str) -> Tail:
    """The tail of a file by name, read without a lock: a moment later it may be another."""
    place = find_place(root, name)
    if place is None:
        check_name(name)
        return NO_FILE
    with place, explained("can't read", name):
        descriptor = _open_existing(place)
        if descriptor is None:
            return NO_FILE
        with closing(descriptor):
            return read_tail(descriptor, name)[0]


def _open_existing(place: Place) -> int | None:
    """The file, open for reading and appending; None if there is none, and its name may be given to a new one."""
    if place.info is None:
        check_name(place.name)
        return None
    if not is_regular(place.info):
        message = f"can't append to '{place.name}': it is {describe_kind(place.info)}"
        raise DocumentError(message, details={"name": place.name})
    try:
        return place.open(_FOR_APPENDING)
    except FileNotFoundError:
        return None


def _missing_line_end(tail: Tail) -> bytes:
    """The line end that the file's last line lacks, in the file's own style; empty if it has one."""
    end = tail.tail[-4:]
    if not end or end == BOM or end.endswith((b"\n", b"\n\0")):
        return b""
    style = newline_of(tail.tail)
    if end.endswith(b"\r"):
        return b"" if style == b"\r" else b"\n"
    if len(end) == 4 and end[1] == end[3] == 0 and end[0] and end[2]:  # a run of UTF-16 at the end of UTF-8
        return b"".join(bytes((byte, 0)) for byte in style)
    return style


def build(tail: Tail, encoding: str, make: Callable[[Tail], bytes], name: str) -> bytes:
    """The bytes to append: a line end if the last line lacks one, the entry, a line end if the entry lacks one."""
    entry = make(tail)
    if not entry:
        return b""
    if not entry.endswith((b"\n", b"\r")):
        entry += newline_of(tail.tail or entry)
    entry = _missing_line_end(tail) + entry
    if encoding == "utf-8":
        return entry
    try:
        return entry.decode("utf-8").encode(encoding)
    except UnicodeError as error:
        message = f"can't append to '{name}', which is UTF-16: the entry is not valid UTF-8"
        raise DocumentError(message, details={"name": name}) from error


def prefix_length(descriptor: int, offset: int, announced: bytes) -> int | None:
    """How many of the announced bytes the file ends with from ``offset`` on; None if it ends in anything else."""
    length = os.fstat(descriptor).st_size - offset
    if length < 0 or length > len(announced):
        return None
    return length if read_span(descriptor, offset, length) == announced[:length] else None


def append_locked(
    root: str, name: str, make: Callable[[Tail], bytes], lock: Lock, *, durable: bool, spooled: str = ""
) -> Appended:
    """Append under a lock that is held; returns when the bytes are on the disk (with ``durable``).

    ``make`` may be called again if another program replaces the file meanwhile; it must only compute. ``spooled``
    is the id of the spooled entry that this is; the lock record says that it is merged when this returns. On an
    error the file is as it was. ``ConflictError`` if the file is replaced ten times in a row.
    """
    work = _Append(name, make, lock, durable=durable, spooled=spooled)
    for _ in range(_MAX_ROUNDS):
        place = find_place(root, name, make_folders=True, durable=durable)
        if place is None:
            continue
        with place, explained("can't append to", name):
            done = work.once(place)
        if done is not None:
            return done
    raise ConflictError(f"'{name}' is replaced by another program again and again; nothing was appended")


class _Append:
    """One entry on its way into a file, over as many rounds as other programs make it take."""

    def __init__(
        self, name: str, make: Callable[[Tail], bytes], lock: Lock, *, durable: bool, spooled: str
    ) -> None:
        self._name = name
        self._make = make
        self._lock = lock
        self._durable = durable
        self._spooled = spooled
        self._written = b""  # what went into a file that was replaced in the same moment

    def once(self, place: Place) -> Appended | None:
        """One round; None if another program replaced the file meanwhile."""
        descriptor = _open_existing(place)
        if descriptor is None:
            data = build(NO_FILE, "utf-8", self._make, self._name)
            return self._create(place, data) if data else self._done(0, 0)
        with closing(descriptor):
            tail, encoding = read_tail(descriptor, self._name)
            if self._written and self._holds(descriptor, tail.size):
                self._lock.finish(self._spooled)
                return self._done(tail.size, len(self._written))
            data = build(tail, encoding, self._make, self._name)
            if not data:
                return self._done(tail.size, 0)
            self._announce(place, tail.size, data, inode=os.fstat(descriptor).st_ino)
            return self._write(place, descriptor, tail.size, data, created=False)

    def _create(self, place: Place, data: bytes) -> Appended | None:
        self._announce(place, 0, data, inode=None)
        try:
            descriptor = place.open(_FOR_APPENDING | os.O_CREAT | os.O_EXCL)
        except FileExistsError:
            return None
        except OSError:
            self._lock.clear()
            raise
        with closing(descriptor):
            return self._write(place, descriptor, 0, data, created=True)

    def _announce(self, place: Place, offset: int, data: bytes, *, inode: int | None) -> None:
        intent: dict[str, Any] = {"do": "append", "name": place.name, "offset": offset, "inode": inode}
        if self._spooled:
            intent["spooled"] = self._spooled
        self._lock.say(intent, data)

    def _write(
        self, place: Place, descriptor: int, size: int, data: bytes, *, created: bool
    ) -> Appended | None:
        """Write, force to disk, acknowledge. On any failure before that the file is cut back."""
        try:
            write_all(descriptor, data)
            offset = os.lseek(descriptor, 0, os.SEEK_CUR) - len(data)
            if self._durable:
                sync(descriptor)
                if created:
                    sync_folder(place)
            now = place.look()
        except BaseException:
            if _cut_back(place, descriptor, size, data, created=created):
                self._lock.clear()
            raise
        if now is None or not os.path.samestat(now, os.fstat(descriptor)):
            self._written = data
            return None
        self._lock.finish(self._spooled)
        return self._done(offset, len(data), created=created)

    def _holds(self, descriptor: int, size: int) -> bool:
        """Whether the program that replaced the file had read our entry before."""
        start = max(0, size - len(self._written) - TAIL_BYTES)
        return self._written in read_span(descriptor, start, size - start)

    def _done(self, offset: int, length: int, *, created: bool = False) -> Appended:
        return Appended(self._name, offset, length, created, spooled=False, quarantined=None)


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
