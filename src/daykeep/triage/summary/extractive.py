"""A summary without a model: turn by turn the sentences that decide something, word for word, then the values that they don't name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard.inert import inert_line, inert_value
from daykeep.session.units.model import AGENT, PERSON
from daykeep.text.language import language_of
from daykeep.text.tokens import count_tokens
from daykeep.triage.checks.check import NO_SHAPE, Verdict, check_rewrite
from daykeep.triage.checks.shape import MAX_SHARE, find_misshapen
from daykeep.triage.compress.items import DEFAULT_RATIO
from daykeep.triage.ledger.statements import cut_sentences
from daykeep.triage.notes.extractive import VALUE_CHARS, WORDS, own_sentences
from daykeep.triage.reading.spans import scan
from daykeep.triage.talk.message import read_message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.triage.checks.shape import Shape
    from daykeep.triage.checks.source import Source

SENTENCE_CHARS = 400
"""Sentences that decide something stand whole; one that is longer than this keeps its turn in the view."""


class Line(NamedTuple):
    """What a summary says of one turn: what was said, and values that must be named; ``verdict`` is that of the two together."""

    said: str
    values: tuple[str, ...]
    tokens: int
    verdict: Verdict


class Extracted(NamedTuple):
    """A summary made of the turns' own sentences, "" for none; of the turns that stay in the view, why; and the verdict."""

    text: str
    left: Mapping[str, str]
    verdict: Verdict | None


def extract_summary(sources: Mapping[str, Source], shape: Shape) -> Extracted:
    """What the person said that decides something, sentence by sentence, and the values that must be named.

    A turn of which not everything that must stand can be said stays in the view, and so does one that is hardly longer than
    what would be said of it: decisions stay whole. Where the first sentences of turns make the whole longer than a summary should be, only what must stand
    is said. Each line has passed the check against its own turn.
    """
    lines = {unit_id: _line(source) for unit_id, source in sources.items()}
    whole = sum(source.tokens for source in sources.values())
    if sum(line.tokens for line in lines.values()) > DEFAULT_RATIO * whole:
        lean = {unit_id: _line(source, lean=True) for unit_id, source in sources.items()}
        lines = lean if any(line.said for line in lean.values()) else lines
    left = {
        unit_id: f"its line would not do: {line.verdict.failed[0]}"
        for unit_id, line in lines.items()
        if line.verdict.failed
    }
    _leave_short(lines, sources, left)
    held = {unit_id: line for unit_id, line in lines.items() if unit_id not in left}
    text = _join(sources, held)
    if not text or not any(line.said for line in held.values()):
        return Extracted("", left, None)
    size = sum(sources[unit_id].tokens for unit_id in held)
    faults = find_misshapen(text, size, shape)
    verdict = _together([line.verdict for line in held.values()])._replace(misshapen=tuple(faults))
    return Extracted("" if faults else text, left, verdict)


def _line(source: Source, *, lean: bool = False) -> Line:
    """What is said of one turn; ``lean`` leaves out what need not be."""
    user, agent, details, *_ = WORDS[_language(source)]
    sentences = _sentences(source)
    said = []
    for actor, label in ((PERSON, user), (AGENT, agent)):
        own = [
            text.replace(chr(34), chr(39))
            for who, text, must in sentences
            if who == actor and text and (must or not (lean or read_message(text).is_small))
        ]
        if own:
            said.append(f"{label}: " + " ".join(f'"{text}"' for text in own))
    body = " ".join(said)
    known = {one.form for one in scan(body)}
    must = [one for one in source.details.must if not one.is_sentence and one.form not in known]
    values = tuple(dict.fromkeys(text for one in must if (text := inert_value(one.text, VALUE_CHARS))))
    whole = f"{body}\n{details}: {'; '.join(values)}" if values else body
    if not whole and not source.details.must:
        return Line("", (), 0, _together(()))
    verdict = check_rewrite(source, whole, shape=NO_SHAPE)
    return Line(body, values, count_tokens(whole), verdict)


def _sentences(source: Source) -> list[tuple[str, str, bool]]:
    """Those that a note would have, and everything else that the person states or decides."""
    found = {text: (actor, text, must) for actor, text, must in own_sentences(source, SENTENCE_CHARS)}
    for one in cut_sentences(source.person.text):
        text = inert_line(one.text, SENTENCE_CHARS) if one.is_statement else ""
        if text:
            found[text] = (PERSON, text, True)
    return list(found.values())


def _leave_short(lines: Mapping[str, Line], sources: Mapping[str, Source], left: dict[str, str]) -> None:
    """Leave the turns whose lines are the longest for what they are of, until the whole is short enough."""
    held = [unit_id for unit_id in lines if unit_id not in left]
    surplus = {unit_id: lines[unit_id].tokens - MAX_SHARE * sources[unit_id].tokens for unit_id in held}
    total = sum(surplus.values())
    for unit_id in sorted(held, key=lambda one: -surplus[one]):
        if total <= 0 or surplus[unit_id] <= 0:
            break
        total -= surplus[unit_id]
        left[unit_id] = "it is hardly longer than what a summary would say of it"


def _join(sources: Mapping[str, Source], held: Mapping[str, Line]) -> str:
    said = [line.said for line in held.values() if line.said]
    values = dict.fromkeys(value for line in held.values() for value in line.values)
    if not said or not values:
        return "\n".join(said)
    details = WORDS[_language(*(sources[unit_id] for unit_id in held))][2]
    return "\n".join([*said, f"{details}: {'; '.join(values)}"])


def _language(*sources: Source) -> str:
    return language_of("\n".join(f"{one.person.text}\n{one.agent.text}" for one in sources))


def _together(verdicts: Sequence[Verdict]) -> Verdict:
    must = tuple(dict.fromkeys(one for verdict in verdicts for one in verdict.must))
    return Verdict(must, must, ())
