"""The tables of the SQLite store."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

    from daykeep.search.store.finding.matching import Matcher

SCHEMA = 2
"""Kept as ``user_version``. It rises when a table, the terms or the way chunks are cut change: an index of another
number is not read. A test tells when terms or chunks come out differently and this number has not risen."""

_TABLES = (
    """CREATE TABLE documents (
        number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, level TEXT NOT NULL, path TEXT NOT NULL, title TEXT NOT NULL,
        day TEXT, kind TEXT NOT NULL, tags TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
        changed_ns INTEGER NOT NULL, sha256 TEXT NOT NULL, racy INTEGER NOT NULL, chunks INTEGER NOT NULL,
        terms INTEGER NOT NULL, state TEXT NOT NULL, written INTEGER NOT NULL)""",
    "CREATE TABLE removed (number INTEGER PRIMARY KEY, written INTEGER NOT NULL)",
    "CREATE INDEX documents_written ON documents (written, chunks)",
    "CREATE TABLE state (writes INTEGER NOT NULL, identity INTEGER NOT NULL)",
    "INSERT INTO state VALUES (0, abs(random() % 4611686018427387904))",
    "CREATE TABLE listed (source TEXT PRIMARY KEY, mark BLOB NOT NULL)",
    "CREATE INDEX documents_sizes ON documents (level, chunks, terms)",
    """CREATE TABLE chunks (
        id INTEGER PRIMARY KEY, terms TEXT NOT NULL, head TEXT NOT NULL, first_line INTEGER NOT NULL,
        last_line INTEGER NOT NULL, heading TEXT NOT NULL, day TEXT, speaker TEXT, text TEXT NOT NULL)""",
    "CREATE INDEX chunks_days ON chunks (day) WHERE day IS NOT NULL",
    "CREATE INDEX chunks_speakers ON chunks (speaker) WHERE speaker IS NOT NULL",
)


def create_tables(db: sqlite3.Connection, matcher: Matcher) -> None:
    """Make the tables of an empty store, in one transaction, and note the schema."""
    db.execute("BEGIN IMMEDIATE")
    for table in _TABLES:
        db.execute(table)
    matcher.create()
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    db.execute("COMMIT")
