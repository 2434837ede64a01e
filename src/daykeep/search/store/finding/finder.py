"""Finds candidates among the stored chunks."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from daykeep.errors import IndexUnreadableError
from daykeep.search.documents import MAX_CHUNKS, SOURCES, Candidate, Filter, Match, Statistics
from daykeep.search.store.finding.picking import POSTINGS_A_PLACE, add_worth, pick_best, pick_rare, worth

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from daykeep.search.store.finding.matching import Matcher

SOURCE_NUMBERS = 1 << 22
"""So many documents a source can have at a time."""
MAX_ID = SOURCE_NUMBERS * len(SOURCES) * MAX_CHUNKS
_FEW_RANGES = 64
"""So many ranges of ids are asked one by one; with more, everything is asked and the answer sifted."""
_ENOUGH = 20
"""Where the rarer terms of a question find fewer chunks than this, its commoner ones look for chunks too."""

UNREAD = "unread"
"""The level of a document that could not be read; it has no chunks, and its reason stands in place of the title."""
_SIZES = "SELECT sum(level <> ?), sum(chunks), sum(terms) FROM documents"
_SPEAKERS = """WITH RECURSIVE one (name) AS (
    SELECT min(speaker) FROM chunks WHERE speaker IS NOT NULL
    UNION ALL SELECT (SELECT min(speaker) FROM chunks WHERE speaker > one.name) FROM one WHERE one.name IS NOT NULL)
    SELECT name FROM one WHERE name IS NOT NULL"""
"""Jumps from name to name in their index, where DISTINCT would read all of it."""

_FEW_TIED = 1000
"""Up to so many ids are put in order by looking up the keys of all their documents."""
_MOST_LISTED = 50_000
"""The chunks of some days are listed if they are no more than this; of more, each that is found is looked at."""
_MOST_NAMED = 10_000
"""So many ids stand in one statement; one statement is faster than one for each range."""

Range = tuple[int, int]


class Finder:
    """What a question asks of the store; remembers sizes and frequencies until the store changes.

    ``is_changing`` says that this connection changes the store just now: then nothing is remembered.
    """

    def __init__(self, db: sqlite3.Connection, matcher: Matcher) -> None:
        self.db = db
        self.matcher = matcher
        self._version = -1
        self._sizes = (0, 0)
        self._documents = 0
        self.is_changing = False
        self._frequencies: dict[str, int] = {}
        self._speakers: list[str] | None = None
        self._asked: dict[Filter, _Asked] = {}
        self._keys: dict[int, str] = {}

    def forget(self) -> None:
        """Drop what is remembered, after a change by this connection."""
        self._version = -1

    def statistics(self, terms: Iterable[str]) -> Statistics:
        """Size of the store and frequencies of the terms."""
        self._follow()
        found = {}
        for term in terms:
            if term not in self._frequencies:
                self._frequencies[term] = min(self.matcher.frequency(term), self._sizes[0])
            found[term] = self._frequencies[term]
        return Statistics(*self._sizes, found)

    def count(self) -> tuple[int, int]:
        """How many documents and chunks are stored, without those that could not be read."""
        self._follow()
        return self._documents, self._sizes[0]

    def speakers(self) -> list[str]:
        """Everybody who speaks in a chunk, in the order of their names."""
        self._follow()
        if self._speakers is None:
            self._speakers = [row[0] for row in self.db.execute(_SPEAKERS)]
        return self._speakers

    def _follow(self) -> None:
        """Drop what is remembered of an earlier state of the store."""
        version = self.db.execute("PRAGMA data_version").fetchone()[0]
        if version == self._version and not self.is_changing:
            return
        row = self.db.execute(_SIZES, (UNREAD,)).fetchone()
        self._documents, *sizes = (size or 0 for size in row)
        self._version, self._sizes = version, (sizes[0], sizes[1])
        self._frequencies, self._speakers, self._asked, self._keys = {}, None, {}, {}

    def candidates(self, terms: Sequence[str], where: Filter, limit: int) -> list[Match]:
        """The best ``limit`` chunks by the worth of the rarer terms; without terms, the first of the days allowed."""
        if not terms:
            return self._of_allowed_days(where, limit)
        statistics = self.statistics(dict.fromkeys(terms))
        rare, common = pick_rare(statistics.frequencies, POSTINGS_A_PLACE * limit)
        if where not in self._asked:
            self._asked[where] = _Asked(self, *self._allowed(where), where)
        asked = self._asked[where]
        scores: dict[int, float] = {}
        looking: list[str] = []
        for term in (*rare, *common):
            value = worth(statistics.chunks, statistics.frequencies[term])
            if term in rare or len(scores) < _ENOUGH:
                looking.append(term)
                add_worth(scores, asked.find(term), value)
            else:
                add_worth(scores, [one for one in asked.with_term(term, looking) if one in scores], value)
        return pick_best(scores, limit, self.order, self.first)

    def _of_allowed_days(self, where: Filter, limit: int) -> list[Match]:
        """The first chunks of the days allowed, in the order in which they were written; none where every day is."""
        if not (where.since or where.until):
            return []
        ranges, numbers = self._allowed(where)
        asked = "SELECT day, id FROM chunks WHERE id BETWEEN ? AND ? AND day BETWEEN ? AND ?"
        days = ((where.since or date.min).isoformat(), (where.until or date.max).isoformat())
        rows = [row for low, high in ranges for row in self.db.execute(asked, (low, high, *days))]
        if numbers is not None:
            rows = [row for row in rows if row[1] // MAX_CHUNKS in numbers]
        order = self.order([chunk for _, chunk in rows])
        rows.sort(key=lambda row: (row[0], order[row[1]]))
        return [Match(chunk, 0.0) for _, chunk in rows[:limit]]

    def ids(self, term: str, any_of: Sequence[str], ranges: Sequence[Range]) -> list[int]:
        """The chunks in some ranges that hold a term, and one of the others where any are given."""
        return [chunk for low, high in ranges for chunk in self.matcher.ids(term, any_of, low, high)]

    def of_days(self, since: date | None, until: date | None) -> set[int] | None:
        """The chunks that belong to a day from ``since`` to ``until``; None if they are too many to be listed."""
        days = (*_as_text(since, until), _MOST_LISTED + 1)
        rows = self.db.execute("SELECT id FROM chunks WHERE day BETWEEN ? AND ? LIMIT ?", days).fetchall()
        return {row[0] for row in rows} if len(rows) <= _MOST_LISTED else None

    def sift_days(self, ids: Sequence[int], since: date | None, until: date | None) -> list[int]:
        """Those of the chunks that belong to a day from ``since`` to ``until``."""
        asked = f"SELECT id FROM chunks WHERE id IN ({_joined(ids)}) AND +day BETWEEN ? AND ?"
        return [row[0] for row in self.db.execute(asked, _as_text(since, until))]

    def _allowed(self, where: Filter) -> tuple[list[Range], set[int] | None]:
        """The ranges of ids to ask, and the documents to sift by where the ranges alone don't tell."""
        if not (where.levels or where.kind or where.tag):
            return ranges_of(where.sources), None
        numbers = self._numbers(where)
        ranges: list[Range] = []
        for number in sorted(numbers):
            low, high = _ids_of(number, number)
            if ranges and ranges[-1][1] == low - 1:
                low = ranges.pop()[0]
            ranges.append((low, high))
        return (ranges, None) if len(ranges) <= _FEW_RANGES else ([(0, MAX_ID)], numbers)

    def _numbers(self, where: Filter) -> set[int]:
        """The documents that a filter allows, days left aside."""
        columns = "number, kind, tags" if where.kind or where.tag else "number, '', ''"
        among = f"WHERE level IN ({','.join('?' * len(where.levels))})" if where.levels else ""
        rows = self.db.execute(f"SELECT {columns} FROM documents {among}", tuple(where.levels)).fetchall()
        kind, tag = where.kind.casefold(), where.tag.casefold()
        return {
            number
            for number, its_kind, tags in rows
            if (not where.sources or SOURCES[number // SOURCE_NUMBERS] in where.sources)
            and (not kind or its_kind.casefold() == kind)
            and (not tag or tag in tags.casefold().split("\n"))
        }

    def order(self, ids: Sequence[int]) -> Mapping[int, tuple[str, int]]:
        """Sort keys for ids that are the same in every index of the same documents: key and ordinal."""
        keys = self._keys_of({chunk // MAX_CHUNKS for chunk in ids})
        return {chunk: (keys.get(chunk // MAX_CHUNKS, ""), chunk % MAX_CHUNKS) for chunk in ids}

    def _keys_of(self, numbers: Collection[int]) -> Mapping[int, str]:
        """The keys of documents, among others; remembered until the store changes."""
        self._follow()
        unknown = [number for number in numbers if number not in self._keys]
        if unknown:
            asked = f"SELECT number, key FROM documents WHERE number IN ({_joined(unknown)})"
            self._keys.update(self.db.execute(asked).fetchall())
        return self._keys

    def first(self, ids: Sequence[int], count: int) -> list[int]:
        """The first so many of some ids, by key and ordinal; many are not all looked up for it."""
        by_document: dict[int, list[int]] = {}
        for chunk in ids:
            by_document.setdefault(chunk // MAX_CHUNKS, []).append(chunk)
        if len(ids) <= _FEW_TIED:
            keys = self._keys_of(by_document)
            numbers: Iterable[int] = sorted(by_document, key=lambda number: keys.get(number, ""))
        else:
            numbers = (row[0] for row in self.db.execute("SELECT number FROM documents ORDER BY key"))
        found: list[int] = []
        for number in numbers:
            found += sorted(by_document.get(number, ()))
            if len(found) >= count:
                break
        return found[:count]

    def load(self, ids: Sequence[int]) -> dict[int, Candidate]:
        """The chunks of these ids without their text, by id; those that are not stored are left out."""
        found: dict[int, Candidate] = {}
        for start in range(0, len(ids), _MOST_NAMED):
            named = _joined(ids[start : start + _MOST_NAMED])
            asked = f"SELECT id, terms, head, day, speaker FROM chunks WHERE id IN ({named})"
            for chunk, terms, head, day, speaker in self.db.execute(asked).fetchall():
                found[chunk] = Candidate(chunk, terms, head, as_date(day) if day else None, speaker)
        return found

    def around(self, ids: Iterable[int], distance: int) -> dict[int, Candidate]:
        """The chunks of these ids and their neighbours in their documents."""
        wide: set[int] = set()
        for chunk in ids:
            place = chunk % MAX_CHUNKS
            first, last = chunk - min(distance, place), min(chunk + distance, chunk - place + MAX_CHUNKS - 1)
            wide.update(range(first, last + 1))
        return self.load(sorted(wide))


class _Asked:
    """Which chunks a question is put to: ranges of ids, documents to sift by, days."""

    def __init__(
        self, finder: Finder, ranges: Sequence[Range], numbers: Collection[int] | None, where: Filter
    ) -> None:
        self.finder = finder
        self.ranges = ranges
        self.numbers = numbers
        self.where = where
        self._has_days = False
        self._days: set[int] | None = None

    def find(self, term: str) -> list[int]:
        """The allowed chunks that hold a term."""
        ids = self.with_term(term, ())
        if self.numbers is not None:
            ids = [chunk for chunk in ids if chunk // MAX_CHUNKS in self.numbers]
        if not ids or not (self.where.since or self.where.until):
            return ids
        if not self._has_days:
            self._has_days, self._days = True, self.finder.of_days(self.where.since, self.where.until)
        if self._days is None:
            return self.finder.sift_days(ids, self.where.since, self.where.until)
        return [chunk for chunk in ids if chunk in self._days]

    def with_term(self, term: str, any_of: Sequence[str]) -> list[int]:
        """The chunks in the ranges that hold a term, and one of the others where any are given."""
        return self.finder.ids(term, any_of, self.ranges)


def _as_text(since: date | None, until: date | None) -> tuple[str, str]:
    return (since or date.min).isoformat(), (until or date.max).isoformat()


def ranges_of(sources: Collection[str]) -> list[Range]:
    """The ranges of ids that the chunks of some sources have; of all where none is named."""
    if not sources:
        return [(0, MAX_ID)]
    places = sorted(SOURCES.index(name) for name in sources)
    return [_ids_of(place * SOURCE_NUMBERS, (place + 1) * SOURCE_NUMBERS - 1) for place in places]


def _ids_of(first: int, last: int) -> Range:
    return first * MAX_CHUNKS, (last + 1) * MAX_CHUNKS - 1


def _joined(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


_DATES: dict[str, date] = {}


def as_date(text: str | None) -> date | None:
    """The date behind its ISO form; remembered, for thousands of chunks share a few hundred days.

    ``IndexUnreadableError`` for a text that is no date.
    """
    if text is None:
        return None
    found = _DATES.get(text)
    if found is None:
        if len(_DATES) > 20_000:
            _DATES.clear()
        try:
            found = _DATES[text] = date.fromisoformat(text)
        except (TypeError, ValueError) as error:
            raise IndexUnreadableError(
                "the search index holds a damaged day", hint="it is made again"
            ) from error
    return found
