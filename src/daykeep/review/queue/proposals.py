"""Changes of memory that wait for a person: what a proposal holds, and what every store of proposals promises.

A proposal never stands in ``memory/``, where agents and indexers would read text that nobody has approved.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Protocol

from daykeep.files.ids import short_hash
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.items import bulletise
from daykeep.memory.sources import hash_line, hash_source
from daykeep.text.comments import neutralise

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from daykeep.files.encoding import Problem
    from daykeep.memory.items import Item

ADD, SUPERSEDE, ARCHIVE, CHANGE, FORGET = "add", "supersede", "archive", "change", "forget"
ACTIONS = (ADD, SUPERSEDE, ARCHIVE, CHANGE, FORGET)
TEACHES = (ADD, SUPERSEDE)
"""The actions by which memory learns something from a log; the others change what stands there."""
NOTE_RULE = "remember"
"""The rule of a change that is a whole note: what somebody asked to remember, as it is to stand once it is reviewed."""
NEW_RULE = "import"
"""The rule of a change that is a file of its own, which is to come: a note or a day's log of another tool's memory."""
NEW_TARGET = "memory"
"""What a proposal of such files is about: the folder that they come into."""
NEW_NOTE, NEW_DAY = "note", "day"
"""The kinds of such files."""

PENDING, APPROVED, REJECTED, DEFERRED = "pending", "approved", "rejected", "deferred"
STATUSES = (PENDING, APPROVED, REJECTED, DEFERRED)
WAITING = (PENDING, DEFERRED)
"""An item with one of these still needs a decision."""

SHORTEST_ID = 4
"""How much of an id a person gives at least."""
_ID_DIGITS = 12
_PART = re.compile(r"([0-9a-f]+)(?:s\d{1,4})+")


class SourceLine(NamedTuple):
    """One line of a log: its number, the hash of its exact text, and its text in memory (None: left out there)."""

    number: int
    sha8: str
    text: str | None


class OldLine(NamedTuple):
    """A line of memory as it was when the proposal was made: its number, its text and its hash."""

    number: int
    text: str
    line: str


class ProposedItem(NamedTuple):
    """One change to one file of memory, with everything that a person needs to decide about it.

    ``action`` is add, supersede (``supersedes`` are the lines that it would replace), archive (its own lines leave
    the file for the archive), forget (they leave it for good) or change: of its own ``lines``, which are those of the
    file around the place, the first ``before`` stay, ``supersedes`` go, and ``edited`` come instead. ``reason`` says in one sentence why it waits, ``reasons`` what speaks for remembering it;
    ``duplicates`` are lines that it resembles. ``edited`` are the lines as a person worded them, None where nobody
    did. ``commit`` holds the source, if one did. ``until`` is the day from which on it is asked about again, of one that
    was put off. ``lands`` is the file that would come, of an item that is one (`is_new`); its ``lines`` are then those
    of the file of another tool that it was read from, which ``name`` says. No field holds a secret.
    """

    id: str
    kind: str
    title: str
    day: date
    name: str
    lines: tuple[SourceLine, ...]
    origin: str
    score: float
    rule: str
    worded: bool
    action: str
    reason: str
    reasons: tuple[str, ...] = ()
    supersedes: tuple[OldLine, ...] = ()
    duplicates: tuple[str, ...] = ()
    commit: str | None = None
    edited: tuple[str, ...] | None = None
    status: str = PENDING
    before: int = 0
    until: date | None = None
    lands: str = ""

    @property
    def memory_lines(self) -> list[str]:
        """The lines as they would stand in memory, without line ends."""
        if self.edited is not None:
            return list(self.edited)
        return bulletise(line.text for line in self.lines if line.text is not None)

    @property
    def source(self) -> str:
        """Where it was logged, as ``name:first-last``."""
        return f"{self.name}:{self.lines[0].number}-{self.lines[-1].number}"

    @property
    def is_note(self) -> bool:
        """Whether it is a whole note that somebody asked to remember."""
        return self.action == CHANGE and self.rule == NOTE_RULE

    @property
    def is_new(self) -> bool:
        """Whether it is a file of its own that does not stand anywhere yet: a note or a day's log that was imported."""
        return self.action == CHANGE and self.rule == NEW_RULE

    @property
    def fingerprint(self) -> str:
        """The identity of all that a person is shown, whatever its status: 16 hex digits."""
        shown = self._replace(status=PENDING, until=None)
        return short_hash(repr(shown).encode("utf-8", "surrogateescape"), 16)

    @property
    def waits(self) -> bool:
        """Whether it still needs a decision."""
        return self.status in WAITING

    def is_asked_on(self, day: date) -> bool:
        """Whether a person is asked about it on this day: it waits, and is not put off any longer."""
        if self.status == DEFERRED:
            return self.until is not None and self.until <= day
        return self.status == PENDING


class Draft(NamedTuple):
    """A proposal to be made: who makes it, the file it is about, that file's content (None: no file), and the items."""

    origin: str
    target: str
    base_sha256: str | None
    items: tuple[ProposedItem, ...]


class Proposal(NamedTuple):
    """A proposal in a store; ``id`` is a ULID, so that proposals sort by the time they were made."""

    id: str
    created_at: datetime
    origin: str
    target: str
    base_sha256: str | None
    items: tuple[ProposedItem, ...]

    @property
    def waiting(self) -> tuple[ProposedItem, ...]:
        """The items that still need a decision."""
        return tuple(item for item in self.items if item.waits)

    @property
    def is_asked(self) -> bool:
        """Whether somebody asked for it in so many words: a change of a file, or lines to be forgotten.

        A note is none of both: it is kept already, and waits like what was learned; so does what was imported.
        """
        return any(
            item.action in {CHANGE, FORGET} and not (item.is_note or item.is_new) for item in self.items
        )

    @property
    def pending_count(self) -> int:
        """How many items nobody has looked at; what a person has put off is not one of them."""
        return sum(item.status == PENDING for item in self.items)

    def count_on(self, day: date | None) -> int:
        """How many items a person is asked about on a day; None: only those that were never put off."""
        if day is None:
            return self.pending_count
        return sum(item.is_asked_on(day) for item in self.items)

    def find_item(self, item_id: str) -> ProposedItem | None:
        """The item with exactly this id, or None."""
        return next((item for item in self.items if item.id == item_id), None)


class Choice(NamedTuple):
    """One item with the proposal that it is in."""

    proposal: Proposal
    item: ProposedItem

    @property
    def target(self) -> str:
        """The file that the item is about: its own, of one that is to come, else its proposal's."""
        return self.item.lands if self.item.is_new else self.proposal.target


class Ruling(NamedTuple):
    """What is to become of one item. ``edited`` replaces its lines in memory; with status pending it is only edited.

    ``until``, with status deferred, is the day from which on it is asked about again; None: on demand only.
    """

    item: str
    status: str
    edited: tuple[str, ...] | None = None
    until: date | None = None


class Renewed(NamedTuple):
    """Where a waiting item's lines are now; ``seen`` is the fingerprint of the item that was looked at."""

    item: str
    seen: str
    lines: tuple[SourceLine, ...]
    supersedes: tuple[OldLine, ...]


class Listing(NamedTuple):
    """The proposals that wait, oldest first, and what in the store can't be read."""

    proposals: tuple[Proposal, ...]
    problems: tuple[Problem, ...]

    @property
    def waiting_ids(self) -> frozenset[str]:
        """The ids of all items that still need a decision."""
        return frozenset(item.id for proposal in self.proposals for item in proposal.waiting)


class ProposalStore(Protocol):
    """Where proposals wait. Every store is safe against a crash and against several processes at once."""

    def create(self, draft: Draft, *, now: datetime) -> Proposal | None:
        """Queue those of the draft's items that do not wait already; durable when this returns.

        None, and nothing written, if no item is left: the same draft twice is one proposal.
        """
        ...

    def list_waiting(self) -> Listing:
        """The proposals in which an item still waits; what can't be read is named, left alone and never counted."""
        ...

    def find(self, proposal_id: str) -> Proposal | None:
        """The proposal with this id, decided ones included as long as they are kept; None if there is none.

        Raises DocumentError if it is there and can't be read.
        """
        ...

    def decide(self, proposal_id: str, rulings: Sequence[Ruling], *, now: datetime, by: str) -> Proposal:
        """Record what became of items, all rulings or none; the proposal as it is now.

        A proposal in which nothing waits any more is closed and kept for 90 days. Everything else that stands in it
        stays. Raises UsageError for an id that is not there, DocumentError for a proposal that can't be read.
        """
        ...

    def split(
        self, proposal_id: str, item: str, parts: Sequence[ProposedItem], *, seen: str, now: datetime
    ) -> Proposal:
        """Put ``parts`` in the place of one item that waits, all or none; the proposal as it is then.

        Raises ConflictError if the item no longer has the fingerprint ``seen`` or waits no more, else as `decide`.
        """
        ...

    def find_base(self, proposal_id: str) -> bytes | None:
        """The file that a proposal is about, as it was when the proposal was made; None if that was not kept."""
        ...

    def rebase(
        self, proposal_id: str, items: Sequence[Renewed], *, base_sha256: str | None, now: datetime
    ) -> Proposal:
        """Put a proposal on the file as it is now (its hash is ``base_sha256``); the proposal as it is then.

        Only the places of items that wait change, and only of those that still are what was seen. Nothing happens to
        a proposal in which nothing waits. Raises as `decide` does.
        """
        ...


def propose(
    item: Item,
    *,
    reason: str,
    action: str = ADD,
    reasons: Sequence[str] = (),
    supersedes: Sequence[OldLine] = (),
    duplicates: Sequence[str] = (),
    commit: str | None = None,
) -> ProposedItem:
    """Make a change that waits of an item; secrets are masked, and daykeep's own marks made harmless, in every text."""
    return ProposedItem(
        id=item.item_id
        if action != ARCHIVE
        else short_hash(f"{ARCHIVE}\n{item.item_id}".encode(), _ID_DIGITS),
        kind=item.kind,
        title=clean(item.title),
        day=item.day,
        name=mask_secrets(item.name)[0],
        lines=tuple(
            SourceLine(
                line.number, hash_source([line.source]), None if line.text is None else clean(line.text)
            )
            for line in item.lines
        ),
        origin=item.origin,
        score=item.score,
        rule=item.rule,
        worded=item.worded,
        action=action,
        reason=clean(reason),
        reasons=tuple(map(clean, reasons)),
        supersedes=tuple(old._replace(text=clean(old.text)) for old in supersedes),
        duplicates=tuple(map(clean, duplicates)),
        commit=commit,
    )


def part_id(item_id: str, number: int) -> str:
    """The id of a part of an item that was split; parts count from 1."""
    return f"{item_id}s{number}"


def whole_id(item_id: str) -> str:
    """The id of the item that a part was split from, or the same id.

    >>> whole_id("0123456789abs2"), whole_id("0123456789ab")
    ('0123456789ab', '0123456789ab')
    """
    found = _PART.fullmatch(item_id)
    return found[1] if found else item_id


def old_line(number: int, text: str) -> OldLine:
    """A line of memory that a proposal would replace."""
    return OldLine(number, text, hash_line(text))


def clean(text: str) -> str:
    """Text as it may be kept: without secrets, and without anything that daykeep would take for its own mark."""
    return neutralise(mask_secrets(text)[0])
