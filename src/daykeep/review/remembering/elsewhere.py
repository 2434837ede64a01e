"""Remembers a statement outside of any workspace: in the user's, a project's or Claude Code's own folder of notes.

There is no queue there. A note that an agent wrote says so until a person remembers the same at their terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import RefusedError
from daykeep.git.values import HistoryOff
from daykeep.memory.decisions import find_tombstones, lift_tombstone
from daykeep.memory.notes.door import Request
from daykeep.memory.notes.note import REVIEWED, UNREVIEWED
from daykeep.memory.notes.remember import apply_remember, plan_remember
from daykeep.review.notes.elsewhere import records_of
from daykeep.review.notes.refused import find_refused
from daykeep.review.remembering.remember import Remembered

if TYPE_CHECKING:
    from datetime import datetime

    from daykeep.memory.notes.note import Store
    from daykeep.review.remembering.wish import Meant, Wish

OFF = HistoryOff("no workspace keeps this folder", "")


def plan_elsewhere(store: Store, wish: Wish, meant: Meant, *, now: datetime, by: str) -> Remembered:
    """What remembering would do in this store; reads only. RefusedError for what a person made it forget."""
    lifted = _refused(store, meant, by)
    return Remembered(plan_remember(store, _request(wish, meant, now, by)), held=False, lifted=lifted)


def apply_elsewhere(store: Store, wish: Wish, meant: Meant, *, now: datetime, by: str) -> Remembered:
    """Remember it there; the note and the index change together, by compare-and-swap."""
    lifted = _refused(store, meant, by)
    refused = find_refused(store.files, OFF, _said(meant), records=records_of(store)) if lifted else None
    if refused is not None:
        dead = find_tombstones(records_of(store))
        lines = [line for line, item in dead.items() if item == refused.item]
        lift_tombstone(records_of(store), item=refused.item, lines=lines, now=now, by=by, how="remember")
    return Remembered(apply_remember(store, _request(wish, meant, now, by)), held=False, lifted=lifted)


def _refused(store: Store, meant: Meant, by: str) -> str:
    if store.files.kind(".daykeep") != "folder":
        return ""
    refused = find_refused(store.files, OFF, _said(meant), records=records_of(store))
    if refused is None:
        return ""
    said = f"it was {refused.how}{f' by {refused.by}' if refused.by else ''} on {refused.day}"
    if not by:
        raise RefusedError(
            f"not remembered: {said}, in these or other words",
            hint="only a person brings it back: `daykeep remember` at their own terminal",
        )
    return said


def _said(meant: Meant) -> str:
    return "\n".join(part for part in (meant.statement.rule, meant.statement.why) if part)


def _request(wish: Wish, meant: Meant, now: datetime, by: str) -> Request:
    status = REVIEWED if by else UNREVIEWED
    return Request(meant.statement, meant.type, wish.origin, status=status, title=wish.name, now=now)
