"""Finds candidates by tantivy, where it is installed: for indexes of hundreds of thousands of chunks.

SQLite stays the store; tantivy holds the terms of its chunks once more, in a folder beside the file, and is brought up
to date from it. It says itself how far it has come, in the same commit as the chunks: killed at any moment it is
whole and behind, never wrong. What it can't answer (it is behind, or levels, days and tags are asked for) SQLite
answers, with the same result.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from daykeep.errors import DaykeepError
from daykeep.files.cached import discard_cached_folder, make_cache_folder
from daykeep.search.documents import EVERYTHING, MAX_CHUNKS, Filter, Match
from daykeep.search.store.finding.finder import MAX_ID, ranges_of
from daykeep.search.store.finding.picking import pick_best, worth
from daykeep.search.store.sqlite import EXPLAINED, SqliteStore
from daykeep.search.terms import is_prefix

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from daykeep.search.store.finding.matching import Matcher

MOST_TIED = 600
"""So many of the best are asked for, so that equal scores are told apart by key and place and not by chance."""
INLINE_CHUNKS = 2000
"""So many changed chunks are brought over when a question comes; more wait for the next long refresh."""
_HEAP_BYTES = 50_000_000
_MARK = MAX_ID + 1
"""The id of the entry that tells how far the copy has come: no chunk has it."""


def find_tantivy() -> Any:
    """The library, or None where it is not installed or does not work."""
    try:
        import tantivy  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        return None
    return tantivy


class FastStore(SqliteStore):
    """The `ChunkStore` in SQLite whose candidates come from tantivy."""

    def __init__(
        self, db: sqlite3.Connection, matcher: Matcher, folder: Path, tantivy: Any, *, wait_seconds: float
    ) -> None:
        super().__init__(db, matcher, wait_seconds=wait_seconds)
        with EXPLAINED:
            identity = db.execute("SELECT identity FROM state").fetchone()[0]
        self._copy = _Copy(folder, tantivy, identity)

    def settle(self) -> None:
        """Bring the copy up to date, however much that is."""
        self._bring_over(most=None)

    def candidates(
        self, terms: Sequence[str], *, where: Filter = EVERYTHING, limit: int = 150
    ) -> list[Match]:
        """The best ``limit`` chunks by the worth of all terms that they hold."""
        narrow = where._replace(sources=frozenset()) != EVERYTHING
        if not narrow and not any(map(is_prefix, terms)):
            self._bring_over(most=INLINE_CHUNKS)
            with self.reading():
                if self._copy.is_at(self.writes()):
                    return self._by_copy(terms, where, limit)
        return super().candidates(terms, where=where, limit=limit)

    def _by_copy(self, terms: Sequence[str], where: Filter, limit: int) -> list[Match]:
        statistics = self.statistics(dict.fromkeys(terms))
        values = {
            term: worth(statistics.chunks, often) for term, often in statistics.frequencies.items() if often
        }
        scores = self._copy.score(values, ranges_of(where.sources), max(MOST_TIED, 2 * limit))
        return pick_best(scores, limit, self._finder.order, self._finder.first)

    def _bring_over(self, *, most: int | None) -> None:
        with self.reading():
            writes = self.writes()
            if self._copy.seen == writes:
                return
            since = self._copy.look()
            if since >= writes:  # another process brought it over, or is ahead of what is seen here
                return
            changed = self._changed_since(since)
            if most is not None and sum(count for _, count in changed) > most:
                return
            self._copy.take_over(self._db, [number for number, _ in changed], writes)

    def _changed_since(self, writes: int) -> list[tuple[int, int]]:
        """The documents that were put or removed since, with how many chunks they have."""
        asked = """SELECT number, chunks FROM documents WHERE written > ?1
            UNION ALL SELECT number, 0 FROM removed WHERE written > ?1"""
        return self._db.execute(asked, (writes,)).fetchall()


class _Copy:
    """The terms of all chunks in tantivy's own files; everything that fails there makes it be behind, no more."""

    def __init__(self, folder: Path, tantivy: Any, identity: int) -> None:
        self.folder = folder
        self.tantivy = tantivy
        self.identity = identity
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("terms", stored=False, tokenizer_name="whitespace", index_option="basic")
        builder.add_unsigned_field("id", stored=False, indexed=True, fast=True)
        builder.add_unsigned_field("writes", stored=False, indexed=False, fast=True)
        builder.add_unsigned_field("store", stored=False, indexed=False, fast=True)
        self.schema = builder.build()
        self._index: Any = None
        self.seen = 0
        with suppress(ValueError, OSError):
            self._open()

    def is_at(self, writes: int) -> bool:
        """Whether the copy shows the store after just so many changes."""
        return self._index is not None and self.seen == writes

    def look(self) -> int:
        """How far the copy has come by now, by this process or another."""
        with suppress(ValueError, OSError):
            if self._index is None:
                self._open()
            else:
                self.seen = self._read_mark(self._index)
        return self.seen

    def _open(self) -> None:
        """Open what is there, if it is a copy of this very store."""
        if not self.folder.is_dir() or not self.tantivy.Index.exists(str(self.folder)):
            return
        index = self.tantivy.Index(self.schema, path=str(self.folder))
        seen = self._read_mark(index)
        if seen:
            self._index, self.seen = index, seen

    def _read_mark(self, index: Any) -> int:
        """How far the copy has come; 0 if it is none of this store."""
        index.reload()
        searcher = index.searcher()
        addresses = [
            address for _, address in searcher.search(self._exactly(_MARK), limit=1, count=False).hits
        ]
        if not addresses or searcher.fast_field_values("store", addresses) != [self.identity]:
            return 0
        seen: int = searcher.fast_field_values("writes", addresses)[0]
        return seen

    def _exactly(self, chunk: int) -> Any:
        return self.tantivy.Query.term_query(self.schema, "id", chunk)

    def _between(self, low: int, high: int) -> Any:
        kind = self.tantivy.FieldType.Unsigned
        return self.tantivy.Query.range_query(self.schema, "id", kind, low, high)

    def score(
        self, values: Mapping[str, float], ranges: Sequence[tuple[int, int]], most: int
    ) -> dict[int, float]:
        """The ``most`` best chunks by the sum of what their terms are worth, by id."""
        query, must, should = self.tantivy.Query, self.tantivy.Occur.Must, self.tantivy.Occur.Should
        wanted = query.boolean_query([
            (should, query.const_score_query(query.term_query(self.schema, "terms", term, "basic"), value))
            for term, value in values.items()
        ])  # fmt: skip
        if ranges != [(0, MAX_ID)]:
            allowed = query.boolean_query([(should, self._between(*span)) for span in ranges])
            wanted = query.boolean_query([(must, wanted), (must, query.const_score_query(allowed, 0.0))])
        searcher = self._index.searcher()
        hits = searcher.search(wanted, limit=most, count=False).hits
        ids = searcher.fast_field_values("id", [address for _, address in hits])
        return {chunk: round(score, 3) for chunk, (score, _) in zip(ids, hits, strict=True)}

    def take_over(self, db: sqlite3.Connection, numbers: Sequence[int], writes: int) -> None:
        """Replace the chunks of these documents; if another process is doing so, or it fails, the copy stays behind."""
        try:
            self._write(db, numbers, writes)
        except (ValueError, OSError, DaykeepError):
            self._index, self.seen = None, 0
            with suppress(ValueError, OSError):
                self._open()

    def _write(self, db: sqlite3.Connection, numbers: Sequence[int], writes: int) -> None:
        if self._index is None:
            discard_cached_folder(self.folder)
            self._index = self.tantivy.Index(self.schema, path=str(make_cache_folder(self.folder)))
        writer = self._index.writer(_HEAP_BYTES, 1)
        try:
            asked = "SELECT id, terms, head FROM chunks WHERE id BETWEEN ? AND ?"
            for number in numbers:
                span = (number * MAX_CHUNKS, (number + 1) * MAX_CHUNKS - 1)
                if self.seen:
                    writer.delete_documents_by_query(self._between(*span))
                for chunk, terms, head in db.execute(asked, span):
                    self._add(writer, chunk, f"{terms} {head}", 0)
            writer.delete_documents_by_query(self._exactly(_MARK))
            self._add(writer, _MARK, "", writes, self.identity)
            writer.commit()
        finally:
            writer.wait_merging_threads()
        self.seen = self._read_mark(self._index)

    def _add(self, writer: Any, chunk: int, terms: str, writes: int, store: int = 0) -> None:
        document = self.tantivy.Document()
        document.add_text("terms", terms)
        document.add_unsigned("id", chunk)
        document.add_unsigned("writes", writes)
        document.add_unsigned("store", store)
        writer.add_document(document)
