"""Reads files of the work tree as git would record them, without following a link and without running a filter."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

LIMIT_BYTES = 64 * 1024 * 1024
"""A larger file is no memory; it is left to the person's own commits."""

FILE, EXECUTABLE, LINK = "100644", "100755", "120000"

_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0)
_FOLDER = _FLAGS | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_FILE = _FLAGS | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_HAS_DIR_FD = os.open in os.supports_dir_fd and os.stat in os.supports_dir_fd


class Found(NamedTuple):
    """What stands at a path: ``mode`` as git writes it, empty if nothing is there; ``data`` is a link's target."""

    mode: str
    data: bytes


class LeftOut(NamedTuple):
    """Why a path can't be recorded."""

    reason: str


MISSING = Found("", b"")


def read_work_file(top: Path, path: str) -> Found | LeftOut:
    """The file or link at ``path`` below ``top``; every folder on the way is held open, none may be a link."""
    parts = path.split("/")
    if not _HAS_DIR_FD:
        return _read_by_path(top, parts)
    folder = os.open(top, _FOLDER & ~getattr(os, "O_NOFOLLOW", 0))
    try:
        for index, part in enumerate(parts[:-1]):
            try:
                inner = os.open(part, _FOLDER, dir_fd=folder)
            except FileNotFoundError:
                return MISSING
            except OSError as error:
                return _blocked_by(folder, part, "/".join(parts[: index + 1]), error)
            os.close(folder)
            folder = inner
            if _exists(".git", folder):
                return LeftOut(f'"{"/".join(parts[: index + 1])}" is a repository of its own')
        return _read_leaf(parts[-1], folder)
    finally:
        os.close(folder)


def _blocked_by(folder: int, part: str, so_far: str, error: OSError) -> Found | LeftOut:
    with suppress(OSError):
        mode = os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode
        if stat.S_ISLNK(mode):
            return LeftOut(f'it lies beyond the symbolic link "{so_far}"')
        if not stat.S_ISDIR(mode):
            return MISSING
    return LeftOut(f"it can't be read: {error.strerror}")


def _exists(name: str, folder: int) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except OSError:
        return False
    return True


def _read_leaf(name: str, folder: int | None) -> Found | LeftOut:
    try:
        info = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISLNK(info.st_mode):
            return Found(LINK, os.fsencode(os.readlink(name, dir_fd=folder)))
        # Opened even if it is no file: a file put there a moment later must not be followed or waited for either.
        descriptor = os.open(name, _FILE, dir_fd=folder)
    except FileNotFoundError:
        return MISSING
    except OSError as error:
        return LeftOut(f"it can't be read: {error.strerror}")
    try:
        return _read_open(descriptor)
    finally:
        os.close(descriptor)


def _read_open(descriptor: int) -> Found | LeftOut:
    info = os.fstat(descriptor)
    if not stat.S_ISREG(info.st_mode):
        return LeftOut("it is not a regular file")
    if info.st_size > LIMIT_BYTES:
        return LeftOut(f"it is larger than {LIMIT_BYTES // 1024 // 1024} MiB")
    with os.fdopen(descriptor, "rb", closefd=False) as stream:
        return Found(EXECUTABLE if info.st_mode & stat.S_IXUSR else FILE, stream.read())


def _read_by_path(top: Path, parts: list[str]) -> Found | LeftOut:
    folder = top
    for part in parts[:-1]:
        folder /= part
        if folder.is_symlink():
            return LeftOut(f'it lies beyond the symbolic link "{folder.relative_to(top).as_posix()}"')
        if os.path.lexists(folder / ".git"):
            return LeftOut(f'"{folder.relative_to(top).as_posix()}" is a repository of its own')
        if not folder.is_dir():
            return MISSING
    return _read_leaf(str(folder / parts[-1]), None)
