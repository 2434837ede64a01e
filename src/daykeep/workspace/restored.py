"""The mark of a workspace that is being restored from a backup: it stands while the workspace is not whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from daykeep.files.store import Files

RESTORE_FILE = ".daykeep/data/restore-under-way.json"
_LIMIT_BYTES = 100_000


class UnderWay(NamedTuple):
    """A restore that was begun: of which backup (the hash of its manifest, and its path), whether ``.git`` is its own."""

    sha256: str
    path: str
    makes_history: bool


def render_mark(mark: UnderWay) -> bytes:
    """The mark as it stands in the workspace."""
    return json.dumps({"v": 1, **mark._asdict()}).encode("ascii") + b"\n"


def find_mark(files: Files) -> UnderWay | None:
    """The mark of a restore that has not ended; None if there is none. What can't be read names no backup."""
    data = files.find_bytes(RESTORE_FILE, limit_bytes=_LIMIT_BYTES)
    if data is None:
        return None
    try:
        value = json.loads(data)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        return UnderWay("", "", makes_history=False)
    return UnderWay(
        str(value.get("sha256", "")),
        str(value.get("path", "")),
        makes_history=value.get("makes_history") is True,
    )
