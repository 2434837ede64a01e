"""Which instruction files the agents of a workspace loaded, as their hooks told: path, reason, size, hash, and what changed.

Lines of JSON, bounded, never forced to the disk: an account for people (`daykeep hooks status`), not truth.
"""

from __future__ import annotations

import os
import stat
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.workspace.hooklog import append_bounded, quick_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from daykeep.files.store import Files

LOADED_FILE = ".daykeep/data/instructions.jsonl"
MAX_BYTES = 256 * 1024
MOST_READ_BYTES = 4 * 1024 * 1024
NEW, SAME, CHANGED, UNREADABLE = "new", "same", "changed", "unreadable"
_DATA_FOLDER = ".daykeep"
_SHORT, _LONG = 80, 1024


class Loaded(NamedTuple):
    """An instruction file as it was loaded: when (ISO 8601), where, why, and whether it was another one than the last time.

    ``kind`` is whose it is (User, Project, …), ``reason`` why it was loaded, ``importer`` the file that names it. ``state`` is `NEW`, `SAME`,
    `CHANGED` or `UNREADABLE`; ``sha256`` is "" for an unreadable one.
    """

    at: str
    path: str
    session: str = ""
    kind: str = ""
    reason: str = ""
    importer: str = ""
    size_bytes: int = 0
    sha256: str = ""
    state: str = NEW


def note_loaded(root: Path | str, loaded: Loaded) -> tuple[Loaded, str]:
    """Note that a file was loaded; it as it was found, and "" or why that could not be noted.

    Size, hash and state are looked up here. The file is read, whatever it is a link to; nothing of its text is kept.
    """
    data = _read(loaded.path)
    if data is None:
        loaded = loaded._replace(state=UNREADABLE)
    else:
        loaded = loaded._replace(size_bytes=len(data), sha256=sha256(data).hexdigest())
    try:
        files = quick_files(root)
        if files.kind(_DATA_FOLDER) != "folder":
            return loaded, ""
        if loaded.sha256:
            before = _last_hash(files, loaded.path)
            loaded = loaded._replace(
                state=NEW if not before else SAME if before == loaded.sha256 else CHANGED
            )
        append_bounded(files, LOADED_FILE, _record_of(loaded), limit_bytes=MAX_BYTES)
    except DaykeepError as error:
        return loaded, error.message
    return loaded, ""


def read_loaded(files: Files) -> tuple[Loaded, ...]:
    """What was loaded, as it was noted; lines that are damaged are passed over."""
    return tuple(
        one for record in files.find_records(LOADED_FILE)[0] if (one := _loaded_of(record)) is not None
    )


def _last_hash(files: Files, path: str) -> str:
    """The hash that a path had when it was loaded last; "" where that is not known."""
    wanted = path[:_LONG]
    for one in reversed(read_loaded(files)):
        if one.path == wanted and one.sha256:
            return one.sha256
    return ""


def _read(path: str) -> bytes | None:
    """The bytes of a regular file; None for anything else, and for what can't be read."""
    try:
        if not os.path.isabs(path) or not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116, PTH117 - on the path of a quiet event
            return None
        with open(path, "rb") as stream:  # noqa: PTH123
            return stream.read(MOST_READ_BYTES)
    except (OSError, ValueError):
        return None


def _record_of(loaded: Loaded) -> dict[str, Any]:
    record: dict[str, Any] = {"v": 1, "at": loaded.at, "path": loaded.path[:_LONG], "state": loaded.state}
    told = {"session": loaded.session, "kind": loaded.kind, "reason": loaded.reason}
    record |= {key: value[:_SHORT] for key, value in told.items() if value}
    if loaded.importer:
        record["importer"] = loaded.importer[:_LONG]
    if loaded.sha256:
        record |= {"bytes": loaded.size_bytes, "sha256": loaded.sha256}
    return record


def _loaded_of(record: Mapping[str, Any]) -> Loaded | None:
    names = ("at", "path", "session", "kind", "reason", "importer", "sha256", "state")
    at, path, session, kind, reason, importer, digest, state = (str(record.get(name, "")) for name in names)
    size = record.get("bytes", 0)
    if not at or not path:
        return None
    return Loaded(at, path, session, kind, reason, importer, size if type(size) is int else 0, digest, state)
