"""A process that makes children and has each of them die in the middle of an operation.

A job of ``python -m tests.recovery.dying`` is ``{"operation": ..., "root": ..., "at": n, "half": bool}``: the child runs
the operation and is killed (SIGKILL, by its own hand, so the point is exact) at its n-th system call or half way
through that write. The count of a child that was not killed is that of its calls.
"""

from __future__ import annotations

from pathlib import Path

from tests.recovery import operations
from tests.recovery.forked import answer_jobs, run_and_die


def die_within(job):
    operation = getattr(operations, job["operation"])
    return run_and_die(lambda: operation().run(Path(job["root"])), job["at"], half=job["half"])


if __name__ == "__main__":
    answer_jobs(die_within)
