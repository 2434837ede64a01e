"""Remembers a statement outside of any workspace: in the user's, a project's or Claude Code's own folder of notes.

There is no queue there. A note that an agent wrote says so until a person remembers the same at their terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.git.values import HistoryOff
from daykeep.memory.notes.remember import apply_remember, plan_remember
from daykeep.review.notes.files import records_of
from daykeep.review.notes.refused import check_wanted, lift_refused
from daykeep.review.remembering.remember import Remembered
from daykeep.review.remembering.wish import as_request

if TYPE_CHECKING:
    from datetime import datetime

    from daykeep.memory.notes.note import Store
    from daykeep.review.remembering.wish import Meant, Wish

OFF = HistoryOff("no workspace keeps this folder", "")


def plan_elsewhere(store: Store, wish: Wish, meant: Meant, *, now: datetime, by: str) -> Remembered:
    """What remembering would do in this store; reads only. RefusedError for what a person made it forget."""
    lifted = check_wanted(store.files, OFF, meant.said, by=by, records=records_of(store))
    change = plan_remember(store, as_request(wish, meant, now=now, by=by))
    return Remembered(change, held=False, lifted=lifted)


def apply_elsewhere(store: Store, wish: Wish, meant: Meant, *, now: datetime, by: str) -> Remembered:
    """Remember it there; the note and the index change together, by compare-and-swap."""
    records = records_of(store)
    lifted = check_wanted(store.files, OFF, meant.said, by=by, records=records)
    if lifted:
        lift_refused(store.files, OFF, meant.said, now=now, by=by, records=records)
    change = apply_remember(store, as_request(wish, meant, now=now, by=by))
    return Remembered(change, held=False, lifted=lifted)
