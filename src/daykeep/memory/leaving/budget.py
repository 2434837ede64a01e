"""Keeps MEMORY.md within its budget: what leaves for the archive, and what a person should let go.

Only items that daykeep wrote and nobody changed leave by themselves (:mod:`daykeep.memory.leaving.owned`), whole ones, never a
part. Of a person's own lines some are named, none is touched. Nothing here writes.
"""

from __future__ import annotations

import textwrap
from bisect import bisect_left
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.memory.items import DECISION, FACT, LESSON, PREFERENCE, PROBLEM_FIX
from daykeep.memory.leaving.archive import Leaving
from daykeep.memory.leaving.itemlines import without_lines
from daykeep.memory.leaving.owned import Owned, find_owned
from daykeep.memory.leaving.suggest import Suggestion, suggest_lines
from daykeep.memory.placing.dates import find_day
from daykeep.memory.placing.titles import add_titles
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from daykeep.files.encoding import Document
    from daykeep.memory.sources import SourceRecord
    from daykeep.text.sections import Section

TARGET_SHARE = 0.9
"""MEMORY.md is brought down to this share of its budget, so that not every run archives."""

LIFE_DAYS = {PROBLEM_FIX: 90, FACT: 150, LESSON: 240, DECISION: 540, PREFERENCE: 1080}
"""How long a thing of each kind stays as worthwhile as one of another kind: a fix is outdated by the next release, a
preference hardly ever. Only the proportions count."""

_USUAL_LIFE_DAYS = 150


class Limits(NamedTuple):
    """The budget of MEMORY.md (`memory.budget_chars`, `memory.budget_lines`)."""

    chars: int
    lines: int


class Size(NamedTuple):
    """How large a document is: characters with line ends as they stand, and lines."""

    chars: int
    lines: int

    def fits(self, limits: Limits, share: float = 1.0) -> bool:
        """Whether it is within a share of the budget."""
        return self.chars <= int(limits.chars * share) and self.lines <= int(limits.lines * share)


class BudgetPlan(NamedTuple):
    """What to do so that MEMORY.md fits; ``document`` is what it will be then, ``size`` that document's size.

    ``moves`` leave for the archive, in the order of the file (none if that would not be enough: then ``fits`` is
    False and ``document`` is unchanged). ``suggestions`` are a person's own lines that could go; given only if
    daykeep's own do not suffice.
    """

    document: Document
    moves: tuple[Leaving, ...]
    suggestions: tuple[Suggestion, ...]
    fits: bool
    size: Size


def measure(document: Document) -> Size:
    """The size of a document as agents and their budgets count it."""
    return Size(sum(_line_chars(document)), len(document.lines))


def measure_until(document: Document, number: int) -> Size:
    """The size of a document's first lines, up to and including line ``number``."""
    return Size(sum(_line_chars(document)[:number]), number)


def _line_chars(document: Document) -> list[int]:
    """The characters of each line, its line end as it stands included."""
    ends = [*(line.start for line in document.lines[1:]), len(document.data)]
    return [len(line.text) + min(end - line.end, 2) for line, end in zip(document.lines, ends, strict=False)]


def plan_budget(
    document: Document,
    *,
    records: Sequence[SourceRecord],
    limits: Limits,
    day: date,
    keep: Collection[str] = (),
    superseded: Collection[str] = (),
    tombstones: Collection[str] = (),
) -> BudgetPlan:
    """Plan what leaves a MEMORY.md that is over its budget; one that fits is left as it is. Pure.

    ``records`` are the sources on record, oldest first, those of items that are about to be written included;
    ``keep`` are the ids of items that must stay (those just written), ``superseded`` those that a newer item
    replaces: they leave first, also where all fits. The others go by age against the life of their kind and their
    score, until 90 % of the budget is reached, or, where that can't be, the budget itself. ``tombstones`` are hashes
    of lines that were taken back: where they stand again, a person wrote them.
    """
    owned = [
        own
        for own in find_owned(document.texts, records, tombstones=tombstones)
        if own.record.item not in keep
    ]
    queue = sorted(owned, key=lambda own: _order(own, day, superseded))
    cutter = _Cutter(document)
    count = sum(1 for own in queue if own.record.item in superseded)
    if not cutter.size(queue[:count]).fits(limits):
        wanted = _shortest(cutter, queue, limits, TARGET_SHARE) or _shortest(cutter, queue, limits, 1.0)
        if wanted is None:
            return _without_a_way(document, records, limits, day)
        count = max(count, wanted)
    going = sorted(queue[:count], key=lambda own: own.numbers)
    planned = cutter.cut(going) if going else document
    moves = tuple(_leaving(document, own, day, superseded) for own in going)
    return BudgetPlan(planned, moves, (), fits=True, size=measure(planned))


def _without_a_way(
    document: Document, records: Sequence[SourceRecord], limits: Limits, day: date
) -> BudgetPlan:
    size = measure(document)
    known = {record.line for record in records}
    over = Size(max(0, size.chars - limits.chars), max(0, size.lines - limits.lines))
    suggestions = tuple(suggest_lines(document.texts, day, known=known, chars=over.chars, lines=over.lines))
    return BudgetPlan(document, (), suggestions, fits=False, size=size)


def _order(own: Owned, day: date, superseded: Collection[str]) -> tuple[bool, float, str, int]:
    """The sort key of an item: what leaves first comes first."""
    return (own.record.item not in superseded, -_pressure(own, day), own.record.day, own.numbers[0])


def _pressure(own: Owned, day: date) -> float:
    """How much an item has had of its time; 1 for one of score 0.5 that is as old as its kind lives."""
    life = LIFE_DAYS.get(own.record.kind, _USUAL_LIFE_DAYS)
    return age_days(own.record, day) / (life * (0.5 + max(0.0, min(1.0, own.record.score))))


def age_days(record: SourceRecord, day: date) -> int:
    """The days since a record's source was logged; 0 for a date that is none or lies ahead."""
    try:
        return max(0, (day - date.fromisoformat(record.day)).days)
    except ValueError:
        return 0


def _shortest(cutter: _Cutter, queue: Sequence[Owned], limits: Limits, share: float) -> int | None:
    """How many of the first items must leave to reach a share of the budget, or None."""
    if not cutter.size(queue).fits(limits, share):
        return None
    return bisect_left(range(len(queue)), 1, key=lambda count: cutter.size(queue[:count]).fits(limits, share))


def _leaving(document: Document, own: Owned, day: date, superseded: Collection[str]) -> Leaving:
    record = own.record
    if record.item in superseded:
        reason = "a newer line replaces it"
    else:
        reason = f"{record.kind.replace('_', ' and ')} of {record.day}, {age_days(record, day)} days old"
    texts = textwrap.dedent("\n".join(document.texts[number - 1] for number in own.numbers)).split("\n")
    return Leaving(record.item, record.kind, own.numbers, own.headings, tuple(texts), reason)


class _Cutter:
    """Takes items out of a document, with the headings of days that came with them and are empty then."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.texts = document.texts
        self.everything = range(len(document.texts))
        self.headings = [section for section in parse_sections(document.texts) if section.line]
        self.chars = _line_chars(document)

    def size(self, items: Sequence[Owned]) -> Size:
        """The size of what stays."""
        going = self._going(items)
        return Size(sum(self.chars) - sum(self.chars[index] for index in going), len(self.texts) - len(going))

    def cut(self, items: Sequence[Owned]) -> Document:
        """What stays."""
        return decode(without_lines(self.document, self._going(items)), self.document.name)

    def _going(self, items: Sequence[Owned]) -> set[int]:
        going = {number - 1 for own in items for number in own.numbers}
        add_titles(self.texts, self.everything, going)
        days = {number - 1: own.record.day for own in items for number in own.numbers}
        for section in reversed(self.headings):
            body = range(section.first - 1, section.last)
            leaving = [index for index in body if index in going]
            if not leaving or any(index not in going and self.texts[index].strip() for index in body):
                continue
            if _is_own_heading(section, {days[index] for index in leaving if index in days}):
                going.update(range(section.line - 1, leaving[-1]))
        self._close_gaps(going)
        return going

    def _close_gaps(self, going: set[int]) -> None:
        """Where blank lines stand on both sides of what leaves, one of them leaves too."""
        ordered = sorted(going)
        firsts = [index for index in ordered if index - 1 not in going]
        lasts = [index for index in ordered if index + 1 not in going]
        for first, last in zip(firsts, lasts, strict=True):
            if self._is_blank(first - 1) and self._is_blank(last + 1, end=True):
                going.add(first - 1)

    def _is_blank(self, index: int, *, end: bool = False) -> bool:
        if index >= len(self.texts):
            return end
        return index >= 0 and not self.texts[index].strip()


def _is_own_heading(section: Section, days: Collection[str]) -> bool:
    """Whether a heading bears the day of the item that stood under it: daykeep wrote it for that item."""
    found = find_day(section.title)
    return found is not None and section.level > 1 and found.day.isoformat() in days
