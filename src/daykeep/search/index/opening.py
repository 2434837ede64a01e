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
from daykeep.files.cached import discard_cached, discard_cached_folder, make_cache_folder, rename_cached
from daykeep.files.ids import random_suffix
from daykeep.files.store import Files
from daykeep.search.store.opening import create_store, has_full_text, memory_store, open_store
from daykeep.search.store.schema import SCHEMA

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.search.store import ChunkStore

_NAME = re.compile(r"(index|plain)-(\d{1,9})\.db", re.ASCII)
"""An index, or one made by a Python whose SQLite has no full-text search: each kind of Python has its own."""
_NEW = re.compile(r"\.new-[0-9a-f]+\.db(?:-wal|-shm|-journal)?", re.ASCII)
_BESIDE = ("", "-wal", "-shm", "-journal")
_COPY = ".fast"
_LOCK = "index"
_STEMS = {True: "index", False: "plain"}
DAMAGED = "the index was damaged and is made again"
NO_FULL_TEXT = "this Python's SQLite has no full-text search (FTS5): searching takes longer"

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


class _Folder(NamedTuple):
    """The folder of an index, and what its files are called."""

    path: Path
    stem: str

    @property
    def full_text(self) -> bool:
        return self.stem == _STEMS[True]

    def file(self, number: int) -> Path:
        return self.path / f"{self.stem}-{number}.db"

    def names(self) -> list[str]:
        try:
            return [entry.name for entry in self.path.iterdir()]
        except OSError:
            return []

    def number_of(self, name: str) -> int:
        """The number of an index file of this kind; 0 for any other file."""
        match = _NAME.fullmatch(name)
        return int(match[2]) if match is not None and match[1] == self.stem else 0

    def newest(self) -> int:
        return max(map(self.number_of, self.names()), default=0)


def open_index(folder: Path | None, *, full_text: bool | None = None) -> Index:
    """Open the index in ``folder``, or make an empty one; never fails for what is or is not there.

    None, or a folder that can't be made, gives an index in memory. One of a newer schema is left alone, and the
    answer comes from memory too. A damaged one, or one of an older schema, is replaced. ``full_text`` None: as this
    Python's SQLite can.
    """
    full_text = has_full_text() if full_text is None else full_text
    notes = () if full_text else (NO_FULL_TEXT,)
    if folder is None:
        note = "there is no cache folder: the index is in memory"
        return Index(memory_store(full_text=full_text), MEMORY, None, (*notes, note))
    place = _Folder(folder, _STEMS[full_text])
    newest = place.newest()
    if newest == 0:
        return _make(place, 0, notes)
    path = place.file(newest)
    try:
        return Index(open_store(path), FILE, path, notes)
    except IndexUnreadableError as error:
        if error.details.get("schema", 0) > SCHEMA:
            note = "the index was made by a newer version of daykeep and is left alone: answered from memory"
            return Index(memory_store(full_text=full_text), MEMORY, None, (*notes, note))
        return _make(place, newest, (*notes, _replaced(error)))
    except StorageError:
        return _open_unwritable(place, path, notes)


def renew_index(
    index: Index, folder: Path | None, *, note: str = DAMAGED, full_text: bool | None = None
) -> Index:
    """Close an index that turned out to be damaged, or is not wanted any more, and open an empty one in its place.

    ``note`` says why, for people; ``""`` where they asked for it.
    """
    index.store.close()
    full_text = has_full_text() if full_text is None else full_text
    notes = (*index.notes, note) if note else index.notes
    if folder is None or index.path is None:
        return Index(memory_store(full_text=full_text), MEMORY, None, notes)
    place = _Folder(folder, _STEMS[full_text])
    return _make(place, place.number_of(index.path.name), notes)


def leave_index(index: Index, why: str) -> Index:
    """Close an index whose file can't be written for now, leave the file as it is, and open an empty one in memory."""
    index.store.close()
    full_text = index.path is None or index.path.name.startswith(_STEMS[True])
    note = f"no index can be kept ({why}): answered from memory"
    return Index(memory_store(full_text=full_text), MEMORY, None, (*index.notes, note))


def _replaced(error: IndexUnreadableError) -> str:
    if 0 < error.details.get("schema", 0) < SCHEMA:
        return "the index was made by an older version of daykeep and is made again"
    return DAMAGED


def _open_unwritable(place: _Folder, path: Path, notes: tuple[str, ...]) -> Index:
    if not path.exists():  # another process has put a newer one in its place since the names were read
        return _make(place, place.number_of(path.name), notes)
    try:
        note = "the index can't be written: changes since it was made are not found"
        return Index(open_store(path, read_only=True), READ_ONLY, path, (*notes, note))
    except DaykeepError as error:
        note = f"the index can't be used ({error.message}): answered from memory"
        return Index(memory_store(full_text=place.full_text), MEMORY, None, (*notes, note))


def _make(place: _Folder, damaged: int, notes: tuple[str, ...]) -> Index:
    """Make the index that follows number ``damaged``, unless another process was faster."""
    try:
        make_cache_folder(place.path)
        with Files(place.path, durable=False).lock(_LOCK, purpose="make the search index"):
            newest = place.newest()
            if newest <= damaged:
                newest += 1
                _create(place, newest)
                _discard_older(place, newest)
        return Index(open_store(place.file(newest)), FILE, place.file(newest), notes)
    except DaykeepError as error:
        note = f"no index can be kept ({error.message}): answered from memory"
        return Index(memory_store(full_text=place.full_text), MEMORY, None, (*notes, note))


def _create(place: _Folder, number: int) -> None:
    new = place.path / f".new-{random_suffix()}.db"
    try:
        create_store(new, full_text=place.full_text)
        rename_cached(new, place.file(number).name)
    except BaseException:
        for ending in _BESIDE:
            discard_cached(new.with_name(new.name + ending))
        raise


def _discard_older(place: _Folder, newest: int) -> None:
    for name in place.names():
        stem = name
        for ending in _BESIDE[1:]:
            stem = stem.removesuffix(ending)
        if 0 < place.number_of(stem) < newest or _NEW.fullmatch(name):
            discard_cached(place.path / name)
        elif name.endswith(_COPY) and 0 < place.number_of(name.removesuffix(_COPY) + ".db") < newest:
            discard_cached_folder(place.path / name)
