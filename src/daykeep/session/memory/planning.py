"""What reading on changes in a session's memory: entries that come in, and daykeep's own that are over. Pure."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.extract.extract import extract
from daykeep.session.extract.speech import own_sayings
from daykeep.session.memory import phrases
from daykeep.session.memory.model import (
    DECISIONS,
    GOAL,
    PREFERENCES,
    PROGRESS,
    QUESTION,
    REQUEST,
    TASK,
    Entry,
    Ledger,
    Written,
)
from daykeep.session.memory.reading import first_request, is_closing, read_units
from daykeep.text.claims import compare
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from daykeep.session.memory.model import Placed, SessionMemory
    from daykeep.session.units.model import Unit

LIMIT_ENTRIES = 60
"""A section keeps so many entries that daykeep wrote; the oldest leave it first."""
DONE_SHARE = 0.6
"""A task is done when so much of it is in what the assistant says is done."""


class MemoryPlan(NamedTuple):
    """What changes: entries (section, text) to add and to take out, and what is on record afterwards."""

    add: tuple[tuple[str, str], ...]
    take_out: tuple[tuple[str, str], ...]
    ledger: Ledger


def plan_update(
    units: Sequence[Unit],
    memory: SessionMemory,
    ledger: Ledger,
    *,
    today: date,
    days: Mapping[int, date] | None = None,
) -> MemoryPlan:
    """Read on behind the last message that was read; only finished units count, one that is open is read when it is done.

    A decision that another one replaces, a question that was answered and a task that was done leave the memory, if daykeep
    wrote them and nobody has changed them since. What somebody took out does not come back. Deterministic: in steps or at
    once, the same units give the same memory.
    """
    pairs = _finished(units, ledger.read)
    if not pairs:
        return MemoryPlan((), (), ledger)
    before = [one for one in ledger.written if _stands(memory, one)]
    state = _State(before, memory, begun=ledger.begun)
    for last, unit in pairs:
        both = (last, unit) if last is not None else (unit,)
        stated = extract(both, today=today, days=days)
        state.begin_unit(dropped=_dropped(unit))
        entries = read_units(both, stated, after=max(unit.first - 1, ledger.read), today=today)
        for entry in entries:
            state.take(entry)
        if not state.begun:
            request = first_request(unit, entries, today=today)
            if request is not None:
                state.take(request)
    state.trim()
    return MemoryPlan(
        _missing(state.written, before),
        _missing(before, state.written),
        Ledger(pairs[-1][1].last, tuple(state.written), state.begun),
    )


def _missing(ones: Sequence[Written], others: Sequence[Written]) -> tuple[tuple[str, str], ...]:
    """What of the first is not in the second."""
    there = {(one.section, one.text) for one in others}
    return tuple((one.section, one.text) for one in ones if (one.section, one.text) not in there)


def _finished(units: Sequence[Unit], read: int) -> list[tuple[Unit | None, Unit]]:
    """The units to read, up to the first open one, each with the one before it: the question that it ends with may be answered.

    The last one that was read is read on where it has grown.
    """
    pairs: list[tuple[Unit | None, Unit]] = []
    last: Unit | None = None
    for unit in units:
        if unit.last > read:
            if unit.is_open:
                break
            pairs.append((last, unit))
        last = unit
    return pairs


def _stands(memory: SessionMemory, one: Written) -> bool:
    return any(entry.section == one.section and entry.text == one.text for entry in memory.entries)


def _dropped(unit: Unit) -> bool:
    return any(is_closing(saying.seen) for saying in own_sayings([unit]))


class _State:
    """The entries that daykeep has written, while units are read."""

    def __init__(self, written: Sequence[Written], memory: SessionMemory, *, begun: bool) -> None:
        self.written = [*written]
        self.begun = begun or bool(memory.of(GOAL))
        self._others = {_key(one) for one in memory.entries} - {_key(one) for one in written}

    def begin_unit(self, *, dropped: bool) -> None:
        """The person spoke again: questions are answered; a task is dropped if they say so."""
        self.written = [one for one in self.written if one.kind != QUESTION]
        if dropped:
            tasks = [one for one in self.written if one.kind == TASK]
            self.written = [one for one in self.written if one is not (tasks[-1] if tasks else None)]

    def take(self, entry: Entry) -> None:
        """Take an entry in, and out what it ends."""
        if entry.section == PROGRESS:
            self.written = [
                one for one in self.written if one.kind != TASK or not _does(entry.text, one.text)
            ]
        if entry.section == GOAL:
            self.begun = True
            self.written = [one for one in self.written if one.kind != REQUEST]
        key = _key(entry)
        if key in self._others or any(_key(one) == key for one in self.written):
            return
        if entry.section in {DECISIONS, PREFERENCES}:
            self.written = [
                one for one in self.written if one.section != entry.section or not _replaces(entry, one)
            ]
        self.written.append(Written(entry.section, entry.text, entry.kind, entry.about))

    def trim(self) -> None:
        """Let the oldest entries of a section go that has too many."""
        counts: dict[str, int] = {}
        kept = []
        for one in reversed(self.written):
            counts[one.section] = counts.get(one.section, 0) + 1
            if counts[one.section] <= LIMIT_ENTRIES:
                kept.append(one)
        self.written = kept[::-1]


def _key(one: Entry | Written | Placed) -> tuple[str, str]:
    return one.section, normalise_line(one.text)


def _does(progress: str, task: str) -> bool:
    """Whether what is done names most of what was to be done."""
    wanted = content_words(task)
    return bool(wanted) and len(wanted & content_words(progress)) >= DONE_SHARE * len(wanted)


def content_words(text: str) -> set[str]:
    """The words that say what a sentence is about, by their beginnings; of Chinese, neighbouring characters."""
    words = {
        word[:STEM] for word in _WORD.findall(text.lower()) if len(word) >= SHORTEST and word not in _EMPTY
    }
    return words | {pair for run in _HAN.findall(text) for pair in map("".join, pairwise(run))}


_WORD, _HAN = re.compile(r"[a-z0-9_][a-z0-9_./-]*[a-z0-9_]"), re.compile("[\u4e00-\u9fff]{2,}")
STEM, SHORTEST = 5, 4
_EMPTY = frozenset(
    {
        "remind", "please", "later", "tomorrow", "need", "needs", "have", "also", "forget", "dont",
        "don't", "todo", "still", "once", "that", "this", "with", "then", "after", "afterwards",
        "next", "point", "some", "week", "done", "will", "should", "could", "would", "make",
        "sure", "into", "from", "your", "when", "they", "them",
    }
)  # fmt: skip
"""Words of tasks that tell nothing of what is to be done."""


def _replaces(new: Entry, old: Written) -> bool:
    """Whether a decision takes the place of one before it: an answer to the same question, its opposite, or "X instead of Y"."""
    if new.about and normalise_line(new.about) == normalise_line(old.about):
        return True
    given_up = [match["old"] or match["zh"] for match in phrases.replaced_pattern().finditer(new.text)]
    lowered = old.text.lower()
    if any(word and word.lower().split()[0] in lowered for word in given_up if len(word) > 2):
        return not any(word and f"not {word.lower()}" in lowered for word in given_up)
    return compare(new.text, old.text).relation in {"same", "refines", "contradicts"}
