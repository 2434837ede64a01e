"""Files that daykeep puts elsewhere on the machine and takes away again: timer units, by their full path.

No locks are left beside them. A write is whole or not at all; a file is removed only if it still is what was written.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from daykeep.errors import ConflictError, RefusedError
from daykeep.files.disk import O_SAFE, closing, explained, sync, write_all
from daykeep.files.replace import sha256_of, temp_leaf

if TYPE_CHECKING:
    from pathlib import Path

MODE = 0o600
LIMIT_BYTES = 1_000_000


def find_outside(path: Path) -> bytes | None:
    """The bytes of a file; None if there is none. A link, folder or device in its place is refused."""
    with explained("can't read", str(path)):
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise RefusedError(f'"{path}" is not a plain file; nothing was changed')
        try:
            with closing(os.open(path, os.O_RDONLY | O_SAFE)) as descriptor:
                return os.read(descriptor, LIMIT_BYTES)
        except FileNotFoundError:
            return None


def write_outside(path: Path, data: bytes, *, expected_sha256: str | None) -> bool:
    """Write a file for the user alone (mode 600) and make its folders; whether it changed.

    Only over a content with ``expected_sha256`` (None: only where there is no file); ConflictError otherwise. The same
    bytes again are no write.
    """
    current = find_outside(path)
    if current == data:
        return False
    found = None if current is None else sha256_of(current)
    if found not in {None, expected_sha256}:
        raise ConflictError(
            f'"{path}" exists already and is not what daykeep wrote; nothing was overwritten',
            hint="move it away and run the command again",
        )
    _write(path, data)
    return True


def replace_outside(path: Path, data: bytes) -> None:
    """Put other bytes into a file that another program handed over for this; the old or the new ones are there."""
    if path.is_symlink() or not path.is_file():
        raise RefusedError(f'"{path}" is not a plain file; nothing was changed')
    _write(path, data)


def _write(path: Path, data: bytes) -> None:
    with explained("can't write", str(path)):
        path.parent.mkdir(parents=True, exist_ok=True)
        temp = path.parent / temp_leaf(path.name)
        try:
            with closing(os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | O_SAFE, MODE)) as descriptor:
                write_all(descriptor, data)
                sync(descriptor)
            temp.replace(path)
        except BaseException:
            with suppress(OSError):
                temp.unlink()
            raise


def remove_outside(path: Path, *, expected_sha256: str) -> bool:
    """Remove a file if it still is what was written; whether there was one. ConflictError if it was changed."""
    current = find_outside(path)
    if current is None:
        return False
    if sha256_of(current) != expected_sha256:
        raise ConflictError(
            f'"{path}" was changed after daykeep wrote it; it stays', hint="delete it by hand if you want"
        )
    with explained("can't remove", str(path)):
        path.unlink()
    return True
