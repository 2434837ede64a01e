"""Brings the vectors of an index up to date: walks over its chunks, has the missing vectors made, keeps the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import ModelError
from daykeep.search.documents import MAX_CHUNKS, SOURCES
from daykeep.search.vectors.building import Built, build_vectors
from daykeep.search.vectors.kept.places import make_places, save_places
from daykeep.search.vectors.passages import passage_key, passage_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from daykeep.search.documents import Chunk
    from daykeep.search.store import ChunkStore
    from daykeep.search.vectors.embedder import Embedder
    from daykeep.search.vectors.kept.shelf import VectorShelf

_STEP = 500
"""So many chunks are read at once."""
_PROBE = "a passage"
_LAST_LINE = (1 << 31) - 1


def update_vectors(
    store: ChunkStore,
    index: Path,
    shelf: VectorShelf,
    embedder: Embedder,
    *,
    sources: Collection[str] = SOURCES,
    out_of_time: Callable[[], bool] = lambda: False,
    progress: Callable[[int], None] = lambda _: None,
    check: bool = False,
) -> Built:
    """Give every chunk of the store, whose file is ``index``, a vector that has none; in the background, never in a search.

    Chunks of other sources than ``sources`` are never given to the model, and lose the vectors that they have. May be killed at any moment: the next call goes on from there. A model that fails is no error, `Built.why` tells it.
    Where the model's vectors have another length than those that are kept, all are made anew: that is found when it is
    given a passage, or with ``check``, for which it is asked once more than needed.
    ``LockedError`` at once if another process is at it. Vectors of chunks that are gone are taken away by and by.
    """

    def build() -> Built:
        passages = (passage_of(chunk) for _, chunk in every_chunk(store, sources))
        return build_vectors(shelf, embedder, passages, out_of_time=out_of_time, progress=progress)

    with shelf.lock():
        if check and not _fits(shelf, embedder):
            shelf.clear()
        built = build()
        if shelf.refused:
            shelf.clear()
            built = build()
        pairs = [(number, passage_key(chunk)) for number, chunk in every_chunk(store, sources)]
        save_places(index.parent, index.name, make_places(pairs))
        shelf.tidy(key for _, key in pairs)
    return built


def _fits(shelf: VectorShelf, embedder: Embedder) -> bool:
    """Whether the model still gives vectors of the length that is kept; a model that fails tells nothing about it."""
    if shelf.dimension is None:
        return True
    try:
        answer = embedder.embed([_PROBE])
    except ModelError:
        return True
    return all(len(vector) == shelf.dimension for vector in answer)


def every_chunk(store: ChunkStore, sources: Collection[str] = SOURCES) -> Iterator[tuple[int, Chunk]]:
    """All chunks of these sources with their ids, document by document, in an order that depends on their keys alone.

    A document that changes meanwhile may be left out or come as it was: each step is a look of its own.
    """
    for source in sources:
        for key in sorted(store.stamps(source)):
            last = store.find(key, _LAST_LINE)
            if last is None:
                continue
            for start in range(last - last % MAX_CHUNKS, last + 1, _STEP):
                ids = range(start, min(start + _STEP, last + 1))
                yield from sorted(store.chunks(ids).items())
