"""Notes without a model: what the person said, and the values that must be named.

Built of sentences that the person typed, sentences in which the agent says what was decided, values, and names of
tools; never of a tool's text. Every note has passed the check, or there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.guard.inert import inert_line, inert_value
from daykeep.session.units.model import AGENT, CALL, PERSON
from daykeep.text.language import language_of
from daykeep.text.tokens import count_tokens
from daykeep.triage.checks.check import check_rewrite
from daykeep.triage.checks.shape import MAX_SENTENCES, MAX_SHARE
from daykeep.triage.checks.source import read_source
from daykeep.triage.notes.request import read_rendered
from daykeep.triage.protocols import NoteDraft
from daykeep.triage.reading.cues import ASK, CONSTRAINT, DECISION, ERROR
from daykeep.triage.reading.forms import value_of
from daykeep.triage.reading.sentences import cut_sentences
from daykeep.triage.reading.spans import COMMAND, COUNT, NAME, NUMBER, scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.triage.checks.check import Verdict
    from daykeep.triage.checks.source import Source
    from daykeep.triage.protocols import NoteRequest
    from daykeep.triage.reading.details import Detail

MAX_DETAILS = 12
"""So many values stand in the line of details, at most."""
SENTENCE_CHARS = 200
VALUE_CHARS = 120
_LOOKED_AT = 40
_LEAST_TOKENS = 6
"""A turn of less than twice as many is shorter than any note of it."""
_CODE_DIGITS = 3
"""Shorter numbers in the line of an error are counts, not codes."""
WORDS = {
    "en": ("User", "Agent", "Details", "Tools", "failed"),
    "zh": ("用户", "代理", "细节", "工具", "失败"),
}


def extract_note(source: Source) -> str:
    """A note made of the turn's own sentences and values; "" if none would pass the check."""
    return extract_checked(source)[0]


def extract_checked(source: Source) -> tuple[str, Verdict | None]:
    """A note made of the turn's own sentences and values with the verdict that it passed; "" and None if none would pass.

    Tries what says most first: all that must stand and some of what should; then without what should; then only what must.
    """
    words = WORDS[language_of(f"{source.person.text}\n{source.agent.text}")]
    sentences = [one for one in own_sentences(source) if one[1]]
    room = int(MAX_SHARE * source.tokens)
    if room < _LEAST_TOKENS:
        return "", None
    tried: set[str] = set()
    for should in (True, False):
        for chosen in (sentences, [one for one in sentences if one[2]]):
            note = _compose(source, chosen[:MAX_SENTENCES], words, should=should)
            if note and note not in tried and count_tokens(note) <= room:
                verdict = check_rewrite(source, note)
                if verdict.ok:
                    return note, verdict
            tried.add(note)
    return "", None


def own_sentences(source: Source, limit_chars: int = SENTENCE_CHARS) -> list[tuple[str, str, bool]]:
    """Who says it, the sentence, and whether it must stand; the person's rules and choices first, each once.

    Then sentences of theirs that hold values which must be named, and their first one. A sentence is "" where it may not stand in
    a note; a longer one is cut.
    """
    order = {CONSTRAINT: 0, DECISION: 1, ASK: 2}
    must = sorted(
        (one for one in source.details.must if one.kind in order),
        key=lambda one: (one.actor != PERSON, order[one.kind]),
    )
    found = [(one.actor, inert_line(one.text, limit_chars), True) for one in must]
    wanted = {one.form for one in source.details.must if not one.is_sentence}
    wanted -= {span.form for _, text, _ in found for span in scan(text)}
    typed = cut_sentences(source.person.text)[:_LOOKED_AT]
    for sentence in typed:
        named = {span.form for span in scan(sentence.text)} & wanted
        if named:
            wanted -= named
            found.append((PERSON, inert_line(sentence.text, limit_chars), True))
    if typed:
        found.append((PERSON, inert_line(typed[0].text, limit_chars), False))
    return list({one[1]: one for one in reversed(found)}.values())[::-1]


def _compose(
    source: Source, sentences: Sequence[tuple[str, str, bool]], words: tuple[str, ...], *, should: bool
) -> str:
    user, agent, details, tools, failed = words
    lines = []
    for actor, label in ((PERSON, user), (AGENT, agent)):
        said = " ".join(f'"{text.replace(chr(34), chr(39))}"' for who, text, _ in sentences if who == actor)
        if said:
            lines.append(f"{label}: {said}")
    body = " ".join(lines)
    values = _values(source, body, should=should)
    if values is None:
        return ""
    used = _tools(source, failed) if should else ""
    listed = "; ".join([*([f"{tools}: {used}"] if used else []), *values])
    return f"{body}\n{details}: {listed}".strip() if listed else body


def _tools(source: Source, failed: str) -> str:
    """The names of the tools that were called, each once, and whether a result was an error."""
    called = dict.fromkeys(inert_value(part.name, 40) for part in source.parts if part.kind == CALL)
    text = ", ".join([name for name in called if name][:4])
    return f"{text} ({failed})" if text and any(part.is_error for part in source.parts) else text


def _values(source: Source, named: str, *, should: bool) -> list[str] | None:
    """The values that the sentences don't name, those that must be named first; None if there are too many of those."""
    known = {one.form for one in scan(named)}
    must = list(_inert(one for one in source.details.must if not one.is_sentence and one.form not in known))
    if len(must) > MAX_DETAILS:
        return None
    if not should:
        return must
    most = [one for one in source.details.should if _speaks_alone(one) and one.form not in known]
    errors = _error_values(source)
    return list(dict.fromkeys([*must, *errors, *_inert(most[:MAX_DETAILS])]))[:MAX_DETAILS]


def _speaks_alone(detail: Detail) -> bool:
    """Whether a value says something without the words around it: an identifier, a sum, a time, a number with a unit."""
    if detail.kind == NUMBER:
        return detail.form != value_of(detail.form)
    return not detail.is_sentence and detail.kind not in {NAME, COMMAND, COUNT}


def _inert(details: Iterable[Detail]) -> list[str]:
    return [text for one in details if (text := inert_value(one.text, VALUE_CHARS))]


def _error_values(source: Source) -> list[str]:
    """What an error is known by: its name, its code, the identifiers in its line, not its words."""
    found: list[str] = []
    for one in source.details.should:
        if one.kind == ERROR:
            spans = [
                span
                for span in scan(one.text, prose=False)
                if span.kind != NUMBER or len(span.text) >= _CODE_DIGITS
            ]
            found += [text for span in spans if (text := inert_value(span.text, VALUE_CHARS))]
    return found[:4]


class ExtractiveWriter:
    """The writer that needs no model and no network; serves a request if a valid note can be made of it."""

    name = "extractive"
    is_local = True

    def write(self, requests: Sequence[NoteRequest]) -> Sequence[NoteDraft]:
        """A draft for each request that it could serve."""
        drafts = []
        for request in requests:
            note = extract_note(read_source(read_rendered(request.source)))
            if note:
                drafts.append(NoteDraft(request.unit_id, note, request.must))
        return drafts
