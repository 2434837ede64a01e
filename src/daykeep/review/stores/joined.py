"""Where proposals wait in a workspace: in its history if there is one, else as files; what waits in either is decided.

A workspace may get a history, or lose it, while something waits. Nothing is carried over: each proposal stays where
it was made until it is decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import GitError
from daykeep.files.encoding import Problem
from daykeep.git.values import HistoryOff
from daykeep.review.queue.proposals import Listing
from daykeep.review.stores.awaited import load_notes
from daykeep.review.stores.filestore import FileStore
from daykeep.review.stores.refstore import RefStore
from daykeep.workspace.layout import WAITING_FILE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.review.queue.proposals import Draft, Proposal, ProposalStore, ProposedItem, Renewed, Ruling


def open_store(
    files: Files, history: History | HistoryOff, *, language: str = "en", only_reads: bool = False
) -> ProposalStore:
    """The store of a workspace: private references where there is a history, files else.

    ``language`` is the one of headings that a proposal would add. With ``only_reads`` listing writes nothing at all;
    else it puts right the file that says how much waits, where somebody changed references by hand.
    """
    if isinstance(history, HistoryOff):
        return LonelyStore(files, history)
    if "\n" in history.prefix:  # git takes names line by line
        return FileStore(files)
    return JoinedStore(files, history, language=language, only_reads=only_reads)


class LonelyStore(FileStore):
    """Proposals as files where the history is off; what is noted to wait in the history is not passed over in silence."""

    def __init__(self, files: Files, off: HistoryOff) -> None:
        super().__init__(files)
        self._noted_in = files
        self._off = off

    def list_waiting(self) -> Listing:
        """The proposals that wait as files; a problem if others wait where they can't be read now."""
        listing = super().list_waiting()
        count = sum(len(note.items) for note in load_notes(self._noted_in).values())
        if not count:
            return listing
        waiting = f"{count} thing{' waits' if count == 1 else 's wait'} in the git history, which is off"
        said = f"{waiting}: {self._off.reason} (if it is gone for good, remove {WAITING_FILE})"
        return Listing(listing.proposals, (*listing.problems, Problem("refs/daykeep", 1, said)))


class JoinedStore:
    """Proposals of the history and those that wait as files; see `ProposalStore` for what it promises.

    New ones go to the history. Where git fails at that they become files, so that nothing is lost.
    """

    def __init__(self, files: Files, history: History, *, language: str, only_reads: bool) -> None:
        self._in_files = FileStore(files)
        self._in_refs = RefStore(
            files,
            history.private_refs(),
            language=language,
            elsewhere=lambda: self._in_files.list_waiting().waiting_ids,
            only_reads=only_reads,
        )

    def create(self, draft: Draft, *, now: datetime) -> Proposal | None:
        """Queue those of the draft's items that wait in neither store."""
        try:
            return self._in_refs.create(draft, now=now)
        except GitError:
            return self._in_files.create(draft, now=now)

    def list_waiting(self) -> Listing:
        """The proposals of both stores in which an item still waits, oldest first."""
        there = self._list_refs()
        here = self._in_files.list_waiting()
        proposals = sorted((*there.proposals, *here.proposals), key=lambda proposal: proposal.id)
        return Listing(tuple(proposals), (*there.problems, *here.problems))

    def find(self, proposal_id: str) -> Proposal | None:
        """The proposal with this id in either store, decided or not."""
        return self._in_files.find(proposal_id) or self._in_refs.find(proposal_id)

    def find_base(self, proposal_id: str) -> bytes | None:
        """The file that a proposal is about, as it was when the proposal was made; None if that was not kept."""
        return self._in_refs.find_base(proposal_id)

    def decide(self, proposal_id: str, rulings: Sequence[Ruling], *, now: datetime, by: str) -> Proposal:
        """Record what became of items, in the store that holds them."""
        if self._in_files.find(proposal_id) is not None:
            return self._in_files.decide(proposal_id, rulings, now=now, by=by)
        return self._in_refs.decide(proposal_id, rulings, now=now, by=by)

    def split(
        self, proposal_id: str, item: str, parts: Sequence[ProposedItem], *, seen: str, now: datetime
    ) -> Proposal:
        """Put parts in the place of one item that waits, in the store that holds it."""
        holder = self._in_refs if self._in_files.find(proposal_id) is None else self._in_files
        return holder.split(proposal_id, item, parts, seen=seen, now=now)

    def rebase(
        self, proposal_id: str, items: Sequence[Renewed], *, base_sha256: str | None, now: datetime
    ) -> Proposal:
        """Put a proposal on the file as it is now, in the store that holds it."""
        holder = self._in_refs if self._in_files.find(proposal_id) is None else self._in_files
        return holder.rebase(proposal_id, items, base_sha256=base_sha256, now=now)

    def _list_refs(self) -> Listing:
        try:
            return self._in_refs.list_waiting()
        except GitError as error:
            return Listing((), (Problem("refs/daykeep", 1, error.message),))
