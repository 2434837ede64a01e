"""What decisions about whole notes do beside the queue: what is on record of them, and what goes with a rejection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.memory.decisions import Verdict
from daykeep.memory.sources import hash_line
from daykeep.review.notes.discard import bury_note, find_discarded, remove_note
from daykeep.review.notes.index import notes_beside
from daykeep.review.notes.item import taught
from daykeep.review.queue.proposals import NEW_NOTE
from daykeep.review.record import commit_edits
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.review.queue.proposals import ProposedItem
    from daykeep.review.verdict.desk import Desk

HOW = "review"


def verdict_on(item: ProposedItem, *, kind: str, proposal: str) -> Verdict:
    """What goes on record about an item: its lines and, of those that it replaces, what they were, as hashes."""
    lines = tuple(hash_line(text) for text in item.memory_lines if normalise_line(text))
    replaces = tuple(old.line for old in item.supersedes)
    if item.is_note or (item.is_new and item.kind == NEW_NOTE):
        lines, replaces = taught(item)
    elif item.is_new:
        lines = ()  # a day's log teaches nothing by itself
    return Verdict(
        kind=kind,
        item=item.id,
        proposal=proposal,
        action=item.action,
        lines=lines,
        name=item.name,
        source=tuple((line.number, line.sha8) for line in item.lines),
        replaces=replaces,
    )


class Discarding:
    """The notes that go because a person rejected them; nothing goes before the verdicts are on record."""

    def __init__(self, files: Files, desk: Desk) -> None:
        self._files = files
        self._desk = desk
        self._notes: dict[str, Document] = {}
        self.names: list[str] = []
        """The files that changed."""

    @property
    def items(self) -> list[str]:
        """The ids of the items whose notes go."""
        return list(self._notes)

    def take(self, item: ProposedItem) -> str | None:
        """Have an item's note go with its rejection; why it can't be decided so, None if it can."""
        document, reason = find_discarded(self._files, item)
        if document is not None:
            self._notes[item.id] = document
        return reason or None

    def commit_before(self, history: History) -> str | None:
        """Have the history hold each note as it is, so that it can be brought back."""
        names = [document.name for document in self._notes.values()]
        if not names:
            return None
        desk = self._desk
        return commit_edits(history, [*names, *notes_beside(names)], at=desk.now, author=desk.author)

    def discard(self) -> None:
        """Take the notes away; the tombstones come first, so that a kill in between brings nothing back."""
        desk = self._desk
        for item, document in self._notes.items():
            bury_note(self._files, document, item=item, now=desk.now, by=desk.by, how=HOW, proof=desk.proof)
            self.names += remove_note(self._files, document)
