"""Plans the ledger: which facts of the turns that leave the view stay in sight, within a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.model import PERSON
from daykeep.text.tokens import count_tokens
from daykeep.triage.ledger.model import Entry, Ledger
from daykeep.triage.ledger.reading import (
    NAMED_BY_OTHERS,
    RAN,
    SAID,
    WORDS,
    WORDS_OF_OTHERS,
    Candidate,
    admit,
    read_others,
    read_person,
)
from daykeep.triage.ledger.render import HEADING, render
from daykeep.triage.phrases.find import Phrase
from daykeep.triage.phrases.seen import Seen, cut_at_joints, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.triage.phrases.find import Token

DEFAULT_BUDGET_TOKENS = 1_000
MOST_UNITS = 1_000
"""Facts are read of so many of the newest units; older ones have had no room for long, and recall finds them."""
_MOST_VISIBLE_CHARS = 200_000
"""Beyond that much visible text a fact may be said twice: looking costs more than saying."""
_SPEAKERS = {SAID: (True,), NAMED_BY_OTHERS: (False,), WORDS: (True, False), WORDS_OF_OTHERS: (False,)}
"""Who says what has this rank: the person or the others."""
_JOINT = ";"


class _Room(NamedTuple):
    """What has been written so far, and by what size the rest is measured."""

    seen: Seen
    visible: str
    count: Callable[[str], int]


class _Shelf:
    """The entries of every unit that was reached, and how much of the budget they take."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.used = 0
        self.rows: dict[str, list[Entry]] = {}
        self.order: list[str] = []
        self.values: dict[str, Entry] = {}

    def put(self, entry: Entry, size: int) -> bool:
        """Take an entry in if there is room for it."""
        if self.used + size > self.budget:
            return False
        self.used += size
        self.rows.setdefault(entry.unit_id, []).append(entry)
        self.order.append(entry.unit_id)
        return True

    def take_last(self) -> tuple[str, int]:
        """Take out the entry that came in last, and say of which unit it was and how long it is."""
        unit_id = self.order.pop()
        return unit_id, len(self.rows[unit_id].pop().text)


class Reader:
    """The candidates of units, each unit read once and only for the ranks that are asked for; may serve several plans."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self.known: dict[tuple[str, int, int, bool], list[Candidate]] = {}

    def of(self, unit: Unit, rank: int) -> list[Candidate]:
        """The candidates of a unit with this rank."""
        return [one for person in _SPEAKERS[rank] for one in self._all(unit, person) if one.rank == rank]

    def _all(self, unit: Unit, person: bool) -> list[Candidate]:
        if not unit.parts:
            return []
        key = (unit.id, len(unit.parts), unit.parts[0].message, person)
        if key not in self.known:
            self.known[key] = list(read_person(unit) if person else read_others(unit))
        return self.known[key]


def plan_ledger(
    units: Sequence[Unit],
    *,
    visible: str = "",
    budget: int = DEFAULT_BUDGET_TOKENS,
    every_word: bool = False,
    count: Callable[[str], int] = count_tokens,
    reader: Reader | None = None,
) -> Ledger:
    """The facts block of the units that leave the view, in the order of the conversation; the same units give the same block.

    What the person said comes first, the newest turn first, then what the assistant and its tools named: so the oldest of the
    latter has no room first. A value that stands in ``visible`` (what stays in the view) or in the block is not
    said again; a newer value of the same key takes the place of the older one. ``every_word`` also takes ordinary
    words of the assistant. ``budget`` is measured by ``count``; a ``reader`` keeps what was read for the next plan. Sentences are only ever a person's own; everything
    else is a short value on one line.
    """
    shelf = _Shelf(max(0, budget - count(HEADING)))
    room = _Room(Seen(), visible.lower() if len(visible) <= _MOST_VISIBLE_CHARS else "", count)
    newest_first = list(reversed(units[-MOST_UNITS:]))
    evicted = {unit.id for unit in units[:-MOST_UNITS]}
    read = reader or Reader()
    for rank in (
        (SAID, NAMED_BY_OTHERS, WORDS, WORDS_OF_OTHERS) if every_word else (SAID, NAMED_BY_OTHERS, WORDS)
    ):
        for place, unit in enumerate(newest_first):
            if not _take(unit.id, read.of(unit, rank), shelf, room):
                evicted.update(one.id for one in newest_first[place:] if rank < WORDS)
                break
    return _fitted(units, shelf, evicted, budget, count)


def _take(unit_id: str, said: Iterable[Candidate], shelf: _Shelf, room: _Room) -> bool:
    """Put what is new of a unit's candidates on the shelf; whether there was room for all of it."""
    for candidate in said:
        for entry in _entries(unit_id, candidate, shelf, room):
            if not shelf.put(entry, room.count(_JOINT + entry.text)):
                return False
    return True


def _entries(unit_id: str, candidate: Candidate, shelf: _Shelf, room: _Room) -> Iterator[Entry]:
    """The entries for a candidate: none if nothing of it is new, or it may not stand outside of its frame.

    A phrase that may not stand there as a whole may still hold names and numbers that may.
    """
    if candidate.phrase is None:
        yield from _whole(unit_id, candidate, shelf, room)
        return
    tokens = room.seen.news(candidate.phrase.tokens)
    if not tokens or _is_visible(written(tokens), room):
        return
    for part in _admitted(tokens, candidate.actor):
        value = admit(written(part), candidate.actor)
        if value and not room.seen.knows(value.lower()):
            room.seen.add(part)
            denied = candidate.phrase.is_denied and len(part) == len(candidate.phrase.tokens)
            yield Entry(unit_id, candidate.actor, value, is_denied=denied, must=candidate.actor == PERSON)


def _admitted(tokens: tuple[Token, ...], actor: str) -> Iterator[tuple[Token, ...]]:
    """The phrase if it may stand outside of its frame, else its parts that may: cut at prepositions, then at every word that says nothing."""
    if admit(written(tokens), actor):
        yield tokens
        return
    for part in cut_at_joints(tokens):
        if admit(written(part), actor):
            yield part
        else:
            yield from Phrase(part).pieces()


def _whole(unit_id: str, candidate: Candidate, shelf: _Shelf, room: _Room) -> Iterator[Entry]:
    """The entry for a value or a sentence that is never taken apart."""
    value, key = candidate.text, candidate.key
    is_person = candidate.actor == PERSON
    newer = shelf.values.get(key) if key and is_person else None
    if newer is not None:
        _supersede(shelf, newer, value)
    elif value and not room.seen.knows(value.lower()) and not _is_visible(value, room):
        value = value if candidate.is_statement or key == RAN else admit(value, candidate.actor)
        if value:
            room.seen.add_text(value.lower())
            entry = Entry(
                unit_id, candidate.actor, value, key, is_statement=candidate.is_statement, must=is_person
            )
            if key and is_person:
                shelf.values[key] = entry
            yield entry


def _is_visible(value: str, room: _Room) -> bool:
    """Whether the value stands in what stays in sight, as words of its own."""
    low = value.lower()
    place = room.visible.find(low)
    while place >= 0:
        end = place + len(low)
        if not (room.visible[place - 1 : place].isalnum() or room.visible[end : end + 1].isalnum()):
            return True
        place = room.visible.find(low, place + 1)
    return False


def _is_by_others(entry: Entry) -> bool:
    return entry.actor != PERSON


def _supersede(shelf: _Shelf, newer: Entry, older_value: str) -> None:
    """Note in the newer entry of a key what it was before, once."""
    if newer.supersedes or newer.value == older_value:
        return
    row = shelf.rows.get(newer.unit_id, [])
    if newer in row:
        changed = newer._replace(supersedes=older_value)
        row[row.index(newer)] = changed
        shelf.values[newer.key] = changed


def _fitted(
    units: Sequence[Unit], shelf: _Shelf, evicted: set[str], budget: int, count: Callable[[str], int]
) -> Ledger:
    """The block of what is on the shelf; as long as it is too large with its frame, what came in last goes."""
    while True:
        rows = [
            (unit.id, sorted(shelf.rows[unit.id], key=_is_by_others))
            for unit in units
            if shelf.rows.get(unit.id)
        ]
        text = render(rows)
        size = count(text)
        if size <= budget or not rows:
            break
        surplus = max(1, len(text) * (size - budget) // size)
        while surplus > 0 and shelf.order:
            unit_id, length = shelf.take_last()
            evicted.add(unit_id)
            surplus -= length + 1
    left_out = tuple(unit.id for unit in units if unit.id in evicted)
    return Ledger(tuple(entry for _, row in rows for entry in row), text, size, left_out)
