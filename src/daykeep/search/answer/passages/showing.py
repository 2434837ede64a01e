"""Shows a passage by its id, with what stands before and behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.answer.passages.masking import mask_chunk, mask_line
from daykeep.search.documents import MAX_CHUNKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from daykeep.search.documents import Chunk, Document, Source
    from daykeep.search.store import ChunkStore

MOST_DIGITS = 10
"""No line has a number of so many digits."""

LAST_LINE = 10**MOST_DIGITS


class Shown(NamedTuple):
    """A passage with its neighbours: ``wanted`` is the place of the passage asked for among ``chunks``.

    Secrets are masked in the title, the tags and the chunks. ``notes`` tell what limits the answer.
    """

    document: Document
    chunks: tuple[Chunk, ...]
    wanted: int
    notes: tuple[str, ...] = ()


def show(store: ChunkStore, name: str, *, context: int, sources: Iterable[Source]) -> Shown | None:
    """The passage that an id, or ``PATH:LINE``, or a path alone names, with so many before and behind it.

    A line between two passages means the one before it, and a path its first passage. None if the index holds
    nothing of that name.
    """
    sources = list(sources)
    for key, line in _readings(name, sources):
        chunk = _find(store, key, line)
        document = (
            None
            if chunk is None
            else find_placed(store, [chunk // MAX_CHUNKS], sources).get(chunk // MAX_CHUNKS)
        )
        if chunk is not None and document is not None:
            return _shown(store, document, chunk, context)
    return None


def find_placed(store: ChunkStore, numbers: Iterable[int], sources: Iterable[Source]) -> dict[int, Document]:
    """The documents with these numbers, each where it stands now; without those of what is not searched any more."""
    by_name = {source.name: source for source in sources}
    placed: dict[int, Document] = {}
    for number, document in store.documents(numbers).items():
        source = by_name.get(document.source)
        path = "" if source is None else source.path_of(document.key)
        if path:
            placed[number] = document._replace(path=path)
    return placed


def _readings(name: str, sources: Sequence[Source]) -> Iterator[tuple[str, int]]:
    """What a name may mean, the likeliest first: as it stands, as a path of each source; with and without a line."""
    path, colon, number = name.rpartition(":")
    pairs = [(name, 0)]
    if colon and number.isascii() and number.isdecimal() and len(number) < MOST_DIGITS:
        pairs.insert(0, (path, int(number)))
    for key, line in pairs:
        yield key, line
        for source in sources:
            yield source.find_key(key), line


def _find(store: ChunkStore, key: str, line: int) -> int | None:
    """The chunk of a line; the document's first where the line stands before it."""
    found = store.find(key, line)
    if found is None:
        last = store.find(key, LAST_LINE)
        found = None if last is None else last - last % MAX_CHUNKS
    return found


def _shown(store: ChunkStore, document: Document, chunk: int, context: int) -> Shown:
    first = chunk - chunk % MAX_CHUNKS
    last = store.find(document.key, LAST_LINE) or chunk
    near = list(range(max(first, chunk - context), min(last, chunk + context) + 1))
    found = store.chunks(near)
    near = [number for number in near if number in found]
    document = document._replace(title=mask_line(document.title), tags=tuple(map(mask_line, document.tags)))
    chunks = tuple(mask_chunk(found[number]) for number in near)
    return Shown(document, chunks, near.index(chunk))
