"""Do a piece of work in a child of this process, which may be killed meanwhile, and say how that ended.

A test process may have threads, and forking those is not safe; `Forking` is a process of its own that makes the
children: a module that hands `answer_jobs` what is to be done for a job.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tests.recovery.faults import READING, WRITING, Shim, die, die_half_way, disturbed

REPOSITORY = Path(__file__).parents[2]
PATIENCE_SECONDS = 60


class End(NamedTuple):
    """How a child ended: whether it was killed, and the number that its work gave back if it was not."""

    killed: bool
    count: int


def run_in_child(work):
    """Do the work in a child; how that ended.

    Returns when the child and every program that it had started are gone, as after a real kill a second later.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.setpgid(0, 0)
            os.write(writing, str(work() or 0).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    said = os.read(reading, 100)
    os.close(reading)
    wait_for_group(child)
    assert code in {0, -signal.SIGKILL}, code
    return End(bool(code), int(said or 0))


def run_and_die(work, at, *, half=False):
    """Do the work in a child that is killed before its ``at``-th call, or half way through that write (0: never)."""

    def counted():
        shim = Shim(die_half_way if half else die, at=at)
        with disturbed(shim, WRITING + READING):
            work()
        return shim.count

    return run_in_child(counted)


def wait_for_group(group):
    """Wait until no process of a group runs any more; a program whose caller was killed ends by itself."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while _is_there(group) and any(state != "Z" for state in _states(group)):
        assert time.monotonic() < deadline, f"group {group} does not end"
        time.sleep(0.005)


def _is_there(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def _states(group):
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if int(fields[2]) == group:
            yield fields[0]


def answer_jobs(do):
    """Call ``do(job)`` for each line of JSON on standard input and answer with the `End` that it returns."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(do(json.loads(line))) + "\n")
        sys.stdout.flush()


class Forking:
    """A process that makes children which die: ``python -m MODULE``, with `answer_jobs` in it."""

    def __init__(self, *module_and_words):
        command = [sys.executable, "-m", *module_and_words]
        self._process = subprocess.Popen(
            command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def do(self, **job):
        """Have one job done; how it ended."""
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the process that makes the children has failed"
        return End(*json.loads(answer))

    def close(self):
        """End the process."""
        self._process.communicate()
