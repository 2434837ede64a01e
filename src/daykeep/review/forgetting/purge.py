"""Takes forgotten lines out of daykeep's own records of the past, and says where else they still are.

Only what is daykeep's alone is removed: decided proposals, and copies kept to take the forgetting back. The person's branch is never rewritten: that would change
the id of every commit since, under the hands of everybody who has a clone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode
from daykeep.git.refs import Move
from daykeep.git.values import HistoryOff
from daykeep.memory.sources import hash_line
from daykeep.review.asking.copies import purge_copies
from daykeep.review.queue.proposaljson import MAX_BYTES, parse_proposal, parse_value
from daykeep.review.stores.filestore import DONE
from daykeep.review.stores.joined import JoinedStore
from daykeep.review.stores.refscan import DECIDED_REFS, REJECTED_REFS
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.review.queue.proposals import Proposal, ProposalStore


class Purged(NamedTuple):
    """What was removed and what is left.

    ``proposals`` are ids of decided proposals that are gone now, ``waiting`` of those that still hold a line because
    nobody has decided about them. ``commits`` are those of the branch that still hold one, newest first.
    """

    proposals: tuple[str, ...]
    waiting: tuple[str, ...]
    commits: tuple[str, ...]


def purge(
    files: Files,
    history: History | HistoryOff,
    store: ProposalStore,
    *,
    hashes: Collection[str],
    names: Sequence[str],
) -> Purged:
    """Remove every decided proposal, and every copy kept for a revert, that holds one of these lines; ``names`` are the files that had them.

    What git has unlinked lies in its object store until its next ``gc`` prunes it. May be called again.
    """
    removed = _purge_files(files, hashes)
    purge_copies(files, hashes)
    commits: list[str] = []
    if not isinstance(history, HistoryOff):
        removed += _purge_refs(history, store, hashes)
        past = history.log(list(names))
        places = [(commit.id, name) for commit in past for name in names]
        for (commit, _), data in zip(places, history.read_each(places), strict=True):
            if data is not None and commit not in commits and _holds(data, hashes):
                commits.append(commit)
    waiting = [
        proposal.id
        for proposal in store.list_waiting().proposals
        if _is_in(proposal, _base(store, proposal.id), hashes)
    ]
    return Purged(tuple(sorted(removed)), tuple(waiting), tuple(commits))


def _purge_files(files: Files, hashes: Collection[str]) -> list[str]:
    removed = []
    for name in files.list_names(DONE):
        try:
            data = files.find_bytes(name, limit_bytes=MAX_BYTES + 1) or b""
            proposal, _ = parse_proposal(parse_value(data, name), name)
        except DaykeepError:
            continue  # not one of ours, or damaged: doctor names it
        if _is_in(proposal, None, hashes):
            files.remove(name)
            removed.append(proposal.id)
    return removed


def _purge_refs(history: History, store: ProposalStore, hashes: Collection[str]) -> list[str]:
    refs = history.private_refs()
    moves, removed = [], []
    for ref in refs.find([DECIDED_REFS, REJECTED_REFS])[0]:
        proposal_id = ref.name.rsplit("/", 1)[-1]
        try:
            proposal = store.find(proposal_id)
        except DaykeepError:
            continue
        if proposal is not None and _is_in(proposal, _base(store, proposal_id), hashes):
            moves.append(Move(ref.name, None, ref.oid))
            removed.append(proposal_id)
    if moves:
        refs.move(moves)
    return removed


def _base(store: ProposalStore, proposal_id: str) -> bytes | None:
    """The file that a proposal is about as it was, where the store keeps it."""
    return store.find_base(proposal_id) if isinstance(store, JoinedStore) else None


def _is_in(proposal: Proposal, base: bytes | None, hashes: Collection[str]) -> bool:
    texts = [
        text
        for item in proposal.items
        for text in (
            *item.memory_lines,
            *(line.text or "" for line in item.lines),
            *(old.text for old in item.supersedes),
            *item.duplicates,
        )
    ]
    return any(normalise_line(text) and hash_line(text) in hashes for text in texts) or (
        base is not None and _holds(base, hashes)
    )


def _holds(data: bytes, hashes: Collection[str]) -> bool:
    return any(normalise_line(text) and hash_line(text) in hashes for text in decode(data).texts)
