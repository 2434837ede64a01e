"""What a workspace knows already, waits to know, or does not want to know: looked up once for many statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.memory.decisions import APPROVED, REJECTED, find_tombstones, find_verdicts
from daykeep.memory.notes.reading import claims_in, load_notes
from daykeep.memory.notes.stores.places import workspace_store
from daykeep.memory.sources import hash_line
from daykeep.text.claims import KnownClaims
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import Proposal

COMPARED_CHARS = 2_000
"""What a statement says is compared by so much of its beginning."""


class Near(NamedTuple):
    """A known claim that a statement meets: its text, and how the statement stands to it (same, refines, contradicts).

    ``whole`` is all that the note says which holds it.
    """

    text: str
    relation: str
    whole: str

    def says_with(self, more: Sequence[str]) -> bool:
        """Whether the statement is known by this, with its reason and use (``more``)."""
        there = _plain(self.whole)
        return self.relation == "same" and all(_plain(part) in there for part in more)


class Known:
    """Looks statements up: among notes and MEMORY.md in other words, among the decided and the waiting by what they are."""

    def __init__(self, files: Files, waiting: Iterable[Proposal], *, memory: str) -> None:
        self._files = files
        self.waiting: set[str] = set()
        self.names: set[str] = set()
        for proposal in waiting:
            for item in proposal.waiting:
                self.waiting.add(item.id)
                self.names.add(item.lands)
        self._verdicts = {verdict.item: verdict.kind for verdict in find_verdicts(files).values()}
        self._dead = find_tombstones(files)
        self._claims = KnownClaims()
        self._texts: dict[str, tuple[str, str]] = {}
        self._add_notes()
        self._add_memory(memory)

    def decided(self, item: str) -> str:
        """How a person decided about an item before, ``""`` if they did not (or took it back)."""
        kind = self._verdicts.get(item, "")
        return kind if kind in {APPROVED, REJECTED} else ""

    def is_unwanted(self, text: str) -> bool:
        """Whether a person has rejected or forgotten a line of this before."""
        return bool(self._dead) and any(
            hash_line(line) in self._dead for line in text.split("\n") if normalise_line(line)
        )

    def find(self, text: str) -> Near | None:
        """What says the same, less than, or otherwise than a text; None if nothing does."""
        match = self._claims.find(_compared(text))
        if match is None:
            return None
        said, whole = self._texts[match.key]
        return Near(said, match.comparison.relation, whole)

    def add(self, text: str, whole: str) -> None:
        """Know a text from now on, and what is said along with it."""
        self._add(_compared(text), whole)

    def _add(self, text: str, whole: str) -> None:
        if text:
            key = str(len(self._texts))
            self._texts[key] = (text, whole)
            self._claims.add(key, text)

    def _add_notes(self) -> None:
        store = workspace_store(self._files)
        for note in load_notes(store).notes:
            self.names.add(store.name_of(note.path))
            claims = claims_in(note.body)
            for _, _, lines in claims:
                self._add("\n".join(lines), note.text)
            if not claims:
                self._add(note.description, note.text)
            elif len(claims) > 1:
                self._add(_compared(note.text), note.text)

    def _add_memory(self, name: str) -> None:
        try:
            document = self._files.find_document(name)
        except DaykeepError:  # doctor names what is wrong with it
            return
        for _, _, lines in claims_in(document.texts) if document is not None else ():
            self._add("\n".join(lines), "\n".join(lines))


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip("。.").casefold()


def _compared(text: str) -> str:
    return "\n".join(line.strip() for line in text[:COMPARED_CHARS].split("\n") if line.strip())
