"""Kills a child while it works, alone or with the git processes that it started."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path


def descendants(pid):
    """The processes below a process, as they are at this moment."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError):
                parents[int(entry)] = int(
                    Path("/proc", entry, "stat").read_text().rsplit(")", 1)[1].split()[1]
                )
    found, wanted = [], {pid}
    while wanted:
        wanted = {child for child, parent in parents.items() if parent in wanted}
        found += wanted
    return found


def kill_at_work(work, number, chance):
    """Start ``work(number, pipe)`` in a child, kill it some moments after it began; all that it wrote to the pipe."""
    read, pipe = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        work(number, pipe)
        os._exit(0)
    os.close(pipe)
    text = os.read(read, 4096)  # it has begun
    time.sleep(chance.uniform(0, 0.12))
    if number % 2:
        os.kill(child, signal.SIGSTOP)
        for below in descendants(child):
            with contextlib.suppress(ProcessLookupError):
                os.kill(below, signal.SIGKILL)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while part := os.read(read, 65536):
        text += part
    os.close(read)
    return text.decode()
