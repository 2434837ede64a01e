"""Opens the index of a workspace wherever it can be: in its file, in a file that can't be written, or in memory.

The file lies in the user's cache, in a folder of its own for each workspace, so that neither a synced folder nor a
repository ever holds it. A damaged file is not mended: the next one, with a higher number, takes its place, and the
old ones are deleted. No name is used twice, so a process that still has an old file open harms nobody.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError, IndexUnreadableError, StorageError
from daykeep.files.cached import discard_cached, make_cache_folder, rename_cached
from daykeep.files.ids import random_suffix
from daykeep.files.store import Files
from daykeep.search.store.opening import create_store, memory_store, open_store
from daykeep.search.store.schema import SCHEMA

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.search.store import ChunkStore

_NAME = re.compile(r"index-(\d{1,9})\.db", re.ASCII)
_NEW = re.compile(r"\.new-[0-9a-f]+\.db(?:-wal|-shm|-journal)?", re.ASCII)
_BESIDE = ("", "-wal", "-shm", "-journal")
_LOCK = "index"

FILE, READ_ONLY, MEMORY = "file", "read-only", "memory"


class Index(NamedTuple):
    """An open index. ``mode`` is file, read-only or memory; ``notes`` say for people what is out of the ordinary.

    ``path`` is the file, None in memory. Whoever opened it closes its store.
    """

    store: ChunkStore
    mode: str
    path: Path | None = None
    notes: tuple[str, ...] = ()


def index_folder(cache: Path, root: Path) -> Path:
    """The folder of a workspace's index in the user's cache; two paths never share one."""
    return cache / "search" / sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()[:24]


def open_index(folder: Path | None) -> Index:
    """Open the index in ``folder``, or make an empty one; never fails for what is or is not there.

    None, or a folder that can't be made, gives an index in memory. One of a newer schema is left alone, and the
    answer comes from memory too. A damaged one, or one of an older schema, is replaced.
    """
    if folder is None:
        return Index(memory_store(), MEMORY, None, ("there is no cache folder: the index is in memory",))
    newest = _newest(folder)
    if newest == 0:
        return _make(folder, 0, ())
    path = folder / _file(newest)
    try:
        return Index(open_store(path), FILE, path)
    except IndexUnreadableError as error:
        if error.details.get("schema", 0) > SCHEMA:
            note = "the index was made by a newer version of daykeep and is left alone: answered from memory"
            return Index(memory_store(), MEMORY, None, (note,))
        return _make(folder, newest, (_replaced(error),))
    except StorageError:
        return _open_unwritable(path)


def renew_index(index: Index, folder: Path | None) -> Index:
    """Close an index that turned out to be damaged and open an empty one in its place."""
    index.store.close()
    note = "the index was damaged and is made again"
    if folder is None or index.path is None:
        return Index(memory_store(), MEMORY, None, (*index.notes, note))
    match = _NAME.fullmatch(index.path.name)
    return _make(folder, int(match[1]) if match else 0, (*index.notes, note))


def _replaced(error: IndexUnreadableError) -> str:
    if 0 < error.details.get("schema", 0) < SCHEMA:
        return "the index was made by an older version of daykeep and is made again"
    return "the index was damaged and is made again"


def _open_unwritable(path: Path) -> Index:
    try:
        note = "the index can't be written: changes since it was made are not found"
        return Index(open_store(path, read_only=True), READ_ONLY, path, (note,))
    except DaykeepError as error:
        note = f"the index can't be used ({error.message}): answered from memory"
        return Index(memory_store(), MEMORY, None, (note,))


def _make(folder: Path, damaged: int, notes: tuple[str, ...]) -> Index:
    """Make the index that follows number ``damaged``, unless another process was faster."""
    try:
        make_cache_folder(folder)
        with Files(folder, durable=False).lock(_LOCK, purpose="make the search index"):
            newest = _newest(folder)
            if newest <= damaged:
                newest += 1
                _create(folder, _file(newest))
                _discard_older(folder, newest)
        path = folder / _file(newest)
        return Index(open_store(path), FILE, path, notes)
    except DaykeepError as error:
        note = f"no index can be kept ({error.message}): answered from memory"
        return Index(memory_store(), MEMORY, None, (*notes, note))


def _create(folder: Path, name: str) -> None:
    new = folder / f".new-{random_suffix()}.db"
    try:
        create_store(new)
        rename_cached(new, name)
    except BaseException:
        for ending in _BESIDE:
            discard_cached(new.with_name(new.name + ending))
        raise


def _discard_older(folder: Path, newest: int) -> None:
    for name in _names(folder):
        stem = name
        for ending in _BESIDE[1:]:
            stem = stem.removesuffix(ending)
        match = _NAME.fullmatch(stem)
        if (match is not None and int(match[1]) < newest) or _NEW.fullmatch(name):
            discard_cached(folder / name)


def _newest(folder: Path) -> int:
    return max((int(match[1]) for name in _names(folder) if (match := _NAME.fullmatch(name))), default=0)


def _names(folder: Path) -> list[str]:
    try:
        return [entry.name for entry in folder.iterdir()]
    except OSError:
        return []


def _file(number: int) -> str:
    return f"index-{number}.db"
