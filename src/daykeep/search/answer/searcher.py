"""Answers a question from all sources: brings the index up to date as far as time allows, finds, ranks, shares out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from daykeep.errors import IndexUnreadableError
from daykeep.search.answer.hit import Answer, make_hit
from daykeep.search.answer.origins import Origins
from daykeep.search.answer.quotas import join_same, share_out, weight_of
from daykeep.search.answer.showing import show
from daykeep.search.documents import EVERYTHING, MAX_CHUNKS
from daykeep.search.index import Pace, Refreshed, open_index, refresh, renew_index
from daykeep.search.rank import parse_query, rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date
    from pathlib import Path

    from daykeep.files.store import Files
    from daykeep.search.answer.hit import Hit
    from daykeep.search.answer.showing import Shown
    from daykeep.search.documents import Candidate, Filter, Source
    from daykeep.search.index import Index
    from daykeep.search.rank import Query, Ranked
    from daykeep.search.store import ChunkStore

INLINE_SECONDS = 0.05
"""A search spends so long on bringing the index up to date; what it does not reach is named as stale."""

CANDIDATES = 300
"""So many chunks of each source are looked at closely."""

REACH = 2
"""A chunk is judged together with so many chunks before and behind it."""

READ_MORE = 3
"""So many times the wanted hits are read, for some of them say the same."""


class Asking(NamedTuple):
    """How a question is asked: from which places, of the user's day ``today``, and how many hits are wanted."""

    today: date
    where: Filter = EVERYTHING
    limit: int = 8


class Searcher:
    """The sources of a workspace and the index over them.

    ``files`` are those of the workspace. ``pace`` makes the pace of one refresh from its seconds (None: as long as it takes). ``folder`` is where the index
    lies, None for none. Use it as a context manager, or close it.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        *,
        files: Files,
        folder: Path | None,
        pace: Callable[[float | None], Pace],
    ) -> None:
        self.sources = {source.name: source for source in sources}
        self._files = files
        self._folder = folder
        self._pace = pace
        self._opened: Index | None = None

    def __enter__(self) -> Self:
        """The searcher itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Let go of the index."""
        if self._opened is not None:
            self._opened.store.close()
            self._opened = None

    @property
    def index(self) -> Index:
        """The open index."""
        if self._opened is None:
            self._opened = open_index(self._folder)
        return self._opened

    def update(self, *, seconds: float | None = None) -> Refreshed:
        """Bring the index up to date, for so many seconds or as long as it takes; a damaged one is made again."""
        try:
            return refresh(self.index.store, self.sources.values(), self._pace(seconds))
        except IndexUnreadableError:
            self._opened = renew_index(self.index, self._folder)
            return refresh(self.index.store, self.sources.values(), self._pace(None))

    def rebuild(self) -> Refreshed:
        """Make the index anew from nothing; the old one is thrown away."""
        self._opened = renew_index(self.index, self._folder, note="")
        return self.update()

    def answer(self, text: str, asking: Asking) -> Answer:
        """What is found for a question. Retrieval changes nothing but the index.

        The first time everything is read; later only what changed, for `INLINE_SECONDS`, and the rest is named.
        """
        is_new = self.index.store.count()[0] == 0
        done = self.update(seconds=None if is_new else INLINE_SECONDS)
        try:
            return self._answer(text, asking, done)
        except IndexUnreadableError:
            self._opened = renew_index(self.index, self._folder)
            return self._answer(text, asking, self.update())

    def show(self, name: str, *, context: int) -> Shown | None:
        """The passage of an id or place, with ``context`` passages before and behind it; None if there is none."""
        self.update(seconds=None if self.index.store.count()[0] == 0 else INLINE_SECONDS)
        with self.index.store.reading():
            return show(self.index.store, name, context=context)

    def _answer(self, text: str, asking: Asking, done: Refreshed) -> Answer:
        store = self.index.store
        with store.reading():
            query = parse_query(text, today=asking.today, names=store.speakers())
            hits = self._find(store, query, asking)
            documents = store.count()[0]
        return Answer(
            asked=text,
            kind=query.kind,
            days=(query.span.first, query.span.last) if query.span else None,
            hits=tuple(hits),
            notes=(*self.index.notes, *_told(done)),
            stale=done.stale,
            skipped=len(done.skipped),
            documents=documents,
        )

    def _find(self, store: ChunkStore, query: Query, asking: Asking) -> list[Hit]:
        found = self._candidates(store, query, asking.where)
        near = store.around(found, REACH)

        def read(ids: Iterable[int]) -> dict[int, str]:
            return {number: chunk.text for number, chunk in store.chunks(ids).items()}

        ranked = rank(query, found, near, store.statistics(query.wanted), read)
        return self._hits(store, query.kind, ranked, asking.limit)

    def _candidates(self, store: ChunkStore, query: Query, where: Filter) -> dict[int, Candidate]:
        """The candidates of every source that is wanted, each with places of its own."""
        wanted = [name for name in self.sources if not where.sources or name in where.sources]
        found: dict[int, Candidate] = {}
        for name in wanted:
            narrowed = where._replace(sources=frozenset({name}))
            for one in store.candidates(query.wanted, where=narrowed, limit=CANDIDATES):
                found[one.id] = one
        return found

    def _hits(self, store: ChunkStore, kind: str, ranked: Sequence[Ranked], limit: int) -> list[Hit]:
        documents = store.documents({one.id // MAX_CHUNKS for one in ranked})
        weighed = sorted(
            ranked, key=lambda one: -one.score * weight_of(kind, documents[one.id // MAX_CHUNKS].level)
        )[: READ_MORE * limit]
        chunks = store.chunks([one.id for one in weighed])
        hits = [
            make_hit(documents[one.id // MAX_CHUNKS], chunks[one.id], score=one.score, why=one.reasons)
            for one in weighed
            if one.id in chunks
        ]
        origins = Origins(self._files)
        return [
            hit._replace(origin=origins.find(hit))
            for hit in share_out(join_same(hits), kind=kind, limit=limit)
        ]


def _told(done: Refreshed) -> Iterable[str]:
    """What of a refresh limits the answer, for people."""
    if done.stale:
        shown = ", ".join(key.partition(":")[2] for key in done.stale[:3])
        more = f" and {len(done.stale) - 3} more" if len(done.stale) > 3 else ""
        yield f"not yet searched as they are now, for {done.why}: {shown}{more}; `daykeep index update` reads them"
    yield from done.problems[:3]
