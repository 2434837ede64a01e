"""Files that may be deleted at any time, outside of the workspace: folders of the user's cache and what lies in them.

What is cached is as private as what it was made from, so its folders are the user's alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.files.disk import explained

if TYPE_CHECKING:
    from pathlib import Path

FOLDER_MODE = 0o700


def make_cache_folder(path: Path) -> Path:
    """Make a folder for the user alone, and those above it where they are missing; ``StorageError`` where it can't be."""
    with explained("can't make the cache folder", str(path)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=FOLDER_MODE, exist_ok=True)
    return path


def rename_cached(path: Path, name: str) -> None:
    """Give a cached file its final name in the same folder, in place of any file of that name."""
    with explained("can't rename", str(path)):
        path.replace(path.with_name(name))


def discard_cached(path: Path) -> bool:
    """Delete a cached file; whether it is gone now. One that is in use where that forbids it stays."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def discard_cached_folder(path: Path) -> bool:
    """Delete a folder of cached files and all in it; whether it is gone now. A link in its place is not followed."""
    from shutil import rmtree  # noqa: PLC0415 - loads every kind of compression

    rmtree(path, ignore_errors=True)
    return not path.exists()
