"""daykeep's own hooks: installed twice, for a program that is gone, or failing without anybody seeing it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from daykeep.doctor.finding import Finding
from daykeep.workspace.hooklog import HOOK_LOG, last_runs, read_hooklog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject


def check_hooks(subject: Subject) -> Iterator[Finding]:
    """What is wrong with how they are installed, and every event whose last run went wrong: a hook prints nothing itself."""
    for problem in subject.hook_problems:
        mark = hashlib.sha256(problem.encode("utf-8", "replace")).hexdigest()[:8]
        hint = "`daykeep hooks status` says where they stand"
        yield Finding(f"hooks:{mark}", "warning", "", 0, problem, hint)
    runs = read_hooklog(subject.files)
    for event, run in last_runs(runs).items():
        if not run.went_wrong:
            continue
        row = [one.went_wrong for one in runs if one.event == event]
        failed = len(row) - (max((at for at, wrong in enumerate(row) if not wrong), default=-1) + 1)
        often = f"the last {failed} runs of" if failed > 1 else "the last run of"
        said = f"{often} the {event} hook went wrong ({run.kind}, {run.at}): {run.message}"
        hint = "the agent worked on without it; `daykeep hooks status` shows the runs"
        yield Finding(f"hook-run:{event}", "warning", HOOK_LOG, 0, said, hint)
