"""Append whole entries to files that other programs write too, and lose none of them.

Under the name's lock (``locks``): read the file's end, let the caller build the entry for it, write the *intent*
(where, and which bytes) into the lock file, write the entry, clear the intent. Then, with the lock free for the next
writer, force the bytes to the disk, and acknowledge; so the disk serves many writers with one turn. What is left at
every point of failure:

* An error (disk full, I/O error, interrupt): the file is cut back to its old size, or removed if it was new.
* The process dies before its first byte: nothing. While it writes: the file ends in a true prefix of the announced
  bytes; the next holder of the lock moves that tail, never acknowledged, to the quarantine (``recover``). After its
  last byte: the entry is whole, and stays.
* Any other text without a line end belongs to somebody else. It gets a line end in the file's own style and keeps
  every byte.

One ``fsync`` an entry is enough (two for a new file, under the lock: its folder must know it before anybody else
relies on it). The intent is not forced to the disk. A process that dies leaves all its writes to the system, so the
next one sees the intent. A power cut can lose it, and then a half-written entry of that moment looks like somebody
else's text: it stays, on lines of its own. It was never acknowledged, nothing acknowledged is lost or fused with it
(an ``fsync`` covers all that was in the file before), and a second ``fsync`` for every entry would be the price of
hiding it. An old intent that comes back after a power cut does no harm: if its entry was acknowledged it was on the
disk, so the tail is whole or longer.

Programs that take no lock are met halfway. ``O_APPEND`` puts the entry behind whatever they appended meanwhile. If
an editor replaced the whole file while the entry was written, the entry went into a file that has no name any more:
this is seen before the entry is acknowledged, and it is appended again, to the new file.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from daykeep.errors import ConflictError, DocumentError
from daykeep.files.decoding.foreign import WIDE_BOMS
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
from daykeep.files.paths import check_name
from daykeep.files.replace import own_copy
from daykeep.files.tree import Place, find_place

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from daykeep.files.locking.locks import Lock

TAIL_BYTES = 64 * 1024
MAX_ROUNDS = 10  # each one means that another program replaced the file in the same milliseconds
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


class Written:
    """An entry that is in the file but perhaps not on the disk yet. A context manager that closes the file."""

    def __init__(self, name: str, place: Place) -> None:
        self.name = name
        self.data = b""
        self.offset = 0
        self.created = False
        self.place = place
        self.descriptor: int | None = None
        self.forced = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.place.close()
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None

    @property
    def result(self) -> Appended:
        """What to tell the caller."""
        return Appended(self.name, self.offset, len(self.data), self.created, spooled=False, quarantined=None)

    def force(self) -> None:
        """Force the entry to the disk, and a new file's name."""
        if self.descriptor is None or self.forced or not self.data:
            return
        sync(self.descriptor)
        if self.created:
            sync_folder(self.place)
        self.forced = True

    def is_there(self) -> bool:
        """Whether the file that was written still has its name: no other program has replaced it meanwhile."""
        if self.descriptor is None or not self.data:
            return True
        now = self.place.look()
        return now is not None and os.path.samestat(now, os.fstat(self.descriptor))

    def take_back(self) -> bool:
        """Undo the append, under the lock, unless others wrote behind it; whether it is undone."""
        if self.descriptor is None:
            return True
        try:
            if prefix_length(self.descriptor, self.offset, self.data) is None:
                return False
            os.ftruncate(self.descriptor, self.offset)
            if self.created and self.is_there():
                os.unlink(self.place.leaf, dir_fd=self.place.folder)
        except OSError:
            return False
        return True


def append_locked(
    root: str, name: str, make: Callable[[Tail], bytes], lock: Lock, *, durable: bool, spooled: str = ""
) -> Appended:
    """Append, force to the disk (with ``durable``) and finish, all under a lock that is held.

    ``spooled`` is the id of the spooled entry that this is; the lock record says that it is merged when this
    returns. ``ConflictError`` if the file is replaced by another program ten times in a row.
    """
    before = b""
    for _ in range(MAX_ROUNDS):
        with write_locked(root, name, make, lock, durable=durable, spooled=spooled, before=before) as written:
            with explained("can't append to", name):
                if durable:
                    written.force()
                if written.is_there():
                    lock.finish(spooled)
                    return written.result
            before = written.data
    raise replaced_again_and_again(name)


def replaced_again_and_again(name: str) -> ConflictError:
    """The error for a file that another program keeps replacing while an entry is written."""
    return ConflictError(f"'{name}' is replaced by another program again and again; nothing was appended")


def write_locked(
    root: str,
    name: str,
    make: Callable[[Tail], bytes],
    lock: Lock,
    *,
    durable: bool,
    spooled: str = "",
    before: bytes = b"",
) -> Written:
    """Put an entry into a file under a lock that is held, announced but not forced to the disk.

    Only the first entry of a new file is forced here (with ``durable``): the next writer, who finds the file there,
    relies on its name. ``before`` is what went into a file that was replaced in the same moment; if the new file
    holds it, nothing is written again. On an error the file is as it was.
    """
    for _ in range(MAX_ROUNDS):
        place = find_place(root, name, make_folders=True, durable=durable)
        if place is None:
            continue
        written = Written(name, place)
        try:
            with explained("can't append to", name):
                if not own_copy(place, name, lock, durable=durable) and _write(
                    written, make, lock, durable=durable, spooled=spooled, before=before
                ):
                    return written
        except BaseException:
            written.__exit__(None, None, None)
            raise
        written.__exit__(None, None, None)
    raise replaced_again_and_again(name)


def _write(
    written: Written, make: Callable[[Tail], bytes], lock: Lock, *, durable: bool, spooled: str, before: bytes
) -> bool:
    """One try; False if somebody made the file in the same moment."""
    descriptor = written.descriptor = _open_existing(written.place)
    tail, encoding = (NO_FILE, "utf-8") if descriptor is None else read_tail(descriptor, written.name)
    written.offset = tail.size
    if descriptor is not None and before and _holds(descriptor, tail.size, before):
        written.data = before
        return True
    data = written.data = build(tail, encoding, make, written.name)
    if not data:
        return True
    inode = None if descriptor is None else os.fstat(descriptor).st_ino
    intent: dict[str, Any] = {"do": "append", "name": written.place.name, "offset": tail.size, "inode": inode}
    if spooled:
        intent["spooled"] = spooled
    lock.say(intent, data)
    try:
        if descriptor is None:
            descriptor = written.descriptor = written.place.open(_FOR_APPENDING | os.O_CREAT | os.O_EXCL)
            written.created = True
        write_all(descriptor, data)
        if durable and written.created:
            written.force()
    except FileExistsError:
        return False
    except BaseException:
        if written.take_back():
            lock.clear()
        raise
    written.offset = os.lseek(descriptor, 0, os.SEEK_CUR) - len(data)
    return True


def _holds(descriptor: int, size: int, entry: bytes) -> bool:
    """Whether the program that replaced the file had read our entry before."""
    start = max(0, size - len(entry) - TAIL_BYTES)
    return entry in read_span(descriptor, start, size - start)
