"""Brings the index up to date with its sources, in steps that each are whole."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError, LockedError, StorageError
from daykeep.search.documents import GONE, Reading, Skipped
from daykeep.search.index.plan import bounded, is_racy, mark_of, plan_changes, plan_refresh, versions_in
from daykeep.search.store.rows import Prepared, prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from daykeep.search.documents import Before, Listing, Source, Stamp
    from daykeep.search.index.plan import Plan
    from daykeep.search.store import ChunkStore

STEP_BYTES = 2_000_000
"""So much text is stored in one transaction: half a second of work that a kill can cost."""

HASTY_SECONDS = 0.05
"""How long a refresh that has little time waits for another writer."""
STEP_REMOVED = 200
"""So many documents are taken out in one transaction."""


class Refreshed(NamedTuple):
    """What a refresh came to, for one source or for all.

    ``stale`` are the keys of documents that are not in the index as they are on disk: there was no time, or no way to
    write. ``skipped`` are those that are not searched at all. ``why`` says why documents are stale.
    """

    added: int = 0
    changed: int = 0
    removed: int = 0
    touched: int = 0
    stale: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    problems: tuple[str, ...] = ()
    why: str = ""

    def __add__(self, other: object) -> Refreshed:
        """The sum of two."""
        if not isinstance(other, Refreshed):
            return NotImplemented
        added, changed, removed, touched = (one + two for one, two in zip(self[:4], other[:4], strict=True))
        return Refreshed(
            added, changed, removed, touched, self.stale + other.stale, self.skipped + other.skipped,
            self.problems + other.problems, self.why or other.why,
        )  # fmt: skip


class Pace(NamedTuple):
    """How far a refresh may go: until ``out_of_time`` says so, telling ``progress`` how much is done of how much.

    ``read_at_ns`` is the moment at which it starts, in nanoseconds since 1970. ``share`` may read and prepare
    documents with several processes (`Sharing`); None reads them here.
    """

    read_at_ns: int
    out_of_time: Callable[[], bool] | None = None
    progress: Callable[[int, int], None] | None = None
    share: Callable[[Source, Sequence[str]], Iterator[tuple[str, Prepared | Skipped]]] | None = None


NO_TIME = "there was no time to read them"
BUSY = "another process is writing the index"


def refresh(store: ChunkStore, sources: Iterable[Source], pace: Pace) -> Refreshed:
    """Bring the store up to date with all sources, as far as time allows; what was done stays done.

    May be interrupted at any moment: the next refresh goes on from there. Never raises for a document that can't be
    read, or for another writer: both are told.
    """
    total = Refreshed()
    sources = list(sources)
    writes = store.writes()
    noted = {source.name: store.listed(source.name) for source in sources}
    marks: dict[str, bytes] = {}
    for source in sources:
        # what is known is looked up before the listing, or a file that another process adds meanwhile would seem gone
        stamps = {} if noted[source.name] else store.stamps(source.name)
        listing, mark = _list(source)
        marks[source.name] = mark
        done = Refreshed()
        if not mark or noted[source.name] != mark:
            work = _run(store, source, _plan(listing, noted[source.name], stamps), pace)
            done = work.result()
            writes += work.writes
            if listing.closed or not work.is_clean:  # the index holds more than this listing shows, or less
                marks[source.name] = b""
        total += done._replace(skipped=(*listing.skipped, *done.skipped))
    if marks != noted:
        with suppress(LockedError, StorageError):  # a note saves time and nothing else
            store.note_listed({name: mark for name, mark in marks.items() if mark}, writes=writes)
    if pace.out_of_time is None:
        store.settle()
    known = {one.path for one in total.skipped}
    return total._replace(skipped=(*total.skipped, *(one for one in store.unread() if one.path not in known)))


def _list(source: Source) -> tuple[Listing, bytes]:
    """What a source has, and the mark of it; numbers that fit nowhere are rare, so they are bounded only where met."""
    listing = source.list_documents()
    mark = mark_of(listing)
    if not mark:
        listing = listing._replace(found={key: bounded(one) for key, one in listing.found.items()})
        mark = mark_of(listing)
    return listing, mark


def _plan(listing: Listing, noted: bytes, stamps: Mapping[str, Stamp]) -> Plan:
    """What must be done, by the last listing that the index held completely, else by the stamps of all documents."""
    if noted:
        return plan_changes(listing, versions_in(noted))
    return plan_refresh(listing, stamps)


def apply_refresh(store: ChunkStore, source: Source, plan: Plan, pace: Pace) -> Refreshed:
    """Do what a plan says, in transactions of about `STEP_BYTES`; without time, the latest changes come first."""
    return _run(store, source, plan, pace).result()


def _run(store: ChunkStore, source: Source, plan: Plan, pace: Pace) -> _Work:
    work = _Work(store, source, plan, pace)
    keys = plan.to_read
    if pace.out_of_time is not None:
        keys.sort(key=lambda key: -plan.found[key][1])
    try:
        work.remove()
        if pace.share is not None and pace.out_of_time is None:
            work.store_shared(keys)
        else:
            work.store_all(keys)
    except LockedError:
        work.why = BUSY
    except StorageError as error:
        work.why = error.message
    return work


class Item(NamedTuple):
    """A document that was read, or can't be; ``based_on`` is the hash of what the index held of it before."""

    key: str
    found: Prepared | Skipped
    based_on: str = ""


class _Work:
    """One run of a plan; counts what was done."""

    def __init__(self, store: ChunkStore, source: Source, plan: Plan, pace: Pace) -> None:
        self.store, self.source, self.plan, self.pace = store, source, plan, pace
        self.kinds = {key: kind for kind, keys in enumerate(plan[:3]) for key in keys}
        self.counts = [0, 0, 0]
        self.removed = 0
        self.settled: set[str] = set()
        self.skipped: list[Skipped] = []
        self.problems: list[str] = []
        self.why = ""
        self.writes = 0
        self.has_doubts = False

    @property
    def is_clean(self) -> bool:
        """Whether the index holds all that the plan's listing shows, without a doubt."""
        return (
            not self.has_doubts
            and len(self.settled) == len(self.kinds)
            and self.removed == len(self.plan.removed)
        )

    def remove(self) -> None:
        """Take out what is gone."""
        for start in range(0, len(self.plan.removed), STEP_REMOVED):
            if start and self._is_late():
                return
            step = self.plan.removed[start : start + STEP_REMOVED]
            with self._writing():
                self.store.remove(key for key in step if self.store.version(key) == self.plan.gone[key])
            self.writes += 1
            self.removed += len(step)

    def store_all(self, keys: Sequence[str]) -> None:
        """Read and store one step after the other until there is no time; one document is always read."""
        waiting = list(reversed(keys))
        while waiting:
            step: list[Item] = []
            size = 0
            while waiting and size < STEP_BYTES and not (self._has_begun(step) and self._is_late()):
                key = waiting.pop()
                size += self.plan.found[key][0]
                step.append(self._read(key))
            if not step:
                self.why = NO_TIME
                return
            self._store(step)

    def _has_begun(self, step: Sequence[Item]) -> bool:
        return bool(step or self.settled)

    def store_shared(self, keys: Sequence[str]) -> None:
        """Store what other processes read; documents of which the index holds a part are read here."""
        grown = [key for key in keys if self.kinds[key]]
        assert self.pace.share is not None  # noqa: S101 - the caller asked
        step: list[Item] = []
        size = 0
        for key, found in self.pace.share(self.source, [key for key in keys if not self.kinds[key]]):
            step.append(Item(key, found))
            size += self.plan.found[key][0]
            if size >= STEP_BYTES:
                self._store(step)
                step, size = [], 0
        self._store(step)
        self.store_all(grown)

    def _writing(self) -> AbstractContextManager[None]:
        return self.store.writing(wait_seconds=None if self.pace.out_of_time is None else HASTY_SECONDS)

    def _is_late(self) -> bool:
        return self.pace.out_of_time is not None and self.pace.out_of_time()

    def _read(self, key: str) -> Item:
        before = self.store.before(key) if self.kinds[key] else None
        return Item(key, read_prepared(self.source, key, before), before.sha256 if before else "")

    def _store(self, step: Sequence[Item]) -> None:
        if not step:
            return
        counted = list(self.counts)
        try:
            with self._writing():
                settled = [item.key for item in step if self._store_one(item)]
        except DaykeepError:
            self.counts = counted  # the step is taken back as a whole
            raise
        self.writes += 1
        self.settled.update(settled)
        if self.pace.progress is not None:
            self.pace.progress(len(self.settled), len(self.kinds))

    def _store_one(self, item: Item) -> bool:
        """Store one document; False if it must be looked at again."""
        key, found, based_on = item
        before = self.store.before(key)
        if (before.sha256 if before is not None else "") != based_on:
            # another process stored it since it was read, perhaps as it is now: only a new look can tell
            found = read_prepared(self.source, key, before)
        if isinstance(found, Skipped):
            return self._store_skipped(key, found)
        reading = found.reading
        self.problems.extend(reading.problems)
        racy = is_racy(reading.version, self.pace.read_at_ns)
        self.has_doubts = self.has_doubts or racy or reading.version != self.plan.found[key]
        if before is not None and before.sha256 == reading.sha256:
            self.store.note_version(key, reading.version, racy=racy)
            self.counts[2] += 1
            return True
        self.store.put(found, racy=racy)
        self.counts[0 if before is None else 1] += 1
        return True

    def _store_skipped(self, key: str, skipped: Skipped) -> bool:
        before = self.store.before(key)
        if skipped.reason == GONE:
            self.store.remove([key])
            return True
        self.skipped.append(skipped)
        if before is not None and before.chunks and not skipped.lasting:
            return False  # what is known of it stays, and is named as stale
        self.has_doubts = self.has_doubts or not skipped.lasting
        self.store.note_unread(key, self.plan.found[key], skipped)
        return True

    def result(self) -> Refreshed:
        """What was done, and what was not."""
        stale = tuple(sorted(key for key in self.kinds if key not in self.settled and self._matters(key)))
        stale += self.plan.removed[self.removed :]
        added, changed, touched = self.counts
        skipped, problems = tuple(self.skipped), tuple(self.problems)
        return Refreshed(added, changed, self.removed, touched, stale, skipped, problems, self.why)

    def _matters(self, key: str) -> bool:
        """Whether a document that was not looked at may differ: a doubtful one has nothing but a doubt against it."""
        return self.kinds[key] < len(self.counts) - 1


def read_prepared(source: Source, key: str, before: Before | None) -> Prepared | Skipped:
    """Read a document and make it ready for storing."""
    found = source.read_document(key, before)
    return prepare(found._replace(version=bounded(found.version))) if isinstance(found, Reading) else found
