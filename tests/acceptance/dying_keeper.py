"""A process whose children log or distil and are killed at a chosen system call: ``python -m tests.acceptance.dying_keeper``.

It reads one JSON job a line, ``{"root", "do": "log" | "distill", "day", "text", "at"}``, forks, and answers whether the child
was killed. A process of its own, because a test process may have threads and must not fork.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.acceptance import keeping
from tests.recovery.faults import WRITING, Shim, die, disturbed

# Loaded before the children are forked, so that none of them has to.
LOADED = ("git", "daykeep.git.commit", "daykeep.git.index", "daykeep.git.plan", "daykeep.review.record")


def run_and_die(job: dict[str, Any]) -> None:
    day = date.fromisoformat(job["day"])
    keeper = keeping.Keeper(Path(job["root"]))
    with disturbed(Shim(die, at=job["at"]), WRITING):
        if job["do"] == "log":
            keeper.log(day, job["text"], kind="lesson")
        else:
            keeper.distill(day)


def main() -> None:
    for name in LOADED:
        import_module(name)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                run_and_die(json.loads(line))
                os._exit(0)
            finally:
                os._exit(70)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(
            json.dumps({"killed": os.WIFSIGNALED(status), "code": os.waitstatus_to_exitcode(status)}) + "\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
