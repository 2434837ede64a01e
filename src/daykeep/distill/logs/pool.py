"""Reads many logs with several processes; the answers come in the order of the logs, as if one had read them.

Only what costs time is shared out: reading, extracting and masking, which change nothing.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from daykeep.distill.logs.reading import read_log
from daykeep.processes import work_shared

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.distill.logs.reading import Reading, Task
    from daykeep.files.store import Files

WORTH_BYTES = 2_000_000
"""Less text is read sooner than a second Python has started (measured: 0.2 s)."""

CHUNK_BYTES = 120_000
"""So much text goes to a process at once: some 25 logs, a tenth of a second."""


def read_logs(files: Files, tasks: Sequence[Task], profile: str, *, processes: int = 1) -> Iterator[Reading]:
    """The readings of the logs, in their order; ``processes`` is how many may work at the same time.

    More than one only for much text, and only from a program whose main module may be imported again (the platform's
    way of starting Python anew). When the caller stops early the processes end.
    """
    if sum(task.size for task in tasks) < WORTH_BYTES:
        processes = 1
    return work_shared(partial(_read_chunk, files, profile), chunks(tasks), processes)


def _read_chunk(files: Files, profile: str, tasks: Sequence[Task]) -> Iterator[Reading]:
    return (read_log(files, task, profile) for task in tasks)


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
