"""What a person decides with, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import date, datetime

    from daykeep.git.history import History
    from daykeep.git.values import HistoryOff
    from daykeep.memory.leaving.budget import Limits
    from daykeep.review.queue.proposals import ProposedItem


class Desk(NamedTuple):
    """What a decision needs to know of the workspace besides its files.

    ``by`` is the person who decides, ``proof`` what showed that they are one: terminal or passphrase.
    """

    memory: str
    language: str
    now: datetime
    day: date
    history: History | HistoryOff
    author: str
    by: str
    limits: Limits
    proof: str = ""


class Decision(NamedTuple):
    """What a person decided about one item: approved, rejected or deferred; ``edited`` are the lines as they want them.

    ``seen`` is the fingerprint of the item that they looked at, ``was`` its status then: one that was changed, or
    rejected, in between is refused.
    """

    proposal: str
    item: str
    status: str
    edited: tuple[str, ...] | None = None
    seen: str = ""
    until: date | None = None
    was: str = ""


class Decided(NamedTuple):
    """What came of the decisions.

    ``refused`` are items that could not be decided so, each with the reason; nothing of them was changed. ``moved``
    counts the older things that left for the ``archive`` to keep MEMORY.md within its budget; ``over`` says that it is
    over it all the same. ``problems`` are what the history could not record.
    """

    approved: tuple[ProposedItem, ...]
    rejected: tuple[ProposedItem, ...]
    deferred: tuple[ProposedItem, ...]
    refused: tuple[tuple[str, str], ...]
    archive: str | None
    moved: int
    over: bool
    commit: str | None
    problems: tuple[str, ...]


NOTHING = Decided((), (), (), (), None, 0, over=False, commit=None, problems=())
"""What comes of no decision."""
