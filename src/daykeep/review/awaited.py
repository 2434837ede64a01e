"""A small file beside the history that says how much waits there, so that a start need not ask git.

It says nothing that the proposals don't say: it is written anew by whoever changes or lists them.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.workspace.layout import WAITING_FILE

if TYPE_CHECKING:
    from daykeep.files.store import Files
    from daykeep.review.proposals import Listing, Proposal

SCHEMA = 1


class Awaited(NamedTuple):
    """What waits in the history: when each proposal was made and how many items nobody has looked at; and faults."""

    proposals: tuple[tuple[datetime, int], ...] = ()
    damaged: int = 0


def load_awaited(files: Files) -> Awaited:
    """What the file says; nothing where it says nothing that can be understood."""
    value = files.find_state(WAITING_FILE).value
    rows = value.get("proposals")
    proposals = []
    for row in rows.values() if isinstance(rows, dict) else ():
        try:
            made, pending = datetime.fromisoformat(row["created_at"]), row["pending"]
        except (KeyError, TypeError, ValueError):
            continue
        if made.tzinfo is not None and isinstance(pending, int):
            proposals.append((made, pending))
    damaged = value.get("damaged")
    return Awaited(tuple(proposals), damaged if isinstance(damaged, int) else 0)


def note_proposal(files: Files, proposal: Proposal) -> None:
    """Write down what waits of one proposal, or take it out if nothing does."""

    def change(value: dict[str, Any]) -> dict[str, Any]:
        rows = value.get("proposals")
        rows = dict(rows) if isinstance(rows, dict) else {}
        rows.pop(proposal.id, None)
        if proposal.waiting:
            rows[proposal.id] = _row(proposal)
        return {**value, "schema": SCHEMA, "proposals": rows}

    files.update_state(WAITING_FILE, change)


def is_noted(files: Files, listing: Listing) -> bool:
    """Whether the file says what was listed."""
    value = files.find_state(WAITING_FILE).value
    return (value.get("proposals", {}), value.get("damaged", 0)) == _rows(listing)


def note_all(files: Files, listing: Listing) -> None:
    """Write down what was listed."""

    def change(value: dict[str, Any]) -> dict[str, Any]:
        rows, damaged = _rows(listing)
        return {**value, "schema": SCHEMA, "proposals": rows, "damaged": damaged}

    files.update_state(WAITING_FILE, change)


def _rows(listing: Listing) -> tuple[dict[str, Any], int]:
    rows = {proposal.id: _row(proposal) for proposal in listing.proposals}
    return rows, len({problem.name for problem in listing.problems})


def _row(proposal: Proposal) -> dict[str, Any]:
    return {
        "created_at": proposal.created_at.isoformat(timespec="seconds"),
        "pending": proposal.pending_count,
    }
