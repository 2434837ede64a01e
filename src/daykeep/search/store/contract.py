"""What every store of chunks promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from daykeep.search.documents import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from daykeep.search.documents import (
        Before,
        Candidate,
        Chunk,
        Document,
        Filter,
        Match,
        Skipped,
        Stamp,
        Statistics,
        Version,
    )
    from daykeep.search.store.rows import Prepared


class ChunkStore(Protocol):
    """Chunks of documents, found by their terms.

    The answers depend on what is stored, never on the order in which it came. Writing happens inside of
    ``writing()``: all of it is stored or nothing is. What is read inside of ``reading()`` is of one moment. Reading
    never waits for a writer, writers wait for each other. ``IndexUnreadableError`` from any call says that the store
    is damaged, ``LockedError`` that another writer took too long, ``StorageError`` that the disk refused.
    """

    def writing(self, *, wait_seconds: float | None = None) -> AbstractContextManager[None]:
        """One change of the store, whole or not at all; waits so long for another writer (None: as it was opened for)."""

    def reading(self) -> AbstractContextManager[None]:
        """Several looks at one moment of the store."""

    def writes(self) -> int:
        """How often the store was changed so far, by anybody."""

    def listed(self, source: str) -> bytes:
        """What was noted for a source since the last change; empty if nothing."""

    def note_listed(self, marks: Mapping[str, bytes], *, writes: int) -> None:
        """Note that the store holds what these listings of sources show, unless it was changed since ``writes``."""

    def stamps(self, source: str) -> dict[str, Stamp]:
        """The stamps of all documents of a source, by key."""

    def version(self, key: str) -> Version | None:
        """The version of a document that was stored; None if it is not."""

    def before(self, key: str) -> Before | None:
        """What is stored of a document that is to be read again; None if nothing is."""

    def put(self, prepared: Prepared, *, racy: bool = False) -> None:
        """Store a document as it was read; in place of what was stored of it, but for the chunks that are kept."""

    def note_version(self, key: str, version: Version, *, racy: bool = False) -> None:
        """Note that a document has another version with the same content."""

    def remove(self, keys: Iterable[str]) -> None:
        """Take documents out; unknown keys are passed over."""

    def note_unread(self, key: str, version: Version, skipped: Skipped) -> None:
        """Store that a document can't be read, in place of what was stored of it; it has no chunks then."""

    def unread(self) -> list[Skipped]:
        """The documents that could not be read, and why."""

    def statistics(self, terms: Iterable[str]) -> Statistics:
        """The size of the store and in how many chunks each term is: exact, but for terms that stand for a beginning."""

    def candidates(
        self, terms: Sequence[str], *, where: Filter = EVERYTHING, limit: int = 150
    ) -> list[Match]:
        """At most ``limit`` chunks that hold the rarer ones of the terms, the best first.

        Terms in too many chunks find nothing here unless all are: they only score. Equal scores go by key and place.
        Without terms it is the chunks of the days that ``where`` names, in their order, each with a score of 0.
        """

    def around(self, ids: Iterable[int], distance: int) -> dict[int, Candidate]:
        """The chunks of these ids and those up to ``distance`` before and behind them in their documents, by id."""

    def chunks(self, ids: Iterable[int]) -> dict[int, Chunk]:
        """The chunks of these ids with their text, as they were when they were read."""

    def texts(self, ids: Iterable[int]) -> dict[int, str]:
        """The texts of the chunks of these ids alone: ranking reads many and shows few."""

    def documents(self, numbers: Iterable[int]) -> dict[int, Document]:
        """The documents with these numbers."""

    def find(self, key: str, line: int) -> int | None:
        """The id of the chunk of a document that holds a line, or else of the last one before it."""

    def speakers(self) -> list[str]:
        """Everybody who speaks in a chunk, each once, in the order of their names."""

    def count(self) -> tuple[int, int]:
        """How many documents and chunks are stored, without those that could not be read."""

    def overlooked(self, terms: Iterable[str]) -> list[str]:
        """The terms that are found nowhere though a chunk holds them: damage that nothing else shows; looks at every chunk."""

    def check(self) -> str:
        """What is wrong with the store, by a look at all of it; ``""`` if it is sound."""

    def settle(self) -> None:
        """Do what was put off while questions waited; nothing is found otherwise after it, only sooner."""

    def close(self) -> None:
        """Let go of it; nothing more may be asked."""
