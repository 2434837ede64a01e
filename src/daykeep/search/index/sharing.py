"""Reads and prepares many documents with several processes; the answers come in order, as if one had read them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from daykeep.processes import work_shared
from daykeep.search.index.refresh import read_prepared

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.search.documents import Skipped, Source
    from daykeep.search.store.rows import Prepared

WORTH_DOCUMENTS = 1500
"""Fewer documents are read sooner than other Pythons have started (measured: 0.2 s)."""
SHARE_DOCUMENTS = 250
"""So many documents go to a process at once: a tenth of a second of work."""

Read = tuple[str, "Prepared | Skipped"]


class Sharing:
    """Shares reading out among ``processes``; only from a program whose main module may be imported again."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def __call__(self, source: Source, keys: Sequence[str]) -> Iterator[Read]:
        """The documents of these keys, in their order, read where none of them is in the index."""
        processes = self.processes if len(keys) >= WORTH_DOCUMENTS and _can_be_sent(source) else 1
        shares = [keys[start : start + SHARE_DOCUMENTS] for start in range(0, len(keys), SHARE_DOCUMENTS)]
        return work_shared(partial(_read_share, source), shares, processes)


def _read_share(source: Source, keys: Sequence[str]) -> Iterator[Read]:
    return ((key, read_prepared(source, key, None)) for key in keys)


def _can_be_sent(source: Source) -> bool:
    """Whether another process can be given the source: one that holds a function made on the way can't be."""
    import pickle  # noqa: PLC0415 - a search sends nothing

    try:
        pickle.dumps(source)
    except (pickle.PicklingError, TypeError, AttributeError):
        return False
    return True
