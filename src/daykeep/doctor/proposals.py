"""Checks of what waits for a person: proposals that can't be read, and how many things wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.doctor.finding import Finding
from daykeep.review.filestore import count_waiting, find_damaged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject


def check_proposals(subject: Subject) -> Iterator[Finding]:
    """Name every proposal that can't be read, in whole or in part; a word about what waits."""
    for problem in find_damaged(subject.files):
        hint = "the others count; mend it by hand or take it away, and the next distillation proposes anew"
        yield Finding(
            f"proposal:{problem.name}:{problem.message}",
            "warning",
            problem.name,
            problem.line,
            problem.message,
            hint,
        )
    waiting = count_waiting(subject.files)
    if waiting.items:
        said = f"{waiting.items} thing{' waits' if waiting.items == 1 else 's wait'} for you"
        if waiting.deferred:
            said += f", {waiting.deferred} of them put off"
        yield Finding("waiting", "info", "", 0, said, "`daykeep review` asks about each")
