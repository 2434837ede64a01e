"""What the notes of a view say of one thing at different times: the newest counts, and the older one is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.reading.sentences import cut_sentences
from daykeep.triage.reading.spans import COMMAND, COUNT, NAME, scan
from daykeep.triage.reading.tokens import content_of, read_tokens
from daykeep.triage.reading.words import SETTING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.triage.reading.spans import Span

_MOVED = frozenset({"from", "从", "由"})
_KEY_WORDS = 2


class Superseded(NamedTuple):
    """A value that a later note replaces: ``key`` had ``old`` in the note of ``old_unit`` and has ``new`` in that of ``new_unit``."""

    key: str
    old: str
    new: str
    old_unit: str
    new_unit: str


def find_superseded(notes: Sequence[tuple[str, str]]) -> tuple[Superseded, ...]:
    """Every key that has two values in the notes, which are (unit id, text) from the oldest on; the newest value wins.

    >>> [one[:3] for one in find_superseded([("U1", "The port is 8080."), ("U4", "The port is 9090.")])]
    [('port', '8080', '9090')]
    """
    latest: dict[str, tuple[str, str, str]] = {}
    found: list[Superseded] = []
    for unit_id, text in notes:
        for key, written, form in _keyed(text):
            before = latest.get(key)
            if before is not None and before[1] != form and before[2] != unit_id:
                found.append(Superseded(key, before[0], written, before[2], unit_id))
            latest[key] = (written, form, unit_id)
    return tuple(found)


def _keyed(text: str) -> Iterator[tuple[str, str, str]]:
    """The keys of a note with their value as written and in its normal form: ``port = 8080``, the port is 8080, 端口是 8080."""
    for sentence in cut_sentences(text):
        last = 0
        for span in scan(sentence.text):
            if span.kind == SETTING:
                key, _, value = span.form.partition("=")
                yield key, span.text.partition("=")[2] or value, value
            elif span.kind not in {NAME, COMMAND, COUNT}:
                key = _key(sentence.text, last, span)
                if key:
                    yield key, span.text, span.form
            last = span.end


def _key(text: str, start: int, span: Span) -> str:
    """The words right before a value that say whose it is: joined by "is", "to", "=", a colon, 是, 为 or 改为."""
    between = text[start : span.start].rstrip()
    joined = next(
        (
            mark
            for mark in (" is", " to", "=", ":", "：", "是", "为", "改为", "改成")
            if between.endswith(mark)
        ),
        "",
    )
    if not joined:
        return ""
    words = content_of(read_tokens(between.removesuffix(joined)))
    return " ".join(words[-_KEY_WORDS:])
