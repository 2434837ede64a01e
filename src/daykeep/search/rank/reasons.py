"""Says in words why a chunk was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.search.rank.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.search.rank.signs import Judge

_MOST_WORDS = 6
_TOLD = ("subject", "day", "answers", "time", "amount", "named", "phrase")
_WORDS = {
    "subject": "speaker: {speaker}",
    "day": "day: {day}",
    "answers": "follows a question about it",
    "time": "holds a time",
    "amount": "holds a number",
    "named": "holds a name",
    "phrase": "words side by side",
}


def explain(judge: Judge, ident: int, signs: Sequence[float]) -> tuple[str, ...]:
    """What speaks for a chunk, the words first; every reason is one short phrase of plain English."""
    reasons = [*_words(judge, ident)]
    values = Weights(*signs)
    one = judge.near[ident]
    reasons += [
        _WORDS[name].format(speaker=one.speaker, day=one.day) for name in _TOLD if getattr(values, name) > 0
    ]
    return tuple(reasons)


def _words(judge: Judge, ident: int) -> list[str]:
    """Which terms the chunk holds itself, which in its headings, which others answer for, which stand beside it."""
    asked = judge.query.terms
    own, above = judge.held(ident).words, judge.held(ident).above
    beside = judge.held(ident - 1).words | judge.held(ident + 1).words
    parts = (
        ("holds", [term for term in asked if term in own]),
        ("heading", [term for term in asked if term in above and term not in own]),
        ("related", sorted(own.difference(asked))),
        ("beside it", [term for term in asked if term in beside and term not in own and term not in above]),
    )
    return [f"{name}: {', '.join(words[:_MOST_WORDS])}" for name, words in parts if words]
