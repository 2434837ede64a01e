"""Finish what a process that died left under a lock: a half entry, a temporary file, a merged spool file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from daykeep.errors import StorageError
from daykeep.files.append import prefix_length
from daykeep.files.disk import O_SAFE, closing, explained, is_regular, sync, sync_folder, write_all
from daykeep.files.ids import short_hash
from daykeep.files.paths import slug
from daykeep.files.tree import find_place

if TYPE_CHECKING:
    from daykeep.files.locking.locks import Lock

QUARANTINE = ".daykeep/data/quarantine"
# Between an intent and the last write of a tail that is still taken for its writer's. Later than that a person has
# edited the file: what is left of an entry then is what the person left of it.
OURS_WITHIN_SECONDS = 60.0


def settle(root: str, lock: Lock, *, durable: bool) -> None:
    """Finish what the lock's last owner left; ``lock.quarantined`` names the file a half entry went to, if one did.

    Runs before anything else is done under a lock, and any number of times with the same result. A tail counts as
    its dead writer's only if the file is the same one (inode), was last written when the intent was, and ends
    exactly in a prefix of what was announced. Such a tail is moved to ``.daykeep/data/quarantine``, whole as it was
    announced; one that came from the spool is only cut off, because the spool still has it.
    """
    intent = lock.record.intent
    if intent is None:
        return
    spooled = ""
    with explained("can't finish what a stopped process left in", lock.name):
        if intent.get("do") == "append":
            spooled = _settle_append(root, intent, lock, durable=durable)
        elif intent.get("do") == "replace":
            _remove_temp(root, str(intent.get("temp", "")))
    lock.finish(spooled)


def _remove_temp(root: str, temp: str) -> None:
    place = find_place(root, temp) if temp else None
    if place is not None:
        with place:
            if place.info is not None and is_regular(place.info):
                os.unlink(place.leaf, dir_fd=place.folder)


def _settle_append(root: str, intent: dict[str, Any], lock: Lock, *, durable: bool) -> str:
    """The id of a spooled entry that turned out to be merged, if it was one."""
    place = find_place(root, str(intent["name"]))
    if place is None:
        return ""
    with place:
        if place.info is None or not is_regular(place.info):
            return ""
        with closing(place.open(os.O_RDWR | O_SAFE)) as descriptor:
            length = _length_of_ours(descriptor, intent, lock)
            if length is None or (length == 0 and intent["inode"] is not None):
                return ""
            if length == len(lock.record.announced):
                if intent["inode"] is None:
                    sync_folder(place)
                return str(intent.get("spooled", ""))
            if length and not intent.get("spooled"):
                lock.quarantined = _quarantine(root, intent, lock.record.announced, durable=durable)
            os.ftruncate(descriptor, int(intent["offset"]))
            if intent["inode"] is None:
                os.unlink(place.leaf, dir_fd=place.folder)
    return ""


def _length_of_ours(descriptor: int, intent: dict[str, Any], lock: Lock) -> int | None:
    """How much of the announced entry is at the file's end, if the file is still as its writer left it."""
    info = os.fstat(descriptor)
    if intent["inode"] not in {None, info.st_ino} or abs(info.st_mtime - lock.said_at) > OURS_WITHIN_SECONDS:
        return None
    return prefix_length(descriptor, int(intent["offset"]), lock.record.announced)


def _quarantine(root: str, intent: dict[str, Any], announced: bytes, *, durable: bool) -> str:
    """Keep an entry that was never acknowledged; the same entry always gets the same name."""
    stem = slug(str(intent["name"]), 60)
    name = f"{QUARANTINE}/{stem}-{intent['offset']}-{short_hash(announced)}.part"
    place = find_place(root, name, make_folders=True, durable=durable)
    if place is None:
        raise StorageError(f"can't make '{QUARANTINE}': it vanished")
    with place, closing(place.open(os.O_WRONLY | os.O_CREAT | os.O_TRUNC | O_SAFE)) as descriptor:
        write_all(descriptor, announced)
        if durable:
            sync(descriptor)
            sync_folder(place)
    return name
