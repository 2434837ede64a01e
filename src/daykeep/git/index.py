"""Changes entries of the person's index the way git does, but never through a lock file that could outlive us.

git's own command would hold ``index.lock`` while it works; killed then, it leaves the lock and blocks everybody. Here
the new index is made under a private name, and ``index.lock`` is a second name of that file for the microseconds
between check and rename. A lock left behind by us is thus the same file as one of ours, and can be told from
everybody else's, which are waited for and never removed.

An entry whose file is not older than the index is "racy": git, when it writes the index, compares the file's content,
and runs the filters of the repository to do so. An index dated 1970-01-01 has no racy entries, so the private copy
bears that date while git works on it. Afterwards it gets the date of the old index: what was racy before still is,
and the person's next `git status` looks twice as it would have.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from daykeep.errors import GitError
from daykeep.files.ids import random_suffix

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from daykeep.git.repository import Repository
    from daykeep.git.values import Entry

_PREFIX = "index-"
_POLL_SECONDS = 0.02
_BINARY = getattr(os, "O_BINARY", 0)


def update_index(repository: Repository, entries: Mapping[str, Entry | None], *, wait_seconds: float) -> None:
    """Set (or, with None, remove) these entries in the index and leave every other entry as it is.

    Atomic: readers see the old index or the new one. Raises GitError if somebody else's lock is still there after
    ``wait_seconds``. The caller holds daykeep's own lock.
    """
    if not entries:
        return
    deadline = time.monotonic() + wait_seconds
    private = repository.private / f"{_PREFIX}{random_suffix()}"
    try:
        while not _try_update(repository, private, entries):
            if time.monotonic() > deadline:
                raise GitError(
                    f'another git process holds "{_lock_path(repository)}"; waited {wait_seconds:g} seconds',
                    hint="if no git command is running, remove that file yourself",
                )
            time.sleep(_POLL_SECONDS)
    finally:
        _remove(private)


def recover_index(repository: Repository) -> None:
    """Remove what a daykeep that was killed left of its index files, also its name on ``index.lock``.

    The caller holds daykeep's own lock, so every such file belongs to a process that is gone.
    """
    lock = _lock_path(repository)
    for private in list(repository.private.iterdir()):
        if private.name.startswith(_PREFIX):
            if _is_copy(private, lock):
                _remove(lock)
            _remove(private)


def _try_update(repository: Repository, private: Path, entries: Mapping[str, Entry | None]) -> bool:
    """One attempt; False if the index is locked or changed meanwhile."""
    index, lock = repository.git_dir / "index", _lock_path(repository)
    if os.path.lexists(lock):
        return False
    before, written_ns = _read(index), _mtime_ns(index)
    _remove(private)
    if before is not None:
        _write_new(private, before)
        os.utime(private, ns=(0, 0))
    repository.runner.run(
        "update-index",
        "-z",
        "--replace",
        "--index-info",
        stdin=_render(repository, entries),
        environment={"GIT_INDEX_FILE": str(private)},
    )
    if written_ns is not None:
        os.utime(private, ns=(written_ns, written_ns))
    if not _take_lock(private, lock):
        return False
    if _read(index) != before:
        _remove(lock)
        return False
    lock.replace(index)
    return True


def _render(repository: Repository, entries: Mapping[str, Entry | None]) -> bytes:
    lines = []
    for path, entry in entries.items():
        mode, oid = entry if entry is not None else ("0", repository.null_id)
        lines.append(f"{mode} {oid} 0\t".encode("ascii") + os.fsencode(path) + b"\0")
    return b"".join(lines)


def _take_lock(private: Path, lock: Path) -> bool:
    try:
        os.link(private, lock)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links: a copy is told by its content
        data = _read(private)
        try:
            _write_new(lock, data or b"")
        except FileExistsError:
            return False
        written_ns = private.stat().st_mtime_ns
        os.utime(lock, ns=(written_ns, written_ns))
    return True


def _is_copy(private: Path, lock: Path) -> bool:
    if not os.path.lexists(lock):
        return False
    return private.samefile(lock) or _read(private) == _read(lock)


def _lock_path(repository: Repository) -> Path:
    return repository.git_dir / "index.lock"


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _mtime_ns(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None


def _write_new(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)


def _remove(path: Path) -> None:
    with suppress(FileNotFoundError):
        path.unlink()
