"""Finds the chunks that hold a term: by SQLite's full-text index, or without it by looking at every chunk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from daykeep.search.terms import is_prefix

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from daykeep.search.store.rows import Row

_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
"""Terms are made before they are stored; the tokenizer parts them at blanks alone."""
_LAST = "\U0010ffff"
_IDS = "SELECT group_concat(rowid) FROM postings WHERE postings MATCH ? AND rowid BETWEEN ? AND ?"


class Matcher(Protocol):
    """How terms lead to chunks."""

    def create(self) -> None:
        """Make what is needed in an empty store."""

    def add(self, base: int, rows: Sequence[Row]) -> None:
        """Note the terms of new chunks, whose ids are ``base`` plus their ordinal."""

    def remove(self, rows: Sequence[tuple[int, str, str]]) -> None:
        """Forget chunks, given by id with the very terms they were stored with."""

    def frequency(self, term: str) -> int:
        """In how many chunks a term is."""

    def ids(self, term: str, any_of: Sequence[str], low: int, high: int) -> list[int]:
        """The chunks between two ids that hold the term, and one of the others where any are given, in rising order."""


class FullText:
    """SQLite's FTS5: one row a chunk, without its text and without places, as little as finding needs."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def create(self) -> None:
        """Make the index and the view of its vocabulary."""
        kept = _PUNCTUATION.replace("'", "''").replace('"', '""')
        self.db.execute(
            "CREATE VIRTUAL TABLE postings USING fts5(terms, head, content='', "
            f"columnsize=0, detail=none, tokenize=\"ascii tokenchars '{kept}'\")"
        )
        self.db.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(postings, row)")

    def add(self, base: int, rows: Sequence[Row]) -> None:
        """Note the terms of new chunks."""
        self.db.executemany(
            "INSERT INTO postings (rowid, terms, head) VALUES (?, ?, ?)",
            [(base + row[0], row[1], row[2]) for row in rows],
        )

    def remove(self, rows: Sequence[tuple[int, str, str]]) -> None:
        """Forget chunks."""
        self.db.executemany(
            "INSERT INTO postings (postings, rowid, terms, head) VALUES ('delete', ?, ?, ?)", rows
        )

    def frequency(self, term: str) -> int:
        """In how many chunks a term is; for one that stands for a beginning, how often such terms are in any."""
        if is_prefix(term):
            asked = "SELECT sum(doc) FROM vocabulary WHERE term >= ? AND term < ?"
            row = self.db.execute(asked, (term, term + _LAST)).fetchone()
        else:
            row = self.db.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
        return (row[0] or 0) if row else 0

    def ids(self, term: str, any_of: Sequence[str], low: int, high: int) -> list[int]:
        """The chunks that hold the term and one of the others; one long text is faster to hand over than many rows."""
        asked = _quoted(term)
        if any_of:
            asked = f"{asked} AND ({' OR '.join(map(_quoted, any_of))})"
        found = self.db.execute(_IDS, (asked, low, high)).fetchone()[0]
        return list(map(int, found.split(","))) if found else []


def _quoted(term: str) -> str:
    inner = term.replace('"', '""')
    return f'"{inner}"*' if is_prefix(term) else f'"{inner}"'


class Scan:
    """Looks at every chunk: for a Python whose SQLite has no FTS5. Slower, with the same answers."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def create(self) -> None:
        """Nothing is kept but the chunks themselves."""

    def add(self, base: int, rows: Sequence[Row]) -> None:
        """Nothing to note."""

    def remove(self, rows: Sequence[tuple[int, str, str]]) -> None:
        """Nothing to forget."""

    def frequency(self, term: str) -> int:
        """In how many chunks a term is."""
        asked = f"SELECT count(*) FROM chunks WHERE {_HOLDS}"
        found: int = self.db.execute(asked, (_padded(term),)).fetchone()[0]
        return found

    def holds(self, term: str) -> bool:
        """Whether any chunk holds a term; most are passed over by a look at their letters alone."""
        asked = f"SELECT 1 FROM chunks WHERE (instr(terms, ?) OR instr(head, ?)) AND {_HOLDS} LIMIT 1"
        return self.db.execute(asked, (term, term, _padded(term))).fetchone() is not None

    def ids(self, term: str, any_of: Sequence[str], low: int, high: int) -> list[int]:
        """The chunks that hold the term and one of the others."""
        one_of = f"AND ({' OR '.join([_HOLDS] * len(any_of))})" if any_of else ""
        asked = f"SELECT id FROM chunks WHERE id BETWEEN ? AND ? AND {_HOLDS} {one_of} ORDER BY id"
        rows = self.db.execute(asked, (low, high, _padded(term), *map(_padded, any_of))).fetchall()
        return [row[0] for row in rows]


_HOLDS = "instr(' ' || terms || ' ' || head || ' ', ?)"


def _padded(term: str) -> str:
    return f" {term}" if is_prefix(term) else f" {term} "
