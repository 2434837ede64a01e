"""What the index holds and what of it is out of date, without changing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.index.plan import list_bounded, plan_refresh

if TYPE_CHECKING:
    from daykeep.search.answer.searcher import Searcher
    from daykeep.search.documents import Skipped


class State(NamedTuple):
    """The state of an index: where it lies, its size, how many files of each source are there, what it misses."""

    mode: str
    path: str
    size_bytes: int
    documents: int
    chunks: int
    sources: tuple[tuple[str, int], ...]
    stale: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]


def look_at(searcher: Searcher) -> State:
    """Compare the index with what is there now; reads no file's content and stores nothing.

    An index that turns out to be damaged is made again first.
    """
    return searcher.sound(lambda: _look_at(searcher))


def _look_at(searcher: Searcher) -> State:
    index = searcher.index
    documents, chunks = index.store.count()
    sources: list[tuple[str, int]] = []
    stale: list[str] = []
    skipped: list[Skipped] = []
    for name, source in searcher.sources.items():
        listing = list_bounded(source)
        plan = plan_refresh(listing, index.store.stamps(name))
        sources.append((name, len(listing.found)))
        stale += [*plan.added, *plan.changed, *plan.removed]
        skipped += listing.skipped
    skipped += [one for one in index.store.unread() if one not in skipped]
    return State(
        index.mode,
        str(index.path or ""),
        index.path.stat().st_size if index.path is not None else 0,
        documents,
        chunks,
        tuple(sources),
        tuple(stale),
        tuple(skipped),
        index.notes,
    )
