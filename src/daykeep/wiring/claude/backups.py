"""Copies of settings files as they were before daykeep changed them: for the user alone, the last few of each file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import StorageError
from daykeep.files.cached import discard_cached
from daykeep.files.outside import write_outside
from daykeep.files.replace import sha256_of
from daykeep.files.swapped import make_private_folder

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from daykeep.wiring.claude.places import Place

KEPT = 5
"""So many copies of one settings file are kept."""
FOLDER = "backups"
"""In the folder of the user's own settings of daykeep: a repository gets no litter, and a workspace no keys of other programs."""
_DIGITS = 8


class Backups(NamedTuple):
    """Where copies go (None: no home is known), and the moment that names them."""

    own_folder: Path | None
    now: datetime

    def keep(self, place: Place, data: bytes) -> Path:
        """Keep a copy of a settings file and let go of the oldest of that file; the copy's path. StorageError."""
        if self.own_folder is None:
            raise StorageError("no home folder is known, where a copy would be kept", hint="set HOME")
        folder = make_private_folder(self.own_folder / FOLDER)
        start = (
            f"claude-{place.scope}-{sha256_of(str(place.path).encode('utf-8', 'surrogateescape'))[:_DIGITS]}-"
        )
        digest = sha256_of(data)
        copy = folder / f"{start}{self.now:%Y%m%dT%H%M%SZ}-{digest[:_DIGITS]}.json"
        write_outside(copy, data, expected_sha256=digest)
        older = sorted(path for path in folder.glob(f"{start}*.json") if path != copy)
        for path in older[: max(0, len(older) - KEPT + 1)]:
            discard_cached(path)
        return copy
