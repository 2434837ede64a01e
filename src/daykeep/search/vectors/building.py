"""Makes the vectors that are missing, as long as there is time and the model answers; what is made is kept."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ModelError
from daykeep.search.vectors.kept.segments import key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from daykeep.search.vectors.embedder import Embedder
    from daykeep.search.vectors.kept.shelf import VectorShelf

BLOCK = 128
"""So many vectors are written at once: some two to ten seconds of work that a kill can cost, on a busy machine forty."""
MAX_CHARS = 2000
"""The models read no more of a passage than its first five hundred tokens or so."""


class Built(NamedTuple):
    """What came of making vectors: how many are ``made`` and how many passages still have none, and why not."""

    made: int
    waiting: int
    why: str = ""


NO_TIME = "there was no time to make them"


def build_vectors(
    shelf: VectorShelf,
    embedder: Embedder,
    passages: Iterable[str],
    *,
    out_of_time: Callable[[], bool] = lambda: False,
    progress: Callable[[int], None] = lambda _: None,
) -> Built:
    """Give every passage a vector that has none yet; call under the shelf's lock.

    ``progress`` hears how many were made so far. A model that fails ends the work and is no error: `Built.why` tells
    it, and the next call goes on from there. Passages with the same text share a vector.
    """
    made = waiting = 0
    why = ""
    for texts in _blocks(passages):
        lacking = shelf.missing(texts)
        if why:
            waiting += len(lacking)
            continue
        vectors, why = _embed(embedder, {key: texts[key] for key in lacking}, out_of_time, made, progress)
        try:
            shelf.add(vectors)
        except ModelError as error:
            vectors, why = {}, error.message
        made += len(vectors)
        waiting += len(lacking) - len(vectors)
    return Built(made, waiting, why)


def clip(passage: str) -> str:
    """The part of a passage that is embedded, and by which its vector is known."""
    return passage[:MAX_CHARS]


def _blocks(passages: Iterable[str]) -> Iterator[dict[int, str]]:
    rest = iter(passages)
    while block := [clip(passage) for passage in islice(rest, BLOCK)]:
        yield {key_of(passage): passage for passage in block}


def _embed(
    embedder: Embedder,
    texts: dict[int, str],
    out_of_time: Callable[[], bool],
    before: int,
    progress: Callable[[int], None],
) -> tuple[dict[int, list[float]], str]:
    vectors: dict[int, list[float]] = {}
    keys = list(texts)
    for start in range(0, len(keys), embedder.batch):
        if out_of_time():
            return vectors, NO_TIME
        batch = keys[start : start + embedder.batch]
        try:
            answer = embedder.embed([texts[key] for key in batch])
        except ModelError as error:
            return vectors, error.message
        vectors.update(zip(batch, map(list, answer), strict=True))
        progress(before + len(vectors))
    return vectors, ""
