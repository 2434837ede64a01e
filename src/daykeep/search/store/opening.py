"""Opens the SQLite store: in a file, in a file that may only be read, or in memory."""

from __future__ import annotations

import sqlite3
from functools import cache
from typing import TYPE_CHECKING

from daykeep.errors import DaykeepError, IndexUnreadableError
from daykeep.search.store.failing import explain
from daykeep.search.store.finding.matching import FullText, Matcher, Scan
from daykeep.search.store.schema import SCHEMA, create_tables
from daykeep.search.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from pathlib import Path

WAIT_SECONDS = 30.0
"""How long a writer waits for the one before it."""
FAST_FROM_CHUNKS = 100_000
"""From here on a copy of the terms in tantivy is worth its upkeep, and loading the library its time."""
_CACHE_KIB = 32_768
"""Memory for pages of the file. The file is not mapped into memory: that saves one part in fifteen, but then a file
that another program cuts short ends the process instead of being an error."""


def memory_store(*, full_text: bool | None = None) -> SqliteStore:
    """An empty store that ends with the process. ``full_text`` None: by FTS5 where this Python's SQLite has it."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    matcher = _matcher(db, full_text=full_text)
    create_tables(db, matcher)
    return SqliteStore(db, matcher)


def create_store(path: Path, *, full_text: bool | None = None) -> None:
    """Make an empty store in a new file and close it; whoever calls sees to it that nobody else does."""
    try:
        db = sqlite3.connect(path, isolation_level=None)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            create_tables(db, _matcher(db, full_text=full_text))
        finally:
            db.close()
    except sqlite3.Error as error:
        raise explain(error) from error


def open_store(
    path: Path,
    *,
    read_only: bool = False,
    wait_seconds: float = WAIT_SECONDS,
    fast_from: int = FAST_FROM_CHUNKS,
) -> SqliteStore:
    """Open a store that `create_store` made.

    ``IndexUnreadableError`` for a file that is damaged, of another schema, or no store; ``details["schema"]`` is its
    number where it has one. ``read_only`` is for a folder that can't be written: nothing is written beside the file
    then, and changes that a crashed writer left behind are not seen. A store of ``fast_from`` chunks or more looks for
    candidates by tantivy, where that is installed.
    """
    mode = "mode=ro&immutable=1" if read_only else "mode=rw"
    try:
        db = sqlite3.connect(
            f"file:{_escaped(path)}?{mode}", uri=True, isolation_level=None, timeout=wait_seconds
        )
    except sqlite3.Error as error:
        raise explain(error) from error
    try:
        store = _opened(db, wait_seconds)
        if read_only or not fast_from <= store.count()[1]:
            return store
        return _made_fast(store, db, path, wait_seconds)
    except sqlite3.Error as error:
        db.close()
        raise explain(error) from error
    except DaykeepError:
        db.close()
        raise


def _escaped(path: Path) -> str:
    """The path as it stands in a SQLite URI, where these three characters mean something else."""
    return str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _opened(db: sqlite3.Connection, wait_seconds: float) -> SqliteStore:
    schema = db.execute("PRAGMA user_version").fetchone()[0]
    if schema != SCHEMA:
        raise IndexUnreadableError(
            f"the search index has schema {schema}, this version of daykeep reads {SCHEMA}",
            details={"schema": schema},
        )
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    names = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"documents", "chunks"} <= names:
        raise IndexUnreadableError("the search index lacks its tables", details={"schema": schema})
    return SqliteStore(db, FullText(db) if "postings" in names else Scan(db), wait_seconds=wait_seconds)


def _made_fast(store: SqliteStore, db: sqlite3.Connection, path: Path, wait_seconds: float) -> SqliteStore:
    from daykeep.search.store.fast import FastStore, find_tantivy  # noqa: PLC0415 - an extra, for large indexes

    tantivy = find_tantivy()
    if tantivy is None or not isinstance(store.matcher, FullText):
        return store
    return FastStore(db, store.matcher, path.with_suffix(".fast"), tantivy, wait_seconds=wait_seconds)


@cache
def has_full_text() -> bool:
    """Whether this Python's SQLite has FTS5."""
    db = sqlite3.connect(":memory:")
    try:
        return _has_fts5(db)
    finally:
        db.close()


def _has_fts5(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").fetchone() is not None


def _matcher(db: sqlite3.Connection, *, full_text: bool | None) -> Matcher:
    return FullText(db) if (_has_fts5(db) if full_text is None else full_text) else Scan(db)
