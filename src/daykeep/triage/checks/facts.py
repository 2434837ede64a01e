"""Whether a note names every value and statement that it must, and none that its source doesn't have."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from daykeep.text.claims.words.vocabulary import vocabulary
from daykeep.triage.checks.source import flatten
from daykeep.triage.reading.forms import value_of
from daykeep.triage.reading.spans import COMMAND, COUNT, DATE, MONEY_KIND, NAME, NUMBER, TIME, Span, scan
from daykeep.triage.reading.stance import read_stance
from daykeep.triage.reading.tokens import HAN_STOP, are_kin, content_of, read_tokens
from daykeep.triage.reading.words import SETTING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.checks.source import Reading, Source
    from daykeep.triage.reading.details import Detail

_QUOTED = re.compile(r"[\"“「]([^\"“”「」\n]{1,400})[\"”」]")
_LEAST_QUOTED = 1
"""A quote of two words or more has to be one; a single word may only be marked as a word."""
LEAST_SAID = 0.33
"""A statement stands in a note if it has at least this share of the statement's words, or words that mean the same."""
_LEAST_WORDS = 2
LEAST_CHARACTERS = 0.5
_FIGURES = frozenset({NUMBER, MONEY_KIND, COUNT, DATE, TIME})
_SOFT_UNITS = frozenset({"person", "x", "line"})
"""Units that stand for any noun: two people, two guests."""
_ALLOWED_NAMES = frozenset(
    [
        "user",
        "agent",
        "assistant",
        "open",
        "decision",
        "preference",
        "rule",
        "details",
        "log",
        "api",
        "json",
        "url",
        "http",
        "https",
        "id",
        "ids",
        "ui",
        "pr",
        "mr",
        "ci",
        "eu",
        "us",
        "utc",
        "gmt",
        "ai",
        "llm",
        "python",
        "english",
        "chinese",
    ]
)


def names(note: Reading, detail: Detail) -> bool:
    """Whether a note has a detail: in its normal form, or as it is written; a statement in its words or words like them."""
    if detail.is_sentence:
        return _says(note, detail.text)
    if detail.form in note.forms:
        return True
    if detail.kind == NAME:
        return _stands(detail.form, note.without_marks)
    return _stands(detail.text, note.flat) or _HAS.get(detail.kind, _has_no_other)(note, detail.form)


def _has_no_other(_: Reading, __: str) -> bool:
    return False


def _has_setting(note: Reading, form: str) -> bool:
    key, _, value = form.partition("=")
    return _stands(key, note.flat) and _stands(value, note.flat)


def _has_number(note: Reading, form: str) -> bool:
    """Whether the number stands there with the same unit; a unit that is any noun may be another one or none."""
    value = value_of(form)
    unit = form.removeprefix(value)
    if unit and unit not in _SOFT_UNITS:
        return False
    return any(
        one.kind in {NUMBER, COUNT}
        and value_of(one.form) == value
        and (one.form.removeprefix(value) in _SOFT_UNITS | {""})
        for one in note.spans
    )


def _has_date(note: Reading, form: str) -> bool:
    """Whether a fuller date says it: the 8th, in March 8; or the same day without the year."""
    day = form.removeprefix("-")
    return any(date.endswith(day) for date in note.dates) or (
        len(form) == len("2026-11-03") and form[5:] in note.dates
    )


_HAS = {NUMBER: _has_number, COUNT: _has_number, DATE: _has_date, SETTING: _has_setting}


def _says(note: Reading, sentence: str) -> bool:
    """Whether enough of a sentence's words and values stand in a note."""
    spans = scan(sentence)
    rest = list(sentence)
    for span in spans:
        rest[span.start : span.end] = " " * (span.end - span.start)
    words = content_of(read_tokens("".join(rest)))
    if not words:
        return True
    denied = read_stance(sentence).denied
    named = [word in note.words or word in note.forms or _has_kin(word, note.words) for word in denied]
    if named and all(named):
        return True
    least = LEAST_SAID / 2 if any(named) else LEAST_SAID
    values = sum(span.form in note.forms or _stands(span.text, note.flat) for span in spans)
    found = values + sum(word in note.words or _has_kin(word, note.words) for word in words)
    return found >= least * (len(words) + len(spans)) or _says_in_characters(note, words)


def _says_in_characters(note: Reading, words: Sequence[str]) -> bool:
    """The same for Chinese by single characters, since nothing tells where its words begin."""
    wanted = {sign for word in words if not word.isascii() for sign in word} - HAN_STOP
    return bool(wanted) and len(wanted & set(note.text)) >= LEAST_CHARACTERS * len(wanted)


def _has_kin(word: str, words: frozenset[str]) -> bool:
    """Whether another word of the same family or meaning stands there."""
    if any(are_kin(word, one) for one in words):
        return True
    mine = _ideas(word)
    return bool(mine) and any(mine & _ideas(one) for one in words)


@cache
def _ideas(word: str) -> frozenset[tuple[int, int]]:
    table = vocabulary().ideas
    return frozenset((idea.number, idea.side) for form in (word, f"{word}e") for idea in table.get(form, ()))


def is_new(source: Reading, span: Span) -> bool:
    """Whether a value of a note isn't in its source."""
    if span.form in source.forms or _stands(span.text, source.flat):
        return False
    return not _IS_KNOWN.get(span.kind, _is_written)(source, span)


def _is_known_count(source: Reading, span: Span) -> bool:
    """A small number in words without a unit counts what the note names: "both", "two options"."""
    return value_of(span.form) == span.form or _has_number(source, span.form)


def _is_known_number(source: Reading, span: Span) -> bool:
    is_bare = value_of(span.form) == span.form
    return _has_number(source, span.form) or (is_bare and span.form in source.bare)


def _is_known_date(source: Reading, span: Span) -> bool:
    return any(date.endswith(span.form.removeprefix("-")) for date in source.dates)


def _is_known_setting(source: Reading, span: Span) -> bool:
    return all(_stands(part, source.flat) for part in re.split(r"[=\s]+", span.form) if part)


def _is_known_name(source: Reading, span: Span) -> bool:
    return all(word in _ALLOWED_NAMES or word in source.flat for word in re.split(r"[\s-]+", span.form))


def _is_written(source: Reading, span: Span) -> bool:
    return span.kind not in _FIGURES and _stands(span.form, source.flat)


_IS_KNOWN = {
    COUNT: _is_known_count,
    NUMBER: _is_known_number,
    DATE: _is_known_date,
    SETTING: _is_known_setting,
    COMMAND: _is_known_setting,
    NAME: _is_known_name,
}


def find_misquoted(source: Source, note: str) -> list[str]:
    """What the note has in quotation marks and the source doesn't say in these words; "…" at an end stands for what was cut."""
    found = []
    for match in _QUOTED.finditer(note):
        said = flatten(match.group(1)).strip("… ")
        is_long = said.count(" ") + (not said.isascii()) * len(said) >= _LEAST_QUOTED
        if is_long and said not in source.sentences and said not in source.whole.flat.replace('"', "'"):
            found.append(match.group(1))
    return found


def without_quotes(source: Source, note: str) -> str:
    """A note without what it quotes as a whole: sentences that stand in the source can't say anything else than it does."""

    def keep(match: re.Match[str]) -> str:
        said = flatten(match.group(1))
        is_cut = said.endswith("…")
        said = said.strip("… ")
        whole = any(one.startswith(said) for one in source.sentences) if is_cut else said in source.sentences
        return " " if whole else match.group()

    return _QUOTED.sub(keep, note)


def is_foreign(source: Reading, note: Reading) -> bool:
    """Whether a note shares no word and no value with its source: it speaks of something else, or of nothing."""
    if len(note.words) < _LEAST_WORDS or any(one.form in source.forms for one in note.spans):
        return False
    return not any(word in source.words or _has_kin(word, source.words) for word in note.words)


def _stands(text: str, flat: str) -> bool:
    """Whether a text stands in another, folded alike, with no letter or digit of its own kind right beside it."""
    wanted = " ".join(text.casefold().replace("’", "'").split())
    if not wanted:
        return True
    start = flat.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if not _runs_on(flat[max(0, start - 2) : start], wanted[0], before=True) and not _runs_on(
            flat[end : end + 2], wanted[-1], before=False
        ):
            return True
        start = flat.find(wanted, start + 1)
    return False


def _runs_on(beside: str, edge: str, *, before: bool) -> bool:
    """Whether what stands beside the edge of a text belongs to it: 12 in 312, 1.2 in 1.25, key in keys."""
    if not beside:
        return False
    near, far = (beside[-1], beside[:-1]) if before else (beside[0], beside[1:])
    if edge.isdigit() and near in ".,:-/" and far.isdigit():
        return True
    return edge.isascii() and edge.isalnum() and near.isascii() and (near.isalnum() or near == "_")
