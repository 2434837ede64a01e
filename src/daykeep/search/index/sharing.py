"""Reads and prepares many documents with several processes; the answers come in order, as if one had read them.

Where processes can't be started, or die, the rest is read in this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.search.index.refresh import read_prepared

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import ProcessPoolExecutor

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
        done = 0
        if self.processes > 1 and len(keys) >= WORTH_DOCUMENTS and _can_be_sent(source):
            for read in self._shared(source, keys):
                done += 1
                yield read
        for key in keys[done:]:
            yield key, read_prepared(source, key, None)

    def _shared(self, source: Source, keys: Sequence[str]) -> Iterator[Read]:
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415 - a search needs no other process

        executor = _start(self.processes)
        if executor is None:
            return
        shares = [keys[start : start + SHARE_DOCUMENTS] for start in range(0, len(keys), SHARE_DOCUMENTS)]
        try:
            futures = [executor.submit(read_share, source, share) for share in shares]
            futures.reverse()
            while futures:
                yield from futures.pop().result()  # popped, so that what was handed on is not kept
        except (BrokenProcessPool, OSError):
            return
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def read_share(source: Source, keys: Sequence[str]) -> list[Read]:
    """One process's part of the work."""
    return [(key, read_prepared(source, key, None)) for key in keys]


def _can_be_sent(source: Source) -> bool:
    """Whether another process can be given the source: one that holds a function made on the way can't be."""
    import pickle  # noqa: PLC0415 - a search sends nothing

    try:
        pickle.dumps(source)
    except (pickle.PicklingError, TypeError, AttributeError):
        return False
    return True


def _start(processes: int) -> ProcessPoolExecutor | None:
    """Processes that begin anew: a copy of this one would hold copies of its open database."""
    try:
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - as above
        from multiprocessing import get_context  # noqa: PLC0415 - as above

        return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=end_with_parent)
    except (ImportError, NotImplementedError, OSError):
        return None  # no semaphores on this platform


def end_with_parent() -> None:
    """Have this process end when the one that started it is gone: after a kill nobody else would tell it to."""
    from multiprocessing import parent_process  # noqa: PLC0415 - as above
    from signal import SIGTERM, raise_signal  # noqa: PLC0415 - as above
    from threading import Thread  # noqa: PLC0415 - as above

    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        raise_signal(SIGTERM)

    Thread(target=wait, daemon=True).start()
