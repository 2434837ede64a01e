"""What a turn holds that may go into the ledger: candidates, before anything is left out."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard.inert import inert_line, inert_value, is_short_order, own_words
from daykeep.session.recalled import is_recalled
from daykeep.session.units.model import AGENT, CALL, PERSON, RESULT, TEXT, TOOL
from daykeep.triage.ledger.data import find_pairs, parse_json
from daykeep.triage.ledger.statements import MAX_CHARS, cut_sentences, find_settings
from daykeep.triage.phrases.find import Phrase, find_phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.session.units.model import Part, Unit

_MOST_PHRASES = 60
"""Of one part: a person who pastes a book doesn't say sixty things."""
_MOST_CHARS = 6_000
_MOST_VALUES = 60
_VALUE_CHARS = 80
_COMMAND_CHARS = 160
_SMALL_NUMBER = 4
_DENIED_WORDS = 2
"""Of what others deny in ordinary words, more of them may be part of an order."""
RAN = "ran"
"""The key of a command: it was looked at where it was read, and stays as it is."""
_COMMANDS = ("command", "cmd", "script")
_PLAIN = re.compile(r"[A-Za-z0-9À-ɏ.,:$€£%'&()+-]{1,15}(?: [A-Za-z0-9À-ɏ.,:$€£%'&()+-]{1,15}){0,2}")
"""Up to three short words: too little for an encoded text or a frame."""
_LINE_NUMBER = re.compile(r"^(?:[\w./@-]{1,80}:)?(\d{1,6}):(?!\d)|(?<=\w)\((\d{1,6}),\d{1,5}\)", re.MULTILINE)
"""The number of a line that a search or a compiler names: ``1220:``, ``src/app.py:1220:`` or ``app.ts(1220,9)``."""
_LISTED_CHARS, _MOST_LINES = 20_000, 100
_CODE_LINE = re.compile(r"[^{}()\[\];=<>]*(?:[{}()\[\];=<>][^{}()\[\];=<>]*){2,}")
_PROSE = re.compile(r"(?:\b[A-Za-z]+\s+){3}[A-Za-z]+\b")
_NAMED_VALUE = re.compile(
    r"(?<![\w/.-])(?:[A-Za-z]+[_-])*[A-Za-z]*\d[\w-]*[A-Za-z]\w*|(?<![\w/.])(?:~|\.{0,2})/?(?:[\w.@-]+/)+[\w.@-]+|[\w.+-]+@[\w-]+\.[\w.-]+\w"
    r"|(?<![\w.-])[A-Za-z]+[_-]\d{2,}\w*|\b\d{4}-\d\d-\d\d\b"
)


SAID, NAMED_BY_OTHERS, WORDS, WORDS_OF_OTHERS = range(4)
"""What has room first: a person's rules, values and names; what others named; ordinary words of the person, then of others."""


class Candidate(NamedTuple):
    """Something that may become an entry.

    ``phrase`` holds the words of a phrase, so that what is known already can be taken off; None for a value that stays
    whole. ``rank`` says how early it has room.
    """

    actor: str
    text: str
    phrase: Phrase | None = None
    key: str = ""
    is_statement: bool = False
    rank: int = SAID


def read_person(unit: Unit) -> Iterator[Candidate]:
    """What the person said in a turn: rules and decisions word for word, named values, and phrases; nothing pasted."""
    for part in unit.parts:
        if part.actor != PERSON or part.kind != TEXT:
            continue
        own = own_words(part.text)[:_MOST_CHARS]
        for setting in find_settings(own):
            if inert_value(setting.value):
                yield Candidate(PERSON, setting.value, key=setting.key)
        for sentence in cut_sentences(own):
            line = inert_line(sentence.text, MAX_CHARS) if sentence.is_statement else ""
            if line:
                yield Candidate(PERSON, line, is_statement=True)
                continue
            for phrase in find_phrases(sentence.text)[:_MOST_PHRASES]:
                yield Candidate(PERSON, "", phrase, rank=WORDS if phrase.is_plain else SAID)


def read_others(unit: Unit) -> Iterator[Candidate]:
    """What the assistant and its tools named in a turn: values only, never a sentence of theirs."""
    for part in unit.parts:
        if part.actor == AGENT and part.kind == TEXT:
            for phrase in find_phrases(part.text[:_MOST_CHARS])[:_MOST_PHRASES]:
                if phrase.is_plain and phrase.is_denied and len(phrase.tokens) > _DENIED_WORDS:
                    continue
                if not phrase.is_plain:
                    rank = WORDS if phrase.counts else NAMED_BY_OTHERS
                    yield Candidate(AGENT, "", phrase.core(), rank=rank)
                yield Candidate(AGENT, "", phrase, rank=WORDS_OF_OTHERS)
        elif part.kind == CALL:
            yield from _read_call(part)
        elif part.kind == RESULT and not is_recalled(part):
            yield from _read_result(part)


def _read_call(part: Part) -> Iterator[Candidate]:
    """The arguments of a call that are values; of a command its first line."""
    given = parse_json(part.text)
    if not isinstance(given, dict):
        return
    for name, value in given.items():
        if name in _COMMANDS and isinstance(value, str):
            line = value.strip().partition("\n")[0][:_COMMAND_CHARS]
            yield Candidate(AGENT, inert_line(line, _COMMAND_CHARS), key=RAN, rank=NAMED_BY_OTHERS)
        elif isinstance(value, (dict, list)):
            yield from (Candidate(AGENT, one.value, rank=NAMED_BY_OTHERS) for one in find_pairs(value, name))
        elif isinstance(value, str) and 0 < len(value) <= _VALUE_CHARS and "\n" not in value:
            yield Candidate(AGENT, value, rank=NAMED_BY_OTHERS)


def _read_result(part: Part) -> Iterator[Candidate]:
    """The identifiers, dates, addresses and names in what a tool gave back; of data its other short values too, later."""
    given = parse_json(part.text)
    if given is None:
        names = dict.fromkeys(found.group() for found in _NAMED_VALUE.finditer(part.text[:_MOST_CHARS]))
        yield from (Candidate(TOOL, value, rank=NAMED_BY_OTHERS) for value in list(names)[:_MOST_VALUES])
        numbers = dict.fromkeys(
            found[1] or found[2] for found in _LINE_NUMBER.finditer(part.text[:_LISTED_CHARS])
        )
        yield from (Candidate(TOOL, f"L{number}", rank=WORDS) for number in list(numbers)[:_MOST_LINES])
        return
    pairs = list(dict.fromkeys(find_pairs(given)))
    names = dict.fromkeys(pair.value for pair in pairs if pair.is_name)
    yield from (Candidate(TOOL, value, rank=NAMED_BY_OTHERS) for value in list(names)[:_MOST_VALUES])
    others = dict.fromkeys(
        pair.key if _says_nothing(pair.value) else pair.value for pair in pairs if not pair.is_name
    )
    yield from (Candidate(TOOL, value, rank=WORDS) for value in list(others)[:_MOST_VALUES])


def _says_nothing(value: str) -> bool:
    """Whether a value means nothing without its key: a small number."""
    return len(value) <= _SMALL_NUMBER and value.replace(".", "").isdigit()


@lru_cache(maxsize=1 << 14)
def admit(value: str, actor: str) -> str:
    """The value as it may stand in the block; "" if it may not. What is plainly a few words is not looked at twice."""
    if actor == TOOL and is_short_order(value):
        return ""
    if _PLAIN.fullmatch(value):
        return value
    if _CODE_LINE.fullmatch(value) and not _PROSE.search(value):
        return inert_line(value, _VALUE_CHARS)
    return inert_line(value, _VALUE_CHARS) if actor == PERSON else inert_value(value, _COMMAND_CHARS)


def arguments_of(part: Part) -> str:
    """The arguments of a call on one line, as short as JSON allows."""
    given = parse_json(part.text)
    if given is None:
        return " ".join(part.text.split())
    return json.dumps(given, ensure_ascii=False, separators=(",", ":"))
