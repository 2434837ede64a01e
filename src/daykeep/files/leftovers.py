"""What stopped processes and mishaps left behind: find it, say it, and put it right one by one."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.append import prefix_length
from daykeep.files.disk import O_SAFE, closing, explained, is_regular, read_all
from daykeep.files.locking.lockfile import MAX_LOCK_FILE_BYTES, Record, parse_lock_file
from daykeep.files.locking.locks import acquire, lock_owner
from daykeep.files.locking.mutex import LOCKS, RECORD_ENDING, is_free
from daykeep.files.recover import QUARANTINE, settle
from daykeep.files.spool import NEW, TEMP, find_spooled, merge_waiting, waiting_ids
from daykeep.files.tree import find_place, scan_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

_TEMP = r"\.(?P<leaf>.+)\.(?P<pid>\d+)\.[0-9a-f]{8}\.tmp"
_CORRUPT = r".+\.corrupt-\d{8}T\d{6}Z(?:-\d+)?"
_SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__"})


class Leftover(NamedTuple):
    """Something left behind: its kind, the file it is or belongs to, and what it means, for people.

    Kinds: "temp" (a temporary file whose maker died), "cut-tail" (a half-written entry at a file's end),
    "stale-lock" (a lock record whose owner died), "spool" (an entry that waits to be merged), "quarantine" (an
    entry that was cut while it was written), "corrupt" (state that could not be read and was set aside).
    """

    kind: str
    name: str
    detail: str


def find_leftovers(root: str) -> list[Leftover]:
    """Everything left behind in a root, sorted by kind and name; what live processes are at work on is left out."""
    found = [*_in_locks(root), *_in_folders(root), *_in_spool(root)]
    found += [
        Leftover(
            "quarantine",
            f"{QUARANTINE}/{leaf}",
            "an entry that was cut while it was written; never acknowledged",
        )
        for leaf, kind in scan_folder(root, QUARANTINE)
        if kind == "file"
    ]
    return sorted(found)


def _in_locks(root: str) -> Iterator[Leftover]:
    for leaf, kind in scan_folder(root, LOCKS):
        if kind != "file" or not leaf.endswith(RECORD_ENDING):
            continue
        record = _free_record(root, f"{LOCKS}/{leaf}")
        if record is None or not (record.owner or record.intent or record.merged):
            continue
        intent = record.intent or {}
        name = str(intent.get("name", record.name))
        if intent.get("do") == "append" and _is_cut(root, name, record):
            yield Leftover(
                "cut-tail", name, "a process died while it wrote the last entry; its half goes to quarantine"
            )
        elif record.name or name:
            pid = (record.owner or {}).get("pid")
            who = f"process {pid}" if pid else "a process"
            yield Leftover("stale-lock", record.name or name, f"{who} died before it was done")


def _free_record(root: str, lock_file: str) -> Record | None:
    """A lock's record; None while somebody holds the lock."""
    place = find_place(root, lock_file)
    if place is None or place.info is None:
        return None
    with place, explained("can't read", lock_file), closing(place.open(os.O_RDONLY | O_SAFE)) as descriptor:
        record, _ = parse_lock_file(read_all(descriptor, MAX_LOCK_FILE_BYTES))
        return record if is_free(root, record.name, descriptor) else None


def _is_cut(root: str, name: str, record: Record) -> bool:
    place = find_place(root, name)
    if place is None:
        return False
    with place, explained("can't read", name):
        if place.info is None or not is_regular(place.info) or record.intent is None:
            return False
        with closing(place.open(os.O_RDONLY | O_SAFE)) as descriptor:
            length = prefix_length(descriptor, int(record.intent["offset"]), record.announced)
    return length is not None and 0 < length < len(record.announced)


def _in_folders(root: str) -> Iterator[Leftover]:
    todo = ["", ".daykeep"]
    while todo:
        folder = todo.pop()
        for leaf, kind in scan_folder(root, folder):
            name = f"{folder}/{leaf}" if folder else leaf
            if kind == "folder":
                if (
                    not leaf.startswith(".")
                    and leaf not in _SKIPPED_FOLDERS
                    and name not in (LOCKS, QUARANTINE)
                ):
                    todo.append(name)
            elif kind == "file" and re.fullmatch(_TEMP, leaf):
                if not _is_in_use(root, folder, leaf):
                    yield Leftover("temp", name, "a temporary file whose maker died")
            elif kind == "file" and re.fullmatch(_CORRUPT, leaf):
                yield Leftover(
                    "corrupt", name, "state that could not be read; it was set aside and built anew"
                )


def _is_in_use(root: str, folder: str, leaf: str) -> bool:
    """Whether the maker of a temporary file may still be at work: he holds the lock of the file it is for."""
    match = re.fullmatch(_TEMP, leaf)
    if match is None or folder == TEMP:
        return match is None or is_alive(int(match["pid"]))
    target = f"{folder}/{match['leaf']}" if folder else match["leaf"]
    return lock_owner(root, target) is not None


def is_alive(pid: int) -> bool:
    """Whether a process of that number runs on this machine."""
    if os.name == "nt":
        return False  # asking there would end it
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _in_spool(root: str) -> Iterator[Leftover]:
    for entry_id in waiting_ids(root):
        entry = find_spooled(root, entry_id)
        detail = (
            f"an entry for '{entry.name}' waits to be merged"
            if entry
            else "a damaged entry; it goes to quarantine"
        )
        yield Leftover("spool", f"{NEW}/{entry_id}", detail)


def mend_leftover(root: str, leftover: Leftover, *, durable: bool, timeout_seconds: float) -> None:
    """Put one leftover right; a second time does nothing.

    "cut-tail" and "stale-lock" are settled as the next writer would settle them; a "spool" entry is merged, a damaged
    one goes to the quarantine; "temp", "quarantine" and "corrupt" files are removed.
    """
    if leftover.kind == "spool":
        _mend_spool(root, leftover.name, durable=durable, timeout_seconds=timeout_seconds)
        return
    name = leftover.name
    match = re.fullmatch(_TEMP, name.rpartition("/")[2]) if leftover.kind == "temp" else None
    if match is not None:
        name = "/".join([*name.split("/")[:-1], match["leaf"]])
    with acquire(root, name, timeout_seconds=timeout_seconds, purpose="mend") as lock:
        settle(root, lock, durable=durable)
        merge_waiting(root, lock, durable=durable)
        if leftover.kind in ("temp", "quarantine", "corrupt"):
            _unlink(root, leftover.name)


def _mend_spool(root: str, name: str, *, durable: bool, timeout_seconds: float) -> None:
    entry_id = name.rpartition("/")[2]
    entry = find_spooled(root, entry_id)
    if entry is None:
        _rename(root, name, f"{QUARANTINE}/{entry_id}.damaged")
        return
    with acquire(root, entry.name, timeout_seconds=timeout_seconds, purpose="mend") as lock:
        settle(root, lock, durable=durable)
        merge_waiting(root, lock, durable=durable)


def _unlink(root: str, name: str) -> None:
    place = find_place(root, name)
    if place is None:
        return
    with place, explained("can't remove", name):
        if place.info is not None:
            os.unlink(place.leaf, dir_fd=place.folder)


def _rename(root: str, name: str, to: str) -> None:
    source, target = find_place(root, name), find_place(root, to, make_folders=True)
    if source is None or source.info is None or target is None:
        return
    with source, target, explained("can't move", name):
        os.replace(source.leaf, target.leaf, src_dir_fd=source.folder, dst_dir_fd=target.folder)
