"""Shows a passage by its id, with what stands before and behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard.secrets import mask_secrets
from daykeep.search.documents import MAX_CHUNKS, SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.search.documents import Chunk, Document
    from daykeep.search.store import ChunkStore

EVERYTHING = MAX_CHUNKS
"""So much context shows the whole document."""


class Shown(NamedTuple):
    """A passage with its neighbours: ``wanted`` is the place of the passage asked for among ``chunks``.

    Secrets are masked in the chunks' texts.
    """

    document: Document
    chunks: tuple[Chunk, ...]
    wanted: int


def show(store: ChunkStore, name: str, *, context: int) -> Shown | None:
    """The passage that an id, or ``PATH:LINE``, or a path alone names, with so many before and behind it.

    None if the index holds nothing of that name.
    """
    for key, line in _readings(name):
        chunk = store.find(key, line)
        if chunk is not None:
            return _shown(store, chunk, context)
    return None


def _readings(name: str) -> Iterator[tuple[str, int]]:
    """What a name may mean, the likeliest first: as it stands, as a path of each source; with and without a line."""
    path, colon, number = name.rpartition(":")
    pairs = (
        [(path, int(number))]
        if colon and number.isascii() and number.isdecimal() and len(number) < 10
        else []
    )
    pairs.append((name, 1))
    for key, line in pairs:
        yield key, line
        for source in SOURCES:
            yield f"{source}:{key.removeprefix('./')}", line


def _shown(store: ChunkStore, chunk: int, context: int) -> Shown:
    if context >= EVERYTHING:
        first = chunk - chunk % MAX_CHUNKS
        near = sorted(store.around([first], EVERYTHING))
    else:
        near = sorted(store.around([chunk], context))
    found = store.chunks(near)
    document = store.documents([chunk // MAX_CHUNKS])[chunk // MAX_CHUNKS]
    chunks = tuple(found[number]._replace(text=mask_secrets(found[number].text)[0]) for number in near)
    return Shown(document, chunks, near.index(chunk))
