"""Words a waiting item anew, as a person leaves its lines in their editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import ConflictError, UsageError
from daykeep.guard.secrets import mask_secrets
from daykeep.review.queue.proposals import Ruling, clean
from daykeep.review.record import LOCK
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import Choice, ProposalStore, ProposedItem


def as_edited(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...] | None:
    """The lines of an item as they were edited, without blanks at their ends; None if none is left, or none changed.

    Blank lines count only where the item had some, as between the paragraphs of a file: one that an editor adds to
    items of a list is no edit. Those at the end never count.

    >>> as_edited(["", "One", "", "Two"], ["", "One", "", "Three", ""])
    ('', 'One', '', 'Three')
    >>> as_edited(["- One"], ["- One", ""]) is None
    True
    """
    lines = [line.rstrip() for line in after]
    if all(line.strip() for line in before):
        lines = [line for line in lines if line]
    while lines and not lines[-1]:
        lines.pop()
    if not any(lines) or lines == [line.rstrip() for line in before]:
        return None
    return tuple(lines)


def reword(
    files: Files, store: ProposalStore, choice: Choice, edited: Sequence[str], *, now: datetime, by: str
) -> ProposedItem:
    """Give a waiting item other lines, and leave all else of it as it is; the item afterwards.

    Raises ConflictError, with nothing changed, if it was decided or changed since it was looked at (an editor may be
    open for long), LockedError if another change of memory does not end in time.
    """
    with files.lock(LOCK, purpose="edit"):
        there = store.find(choice.proposal.id)
        item = there.find_item(choice.item.id) if there is not None else None
        if item is None or not item.waits or item.fingerprint != choice.item.fingerprint:
            said = "changed" if item is None or item.waits else item.status
            raise ConflictError(
                f"item {choice.item.id} was {said} while you edited it; your edit is not kept",
                hint="`daykeep review list` shows what waits now",
            )
        ruling = Ruling(item.id, item.status, tuple(edited), item.until)
        after = store.decide(choice.proposal.id, [ruling], now=now, by=by)
        return after.find_item(item.id) or item


def with_edits(item: ProposedItem, edited: Sequence[str] | None) -> ProposedItem:
    """The item with the lines that a person gave it, if they did. Raises UsageError if those say nothing."""
    if edited is None:
        return item
    keep = (
        _masked if item.is_note or item.is_new else clean
    )  # a note may hold marks: they are those of its file
    lines = tuple(keep(line.rstrip()) for line in edited)
    if not any(normalise_line(line) for line in lines):
        raise UsageError(f"item {item.id} has no lines left", hint="reject it instead")
    return item._replace(edited=lines)


def _masked(text: str) -> str:
    return mask_secrets(text)[0]
