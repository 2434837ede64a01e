"""Checks of what waits for a person: proposals that can't be read, and how many things wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.doctor.finding import Finding
from daykeep.review.queue.proposals import DEFERRED
from daykeep.review.stores.joined import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject


def check_proposals(subject: Subject) -> Iterator[Finding]:
    """Name every proposal that can't be read, in whole or in part; a word about what waits."""
    store = open_store(subject.files, subject.history, only_reads=True)
    listing = store.list_waiting()
    for problem in listing.problems:
        hint = "the others count; mend it by hand or take it away, and the next distillation proposes anew"
        yield Finding(
            f"proposal:{problem.name}:{problem.message}",
            "warning",
            problem.name,
            problem.line,
            problem.message,
            hint,
        )
    items = [item for proposal in listing.proposals for item in proposal.waiting]
    deferred = sum(item.status == DEFERRED for item in items)
    if items:
        said = f"{len(items)} thing{' waits' if len(items) == 1 else 's wait'} for you"
        if deferred:
            said += f", {deferred} of them put off"
        yield Finding("waiting", "info", "", 0, said, "`daykeep review` asks about each")
