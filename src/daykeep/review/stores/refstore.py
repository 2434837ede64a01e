"""The store of proposals where there is a history: each is a commit on a private reference of the repository.

Such a commit stands on the branch's last commit at the time and holds, beside what that one holds, the proposal as
JSON, the file that it is about as it was, and that file as it would be: ``git show refs/daykeep/proposals/ID`` is the
change. Nothing of it is in the index, on a branch or among the files. A decided proposal moves to
``refs/daykeep/decided/``, one of which everything was rejected to ``refs/daykeep/rejected/``; both are kept 90 days.

Every change is one commit and one transaction of references, so that a kill leaves a proposal as it was or as it
should be; of one that is left in two places the later counts.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from daykeep.errors import ConflictError, DaykeepError, LockedError, StorageError, UsageError
from daykeep.files.encoding import decode
from daykeep.files.ids import new_ulid, short_hash
from daykeep.files.replace import sha256_of
from daykeep.git.history import parse_author, render_message
from daykeep.git.refs import PARENT, TREE, Content, Move
from daykeep.guard.secrets import find_secrets
from daykeep.review.queue.proposaljson import (
    MAX_BYTES,
    parse_proposal,
    render_proposal,
    render_value,
    renew,
    rule,
    split,
)
from daykeep.review.queue.proposals import REJECTED, Listing, Proposal, whole_id
from daykeep.review.record import ITEM_TRAILER, SOURCE_TRAILER
from daykeep.review.stores.awaited import is_all_noted, is_noted, load_notes, note_all, note_proposal
from daykeep.review.stores.filestore import CLOSED_KEY, LOCK, is_expired, may_be_expired, refuse_large
from daykeep.review.stores.refscan import (
    BASE_NAME,
    DECIDED_REFS,
    JSON_NAME,
    PENDING_REFS,
    REJECTED_REFS,
    REVISION,
    find_ref,
    folder_of,
    id_of,
    scan_refs,
)
from daykeep.review.verdict.change import plan_changes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.git.refs import PrivateRefs, Ref
    from daykeep.review.queue.proposals import Draft, ProposedItem, Renewed, Ruling
    from daykeep.review.stores.awaited import Note
    from daykeep.review.stores.refscan import Scan, Stored

ORIGIN_TRAILER, PROPOSAL_TRAILER, RULING_TRAILER = "Daykeep-Origin", "Daykeep-Proposal", "Daykeep-Ruling"
AUTHOR = "daykeep <daykeep@localhost>"

_TRIES = 3
_SCOPE_DIGITS = 12


class RefStore:
    """Proposals as commits on private references; see `ProposalStore` for what it promises.

    ``elsewhere`` gives the ids of items that wait in another store: they are not queued here again. With
    ``only_reads`` listing writes nothing at all.
    """

    def __init__(
        self,
        files: Files,
        refs: PrivateRefs,
        *,
        language: str = "en",
        elsewhere: Callable[[], Iterable[str]] = tuple,
        only_reads: bool = False,
    ) -> None:
        self._files = files
        self._refs = refs
        self._language = language
        self._elsewhere = elsewhere
        self._only_reads = only_reads
        self._seen: dict[str, Stored] = {}
        self._author = parse_author(AUTHOR)
        scope = refs.scope.encode("utf-8", "surrogateescape")
        self._scope = f"{short_hash(scope, _SCOPE_DIGITS)}/" if scope else ""

    def create(self, draft: Draft, *, now: datetime) -> Proposal | None:
        """Queue those of the draft's items that do not wait already; what is noted of other proposals is not read again."""
        with self._files.lock(LOCK, purpose="propose"):
            noted = load_notes(self._files)
            scan = self._scan(now, noted=noted)
            waiting = {item.id for one in scan.stored.values() for item in one.proposal.waiting}
            known = [noted.get(id_of(ref)) for ref in scan.refs if is_noted(noted, ref)]
            waiting.update(item for note in known if note is not None for item in note.items)
            waiting.update(self._elsewhere())
            taken = set(map(whole_id, waiting))
            fresh = {item.id: item for item in draft.items if whole_id(item.id) not in taken}
            moves = self._tidy(scan, now)
            if not fresh:
                self._refs.move(moves)
                return None
            proposal = Proposal(
                new_ulid(now),
                now.replace(microsecond=0),
                draft.origin,
                draft.target,
                draft.base_sha256,
                tuple(fresh.values()),
            )
            commit = self._record(proposal, render_proposal(proposal), scan.head, now)
            self._refs.move([*moves, Move(f"{PENDING_REFS}/{self._scope}{proposal.id}", commit, None)])
            note_proposal(self._files, proposal, commit)
        return proposal

    def list_waiting(self) -> Listing:
        """The proposals in which an item still waits, oldest first; by three git processes, however many there are.

        Where somebody changed references by hand, the note of what waits is put right, unless another process works
        on the queue just now.
        """
        scan = self._scan(None)
        if not self._only_reads and not self._is_noted(scan):
            with (
                suppress(LockedError, StorageError),
                self._files.lock(LOCK, timeout_seconds=0, purpose="note what waits"),
            ):
                scan = self._scan(None)
                note_all(self._files, _waiting_of(scan), damaged=_count_damaged(scan))
        waiting = [one.proposal for one in scan.stored.values() if one.proposal.waiting]
        return Listing(tuple(sorted(waiting, key=lambda proposal: proposal.id)), scan.problems)

    def find(self, proposal_id: str) -> Proposal | None:
        """The proposal with this id, decided or not."""
        found = find_ref(self._refs, self._scope, proposal_id)
        if found is None:
            return None
        self._seen = {found.ref.oid: found}
        return found.proposal

    def find_base(self, proposal_id: str) -> bytes | None:
        """The file that a proposal is about as it was at the time, None if that was not kept."""
        found = find_ref(self._refs, self._scope, proposal_id)
        if found is None:
            return None
        (base,) = self._refs.look([(found.ref.oid, BASE_NAME)])
        if base is None or base.type != "blob" or base.size > MAX_BYTES:
            return None
        (data,) = self._refs.read([base.oid])
        return data if sha256_of(data) == found.proposal.base_sha256 else None

    def decide(self, proposal_id: str, rulings: Sequence[Ruling], *, now: datetime, by: str) -> Proposal:
        """Record what became of items; a proposal in which nothing waits any more moves away from those that wait."""
        with self._files.lock(LOCK, purpose="decide"):
            for _ in range(_TRIES - 1):
                with suppress(ConflictError):  # somebody moved references by hand
                    return self._decide(proposal_id, rulings, now, by)
            return self._decide(proposal_id, rulings, now, by)

    def split(
        self, proposal_id: str, item: str, parts: Sequence[ProposedItem], *, seen: str, now: datetime
    ) -> Proposal:
        """Put parts in the place of one item that waits."""
        with self._files.lock(LOCK, purpose="split"):
            found = self._scan(None, proposal_id).find(proposal_id) or self._get(proposal_id)
            split(found.value, found.proposal, item, parts, seen=seen)
            after, _ = parse_proposal(found.value, proposal_id)
            commit = self._amend(found, (), now=now, by="")
            self._refs.move([Move(found.ref.name, commit, found.ref.oid)])
            note_proposal(self._files, after, commit)
            return after

    def rebase(
        self, proposal_id: str, items: Sequence[Renewed], *, base_sha256: str | None, now: datetime
    ) -> Proposal:
        """Put a waiting proposal on the last commit and on the file as it is now."""
        with self._files.lock(LOCK, purpose="rebase"):
            scan = self._scan(None)
            found = scan.find(proposal_id)
            if found is None:
                return self._get(proposal_id).proposal
            if not renew(found.value, found.proposal, items, base_sha256=base_sha256):
                return found.proposal
            after, _ = parse_proposal(found.value, proposal_id)
            commit = self._record(after, _render(found), scan.head, now)
            self._refs.move([Move(found.ref.name, commit, found.ref.oid)])
            note_proposal(self._files, after, commit)
            return after

    def _decide(self, proposal_id: str, rulings: Sequence[Ruling], now: datetime, by: str) -> Proposal:
        scan = self._scan(now, proposal_id)
        found = scan.find(proposal_id)
        if found is None:
            raise _unknown(proposal_id)
        for ruling in rulings:
            if found.proposal.find_item(ruling.item) is None:
                raise UsageError(f'proposal {proposal_id} has no item "{ruling.item}"')
        rule(found.value, rulings, now=now, by=by)
        after, faults = parse_proposal(found.value, proposal_id)
        found.value.pop(CLOSED_KEY, None)
        folder = PENDING_REFS
        if not after.waiting and not faults:
            found.value[CLOSED_KEY] = now.isoformat(timespec="seconds")
            rejected = all(item.status == REJECTED for item in after.items)
            folder = REJECTED_REFS if rejected else DECIDED_REFS
        commit = self._amend(found, rulings, now=now, by=by)
        taken = {ref.name: ref.oid for ref in (found.ref, *scan.extra) if id_of(ref) == proposal_id}
        wanted = f"{folder}/{self._scope}{proposal_id}"
        moves = [Move(wanted, commit, taken.pop(wanted, None))]
        moves += [Move(name, None, oid) for name, oid in taken.items()]
        done = {move.name for move in moves}
        moves += [move for move in self._tidy(scan, now) if move.name not in done]
        self._refs.move(moves)
        note_proposal(self._files, after, commit)
        return after

    def _get(self, proposal_id: str) -> Stored:
        found = find_ref(self._refs, self._scope, proposal_id)
        if found is None:
            raise _unknown(proposal_id)
        return found

    def _scan(
        self, now: datetime | None, wanted: str | None = None, noted: Mapping[str, Note] | None = None
    ) -> Scan:
        """All that wait but for those ``noted``, or only the ``wanted`` one; with ``now`` also what may be old enough to go."""

        def is_wanted(refs: Sequence[Ref]) -> bool:
            if wanted is None and any(folder_of(ref) == PENDING_REFS for ref in refs):
                return len(refs) > 1 or not is_noted(noted or {}, refs[0])
            proposal_id = id_of(refs[0])
            return proposal_id == wanted or (now is not None and may_be_expired(proposal_id, now))

        return scan_refs(self._refs, self._scope, is_wanted=is_wanted, known=self._seen if wanted else None)

    def _is_noted(self, scan: Scan) -> bool:
        """Whether the note of what waits says what was read."""
        return is_all_noted(self._files, _waiting_of(scan), damaged=_count_damaged(scan))

    def _tidy(self, scan: Scan, now: datetime) -> list[Move]:
        """Take away what was decided long ago, and copies that a kill left behind."""
        old = [
            one.ref
            for one in scan.stored.values()
            if folder_of(one.ref) != PENDING_REFS and is_expired(one.value, now)
        ]
        return [Move(ref.name, None, ref.oid) for ref in (*old, *scan.extra)]

    def _record(self, proposal: Proposal, data: bytes, head: str | None, now: datetime) -> str:
        refuse_large(data, len(proposal.items))
        held = {JSON_NAME: data}
        with suppress(
            DaykeepError
        ):  # a file that can't be read now is not held beside; the proposal is whole without
            held.update(self._sides(proposal, head))
        count = len(proposal.items)
        message = render_message(
            f"Propose {count} thing{'' if count == 1 else 's'} for {proposal.target}",
            "",
            [
                (PROPOSAL_TRAILER, proposal.id),
                (ORIGIN_TRAILER, proposal.origin),
                *(
                    (key, value)
                    for item in proposal.items
                    for key, value in ((ITEM_TRAILER, item.id), (SOURCE_TRAILER, item.source))
                ),
            ],
        )
        return self._refs.record(Content(held, message, head), author=self._author, at=now)

    def _sides(self, proposal: Proposal, head: str | None) -> dict[str, bytes]:
        """The file that a proposal is about, as it was and as it would be; nothing if it is another one by now.

        Nor if that would bring a secret into the repository which the last commit does not hold.
        """
        if any(item.is_new for item in proposal.items):
            return {}  # files that are to come are about none that is there
        document = self._files.find_document(proposal.target)
        if (sha256_of(document.data) if document else None) != proposal.base_sha256:
            return {}
        planned = plan_changes(document, proposal.waiting, name=proposal.target, language=self._language)
        secrets = {secret.sha8 for secret in find_secrets(planned.document.text)}
        if secrets and not secrets <= self._secrets_at(head, proposal.target):
            return {}
        sides = {proposal.target: planned.document.data}
        return {**sides, BASE_NAME: document.data} if document else sides

    def _secrets_at(self, head: str | None, name: str) -> set[str]:
        (found,) = self._refs.look([(head, name)]) if head else (None,)
        if found is None or found.type != "blob" or found.size > MAX_BYTES:
            return set()
        return {secret.sha8 for secret in find_secrets(decode(self._refs.read([found.oid])[0], name).text)}

    def _amend(self, found: Stored, rulings: Sequence[Ruling], *, now: datetime, by: str) -> str:
        """A commit in the place of the proposal's: on the same parent, with the same files beside."""
        data = _render(found)
        tree, parent = found.base
        if tree is None:  # one of very many that were asked for at once
            found_tree, found_parent = self._refs.look([(found.ref.oid, TREE), (found.ref.oid, PARENT)])
            tree = found_tree.oid if found_tree else None
            parent = found_parent.oid if found_parent else None
        ruled = [(RULING_TRAILER, f"{ruling.item} {ruling.status} by {by}") for ruling in rulings]
        message = render_message(
            f"Decide about {found.proposal.target}", "", [(PROPOSAL_TRAILER, found.proposal.id), *ruled]
        )
        content = Content({JSON_NAME: data}, message, parent, tree)
        return self._refs.record(content, author=self._author, at=now)


def _waiting_of(scan: Scan) -> list[tuple[Proposal, str]]:
    return [(one.proposal, one.ref.oid) for one in scan.stored.values() if one.proposal.waiting]


def _count_damaged(scan: Scan) -> int:
    return len({problem.name for problem in scan.problems})


def _render(found: Stored) -> bytes:
    value: dict[str, Any] = found.value
    value[REVISION] = found.revision + 1
    return render_value(value)


def _unknown(proposal_id: str) -> UsageError:
    return UsageError(f'there is no proposal "{proposal_id}"', hint="`daykeep review list`")
