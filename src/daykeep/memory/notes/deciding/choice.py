"""Which of the four types a statement is, by what it says and in whose name."""

from __future__ import annotations

from typing import NamedTuple

from daykeep.memory.notes.deciding.weighing import TRAIT, load_heads, show, told_by, weigh
from daykeep.memory.notes.note import FEEDBACK, PROJECT, REFERENCE, USER

NEAR = 0.9
"""Below this share of the probability of the two best types the second one is named as well: words that were never seen tell less than they seem to."""
_SHOWN = 3
_MEANINGS = {
    USER: "it tells who the user is",
    FEEDBACK: "it tells how to work",
    PROJECT: "it tells what goes on",
    REFERENCE: "it tells where to look",
}


class Choice(NamedTuple):
    """The type of a statement.

    ``score`` is its share (0 to 1) of the probability of the two best types, 0 where nothing in the text tells a type.
    ``runner_up`` is the second best one where the choice was near, else ``""``; "remember that I like" is always near.
    """

    type: str
    score: float
    reason: str
    runner_up: str


def decide_type(text: str, *, language: str = "") -> Choice:
    """The type of a statement with the words that tell it; English is read in every text, Chinese where ``language`` is ``zh``.

    Without ``language`` the text's own is taken. What tells nothing is a ``project`` note with a score of 0.

    >>> decide_type("I'm a backend engineer, mostly Go and Python").type
    'user'
    """
    shown, head = show(text, language=language), load_heads()["type"]
    chances = weigh(shown, head)
    best, second = sorted(chances, key=lambda name: -chances[name])[:2]
    told = told_by(shown, head, best)
    if not told:
        return Choice(PROJECT, 0.0, "nothing in it tells its type, so it is kept as what goes on", "")
    score = round(chances[best] / (chances[best] + chances[second]), 2)
    both = f"{TRAIT}:remember that I like" in shown.features and {best, second} == {USER, FEEDBACK}
    runner_up = second if score < NEAR or both else ""
    reason = _MEANINGS[best] + _quoted(told, " (", ")")
    if runner_up:
        reason += f"; near to {runner_up}" + _quoted(told_by(shown, head, runner_up), ": ", "")
    return Choice(best, score, reason, runner_up)


def _quoted(told: list[tuple[float, str]], before: str, after: str) -> str:
    """The most telling words, none of them part of another; nothing where there are none."""
    words: list[str] = []
    for _, said in sorted(told, key=lambda pair: -pair[0]):
        word = " ".join(said.split()).strip(" ,，.:：;；-")
        if not word or any(word in other for other in words):
            continue
        parts = [other for other in words if other in word]
        if parts:
            words[words.index(parts[0])] = word
            words = [other for other in words if other == word or other not in word]
        elif len(words) < _SHOWN:
            words.append(word)
    if not words:
        return ""
    return before + ", ".join(f"“{word[:40]}”" for word in words).replace("'", "’") + after
