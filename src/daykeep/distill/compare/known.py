"""Recognises what is known already: line by line, and in other words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.compare.sieve import Sieve
from daykeep.memory.items import memory_lines
from daykeep.memory.sources import hash_line
from daykeep.review.queue.proposals import ARCHIVE, whole_id
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from daykeep.distill.compare.featurecache import FeatureCache
    from daykeep.distill.compare.past import Past
    from daykeep.distill.compare.sieve import Features, Found
    from daykeep.memory.items import Item
    from daykeep.memory.leaving.archive import Leaving
    from daykeep.review.queue.proposals import Proposal

SAME, REFINES, CONTRADICTS = "same", "refines", "contradicts"

MIN_CHARS = 8
"""A shorter line says too little to be recognised in other words."""

BLOCK_LINES = 8
"""A list of more lines is many memories, not one."""

EARLIER_LINES = 2_000
"""So many archived lines, the latest, are recognised in other words too."""


class Hit(NamedTuple):
    """A known text that an item meets: ``relation`` is that of the item to it, ``texts`` its lines, ``where`` it stands."""

    relation: str
    texts: tuple[str, ...]
    where: str


class Blocked(NamedTuple):
    """Why an item must not be learned: ``kind`` is taken_back, rejected, approved or waiting; ``reason`` in words."""

    kind: str
    reason: str
    repeats: str = ""


class Known:
    """Everything that an item can repeat; grows as items of the run are decided."""

    def __init__(
        self, memory: Sequence[str], past: Past, waiting: Sequence[Proposal], *, cache: FeatureCache | None
    ) -> None:
        """``cache`` gives what texts are found by; None: items are compared line by line only."""
        self.lines = {normalise_line(line) for line in memory} - {""}
        self.past = past
        self._cache = cache
        self._waiting = {whole_id(item.id): proposal.id for proposal in waiting for item in proposal.waiting}
        texts = [
            (proposal.id, item.action, item.memory_lines) for proposal in waiting for item in proposal.waiting
        ]
        self._waiting_texts = {"\n".join(lines): proposal for proposal, _, lines in texts}
        self._entries: list[Hit] = []
        self._blocking, self._memory, self._earlier = Sieve(), Sieve(), Sieve()
        if cache is not None:
            self._add_blocking(past)
            for proposal_id, action, lines in texts:
                if action != ARCHIVE:
                    self._enter(self._blocking, lines, f"waiting:{proposal_id}")
            self._add_memory(memory, past)

    def blocked(self, item: Item, features: Features, *, grown: bool) -> Blocked | None:
        """Whether an item was taken back, deleted, rejected or approved before, or waits already.

        From a log that has ``grown`` an item may hold new lines beside those that were deleted: then it is not blocked.
        """
        past = self.past
        if _share(item, lambda line: line in past.tombstones) > 0.5:
            return Blocked("taken_back", "it was taken back before")
        gone = _share(item, lambda line: line in past.deleted or line in past.tombstones)
        if gone == 1 or (gone > 0.5 and not grown):
            return Blocked("taken_back", "it stood in memory, and a person took it out or changed it")
        if _share(item, lambda line: line in past.rejected) > 0.5:
            return Blocked("rejected", "it was rejected in a review")
        if item.item_id in past.approved:
            return Blocked("approved", "it was approved in a review before")
        proposal = self._waiting.get(item.item_id) or self._waiting_texts.get("\n".join(memory_lines(item)))
        if proposal:
            return Blocked("waiting", f"it waits for you already in {proposal}")
        return self._blocked_in_words(item, features)

    def in_memory(self, item: Item, features: Features) -> Hit | None:
        """The text of memory, of a note or of the archive that an item repeats, refines or contradicts."""
        if self._cache is None or not self._memory.has_near(features):
            return None
        hit = self._hit(self._memory.find(text_of(item), features))
        if hit is not None and hit.relation == SAME:
            return hit
        claims = _claims(item) if len(item.texts) > 1 else []
        hits = [self._hit(self._memory.find(text, self._features(text))) for text in claims]
        repeated = [one for one in hits if one is not None and one.relation == SAME]
        return repeated[0] if hits and len(repeated) == len(hits) else hit

    def earlier(self, item: Item, features: Features) -> Found | None:
        """The item of this run, by the number that it was added with, that an item repeats, refines or contradicts."""
        return self._earlier.find(text_of(item), features) if self._cache is not None else None

    def add(self, number: int, item: Item, features: Features, *, to_memory: bool) -> None:
        """Know an item of this run from now on; ``to_memory``: its lines will stand there."""
        if to_memory:
            self.lines.update(normalise_line(text) for text in item.texts)
        if self._cache is not None:
            self._earlier.add(number, text_of(item), features)
            if not to_memory:
                self._cache.put("\n".join(memory_lines(item)), features)

    def features(self, item: Item) -> Features:
        """What an item is found by."""
        return self._features(text_of(item))

    def _features(self, text: str) -> Features:
        return self._cache.get(text) if self._cache is not None else frozenset()

    def _blocked_in_words(self, item: Item, features: Features) -> Blocked | None:
        hit = self._hit(self._blocking.find(text_of(item), features)) if len(self._blocking) else None
        if hit is None or hit.relation == CONTRADICTS:
            return None
        kind, _, proposal = hit.where.partition(":")
        reasons = {
            "taken_back": "it was taken back before, in other words",
            "deleted": "it stood in memory in other words, and a person took it out",
            "rejected": "it was rejected in a review, in other words",
            "waiting": f"it waits for you already in {proposal}, in other words",
        }
        if kind == "waiting" and hit.relation == REFINES:
            return None
        return Blocked("taken_back" if kind == "deleted" else kind, reasons[kind], "\n".join(hit.texts))

    def _hit(self, found: Found | None) -> Hit | None:
        if found is None:
            return None
        return self._entries[found.key]._replace(relation=found.comparison.relation)

    def _enter(self, sieve: Sieve, texts: Sequence[str], where: str) -> None:
        text = "\n".join(texts)
        sieve.add(len(self._entries), text, self._features(text))
        self._entries.append(Hit(SAME, tuple(texts), where))

    def _add_blocking(self, past: Past) -> None:
        for kind, texts in (
            ("taken_back", past.taken_back_texts),
            ("deleted", past.deleted_texts),
            ("rejected", past.rejected_texts),
        ):
            for text in texts.values():
                self._enter(self._blocking, text.split("\n"), kind)

    def _add_memory(self, memory: Sequence[str], past: Past) -> None:
        for texts in claims_of(memory):
            self._enter(self._memory, texts, "memory")
        for name, lines in past.notes.items():
            for texts in claims_of(lines):
                self._enter(self._memory, texts, name)
        for text in list(past.archived.values())[-EARLIER_LINES:]:
            self._enter(self._memory, [text], "archive")


def known_next_time(cache: FeatureCache, memory: Sequence[str], leaving: Iterable[Leaving]) -> None:
    """Have it in the cache what the lines of memory, and those that left for the archive, are found by."""
    for texts in claims_of(memory):
        cache.get("\n".join(texts))
    for left in leaving:
        for text in left.texts:
            cache.get(text)


def claims_of(lines: Sequence[str]) -> Iterator[list[str]]:
    """What a file of memory says: each of its lines, and each short list or paragraph as a whole."""
    headings = {section.line for section in parse_sections(lines, bold_headings=False) if section.line}
    block: list[str] = []
    for number, text in enumerate([*lines, ""], 1):
        if number not in headings and len(normalise_line(text)) >= MIN_CHARS and not _is_mark(text):
            yield [text]
            block.append(text)
        elif not text.strip() or number in headings:
            if 1 < len(block) <= BLOCK_LINES:
                yield block
            block = []


def share_known(item: Item, known: Iterable[str]) -> float:
    """The share of an item's lines that are among the ``known`` ones, normalised; 1 for an item without lines."""
    lines = [normal for text in item.texts if (normal := normalise_line(text))]
    names = known if isinstance(known, set) else set(known)
    return sum(1 for line in lines if line in names) / len(lines) if lines else 1.0


def _share(item: Item, is_known: Callable[[str], bool]) -> float:
    lines = [hash_line(text) for text in item.texts if normalise_line(text)]
    return sum(1 for line in lines if is_known(line)) / len(lines) if lines else 0.0


def text_of(item: Item) -> str:
    """What an item says, as it is compared."""
    return "\n".join(item.texts)


def _claims(item: Item) -> list[str]:
    return [text for text in item.texts if len(normalise_line(text)) >= MIN_CHARS]


def _is_mark(text: str) -> bool:
    return text.lstrip().startswith("<!--")
