"""Joins vectors to an answer, and makes them: only where the user has a model for them, and never inside a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import LockedError, ModelError
from daykeep.search.answer.passages.hit import BY_MEANING
from daykeep.search.documents import EVERYTHING, MAX_CHUNKS
from daykeep.search.rank import Ranked

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from pathlib import Path

    from daykeep.search.documents import Chunk, Document, Filter
    from daykeep.search.store import ChunkStore
    from daykeep.search.vectors.building import Built
    from daykeep.search.vectors.embedder import Embedder

NO_NUMPY = "vectors need numpy: install daykeep[vectors]"


class Joined(NamedTuple):
    """The ranking with vectors, and what is to be said about them (``""``: nothing)."""

    ranked: list[Ranked]
    note: str = ""


class Vectors:
    """The vectors beside an index: ``folder`` is the index's, ``index`` the name of its file."""

    def __init__(self, embedder: Embedder, folder: Path, index: str) -> None:
        self._embedder = embedder
        self._folder = folder
        self._index = index

    def join(self, store: ChunkStore, text: str, ranked: list[Ranked], where: Filter) -> Joined:
        """Reorder what words found by vectors too, and add what only means the same; on any failure words alone count."""
        if not ranked:
            return Joined(ranked)
        try:
            from daykeep.search.vectors.kept.places import load_places  # noqa: PLC0415 - the same
            from daykeep.search.vectors.kept.shelf import VectorShelf  # noqa: PLC0415 - the same
            from daykeep.search.vectors.meaning import Meaning  # noqa: PLC0415 - numpy, only where there are vectors
        except ImportError:
            return Joined(ranked, NO_NUMPY)
        shelf = VectorShelf(self._folder, self._embedder.name)
        meaning = Meaning(shelf, self._embedder, load_places(self._folder, self._index))
        words = {one.id: one.score for one in ranked}
        try:
            joined = meaning.join(text, words, store.chunks, allowed=lambda ids: _allowed(store, ids, where))
        except ModelError as error:
            return Joined(ranked, f"answered by words alone: {error.message}")
        reasons = {one.id: one.reasons for one in ranked}
        places = {one.id: place for place, one in enumerate(ranked)}
        order = sorted(
            joined.scores, key=lambda one: (-joined.scores[one], places.get(one, len(places)), one)
        )
        return Joined([Ranked(one, joined.scores[one], reasons.get(one, (BY_MEANING,))) for one in order])

    def build(
        self,
        store: ChunkStore,
        sources: Collection[str],
        *,
        out_of_time: Callable[[], bool] = lambda: False,
        progress: Callable[[int], None] = lambda _: None,
        check: bool = False,
    ) -> Built:
        """Make the vectors that are missing; may be interrupted at any moment, the next call goes on from there.

        Never raises for a model that fails or for another process that makes them: `Built.why` tells it.
        """
        try:
            from daykeep.search.vectors.building import Built  # noqa: PLC0415 - numpy, only on request
            from daykeep.search.vectors.kept.shelf import VectorShelf  # noqa: PLC0415 - the same
            from daykeep.search.vectors.updating import update_vectors  # noqa: PLC0415 - the same
        except ImportError as error:
            raise ModelError(NO_NUMPY) from error
        shelf = VectorShelf(self._folder, self._embedder.name)
        index = self._folder / self._index
        try:
            return update_vectors(
                store, index, shelf, self._embedder,
                sources=sources, out_of_time=out_of_time, progress=progress, check=check,
            )  # fmt: skip
        except LockedError:
            return Built(0, store.count()[1], "another process makes them")


def _allowed(store: ChunkStore, ids: Iterable[int], where: Filter) -> set[int]:
    """Those of the chunks that a filter lets through."""
    wanted = list(ids)
    if where == EVERYTHING:
        return set(wanted)
    documents = store.documents({one // MAX_CHUNKS for one in wanted})
    chunks = store.chunks(wanted)
    return {
        one
        for one in wanted
        if one in chunks
        and (document := documents.get(one // MAX_CHUNKS)) is not None
        and _passes(document, chunks[one], where)
    }


def _passes(document: Document, chunk: Chunk, where: Filter) -> bool:
    day = chunk.day
    days = (where.since is None and where.until is None) or (
        day is not None
        and (where.since is None or day >= where.since)
        and (where.until is None or day <= where.until)
    )
    return (
        days
        and (not where.sources or document.source in where.sources)
        and (not where.levels or document.level in where.levels)
        and (not where.kind or document.kind.casefold() == where.kind.casefold())
        and (not where.tag or where.tag.casefold() in _folded(document.tags))
    )


def _folded(tags: Sequence[str]) -> set[str]:
    return {tag.casefold() for tag in tags}
