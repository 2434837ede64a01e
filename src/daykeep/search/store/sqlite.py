"""Chunks in one SQLite file: write-ahead log, one writer at a time, readers that never wait.

A chunk's id is its document's number times ``MAX_CHUNKS`` plus its ordinal, so that neighbours are found by
counting. A document's number begins with its source, so that a source is a range of ids.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from daykeep.errors import StorageError
from daykeep.search.documents import (
    EVERYTHING,
    MAX_CHUNKS,
    SOURCES,
    Before,
    Candidate,
    Chunk,
    Document,
    Filter,
    Match,
    Reading,
    Skipped,
    Stamp,
    Statistics,
    Version,
)
from daykeep.search.store.failing import Explained
from daykeep.search.store.finding.finder import SOURCE_NUMBERS, UNREAD, Finder, as_date
from daykeep.search.store.finding.matching import Scan
from daykeep.search.store.rows import HEADING_MARK, Prepared

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from daykeep.search.store.finding.matching import Matcher

EXPLAINED = Explained()
"""The context of every use of SQLite."""
_WRITES = "(SELECT writes FROM state)"
_PUT = f"INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {_WRITES})"
_PUT_CHUNK = "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


LASTING = "lasting"


class SqliteStore:
    """The `ChunkStore` in SQLite; opened by `open_store` and `memory_store`. For one thread."""

    def __init__(self, db: sqlite3.Connection, matcher: Matcher, *, wait_seconds: float = 0.0) -> None:
        self._db = db
        self._wait_seconds = wait_seconds
        self.matcher = matcher
        self._finder = Finder(db, matcher)

    @contextmanager
    def writing(self, *, wait_seconds: float | None = None) -> Iterator[None]:
        """One change of the store; waits for another writer, but never holds up a reader."""
        with EXPLAINED:
            self._begin(self._wait_seconds if wait_seconds is None else wait_seconds)
        self._finder.is_changing = True
        try:
            with EXPLAINED:
                self._db.execute("UPDATE state SET writes = writes + 1")
                self._db.execute("DELETE FROM listed")
                yield
                self._db.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._finder.is_changing = False
            self._finder.forget()

    def _begin(self, wait_seconds: float) -> None:
        self._db.execute(f"PRAGMA busy_timeout = {int(wait_seconds * 1000)}")
        try:
            self._db.execute("BEGIN IMMEDIATE")
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {int(self._wait_seconds * 1000)}")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Several looks at one moment of the store; inside of another change or look it adds nothing."""
        with EXPLAINED:
            if self._db.in_transaction:
                yield
                return
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                self._roll_back()

    def _roll_back(self) -> None:
        """End what is under way; SQLite may have ended it already, after an error."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def writes(self) -> int:
        """How often the store was changed so far."""
        with EXPLAINED:
            count: int = self._db.execute("SELECT writes FROM state").fetchone()[0]
        return count

    def listed(self, source: str) -> bytes:
        """What was noted for a source since the last change."""
        with EXPLAINED:
            row = self._db.execute("SELECT mark FROM listed WHERE source = ?", (source,)).fetchone()
        return row[0] if row is not None else b""

    def note_listed(self, marks: Mapping[str, bytes], *, writes: int) -> None:
        """Note what listings of sources show, unless the store was changed since ``writes``."""
        with EXPLAINED:
            self._begin(0.0)
            try:
                if self.writes() == writes:
                    self._db.executemany("INSERT OR REPLACE INTO listed VALUES (?, ?)", marks.items())
                self._db.execute("COMMIT")
            finally:
                self._roll_back()

    def stamps(self, source: str) -> dict[str, Stamp]:
        """The stamps of all documents of a source."""
        first = SOURCES.index(source) * SOURCE_NUMBERS
        asked = "SELECT key, size, mtime_ns, changed_ns, racy FROM documents WHERE number BETWEEN ? AND ?"
        with EXPLAINED:
            rows = self._db.execute(asked, (first, first + SOURCE_NUMBERS - 1)).fetchall()
        return {
            key: Stamp((size, modified, changed), racy != 0) for key, size, modified, changed, racy in rows
        }

    def version(self, key: str) -> Version | None:
        """The version of a document that was stored."""
        with EXPLAINED:
            asked = "SELECT size, mtime_ns, changed_ns FROM documents WHERE key = ?"
            row: Version | None = self._db.execute(asked, (key,)).fetchone()
        return row

    def before(self, key: str) -> Before | None:
        """What is stored of a document."""
        with EXPLAINED:
            row = self._db.execute(
                "SELECT chunks, sha256, state FROM documents WHERE key = ?", (key,)
            ).fetchone()
        return Before(*row) if row is not None else None

    def put(self, prepared: Prepared, *, racy: bool = False) -> None:
        """Store a document; inside of ``writing()``."""
        reading = prepared.reading
        document = reading.document
        with EXPLAINED:
            asked = "SELECT number, terms FROM documents WHERE key = ?"
            number, terms = self._db.execute(asked, (document.key,)).fetchone() or (None, 0)
            if number is None:
                number = self._next_number(document.source)
            else:
                terms -= self._cut(number, reading.kept)
                # not INSERT OR REPLACE: for that SQLite opens a savepoint, at which FTS5 writes all it has gathered
                self._db.execute("DELETE FROM documents WHERE number = ?", (number,))
            base = number * MAX_CHUNKS
            rows = prepared.rows
            self._db.executemany(_PUT_CHUNK, [(base + row[0], *row[1:]) for row in rows])
            self.matcher.add(base, rows)
            day = document.day.isoformat() if document.day is not None else None
            self._db.execute(_PUT, (
                number, document.key, document.level, document.path, document.title, day, document.kind,
                "\n".join(document.tags), *reading.version, reading.sha256, int(racy), reading.kept + len(rows),
                terms + prepared.terms, reading.state,
            ))  # fmt: skip

    def note_unread(self, key: str, version: Version, skipped: Skipped) -> None:
        """Store that a document can't be read; inside of ``writing()``."""
        source = key.partition(":")[0]
        document = Document(key, source, UNREAD, skipped.path, skipped.reason)
        reading = Reading(document, version, "", (), state=LASTING if skipped.lasting else "")
        self.put(Prepared(reading, [], 0), racy=not skipped.lasting)

    def unread(self) -> list[Skipped]:
        """The documents that could not be read, and why."""
        asked = "SELECT path, title, state FROM documents WHERE level = ? ORDER BY key"
        with EXPLAINED:
            rows = self._db.execute(asked, (UNREAD,)).fetchall()
        return [Skipped(path, reason, state == LASTING) for path, reason, state in rows]

    def _next_number(self, source: str) -> int:
        first = SOURCES.index(source) * SOURCE_NUMBERS
        asked = "SELECT max(number) FROM documents WHERE number BETWEEN ? AND ?"
        last: int | None = self._db.execute(asked, (first, first + SOURCE_NUMBERS - 1)).fetchone()[0]
        number = first if last is None else last + 1
        if number == first + SOURCE_NUMBERS:
            raise StorageError(f"the search index has no more numbers for {source}", hint="rebuild the index")
        return number

    def _cut(self, number: int, kept: int) -> int:
        """Take out all but the first ``kept`` chunks of a document; how many terms they had."""
        low, high = number * MAX_CHUNKS + kept, (number + 1) * MAX_CHUNKS - 1
        asked = "SELECT id, terms, head FROM chunks WHERE id BETWEEN ? AND ?"
        rows = self._db.execute(asked, (low, high)).fetchall()
        if rows:
            self.matcher.remove(rows)
            self._db.execute("DELETE FROM chunks WHERE id BETWEEN ? AND ?", (low, high))
        return sum(len(row[1].split()) for row in rows)

    def note_version(self, key: str, version: Version, *, racy: bool = False) -> None:
        """Note another version with the same content; inside of ``writing()``."""
        asked = "UPDATE documents SET size = ?, mtime_ns = ?, changed_ns = ?, racy = ? WHERE key = ?"
        with EXPLAINED:
            self._db.execute(asked, (*version, int(racy), key))

    def remove(self, keys: Iterable[str]) -> None:
        """Take documents out; inside of ``writing()``."""
        with EXPLAINED:
            for key in keys:
                row = self._db.execute("SELECT number FROM documents WHERE key = ?", (key,)).fetchone()
                if row is not None:
                    self._cut(row[0], 0)
                    self._db.execute("DELETE FROM documents WHERE number = ?", row)
                    self._db.execute("DELETE FROM removed WHERE number = ?", row)
                    self._db.execute(f"INSERT INTO removed VALUES (?, {_WRITES})", row)

    def statistics(self, terms: Iterable[str]) -> Statistics:
        """The size of the store and the frequencies of the terms."""
        with EXPLAINED:
            return self._finder.statistics(terms)

    def candidates(
        self, terms: Sequence[str], *, where: Filter = EVERYTHING, limit: int = 150
    ) -> list[Match]:
        """The best ``limit`` chunks by the worth of the rarer terms that they hold."""
        with self.reading():
            return self._finder.candidates(terms, where, limit)

    def around(self, ids: Iterable[int], distance: int) -> dict[int, Candidate]:
        """The chunks of these ids and their neighbours in their documents."""
        with EXPLAINED:
            return self._finder.around(ids, distance)

    def chunks(self, ids: Iterable[int]) -> dict[int, Chunk]:
        """The chunks of these ids with their text."""
        asked = (
            "SELECT id, first_line, last_line, heading, day, speaker, text FROM chunks "
            f"WHERE id IN ({','.join(map(str, ids))})"
        )
        with EXPLAINED:
            rows = self._db.execute(asked).fetchall()
        return {
            row[0]: Chunk(
                row[0] % MAX_CHUNKS, row[1], row[2], tuple(row[3].split(HEADING_MARK)) if row[3] else (),
                as_date(row[4]), row[5], row[6],
            )
            for row in rows
        }  # fmt: skip

    def texts(self, ids: Iterable[int]) -> dict[int, str]:
        """The texts of the chunks of these ids."""
        with EXPLAINED:
            asked = f"SELECT id, text FROM chunks WHERE id IN ({','.join(map(str, ids))})"
            return dict(self._db.execute(asked).fetchall())

    def documents(self, numbers: Iterable[int]) -> dict[int, Document]:
        """The documents with these numbers."""
        asked = (
            "SELECT number, key, level, path, title, day, kind, tags FROM documents "
            f"WHERE number IN ({','.join(map(str, numbers))})"
        )
        with EXPLAINED:
            rows = self._db.execute(asked).fetchall()
        return {
            row[0]: Document(
                row[1], SOURCES[row[0] // SOURCE_NUMBERS], row[2], row[3], row[4], as_date(row[5]), row[6],
                tuple(row[7].split("\n")) if row[7] else (),
            )
            for row in rows
        }  # fmt: skip

    def find(self, key: str, line: int) -> int | None:
        """The id of the chunk that holds a line, or of the last one before it."""
        with EXPLAINED:
            row = self._db.execute("SELECT number FROM documents WHERE key = ?", (key,)).fetchone()
            if row is None:
                return None
            low, high = row[0] * MAX_CHUNKS, (row[0] + 1) * MAX_CHUNKS - 1
            asked = "SELECT max(id) FROM chunks WHERE id BETWEEN ? AND ? AND first_line <= ?"
            found: int | None = self._db.execute(asked, (low, high, line)).fetchone()[0]
        return found

    def speakers(self) -> list[str]:
        """Everybody who speaks in a chunk."""
        with EXPLAINED:
            return self._finder.speakers()

    def count(self) -> tuple[int, int]:
        """How many documents and chunks are stored."""
        with EXPLAINED:
            return self._finder.count()

    def overlooked(self, terms: Iterable[str]) -> list[str]:
        """The terms that are found nowhere though a chunk holds them; looks at every chunk, once for each such term."""
        with EXPLAINED:
            seen = self._finder.statistics(terms).frequencies
            every = Scan(self._db)
            return [term for term, often in seen.items() if not often and every.holds(term)]

    def check(self) -> str:
        """What SQLite finds wrong with the file; ``""`` if nothing."""
        with EXPLAINED:
            found: str = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        return "" if found == "ok" else found

    def settle(self) -> None:
        """Nothing to do: everything is in one file."""

    def close(self) -> None:
        """Let go of the file; a change that is under way is taken back."""
        self._db.close()
