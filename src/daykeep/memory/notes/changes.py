"""Changes of a store's files as values, and making them: each only over the bytes that were read."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError
from daykeep.files.store import Files
from daykeep.memory.notes.note import WORKSPACE_STORE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from daykeep.memory.notes.note import Store

LOCK = ".notes"
"""The name, in a store's folder, whose lock everybody takes who changes the store; no such file is made."""
OWN_IGNORES = ".daykeep/.gitignore"
REPLANS = 5
"""So many times a change is planned anew because another program, which takes no lock, changed a file meanwhile."""


class FileChange(NamedTuple):
    """A file's name in the store's root, its bytes before (None: no such file) and after (None: removed)."""

    name: str
    before: bytes | None
    after: bytes | None


def sha256_of(data: bytes | None) -> str | None:
    """The SHA-256 of some bytes, None of None."""
    return None if data is None else hashlib.sha256(data).hexdigest()


def make_changes(store: Store, changes: Sequence[FileChange]) -> None:
    """Make changes in their order, for a caller that holds the store's lock.

    Raises ConflictError at the first file that is no longer what was read; those before it are made then.
    """
    for change in changes:
        if change.after is None:
            found = store.files.find_bytes(change.name)
            if found not in {None, change.before}:
                raise ConflictError(f'"{change.name}" was changed meanwhile; it stays')
            store.files.remove(change.name)
        else:
            store.files.replace(change.name, change.after, expected_sha256=sha256_of(change.before))


def make_folders(store: Store) -> list[str]:
    """Make the folder of a store and those above it; the paths that were missing, outermost first.

    Outside a workspace daykeep's own folder in it (locks) is kept out of git by a file of its own.
    """
    made = make_folder(store.files.root / store.folder)
    if store.kind != WORKSPACE_STORE:
        hide_own_folder(store.files)
    return made


def hide_own_folder(files: Files) -> None:
    """Keep daykeep's own folder in a root out of git, by a file inside it."""
    put_missing(files, OWN_IGNORES, b"*\n")


def put_missing(files: Files, name: str, data: bytes) -> bool:
    """Write a file that is not there; whether this call did. One that another program makes meanwhile stays."""
    if files.kind(name) != "missing":
        return False
    try:
        files.replace(name, data, expected_sha256=None)
    except ConflictError:
        return False
    return True


def make_folder(path: Path) -> list[str]:
    """Make a folder and those above it; the paths that were missing, outermost first."""
    missing: list[Path] = []
    above = path
    while not above.exists():
        missing.append(above)
        above = above.parent
    if missing:
        Files(above).make_folder(path.relative_to(above).as_posix())
    return [os.fspath(one) for one in reversed(missing)]
