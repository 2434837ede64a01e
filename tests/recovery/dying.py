"""A process that makes children and has each of them die in the middle of an operation.

``python -m tests.recovery.dying`` reads one job a line, ``{"operation": ..., "root": ..., "at": n, "half": bool}``,
forks a child that runs the operation and is killed (SIGKILL, by its own hand, so the point is exact) at its n-th
system call or half way through that write, and answers ``{"killed": bool, "calls": n}``. It is a process of its own
because a test process may have threads, and forking those is not safe.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tests.recovery import operations
from tests.recovery.faults import READING, WRITING, Shim, die, die_half_way, disturbed


def run_and_die(job, answer):
    """In the child: run the operation under the shim; say how many calls it made if it gets that far."""
    operation = getattr(operations, job["operation"])()
    shim = Shim(die_half_way if job["half"] else die, at=job["at"])
    with disturbed(shim, WRITING + READING):
        operation.run(Path(job["root"]))
    os.write(answer, str(shim.count).encode())


def say(text):
    """One line to whoever started this process, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main():
    for line in sys.stdin:
        job = json.loads(line)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                run_and_die(job, writing)
                os._exit(0)
            finally:
                os._exit(70)
        os.close(writing)
        _, status = os.waitpid(child, 0)
        said = os.read(reading, 100)
        os.close(reading)
        answer = {
            "killed": os.WIFSIGNALED(status),
            "code": os.waitstatus_to_exitcode(status),
            "calls": int(said or 0),
        }
        say(json.dumps(answer))


if __name__ == "__main__":
    main()
