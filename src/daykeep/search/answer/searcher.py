"""Answers a question from all sources: brings the index up to date as far as time allows, finds, ranks, shares out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from daykeep.errors import IndexUnreadableError
from daykeep.search.answer.choosing import find_candidates
from daykeep.search.answer.passages.hit import BY_MEANING, Answer, make_hit
from daykeep.search.answer.passages.origins import Origins
from daykeep.search.answer.passages.showing import find_placed, show
from daykeep.search.answer.quotas import WORKSPACE, join_same, share_out, weight_of
from daykeep.search.documents import EVERYTHING, MAX_CHUNKS, SOURCES, Listing
from daykeep.search.index import (
    Pace,
    Refreshed,
    apply_refresh,
    leave_index,
    open_index,
    plan_refresh,
    refresh,
    renew_index,
)
from daykeep.search.index.refresh import NO_TIME
from daykeep.search.rank import parse_query, rank
from daykeep.search.store.finding.finder import SOURCE_NUMBERS
from daykeep.search.vectors.kept import ENDING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from daykeep.files.store import Files
    from daykeep.search.answer.passages.hit import Hit
    from daykeep.search.answer.passages.showing import Shown
    from daykeep.search.answer.vectors import Vectors
    from daykeep.search.documents import Filter, Source
    from daykeep.search.index import Index
    from daykeep.search.rank import Query, Ranked
    from daykeep.search.store import ChunkStore
    from daykeep.search.vectors.building import Built
    from daykeep.search.vectors.embedder import Embedder

T = TypeVar("T")

INLINE_SECONDS = 0.05
"""A search spends so long on bringing the index up to date; what it does not reach is named as stale."""

PATIENT_SECONDS = 3600.0
"""The same for an index that lacks most of what is there."""

IDS_PER_SOURCE = SOURCE_NUMBERS * MAX_CHUNKS

REACH = 2
"""A chunk is judged together with so many chunks before and behind it."""

NOT_NAMED = {"knowledge": "there are no knowledge bases", "conversations": "no conversations are searched"}

FAINT = 0.4
"""What scores less than this part of the best is no hit: over long conversations one answer in a thousand is lost by it."""

FAINT_ALONE = 0.18
"""The same for what vectors alone found: the nearest of all reaches between 0.23 and 0.3."""

READ_MORE = 3
"""So many times the wanted hits are read, for some of them say the same."""

MOST_LOOKED_AT = 200_000
"""An empty answer is believed without a look at every chunk where there are more of them: that takes half a second."""

TOLD = 3
"""So many of what is stale, missing or damaged are named in an answer."""


class Asking(NamedTuple):
    """How a question is asked: from which places, of the user's day ``today``, and how many hits are wanted."""

    today: date
    where: Filter = EVERYTHING
    limit: int = 8


class Searcher:
    """The sources of a workspace and the index over them.

    One that is not ``patient`` never reads for longer than `INLINE_SECONDS`: it answers from what the index holds, and a damaged
    one is an ``IndexUnreadableError``. ``files`` are those of the workspace. ``pace`` makes the pace of one refresh from its seconds (None: as long as it takes). ``folder`` is where the index
    lies, None for none. Use it as a context manager, or close it.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        *,
        files: Files,
        folder: Path | None,
        pace: Callable[[float | None], Pace],
        embedder: Callable[[], Embedder | None] = lambda: None,
        patient: bool = True,
    ) -> None:
        self.sources = {source.name: source for source in sources}
        self._files = files
        self._folder = folder
        self._pace = pace
        self._embedder = embedder
        self._patient = patient
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

    def sound(self, do: Callable[[], T]) -> T:
        """Do something with the index; if that shows that it is damaged, make it anew, read everything and do it again."""
        try:
            return do()
        except IndexUnreadableError:
            if not self._patient:
                raise
            self._opened = renew_index(self.index, self._folder)
            self._read(self.sources.values())
            return do()

    def update(self) -> Refreshed:
        """Bring the index up to date, as long as it takes; a damaged one is made again.

        What the index holds of sources that settings don't name any more is taken out of it.
        """
        return self.sound(lambda: self._read(self.sources.values()) + self._take_out_unnamed())

    def _take_out_unnamed(self) -> Refreshed:
        store, done = self.index.store, Refreshed()
        for name in SOURCES:
            stamps = {} if name in self.sources else store.stamps(name)
            if stamps:
                # no source is left to ask, and none is needed: the plan of an empty listing reads nothing
                plan = plan_refresh(Listing({}, []), stamps)
                done += apply_refresh(store, self.sources[WORKSPACE], plan, self._pace(None))
        return done

    def rebuild(self) -> Refreshed:
        """Make the index anew from nothing; the old one is thrown away."""
        self._opened = renew_index(self.index, self._folder, note="")
        return self.update()

    def answer(self, text: str, asking: Asking) -> Answer:
        """What is found for a question. Retrieval changes nothing but the index.

        The first time everything is read; later only what changed, for `INLINE_SECONDS`, and the rest is named.
        """
        return self.sound(lambda: self._answer(text, asking))

    def warm_up(self, seconds: float) -> Refreshed:
        """Bring the index up to date for so many seconds; what was done stays done."""
        return refresh(self.index.store, self.sources.values(), self._pace(seconds))

    def frequencies(self, wanted: Sequence[str]) -> tuple[Mapping[str, int], int]:
        """In how many passages each term stands, and how many passages there are; as the index has it, without a look at the files."""
        store = self.index.store
        with store.reading():
            return store.statistics(wanted).frequencies, store.count()[1]

    def show(self, name: str, *, context: int) -> Shown | None:
        """The passage of an id or place, with ``context`` passages before and behind it; None if there is none."""

        def find() -> Shown | None:
            done = self._look()
            shown = self.around(name, context=context)
            return shown and shown._replace(notes=(*self.index.notes, *_told(done)))

        return self.sound(find)

    def around(self, name: str, *, context: int) -> Shown | None:
        """The same as the index has it, without a look at the files: for what was found a moment ago."""
        with self.index.store.reading():
            return show(self.index.store, name, context=context, sources=self.sources.values())

    def _look(self) -> Refreshed:
        """Read what changed, for `INLINE_SECONDS`; what was never read, a source or all of them, to its end.

        So is an index that lacks most of what is there: its first reading was interrupted, or a folder was away for a
        moment. It gives way to another process that writes it all the same.
        """
        store = self.index.store
        if not self._patient:
            return refresh(store, self.sources.values(), self._pace(INLINE_SECONDS))
        if store.count()[0] == 0:
            return self._read_first()
        new = [
            source for source in self.sources.values() if source.name != WORKSPACE and self._is_new(source)
        ]
        known = [source for source in self.sources.values() if source not in new]
        done = self._read(new) if new else Refreshed()
        hasty = refresh(store, known, self._pace(INLINE_SECONDS))
        if hasty.why == NO_TIME and len(hasty.stale) > store.count()[0] // 2:
            rest = refresh(store, known, self._pace(PATIENT_SECONDS))
            hasty = hasty._replace(stale=(), skipped=(), why="") + rest
        return done + hasty

    def _read_first(self) -> Refreshed:
        """Read everything into an index that holds nothing; into memory where its file can't take it (a full disk)."""
        done = self._read(self.sources.values())
        if done.why and self.index.path is not None and self.index.store.count()[0] == 0:
            self._opened = leave_index(self.index, done.why)
            done = self._read(self.sources.values())
        return done

    def _is_new(self, source: Source) -> bool:
        store = self.index.store
        return not store.listed(source.name) and not store.stamps(source.name)

    def _read(self, sources: Iterable[Source]) -> Refreshed:
        return refresh(self.index.store, sources, self._pace(None))

    def _answer(self, text: str, asking: Asking) -> Answer:
        done = self._look()
        store = self.index.store
        told: list[str] = []
        with store.reading():
            query = parse_query(text, today=asking.today, names=store.speakers())
            hits = self._find(store, query, asking, told)
            documents, chunks = store.count()
            if not hits and self._patient and chunks <= MOST_LOOKED_AT:
                _refuse_damage(store, query)
        return Answer(
            asked=text,
            kind=query.kind,
            days=(query.span.first, query.span.last) if query.span else None,
            hits=tuple(hits),
            notes=(*self.index.notes, *_told(done), *self._limits(query, asking.where), *told),
            stale=done.stale,
            skipped=len(done.skipped),
            documents=documents,
        )

    def _limits(self, query: Query, where: Filter) -> Iterable[str]:
        """What of the question itself limits the answer, for people."""
        if not query.terms and not query.span:
            yield "the question has no word to look for"
        if query.impossible:
            yield f'"{query.impossible}" is no day that there is: the answer is not narrowed to days'
        for name in sorted(where.sources - self.sources.keys()):
            yield f"{NOT_NAMED.get(name, name)}: `search.{name}` in your own settings names them"

    def vectors(self) -> Vectors | None:
        """The vectors beside the index; None where no model is named, or the index has no file to stand beside."""
        path = self.index.path
        embedder = self._embedder() if path is not None else None
        if path is None or embedder is None:
            return None
        from daykeep.search.answer.vectors import Vectors  # noqa: PLC0415 - only where a model is named

        return Vectors(embedder, path.parent, path.name)

    def _has_vectors(self) -> bool:
        """Whether any were made, by the names of the files: where there are none, neither a model nor numpy is loaded."""
        path = self.index.path
        return path is not None and any(one.name.endswith(ENDING) for one in path.parent.iterdir())

    def make_vectors(
        self, *, seconds: float | None = None, progress: Callable[[int], None] = lambda _: None
    ) -> Built | None:
        """Make the vectors that are missing, for so many seconds or as long as it takes; None where no model is named."""
        vectors = self.vectors()
        if vectors is None:
            return None
        late = self._pace(seconds).out_of_time or (lambda: False)
        return vectors.build(
            self.index.store, self.sources, out_of_time=late, progress=progress, check=seconds is None
        )

    def _find(self, store: ChunkStore, query: Query, asking: Asking, told: list[str]) -> list[Hit]:
        found = self._candidates(store, query, asking.where)
        near = store.around(found, REACH)

        ranked = rank(
            query, found, near, store.statistics(query.wanted), store.texts, groups=_by_source(near)
        )
        vectors = self.vectors() if ranked and query.terms and self._has_vectors() else None
        if vectors is not None:
            ranked, note = vectors.join(store, query.text, ranked, asking.where)
            told.extend([note] if note else [])
        return self._hits(store, query.kind, ranked, asking.limit)

    def _candidates(self, store: ChunkStore, query: Query, where: Filter) -> list[int]:
        """The candidates of every source that is wanted, each with places of its own."""
        return [
            ident
            for name in self.sources
            if not where.sources or name in where.sources
            for ident in find_candidates(store, query, where._replace(sources=frozenset({name})))
        ]

    def _hits(self, store: ChunkStore, kind: str, ranked: Sequence[Ranked], limit: int) -> list[Hit]:
        documents = find_placed(store, {one.id // MAX_CHUNKS for one in ranked}, self.sources.values())
        ranked = [one for one in ranked if one.id // MAX_CHUNKS in documents]
        best = max((one.score for one in ranked), default=0.0)
        ranked = [
            one for one in ranked if one.score >= best * (FAINT_ALONE if BY_MEANING in one.reasons else FAINT)
        ]
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


def _refuse_damage(store: ChunkStore, query: Query) -> None:
    """``IndexUnreadableError`` if an empty answer comes from damage: a word is found nowhere, and a chunk holds it."""
    overlooked = store.overlooked(query.terms)
    if overlooked:
        raise IndexUnreadableError(
            f'the search index finds "{overlooked[0]}" nowhere, though a passage holds it'
        )


def _by_source(ids: Iterable[int]) -> list[set[int]]:
    """The ids by the source that they belong to; none where all are of one."""
    groups: dict[int, set[int]] = {}
    for ident in ids:
        groups.setdefault(ident // IDS_PER_SOURCE, set()).add(ident)
    return list(groups.values()) if len(groups) > 1 else []


def _told(done: Refreshed) -> Iterable[str]:
    """What of a refresh limits the answer, for people."""
    if done.stale:
        shown = ", ".join(key.partition(":")[2] for key in done.stale[:TOLD])
        more = f" and {len(done.stale) - TOLD:,} more" if len(done.stale) > TOLD else ""
        yield f"not yet searched as they are now, for {done.why}: {shown}{more}; `daykeep index update` reads them"
    missing = [one for one in done.skipped if one.whole]
    yield from (f"not searched: {one.path}: {one.reason}" for one in missing[:TOLD])
    if len(missing) > TOLD:
        yield f"not searched: {len(missing) - TOLD} more; `daykeep index status` names them"
    yield from done.problems[:TOLD]
