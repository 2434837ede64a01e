"""Finds in the turns of a conversation which records are used there: by id, by their words, by their names. Pure.

Only what the user and the assistant say and the arguments of calls count: results of tools, thinking and text that a
program wrote in the user's role are no use of anything. Linear in the length of the text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard.inert import own_words
from daykeep.search.terms import query_terms, terms
from daykeep.session.recalled import is_recalled
from daykeep.session.units.model import AGENT, CALL, PERSON, TEXT
from daykeep.text.facts import find_facts
from daykeep.text.unicode import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from daykeep.session.records.model import Record, Register
    from daykeep.session.units.model import Part, Unit

SHARE = 0.6
"""So many of a record's words in one sentence are a use of it."""
FEWEST = 2
"""And at least so many, where it has as many."""
SHORTEST_WORD = 4
"""The only word of a record has at least so many characters, or two of a script without blanks."""
LIMIT_CHARS = 40_000
"""So much of one part is read: its beginning and its end."""
_SHORTEST_WHOLE = 6
_SHORTEST_NAME = 3


class Use(NamedTuple):
    """A record that was used in a turn; ``confirmed`` says that the user said just that."""

    record_id: str
    round: int
    confirmed: bool = False


class _Known(NamedTuple):
    """What a record is recognised by."""

    id: str
    whole: str
    words: frozenset[str]
    names: tuple[str, ...]


class Recogniser:
    """Recognises records in texts; made once for all texts that are read against the same records."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._known = [_known(record) for record in records if record.is_in_force]
        self._by_word: dict[str, list[int]] = {}
        for number, one in enumerate(self._known):
            for word in one.words:
                self._by_word.setdefault(word, []).append(number)
        self._wanted = {fold(one.id): one.id for one in self._known}
        self._pieces = [(piece, one.id) for one in self._known for piece in (one.whole, *one.names)]
        self._needs = [
            (one.id, max(min(FEWEST, len(one.words)), SHARE * len(one.words))) for one in self._known
        ]
        ids = sorted(
            (re.escape(fold(one.id)) for one in self._known if is_name(one.id)), key=len, reverse=True
        )
        self._ids = re.compile(rf"(?<![\w-])(?:{'|'.join(ids)})(?![\w-])") if ids else None

    def find(self, text: str) -> set[str]:
        """The ids of the records that a text uses.

        >>> from daykeep.session.records.model import Record
        >>> known = Recogniser([Record("user_pref", "user_preference", "Use Feishu notifications", "high")])
        >>> known.find("I'll send the report as a Feishu notification."), known.find("Send a notification by mail.")
        ({'user_pref'}, set())
        """
        found: set[str] = set()
        if not self._known:
            return found
        folded = fold(_bounded(text))
        if self._ids is not None:
            found.update(self._wanted[match[0]] for match in self._ids.finditer(folded))
        plain = " ".join(folded.split())
        found.update(name for piece, name in self._pieces if piece in plain)
        if any(
            True for _ in self._by_words(_bounded(text))
        ):  # else no sentence of it has enough words either
            for sentence in _sentences(_bounded(text)):
                found.update(self._by_words(sentence))
        return found

    def confirmed(self, text: str) -> set[str]:
        """The ids of the records whose whole content the text states: in a sentence that neither asks nor negates it."""
        found: set[str] = set()
        for sentence in _sentences(_bounded(text)):
            plain = " ".join(fold(sentence).split())
            for one in self._known:
                if one.whole in plain and not _doubts(plain.replace(one.whole, " ")):
                    found.add(one.id)
        return found

    def _by_words(self, sentence: str) -> Iterator[str]:
        counts: dict[int, int] = {}
        for word in set(terms(sentence)):
            for number in self._by_word.get(word, ()):
                counts[number] = counts.get(number, 0) + 1
        for number, count in counts.items():
            record_id, needed = self._needs[number]
            if count >= needed:
                yield record_id


def observe(known: Register, units: Sequence[Unit]) -> Register:
    """The register after these turns: who was used when, what the user said so themself, and which round it is.

    A round is the number of a turn. Turns up to the last one observed are passed over, so that telling the same turns
    again changes nothing; the last turn may still grow, so that only what is new in the register changes by it.
    """
    fresh = [unit for unit in units if unit.number >= max(known.observed, 1)]
    if not fresh:
        return known
    known = _anchored(known, fresh[0].number)
    recogniser = Recogniser(known.records)
    records = {record.id: record for record in known.records}
    for unit in fresh:
        for use in _uses(unit, recogniser):
            records[use.record_id] = _taken(records[use.record_id], use)
    last = fresh[-1].number
    return known._replace(records=tuple(records.values()), round=max(known.round or 0, last), observed=last)


def confirm(known: Register, record_id: str, units: Iterable[Unit]) -> Register:
    """The register in which a record is confirmed if the user stated just that in any of these turns, early ones too."""
    record = known.find(record_id)
    if record is None or record.confirmed:
        return known
    recogniser = Recogniser([record])
    said = (part for unit in units for part in unit.parts if part.actor == PERSON and part.kind == TEXT)
    if any(not is_recalled(part) and recogniser.confirmed(own_words(part.text)) for part in said):
        return known.with_record(record._replace(confirmed=True))
    return known


def is_name(text: str) -> bool:
    """Whether an id can be told from a common word: it has a digit, a sign, or a capital within.

    >>> is_name("user_pref"), is_name("goal")
    (True, False)
    """
    return len(text) >= _SHORTEST_NAME and (
        not text.isalpha() or any(character.isupper() for character in text[1:])
    )


def _anchored(known: Register, first: int) -> Register:
    """Records without a round count from the first turn that is seen."""
    start = known.round if known.round is not None else first
    records = (
        record._replace(registered=start) if record.registered is None else record for record in known.records
    )
    return known._replace(records=tuple(records))


def _uses(unit: Unit, recogniser: Recogniser) -> list[Use]:
    used: set[str] = set()
    confirmed: set[str] = set()
    for part in unit.parts:
        if counts(part):
            used |= recogniser.find(part.text)
        if part.actor == PERSON and part.kind == TEXT and not is_recalled(part):
            confirmed |= recogniser.confirmed(own_words(part.text))
    return [Use(name, unit.number, name in confirmed) for name in sorted(used | confirmed)]


def counts(part: Part) -> bool:
    """Whether what stands in a part is a use of information: said by user or assistant, or given to a tool."""
    said = (part.actor in {PERSON, AGENT} and part.kind == TEXT) or part.kind == CALL
    return said and not is_recalled(part)


def _taken(record: Record, use: Use) -> Record:
    if record.registered is not None and use.round < record.registered:
        return record
    is_new = record.referenced is None or record.referenced < use.round
    if not is_new and record.confirmed >= use.confirmed:
        return record
    return record._replace(
        referenced=use.round if is_new else record.referenced,
        references=record.references + is_new,
        confirmed=record.confirmed or use.confirmed,
    )


def _known(record: Record) -> _Known:
    whole = " ".join(fold(record.content).split()).rstrip(" .。;；!！")
    facts = find_facts(record.content)
    names = {
        one
        for one in (*facts.identifiers, *facts.paths, *facts.addresses)
        if len(one) >= _SHORTEST_WHOLE and one in whole
    }
    rest = whole
    for one in sorted(names, key=len, reverse=True):  # a name is a use by itself, its parts are none
        rest = rest.replace(one, " ")
    words = frozenset(query_terms(rest))
    if len(words) == 1 and len(next(iter(words))) < (SHORTEST_WORD if whole.isascii() else FEWEST):
        words = frozenset()
    whole = whole if len(whole) >= (_SHORTEST_WHOLE if whole.isascii() else FEWEST) else "\0"
    return _Known(record.id, whole, words, tuple(sorted(names)))


def _bounded(text: str) -> str:
    if len(text) <= LIMIT_CHARS:
        return text
    half = LIMIT_CHARS // 2
    return f"{text[:half]}\n{text[-half:]}"


def _sentences(text: str) -> list[str]:
    return [one for one in _ends().split(text) if one.strip()]


def _doubts(text: str) -> bool:
    return _negations().search(text) is not None


@cache
def _ends() -> re.Pattern[str]:
    return re.compile(r"\n+|(?<=[.!?;])\s+|(?<=[。！？；])")


@cache
def _negations() -> re.Pattern[str]:
    english = r"\b(?:not|no|never|don'?t|doesn'?t|isn'?t|won'?t|can'?t|stop|without|instead|unless|whether|if|anymore)\b"
    return re.compile(rf"{english}|n['’]t\b|\?|？|不|别|沒|没|勿|无需|取消|改为|吗|是否|如果")
