"""Reads many logs with several processes; the answers come in the order of the logs, as if one had read them.

Only what costs time is shared out: reading, extracting and masking, which change nothing. Where processes can't be
started, or die, the rest is read in this one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.distill.logs.reading import read_all, read_log
from daykeep.files.store import Files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import ProcessPoolExecutor

    from daykeep.distill.logs.reading import Reading, Task

WORTH_BYTES = 2_000_000
"""Less text is read sooner than a second Python has started (measured: 0.2 s)."""

CHUNK_BYTES = 120_000
"""So much text goes to a process at once: some 25 logs, a tenth of a second."""


def read_logs(files: Files, tasks: Sequence[Task], profile: str, *, processes: int = 1) -> Iterator[Reading]:
    """The readings of the logs, in their order; ``processes`` is how many may work at the same time.

    More than one only for much text, and only from a program whose main module may be imported again (the platform's
    way of starting Python anew). When the caller stops early the processes end.
    """
    done = 0
    if processes > 1 and sum(task.size for task in tasks) >= WORTH_BYTES:
        for reading in _read_shared(files, tasks, profile, processes):
            done += 1
            yield reading
    for task in tasks[done:]:
        yield read_log(files, task, profile)


def _read_shared(files: Files, tasks: Sequence[Task], profile: str, processes: int) -> Iterator[Reading]:
    """Readings by other processes; ends early where there are none, or where one died."""
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415 - most runs need one process

    executor = _start(processes)
    if executor is None:
        return
    root = str(files.root)
    try:
        futures = [executor.submit(_read_chunk, root, chunk, profile) for chunk in chunks(tasks)]
        futures.reverse()
        while futures:
            yield from futures.pop().result()  # popped, so that what was handed on is not kept
    except (BrokenProcessPool, OSError):
        return
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _start(processes: int) -> ProcessPoolExecutor | None:
    try:
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - most runs need one process
        from multiprocessing import get_context  # noqa: PLC0415 - most runs need one process

        context = get_context("spawn")
        return ProcessPoolExecutor(processes, mp_context=context, initializer=_watch_parent)
    except (ImportError, NotImplementedError, OSError):
        return None


def _watch_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it has died: the queue between the two would never say so."""
    import gc  # noqa: PLC0415 - only in a worker
    import signal  # noqa: PLC0415 - only in a worker
    import threading  # noqa: PLC0415 - only in a worker
    from multiprocessing import parent_process  # noqa: PLC0415 - only in a worker

    gc.disable()  # what is read refers to nothing in a circle, and a reader lives for seconds
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
        signal.raise_signal(signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


def _read_chunk(root: str, tasks: Sequence[Task], profile: str) -> list[Reading]:
    return read_all(Files(Path(root)), tasks, profile)


def chunks(tasks: Sequence[Task]) -> list[list[Task]]:
    """The tasks in runs of about `CHUNK_BYTES` each."""
    found: list[list[Task]] = []
    room = 0
    for task in tasks:
        if room <= 0:
            found.append([])
            room = CHUNK_BYTES
        found[-1].append(task)
        room -= max(task.size, 1)
    return found
