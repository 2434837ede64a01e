"""The details of one unit that a note about it must or should name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.recalled import is_recalled
from daykeep.session.units.model import AGENT, CALL, PERSON, RESULT, TEXT
from daykeep.triage.reading.cues import ASK, CONSTRAINT, DECISION, ERROR, is_question, kinds_of
from daykeep.triage.reading.sentences import Sentence, cut_sentences, typed_text
from daykeep.triage.reading.spans import COMMAND, COUNT, DATE, NAME, Span, scan

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from daykeep.session.units.model import Part

MAX_SENTENCE_CHARS = 240
MAX_ERRORS = 4
_VAGUE_DATES = frozenset({"this week", "last week", "last month", "yesterday", "today", "weekend"})
_DEFINITE = ("the ", "these ", "those ", "both ", "this ", "这", "那")
"""Before a number in words: how many there are is known already."""
_DEFINITE_CHARS = 6
_COMMAND_KEYS = ("command", "cmd", "script")
_MAX_COMMAND_CHARS = 300


class Detail(NamedTuple):
    """One thing that may be lost: what kind it is, how it is written, the form it is compared by, and who said it.

    ``kind`` is that of a `Span`, or ``decision``, ``constraint``, ``error`` or ``ask``: then ``text`` is the sentence.
    """

    kind: str
    text: str
    form: str
    actor: str

    @property
    def is_sentence(self) -> bool:
        """Whether it is something said, not a value."""
        return self.kind in SENTENCE_KINDS


SENTENCE_KINDS = frozenset({DECISION, CONSTRAINT, ERROR, ASK})


class DetailSet(NamedTuple):
    """The details of a unit, each once, in the order in which they appear."""

    must: tuple[Detail, ...]
    should: tuple[Detail, ...]

    @property
    def all(self) -> tuple[Detail, ...]:
        """Both, those that must be named first."""
        return self.must + self.should


def find_details(parts: Sequence[Part], *, later: Container[str] = frozenset()) -> DetailSet:
    """The details of a unit, linear in its length.

    What must be named: every value that the person typed (names only in a sentence that decides or binds, "this week" too; "two" not where they ask), what
    they decided, forbade, asked for later; the values in a sentence in which the agent says what was decided, and that
    sentence; and every value whose form is in ``later``, what units after it use again. What is pasted (code, logs,
    quotes), said by the agent or given back by a tool should be named. A person's rule is never less than a must.
    """
    must: dict[tuple[str, str], Detail] = {}
    should: dict[tuple[str, str], Detail] = {}
    for detail, is_must in _read_parts(parts):
        key = (detail.form, detail.kind if detail.is_sentence else "")
        target = must if is_must or detail.form in later else should
        if key not in target and key not in must:
            target[key] = detail
    return DetailSet(tuple(must.values()), tuple(one for key, one in should.items() if key not in must))


def _read_parts(parts: Sequence[Part]) -> Iterator[tuple[Detail, bool]]:
    for part in parts:
        if is_recalled(part):
            continue
        if part.kind == TEXT and part.actor == PERSON:
            yield from _read_person(part.text)
        elif part.kind == TEXT and part.actor == AGENT:
            yield from _read_agent(part.text)
        elif part.kind == CALL:
            yield from _read_call(part)
        elif part.kind == RESULT:
            yield from _read_result(part)


def _read_person(text: str) -> Iterator[tuple[Detail, bool]]:
    typed = typed_text(text)
    spans = scan(typed)
    for sentence in cut_sentences(typed):
        kinds = kinds_of(sentence.text)
        binds = kinds & {DECISION, CONSTRAINT}
        kind = _main_kind(kinds, sentence.text)
        if kind:
            yield _sentence(kind, sentence, PERSON), _is_telling(sentence.text)
        for span in _within(spans, sentence):
            is_vague = span.kind == NAME or (span.kind == DATE and span.form in _VAGUE_DATES)
            if span.kind == COUNT:
                before = typed[max(0, span.start - _DEFINITE_CHARS) : span.start].casefold()
                if before.endswith(_DEFINITE) or is_question(sentence.text):
                    continue
            yield _value(span, PERSON), bool(binds) or not is_vague
    if typed != text:
        for span in scan(text, prose=False):
            yield _value(span, PERSON), False


def _main_kind(kinds: frozenset[str], sentence: str) -> str:
    """The one kind that a sentence of a person counts as: a rule before a choice before what is still open."""
    order = (ASK,) if is_question(sentence) else (CONSTRAINT, DECISION, ASK)
    return next((kind for kind in order if kind in kinds), "")


def _is_telling(sentence: str) -> bool:
    """Whether a sentence says something by itself: "no" and "yes, please" don't."""
    return len(sentence) > 12 or not sentence.isascii()


def _read_agent(text: str) -> Iterator[tuple[Detail, bool]]:
    spans = scan(text)
    for sentence in cut_sentences(text):
        kinds = kinds_of(sentence.text, strong=True)
        decides = DECISION in kinds and not is_question(sentence.text)
        if decides:
            yield _sentence(DECISION, sentence, AGENT), True
        if ASK in kinds:
            yield _sentence(ASK, sentence, AGENT), False
        for span in _within(spans, sentence):
            yield _value(span, AGENT), decides


def _read_call(part: Part) -> Iterator[tuple[Detail, bool]]:
    command = command_of(part.text)
    if command:
        form = " ".join(command.split()).casefold()
        yield Detail(COMMAND, command, form, AGENT), False
    for span in scan(part.text, prose=False):
        yield _value(span, AGENT), False


def command_of(arguments: str) -> str:
    """The command that a call of a shell runs, one line; "" if it runs none.

    >>> command_of('{"command": "git status"}'), command_of('{"path": "x"}')
    ('git status', '')
    """
    if not arguments.startswith("{") or '"c' not in arguments[:_MAX_COMMAND_CHARS]:
        return ""
    try:
        values = json.loads(arguments)
    except ValueError:
        return ""
    found = next((values[key] for key in _COMMAND_KEYS if isinstance(values.get(key), str)), "")
    return " ".join(found.split())[:_MAX_COMMAND_CHARS]


def _read_result(part: Part) -> Iterator[tuple[Detail, bool]]:
    errors = 0
    for line in part.text.split("\n"):
        if errors < MAX_ERRORS and line.strip() and ERROR in kinds_of(line[:MAX_SENTENCE_CHARS]):
            errors += 1
            text = line.strip()[:MAX_SENTENCE_CHARS]
            yield Detail(ERROR, text, text.casefold(), part.actor), False
    for span in scan(part.text, prose=False):
        yield _value(span, part.actor), False


def _sentence(kind: str, sentence: Sentence, actor: str) -> Detail:
    text = sentence.text[:MAX_SENTENCE_CHARS]
    return Detail(kind, text, " ".join(text.split()).casefold(), actor)


def _value(span: Span, actor: str) -> Detail:
    return Detail(span.kind, " ".join(span.text.split()), span.form, actor)


def _within(spans: Sequence[Span], sentence: Sentence) -> Iterator[Span]:
    """The spans of a sentence; both are in order, and few."""
    return (span for span in spans if sentence.start <= span.start < sentence.end)
