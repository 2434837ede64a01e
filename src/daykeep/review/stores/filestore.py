"""The store of proposals that works everywhere: one JSON file each, in ``.daykeep/data/proposals/``.

A decided proposal moves to ``done/`` beside the others and is removed there after 90 days; what was decided stays on
record in ``memory/decisions.jsonl``. All changes are made under one lock of the store's own and by replacing whole
files, so that a kill leaves each proposal as it was or as it should be.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from daykeep.errors import DaykeepError, DocumentError, UsageError
from daykeep.files.encoding import Problem
from daykeep.files.ids import new_ulid, ulid_of
from daykeep.files.replace import sha256_of
from daykeep.review.queue.proposaljson import (
    MAX_BYTES,
    is_proposal_id,
    parse_proposal,
    parse_value,
    render_proposal,
    render_value,
    renew,
    rule,
    split,
)
from daykeep.review.queue.proposals import Listing, Proposal, whole_id
from daykeep.workspace.layout import PROPOSALS_FOLDER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import Draft, ProposedItem, Renewed, Ruling

FOLDER = PROPOSALS_FOLDER
DONE = f"{FOLDER}/done"
LOCK = "proposals/change"
"""The name of the lock under which proposals are made and decided."""

KEPT = timedelta(days=90)
CLOSED_KEY = "closed_at"
_TIME_CHARS = 10  # of a ULID


class FileStore:
    """Proposals as files of the workspace; see `ProposalStore` for what it promises."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def create(self, draft: Draft, *, now: datetime) -> Proposal | None:
        """Queue those of the draft's items that do not wait already."""
        with self._files.lock(LOCK, purpose="propose"):
            proposals, _ = self._scan()
            waiting = {whole_id(item.id) for proposal in proposals for item in proposal.waiting}
            fresh = {item.id: item for item in draft.items if whole_id(item.id) not in waiting}
            for proposal in proposals:
                if not proposal.waiting:  # closed by a process that died before it moved it away
                    self._files.move(f"{FOLDER}/{proposal.id}.json", f"{DONE}/{proposal.id}.json")
            if not fresh:
                return None
            created_at = now.replace(microsecond=0)
            items = tuple(fresh.values())
            proposal = Proposal(
                new_ulid(now), created_at, draft.origin, draft.target, draft.base_sha256, items
            )
            data = render_proposal(proposal)
            refuse_large(data, len(fresh))
            self._files.replace(f"{FOLDER}/{proposal.id}.json", data, expected_sha256=None)
        return proposal

    def list_waiting(self) -> Listing:
        """The proposals in which an item still waits, oldest first."""
        proposals, problems = self._scan()
        return Listing(tuple(proposal for proposal in proposals if proposal.waiting), tuple(problems))

    def _scan(self) -> tuple[list[Proposal], list[Problem]]:
        """Every readable proposal that was not moved away, and what can't be read."""
        proposals: list[Proposal] = []
        problems: list[Problem] = []
        for name in self._names(FOLDER):
            try:
                data = self._files.find_bytes(name, limit_bytes=MAX_BYTES + 1)
                if data is None:  # decided meanwhile
                    continue
                proposal, faults = parse_proposal(parse_value(data, name), name)
            except DaykeepError as error:
                line = error.details.get("line", 1)
                problems.append(Problem(name, line, str(error.details.get("reason", error.message))))
                continue
            problems.extend(faults)
            # What can't be read in it may still wait: it stays where it is, and is named.
            proposals.extend([] if faults and not proposal.waiting else [proposal])
        return proposals, problems

    def find(self, proposal_id: str) -> Proposal | None:
        """The proposal with this id, decided or not."""
        found = self._find(proposal_id)
        return parse_proposal(parse_value(found[1], found[0]), found[0])[0] if found else None

    def decide(self, proposal_id: str, rulings: Sequence[Ruling], *, now: datetime, by: str) -> Proposal:
        """Record what became of items; a proposal in which nothing waits any more moves to ``done/``."""
        with self._files.lock(LOCK, purpose="decide"):
            name, data, value = self._get(proposal_id)
            before, _ = parse_proposal(value, name)
            for ruling in rulings:
                if before.find_item(ruling.item) is None:
                    raise UsageError(f'proposal {proposal_id} has no item "{ruling.item}"')
            rule(value, rulings, now=now, by=by)
            after, problems = parse_proposal(value, name)
            value.pop(CLOSED_KEY, None)
            closed = not after.waiting and not problems
            if closed:
                value[CLOSED_KEY] = now.isoformat(timespec="seconds")
            wanted = f"{DONE if closed else FOLDER}/{proposal_id}.json"
            if wanted != name and not closed:
                # First, so that nothing that waits ever stands among the decided.
                self._files.move(name, wanted)
                name = wanted
            self._files.replace(name, render_value(value), expected_sha256=sha256_of(data))
            if wanted != name:
                self._files.move(name, wanted)
            if closed:
                self._forget_old(now)
            return after

    def split(
        self,
        proposal_id: str,
        item: str,
        parts: Sequence[ProposedItem],
        *,
        seen: str,
        now: datetime,  # noqa: ARG002 - the date of a commit in the other store
    ) -> Proposal:
        """Put parts in the place of one item that waits."""
        with self._files.lock(LOCK, purpose="split"):
            name, data, value = self._get(proposal_id)
            split(value, parse_proposal(value, name)[0], item, parts, seen=seen)
            self._files.replace(name, render_value(value), expected_sha256=sha256_of(data))
            return parse_proposal(value, name)[0]

    def find_base(self, proposal_id: str) -> bytes | None:  # noqa: ARG002 - other stores keep it
        """None: a file holds what is proposed, not what it was proposed for."""
        return None

    def rebase(
        self,
        proposal_id: str,
        items: Sequence[Renewed],
        *,
        base_sha256: str | None,
        now: datetime,  # noqa: ARG002 - the date of a commit in the other store
    ) -> Proposal:
        """Put a waiting proposal on the file as it is now."""
        with self._files.lock(LOCK, purpose="rebase"):
            name, data, value = self._get(proposal_id)
            before, _ = parse_proposal(value, name)
            if renew(value, before, items, base_sha256=base_sha256):
                self._files.replace(name, render_value(value), expected_sha256=sha256_of(data))
            return parse_proposal(value, name)[0]

    def _get(self, proposal_id: str) -> tuple[str, bytes, dict[str, Any]]:
        """The file of a proposal, its bytes, and the JSON object that they are; UsageError if there is none."""
        found = self._find(proposal_id)
        if found is None:
            raise UsageError(f'there is no proposal "{proposal_id}"', hint="`daykeep review list`")
        name, data = found
        return name, data, parse_value(data, name)

    def _find(self, proposal_id: str) -> tuple[str, bytes] | None:
        if not is_proposal_id(proposal_id):
            return None
        for _ in range(2):  # it may move from one folder to the other between two looks
            for folder in (FOLDER, DONE):
                name = f"{folder}/{proposal_id}.json"
                data = self._files.find_bytes(name, limit_bytes=MAX_BYTES + 1)
                if data is not None:
                    return name, data
        return None

    def _names(self, folder: str) -> list[str]:
        names = self._files.list_names(folder)
        return [name for name in names if name.endswith(".json")]

    def _forget_old(self, now: datetime) -> None:
        """Remove proposals that were decided longer ago than they are kept."""
        for name in self._names(DONE):
            stem = name.rsplit("/", 1)[-1].removesuffix(".json")
            if is_proposal_id(stem) and may_be_expired(stem, now) and self._is_old(name, now):
                self._files.remove(name)

    def _is_old(self, name: str, now: datetime) -> bool:
        """Whether a proposal was closed that long ago; one that doesn't say when is kept."""
        try:
            value = parse_value(self._files.find_bytes(name, limit_bytes=MAX_BYTES + 1) or b"", name)
        except DaykeepError:
            return False
        return is_expired(value, now)


def refuse_large(data: bytes, count: int) -> None:
    """Raise DocumentError for a proposal, of so many items, that could not be read again."""
    if len(data) > MAX_BYTES:
        raise DocumentError(
            f"{count} items are too many for one proposal",
            hint="distil fewer days at once: `daykeep distill --days N`",
        )


def may_be_expired(proposal_id: str, now: datetime) -> bool:
    """Whether a proposal was made so long ago that it may be no longer kept, if it was decided at once."""
    return proposal_id[:_TIME_CHARS] < ulid_of(int((now - KEPT).timestamp() * 1000))[:_TIME_CHARS]


def is_expired(value: Mapping[str, Any], now: datetime) -> bool:
    """Whether a proposal, given as its JSON object, was decided longer ago than it is kept; False if it doesn't say."""
    try:
        return datetime.fromisoformat(value[CLOSED_KEY]) < now - KEPT
    except (KeyError, TypeError, ValueError):
        return False
