"""The constants of the ranking, all of them: how strong each kind of evidence is, and what each sign weighs.

They were chosen by fitting a straight line to which turns of long dialogues answer questions about them, and rounded to
what a person could set by hand; ``docs/explanation/ranking.md`` tells how, and what is lost when one is left out.
"""

from __future__ import annotations

from typing import NamedTuple


class Strengths(NamedTuple):
    """Evidence that a chunk gives for a term, from 0 to 1, where the term itself, once, in the chunk gives 1."""

    heading: float = 0.7
    """It stands in a heading above the chunk."""
    equal: float = 0.3
    """A word of the same meaning."""
    kind: float = 0.8
    """A member of the kind that the term names, where the member is rare; the commoner, the less."""
    faint: float = 0.7
    """What a term that only asks, such as "kind" or "often", is worth against others."""
    repeated: float = 1.15
    """The term many times."""
    members: float = 0.35
    """What the next neighbours' members of a kind count."""
    counted: float = 0.8
    """What the neighbours' terms count in BM25, against the evidence they lend."""
    reach: tuple[tuple[int, float], ...] = ((-1, 0.6), (1, 0.5), (-2, 0.4), (2, 0.3))
    """The neighbours that lend a chunk what they hold: how far they are, and which part of it."""

    def saturated(self, often: int) -> float:
        """Evidence of the term itself, found so often in a chunk: 1 for once."""
        return min(self.repeated, 1.3 * often / (often + 0.3))


class Weights(NamedTuple):
    """What a sign adds to the score of a chunk, for signs from 0 to about 1, in the order in which they are made."""

    cover: float = 1.5
    """How much of the question's worth the chunk and its neighbours hold."""
    cover_best: float = 1.6
    """The same against the best chunk of all."""
    cover_subject: float = 1.2
    """The same where the one asked about is speaking."""
    window: float = 1.6
    """BM25 over the chunk and its neighbours, against the best."""
    subject: float = 1.6
    """The one asked about is speaking."""
    kinds: float = 2.0
    """Members of the kinds that the question names."""
    document: float = 1.4
    """How good the best chunk of the document is, where one answer is enough."""
    around: float = 1.5
    """How much of the question's worth the surroundings hold."""
    phrase: float = 0.5
    """Terms that stand side by side in the question do so here."""
    characters: float = 0.6
    """How many of the characters of a Chinese or Japanese question it holds."""
    day: float = 3.2
    """It is of the days asked about."""
    answers: float = 1.4
    """It follows a question that holds the terms."""
    asks: float = -0.4
    """It is a question itself."""
    length: float = -0.9
    """It is long."""
    opening: float = 0.7
    """It is the first of its document."""
    names: float = 1.2
    """It holds names."""
    myself: float = 0.4
    """The one asked about speaks of themself."""
    time: float = 1.8
    """It holds a time, which the question asks for."""
    amount: float = 0.9
    """It holds a number, which the question asks for; or a time, where it asks for a length of time."""
    named: float = 1.0
    """It holds a name, which the question asks for."""


STRENGTHS = Strengths()
WEIGHTS = Weights()
