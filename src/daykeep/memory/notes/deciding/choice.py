"""Which of the four types a statement is, by what it says and in whose name."""

from __future__ import annotations

from typing import NamedTuple

from daykeep.memory.notes.deciding.chinese import chinese_signs
from daykeep.memory.notes.deciding.english import english_signs
from daykeep.memory.notes.note import FEEDBACK, PROJECT, REFERENCE, USER
from daykeep.text.language import language_of

LIMIT_CHARS = 2_000
"""What a statement is shows in its beginning."""
NEAR = 0.65
"""Below this share of the points of the two best types the second one is named as well."""
_SHOWN = 3
_MEANINGS = {
    USER: "it tells who the user is",
    FEEDBACK: "it tells how to work",
    PROJECT: "it tells what goes on",
    REFERENCE: "it tells where to look",
}


class Choice(NamedTuple):
    """The type of a statement.

    ``score`` is its share (0 to 1) of the points of the two best types, 0 where nothing in the text tells a type.
    ``runner_up`` is the second best one where the choice was near, else ``""``.
    """

    type: str
    score: float
    reason: str
    runner_up: str


def decide_type(text: str, *, language: str = "") -> Choice:
    """The type of a statement with the reason, by keyword rules; English is read in every text, Chinese where ``language`` is ``zh``.

    Without ``language`` the text's own is taken. What tells nothing is a ``project`` note with a score of 0.

    >>> decide_type("I'm a backend engineer, mostly Go and Python").reason
    'it tells who the user is (“I’m a backend engineer”)'
    """
    points: dict[str, float] = dict.fromkeys(_MEANINGS, 0.0)
    words: dict[str, list[tuple[float, str]]] = {name: [] for name in _MEANINGS}
    read = text[:LIMIT_CHARS].replace("’", "'")
    for sign in (*english_signs(), *(chinese_signs() if (language or language_of(text)) == "zh" else ())):
        match = sign.pattern.search(read)
        if match is not None:
            points[sign.type] += sign.points
            word = " ".join(match[0].split()).strip(" ,，.:：;；")
            words[sign.type].append((sign.points, word))
    best, second = sorted(points, key=lambda name: -points[name])[:2]
    if points[best] <= 0:
        return Choice(PROJECT, 0.0, "nothing in it tells its type, so it is kept as what goes on", "")
    score = round(points[best] / (points[best] + max(points[second], 0.0)), 2)
    runner_up = second if score < NEAR else ""
    reason = f"{_MEANINGS[best]} ({_quoted(words[best])})"
    if runner_up:
        reason += f"; near to {runner_up}: {_quoted(words[runner_up])}"
    return Choice(best, score, reason, runner_up)


def _quoted(words: list[tuple[float, str]]) -> str:
    """The most telling words, none of them part of another."""
    shown: list[str] = []
    for _, word in sorted(words, key=lambda pair: -pair[0]):
        if word and not any(word in other for other in shown):
            shown.append(word)
    return ", ".join(f"“{word[:40]}”" for word in shown[:_SHOWN]).replace("'", "’")
