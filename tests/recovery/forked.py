"""Do a piece of work in a child of this process that is killed at one of its system calls."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import NamedTuple

from tests.recovery.faults import READING, WRITING, Shim, die, die_half_way, disturbed

PATIENCE_SECONDS = 20


class End(NamedTuple):
    """How a child ended: whether it was killed, and how many calls it made if it was not."""

    killed: bool
    calls: int


def run_and_die(work, at, *, half=False):
    """Do the work in a child that is killed before its ``at``-th call, or half way through that write (0: never).

    Returns when the child and every program that it had started are gone, as after a real kill a second later.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.setpgid(0, 0)
            shim = Shim(die_half_way if half else die, at=at)
            with disturbed(shim, WRITING + READING):
                work()
            os.write(writing, str(shim.count).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    status = os.waitpid(child, 0)[1]
    said = os.read(reading, 100)
    os.close(reading)
    wait_for_group(child)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return End(killed=True, calls=0)
    assert os.waitstatus_to_exitcode(status) == 0
    return End(killed=False, calls=int(said))


def wait_for_group(group):
    """Wait until no process of a group runs any more; a program whose caller was killed ends by itself."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(state != "Z" for state in _states(group)):
        assert time.monotonic() < deadline, f"group {group} does not end"
        time.sleep(0.005)


def _states(group):
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if int(fields[2]) == group:
            yield fields[0]
