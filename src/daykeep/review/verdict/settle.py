"""Takes out of the queue what is decided already: what a process left that died, and what another machine decided."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from daykeep.memory.decisions import Verdict, find_verdicts
from daykeep.review.queue.proposals import REJECTED, Ruling

if TYPE_CHECKING:
    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import Proposal, ProposalStore


def settle(files: Files, store: ProposalStore, *, now: datetime) -> int:
    """Take items out of the queue about which a verdict is on record already; how many.

    That is what a process leaves that died between both, and what another machine has decided.
    """
    verdicts = find_verdicts(files)
    count = 0
    for proposal in store.list_waiting().proposals:
        by = ""
        rulings = []
        for item in proposal.waiting:
            verdict = verdicts.get(item.id)
            if verdict is not None and verdict.kind == REJECTED and _is_about(verdict, proposal):
                rulings.append(Ruling(item.id, REJECTED))
                by = verdict.by
        if rulings:
            store.decide(proposal.id, rulings, now=now, by=by)
            count += len(rulings)
    return count


def _is_about(verdict: Verdict, proposal: Proposal) -> bool:
    if verdict.proposal == proposal.id:
        return True
    try:
        return datetime.fromisoformat(verdict.at) > proposal.created_at
    except (TypeError, ValueError):  # a record that was tampered with
        return False
