"""Sorts what was found into what is proposed and what is not, and puts the proposals into the queue."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.paths import same_file_key
from daykeep.importing.drafting import Share, draft_share
from daykeep.importing.found import Passed
from daykeep.importing.known import Known
from daykeep.memory.notes.naming import note_slug
from daykeep.processes import uncollected, work_shared
from daykeep.review.queue.proposals import NEW_NOTE, NEW_TARGET, Draft
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date, datetime

    from daykeep.files.store import Files
    from daykeep.importing.detect import Reading
    from daykeep.importing.drafting import Drafted
    from daykeep.importing.found import Day, Said
    from daykeep.importing.known import Near
    from daykeep.review.queue.proposals import ProposalStore, ProposedItem

_MET = {
    "same": "gives another reason for what is known",
    "refines": "says more than what is known",
    "contradicts": "says otherwise than what is known",
}

LOCK = "import"
AT_ONCE = 250
"""So many things one process makes items of at once."""
TOGETHER = 500
"""So many items are one proposal: few enough to look at and to write at once, and enough for thousands to be quick."""


class Place(NamedTuple):
    """The workspace that is imported into, and the moment; ``memory`` is MEMORY.md's name."""

    files: Files
    store: ProposalStore
    memory: str
    day: date
    now: datetime


class Plan(NamedTuple):
    """What an import would propose, and what became of everything else.

    ``known`` are statements that the workspace has, or that came twice, each with what says the same; ``waiting``,
    ``approved`` and ``rejected`` count what waits or was decided about before. ``passed`` names what could not be
    imported. ``left`` counts what is new and beyond the limit. ``masked`` are secrets, ``flagged`` the items with
    something in them that gives orders.
    """

    format: str
    items: tuple[ProposedItem, ...]
    known: tuple[tuple[str, str], ...]
    waiting: int
    approved: int
    rejected: int
    passed: tuple[Passed, ...]
    left: int
    masked: int
    flagged: tuple[str, ...]

    @property
    def origin(self) -> str:
        """Who makes the proposals: the name by which a person decides about all of them at once."""
        return f"import:{self.format}"


def plan_import(
    place: Place,
    reading: Reading,
    *,
    limit: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    processes: int = 1,
) -> Plan:
    """Plan an import; reads only. ``progress`` hears how many of how many things were looked at.

    With more ``processes`` they make the items; the plan is the same.
    """
    found = reading.found
    shares = [
        Share(reading.format, place.files.root, place.day, place.now, found[first : first + AT_ONCE])
        for first in range(0, len(found), AT_ONCE)
    ]
    with uncollected():
        sorting = _Sorting(place, reading, limit)
        drafted = work_shared(draft_share, shares, processes if len(shares) > 1 else 1)
        for number, (one, item) in enumerate(zip(found, drafted, strict=True), 1):
            sorting.take(one, item)
            if progress is not None:
                progress(number, len(found))
    return sorting.plan()


def apply_import(
    place: Place, plan: Plan, *, progress: Callable[[int, int], None] | None = None
) -> list[str]:
    """Put what is planned into the queue; the ids of the proposals.

    Nothing else of the workspace changes. What was put in is durable, proposal by proposal; killed in between, the
    same import goes on where it stopped, because what waits is not proposed again. The caller holds
    `LOCK` since before it planned.
    """
    made: list[str] = []
    done = 0
    for number, first in enumerate(range(0, len(plan.items), TOGETHER)):
        items = plan.items[first : first + TOGETHER]
        draft = Draft(plan.origin, NEW_TARGET, None, items)
        proposal = place.store.create(draft, now=place.now + timedelta(milliseconds=number))
        made += [proposal.id] if proposal is not None else []
        done += len(items)
        if progress is not None:
            progress(done, len(plan.items))
    return made


class _Sorting:
    """The import while it is planned."""

    def __init__(self, place: Place, reading: Reading, limit: int | None) -> None:
        self._reading = reading
        self._limit = limit
        self._known = Known(place.files, place.store.list_waiting().proposals, memory=place.memory)
        taken = [*self._known.names, *place.files.list_names("memory", recursive=True)]
        self._taken = {same_file_key(name) for name in taken}
        self._seen: set[str] = set()
        self._items: list[ProposedItem] = []
        self._known_here: list[tuple[str, str]] = []
        self._counts: Counter[str] = Counter()
        self._passed = list(reading.passed)
        self._masked = self._left = 0
        self._flagged: list[str] = []

    def take(self, found: Said | Day, drafted: Drafted | Passed) -> None:
        """Sort one thing that was found."""
        if isinstance(drafted, Passed):
            self._passed.append(drafted)
            return
        if drafted.item.id in self._seen:
            self._known_here.append((f"{found.name}:{found.first}", "it stands twice in what is imported"))
            return
        self._seen.add(drafted.item.id)
        reason = self._decided(drafted)
        if reason:
            self._counts[reason] += 1
            self._known.add(drafted.text, drafted.whole)
            return
        near = self._known.find(drafted.text) if drafted.text else None
        if near is not None and near.says_with(drafted.more):
            place = f"{found.name}:{found.first}"
            self._known_here.append((place, f"known already: {near.text.splitlines()[0]}"))
        elif self._limit is not None and len(self._items) >= self._limit:
            self._left += 1
        else:
            self._propose(drafted, near)

    def plan(self) -> Plan:
        """What came of it."""
        counts = self._counts
        return Plan(
            self._reading.format, tuple(self._items), tuple(self._known_here), counts["waiting"],
            counts["approved"], counts["rejected"], tuple(self._passed), self._left, self._masked, tuple(self._flagged),
        )  # fmt: skip

    def _decided(self, drafted: Drafted) -> str:
        """What became of the same before: waiting, approved, rejected; ``""`` if nothing did."""
        if drafted.item.id in self._known.waiting:
            return "waiting"
        is_unwanted = bool(drafted.text) and self._known.is_unwanted(drafted.text)
        return self._known.decided(drafted.item.id) or ("rejected" if is_unwanted else "")

    def _propose(self, drafted: Drafted, near: Near | None) -> None:
        wished, name = self._name(drafted.item)
        beside = [f"it {_MET[near.relation]}: {near.text.splitlines()[0]}"] if near is not None else []
        beside += [f"{wished} is there already, or waits"] if name != wished else []
        item = drafted.item._replace(lands=name, duplicates=tuple(beside))
        self._items.append(item)
        self._masked += drafted.masked
        if drafted.flagged:
            self._flagged.append(item.id)
        if drafted.text:
            self._known.add(drafted.text, drafted.whole)

    def _name(self, item: ProposedItem) -> tuple[str, str]:
        """The file that the item would become by its own name, and one that nothing has and nothing that waits would get."""
        is_note = item.kind == NEW_NOTE
        stem = f"{NOTES_FOLDER}/{note_slug(item.title)}" if is_note else f"memory/{item.day.isoformat()}"
        tail = "" if is_note else f"-{self._reading.format}"
        number = 1
        name = wished = f"{stem}.md"
        while same_file_key(name) in self._taken:
            number += 1
            name = f"{stem}{tail}-{number}.md" if is_note or number > 2 else f"{stem}{tail}.md"
        self._taken.add(same_file_key(name))
        return wished, name
