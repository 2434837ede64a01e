"""A process whose children log or distil and are killed at a chosen system call: ``python -m tests.acceptance.dying_keeper``.

A job is ``{"root", "do": "log" | "distill", "day", "text", "at"}``.
"""

from __future__ import annotations

from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.acceptance import keeping
from tests.recovery.faults import WRITING, Shim, die, disturbed
from tests.recovery.forked import answer_jobs, run_in_child

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
    answer_jobs(lambda job: run_in_child(lambda: run_and_die(job)))


if __name__ == "__main__":
    main()
