"""Shares work out among several processes; the answers come in order, as if one process had worked alone.

Where processes can't be started, or die, the rest is done in this one.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import ProcessPoolExecutor

_Share = TypeVar("_Share")
_Answer = TypeVar("_Answer")


@contextmanager
def uncollected() -> Iterator[None]:
    """Work without looking for circles among what is kept, as it was before afterwards.

    For work that makes very many values which refer to nothing in a circle: the looking would grow with all of them.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def work_shared(
    work: Callable[[_Share], Iterable[_Answer]], shares: Sequence[_Share], processes: int
) -> Iterator[_Answer]:
    """The answers of ``work`` to every share, in their order; up to ``processes`` work at the same time.

    What is sent (``work``, the shares and the answers) must be picklable. More than one process only for work that
    changes nothing, and only from a program whose main module may be imported again: Python is started anew. When the
    caller stops early, or is killed, the processes end. An error of ``work`` is raised here.
    """
    done = 0
    if processes > 1:
        for answers in _by_others(work, shares, processes):
            done += 1
            yield from answers
    for share in shares[done:]:
        yield from work(share)


def _by_others(
    work: Callable[[_Share], Iterable[_Answer]], shares: Sequence[_Share], processes: int
) -> Iterator[list[_Answer]]:
    """The answers by other processes, a list for a share; ends early where there are none, or where one died."""
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415 - most runs need one process

    executor = _start(processes)
    if executor is None:
        return
    try:
        futures = [executor.submit(_do, work, share) for share in shares]
        futures.reverse()
        while futures:
            yield futures.pop().result()  # popped, so that what was handed on is not kept
    except (BrokenProcessPool, OSError):
        return
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _start(processes: int) -> ProcessPoolExecutor | None:
    """Processes that begin anew: a copy of this one would hold copies of its open files and databases."""
    try:
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - most runs need one process
        from multiprocessing import get_context  # noqa: PLC0415 - most runs need one process

        return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_watch_parent)
    except (ImportError, NotImplementedError, OSError):
        return None  # no semaphores on this platform


def _do(work: Callable[[_Share], Iterable[_Answer]], share: _Share) -> list[_Answer]:
    return list(work(share))


def _watch_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it has died: the queue between the two would never say so."""
    import signal  # noqa: PLC0415 - only in a worker
    import threading  # noqa: PLC0415 - only in a worker
    from multiprocessing import parent_process  # noqa: PLC0415 - only in a worker

    gc.disable()  # what is read refers to nothing in a circle, and a worker lives for seconds
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
