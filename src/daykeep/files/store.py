"""Everything daykeep reads or writes in one root folder, behind one object."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from daykeep.errors import DaykeepError, DocumentError, LockedError
from daykeep.files.append import MAX_ROUNDS, Appended, Tail, Written, replaced_again_and_again, write_locked
from daykeep.files.disk import O_SAFE, closing, describe_kind, explained, is_regular, read_all
from daykeep.files.encoding import Document, Problem, decode
from daykeep.files.leftovers import Leftover, find_leftovers, mend_leftover
from daykeep.files.locking.locks import Lock, Owner, acquire, lock_owner
from daykeep.files.locking.mutex import NoLocksError
from daykeep.files.paths import check_existing, check_name, lock_stem
from daykeep.files.records import Parsed, parse_on, render_records
from daykeep.files.recover import settle
from daykeep.files.replace import Replaced, move_locked, remove_locked, replace_locked
from daykeep.files.spool import deliver, find_spooled, merge_waiting, waiting_ids
from daykeep.files.state import MAX_STATE_BYTES, State, parse_state, update_locked
from daykeep.files.tree import find_place, list_folder, scan_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = [
    "Appended",
    "Document",
    "Files",
    "Leftover",
    "Lock",
    "Owner",
    "Problem",
    "Replaced",
    "State",
    "Tail",
]


class Files:
    """Everything daykeep reads or writes in one root folder.

    Names are POSIX paths relative to the root; one that could leave it is a ``RefusedError`` (exit 13). What can't
    be read or written is a ``StorageError`` (14), a folder or device in a file's place a ``DocumentError`` (5).
    ``durable=False`` leaves the forcing to disk to the system: a power cut may then lose the last seconds.
    """

    def __init__(self, root: Path, *, durable: bool = True, lock_timeout_seconds: float = 10.0) -> None:
        self.root = Path(os.path.realpath(root))
        self._root = str(self.root)
        self._durable = durable
        self._timeout_seconds = lock_timeout_seconds
        self._parsed: dict[str, Parsed] = {}

    def resolve(self, name: str) -> Path:
        """The real path of a name, after all links; ``RefusedError`` if it would be outside the root."""
        place = find_place(self._root, check_existing(name))
        if place is None:
            return self.root / name
        with place:
            return self.root / place.name

    def kind(self, name: str) -> str:
        """What stands under a name: "missing", "file", "folder" or "other" (device, pipe, socket)."""
        place = find_place(self._root, check_existing(name))
        if place is None:
            return "missing"
        with place:
            if place.info is None:
                return "missing"
            if stat.S_ISDIR(place.info.st_mode):
                return "folder"
            return "file" if is_regular(place.info) else "other"

    def list_names(
        self,
        folder: str = "",
        *,
        recursive: bool = False,
        hidden: bool = False,
        prefixes: tuple[str, ...] = (),
    ) -> list[str]:
        """The files in a folder, sorted by code point; an empty list if there is no such folder.

        Names that begin with a dot only with ``hidden``; only file names that begin with one of ``prefixes``, if
        any are given (fast among thousands). Links to files inside the root count as files; links to folders are
        not entered.
        """
        if folder:
            check_existing(folder)
        if prefixes and not recursive:
            leaves = [leaf for leaf in list_folder(self._root, folder) if leaf.startswith(prefixes)]
            found = [f"{folder}/{leaf}" if folder else leaf for leaf in leaves if hidden or leaf[0] != "."]
            return sorted(filter(self._is_file, found))
        names: list[str] = []
        todo = [folder]
        while todo:
            inner = todo.pop()
            for leaf, kind in scan_folder(self._root, inner):
                if leaf.startswith(".") and not hidden:
                    continue
                name = f"{inner}/{leaf}" if inner else leaf
                if kind == "folder":
                    if recursive:
                        todo.append(name)
                elif leaf.startswith(prefixes or "") and (
                    kind == "file" or (kind == "link" and self._is_file(name))
                ):
                    names.append(name)
        return sorted(names)

    def _is_file(self, name: str) -> bool:
        """Whether a listed name is a file, or a link to one inside the root."""
        try:
            return self.kind(name) == "file"
        except DaykeepError:
            return False

    def find_bytes(self, name: str, *, limit_bytes: int | None = None) -> bytes | None:
        """A file's bytes, or the first ``limit_bytes`` of them; None if there is no such file.

        Never waits: a named pipe, device or folder is a ``DocumentError``.
        """
        place = find_place(self._root, check_existing(name))
        if place is None:
            return None
        with place:
            if place.info is None:
                return None
            _check_regular(name, place.info)
            with explained("can't read", name):
                try:
                    opened = closing(place.open(os.O_RDONLY | O_SAFE))
                except FileNotFoundError:
                    return None
                with opened as descriptor:
                    _check_regular(name, os.fstat(descriptor))  # it may have become another thing since
                    return read_all(descriptor, limit_bytes)

    def find_document(self, name: str) -> Document | None:
        """A file as lines, whatever its encoding; None if there is no such file."""
        data = self.find_bytes(name)
        return None if data is None else decode(data, name)

    def read_document(self, name: str) -> Document:
        """A file as lines; ``DocumentError`` if there is no such file."""
        document = self.find_document(name)
        if document is None:
            raise DocumentError(f"there is no file '{name}'", details={"name": name})
        return document

    def append(self, name: str, make: Callable[[Tail], bytes], *, wait: bool = True) -> Appended:
        """Append one entry; when this returns it is on the disk and will not be lost.

        ``make`` gets the file's end and returns the entry's bytes in UTF-8; it runs under the lock, perhaps more
        than once, and must only compute. A line end is put before the entry if the file's last line lacks one, and
        after it if the entry lacks one. Nothing to append (``b""``) is no write.

        If the lock can't be had in time (or, with ``wait=False``, at once), the entry goes to the spool, equally
        safe, and the next one who has the lock merges it: ``spooled`` is True. On an error nothing is changed.
        """
        check_existing(name)
        before = b""
        for _ in range(MAX_ROUNDS):
            try:
                lock = self._hold(name, "append", self._timeout_seconds if wait else 0.0, announce=False)
            except (LockedError, NoLocksError):
                return deliver(self._root, name, make, durable=self._durable)
            with lock:
                merge_waiting(self._root, lock, durable=self._durable)
                written = write_locked(self._root, name, make, lock, durable=self._durable, before=before)
                lock.finish()
            with written:
                if self._force(written):
                    return written.result._replace(quarantined=lock.quarantined)
            before = written.data
        raise replaced_again_and_again(name)

    def _force(self, written: Written) -> bool:
        """Force an entry to the disk; False if another program replaced the file before that."""
        try:
            with explained("can't append to", written.name):
                if self._durable:
                    written.force()
                return written.is_there()
        except BaseException:
            with suppress(DaykeepError), self._hold(written.name, "take back"):
                written.take_back()
            raise

    def replace(self, name: str, data: bytes, *, expected_sha256: str | None) -> Replaced:
        """Replace a whole file at once, if it still is what the caller read; readers see the old or the new one.

        ``expected_sha256`` is of the bytes that were read, None if there was no file. ``ConflictError`` if
        something else is there now; ``LockedError`` after the time limit. The same bytes again are no write.
        """
        check_existing(name)
        with self._hold(name, "replace") as lock:
            return replace_locked(
                self._root, name, data, lock, expected_sha256=expected_sha256, durable=self._durable
            )

    def append_records(self, name: str, records: Sequence[Mapping[str, Any]]) -> Appended:
        """Append objects as JSON Lines, all or none."""
        data = render_records(records)
        return self.append(name, lambda _tail: data)

    def find_records(self, name: str) -> tuple[list[dict[str, Any]], list[Problem]]:
        """The objects of a JSON Lines file, and a problem for every line that is none; no file is no records.

        The file is read each time, but what was parsed before is not parsed again: change no object of the answer.
        """
        parsed = parse_on(self._parsed.get(name, Parsed()), self.find_bytes(name) or b"", name)
        self._parsed[name] = parsed
        return list(parsed.records), list(parsed.problems)

    def find_state(self, name: str, *, limit_bytes: int = MAX_STATE_BYTES) -> State:
        """JSON state as it is; whatever can't be read as an object is an empty state with a problem."""
        return parse_state(self.find_bytes(name), name, limit_bytes)

    def update_state(
        self,
        name: str,
        change: Callable[[dict[str, Any]], dict[str, Any]],
        *,
        limit_bytes: int = MAX_STATE_BYTES,
    ) -> bool:
        """Change JSON state under its lock; whether anything was written.

        ``change`` gets a copy of the object and returns the new one. Keys it leaves alone keep every character;
        byte-order mark, line ends and indentation stay. A file that is no JSON object is kept as
        ``<name>.corrupt-<time>`` and built anew.
        """
        check_existing(name)
        with self._hold(name, "update state") as lock:
            return update_locked(
                self._root,
                name,
                lambda: self.find_bytes(name),
                change,
                lock,
                durable=self._durable,
                limit_bytes=limit_bytes,
            )

    def make_folder(self, name: str) -> bool:
        """Make a folder and those above it; whether it was missing."""
        if self.kind(name) == "folder":
            return False
        place = find_place(self._root, f"{check_name(name)}/.", make_folders=True, durable=self._durable)
        if place is not None:
            place.close()
        return True

    def move(self, name: str, to: str) -> None:
        """Give a file another name; ``ConflictError`` if that is taken, ``DocumentError`` if the file is missing."""
        check_existing(name)
        check_name(to)
        first, second = sorted((name, to), key=lock_stem)  # all who move take locks in one order
        with self._hold(first, "move"):
            if lock_stem(self._real_name(first)) == lock_stem(
                self._real_name(second)
            ):  # names that differ in case
                move_locked(self._root, name, to, durable=self._durable)
                return
            with self._hold(second, "move"):
                move_locked(self._root, name, to, durable=self._durable)

    def remove(self, name: str) -> None:
        """Remove a file; nothing happens if there is none."""
        check_existing(name)
        with self._hold(name, "remove"):
            remove_locked(self._root, name, durable=self._durable)

    def lock(self, name: str, *, timeout_seconds: float | None = None, purpose: str = "") -> Lock:
        """Hold a name's lock, as a context manager; it is free again at its end, or when the process dies.

        With a limit of 0 a lock that is held is a ``LockedError`` at once. The error names the owner. Files are
        appended to and replaced under the lock of their own name, so a lease takes a name of its own.
        """
        return self._hold(name, purpose, timeout_seconds)

    def lock_owner(self, name: str) -> Owner | None:
        """Who holds a name's lock right now; None if nobody does."""
        return lock_owner(self._root, name)

    def merge_spool(self) -> int:
        """Merge all waiting entries into their files; how many. A file whose lock is held keeps its entries waiting."""
        waiting = (find_spooled(self._root, entry_id) for entry_id in waiting_ids(self._root))
        count = 0
        for name in sorted({entry.name for entry in waiting if entry is not None}):
            try:
                lock = self._hold(name, "merge spool", announce=False)
            except (LockedError, NoLocksError):
                continue
            with lock:
                count += merge_waiting(self._root, lock, durable=self._durable)
        return count

    def leftovers(self) -> list[Leftover]:
        """What stopped processes and mishaps left in the root, for ``doctor``; looks and changes nothing."""
        return find_leftovers(self._root)

    def mend(self, leftover: Leftover) -> None:
        """Put one leftover right; see ``leftovers`` for what that means for each kind."""
        mend_leftover(self._root, leftover, durable=self._durable, timeout_seconds=self._timeout_seconds)

    def _real_name(self, name: str) -> str:
        """The file's own name: writers that come by a link share its lock."""
        place = find_place(self._root, name)
        if place is None:
            return name
        with place:
            return place.name

    def _hold(
        self, name: str, purpose: str, timeout_seconds: float | None = None, *, announce: bool = True
    ) -> Lock:
        """The name's lock, with everything settled that its last owner left undone."""
        name = self._real_name(name)
        seconds = self._timeout_seconds if timeout_seconds is None else timeout_seconds
        lock = acquire(self._root, name, timeout_seconds=seconds, purpose=purpose, announce=announce)
        try:
            settle(self._root, lock, durable=self._durable)
        except BaseException:
            lock.close()
            raise
        return lock


def _check_regular(name: str, info: os.stat_result) -> None:
    if not is_regular(info):
        raise DocumentError(f"can't read '{name}': it is {describe_kind(info)}", details={"name": name})
