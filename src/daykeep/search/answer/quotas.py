"""Shares the places of an answer out among the sources, so that none crowds out the others."""

from __future__ import annotations

from itertools import islice
from math import ceil
from typing import TYPE_CHECKING

from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.search.answer.passages.hit import Hit

WORKSPACE, KNOWLEDGE, CONVERSATIONS = "workspace", "knowledge", "conversations"
SHARES: dict[str, dict[str, float]] = {
    "settings": {WORKSPACE: 0.8, KNOWLEDGE: 0.2, CONVERSATIONS: 0.2},
    "history": {WORKSPACE: 0.5, KNOWLEDGE: 0.2, CONVERSATIONS: 0.5},
    "knowledge": {WORKSPACE: 0.6, KNOWLEDGE: 0.4, CONVERSATIONS: 0.2},
    "other": {WORKSPACE: 0.6, KNOWLEDGE: 0.3, CONVERSATIONS: 0.3},
}
"""The part of an answer that a source may fill while others have something to say, by the question's type."""

WEIGHTS: dict[str, dict[str, float]] = {
    "settings": {"core": 1.25, "memory": 1.25, "note": 1.1},
    "history": {"daily": 1.1, "session": 1.1, "conversation": 1.1, "archive": 1.05},
    "knowledge": {"memory": 1.1, "note": 1.1, "knowledge": 1.05},
    "other": {"memory": 1.05, "note": 1.05},
}
"""What a level's scores are multiplied by: settings are looked for in layer files and MEMORY.md first, what happened in
logs and conversations, knowledge in memory and knowledge bases."""


def weight_of(kind: str, level: str) -> float:
    """What the scores of a level are multiplied by for a type of question; 1 for what isn't named."""
    return WEIGHTS.get(kind, {}).get(level, 1.0)


def share_out(hits: Sequence[Hit], *, kind: str, limit: int) -> list[Hit]:
    """At most ``limit`` hits, in the order given.

    Every source has its best hit among them, and none takes more than its share unless places stay free.

    >>> share_out([], kind="other", limit=5)
    []
    """
    shares: Mapping[str, float] = SHARES.get(kind, SHARES["other"])
    firsts = {hit.source: place for place, hit in reversed(list(enumerate(hits)))}
    chosen = set(firsts.values()) if len(firsts) <= limit else set()
    taken = dict.fromkeys(firsts, 1 if chosen else 0)
    for place, hit in enumerate(hits):
        if (
            len(chosen) < limit
            and place not in chosen
            and taken[hit.source] < ceil(shares.get(hit.source, 0.3) * limit)
        ):
            taken[hit.source] += 1
            chosen.add(place)
    rest = (place for place in range(len(hits)) if place not in chosen)
    chosen.update(islice(rest, limit - len(chosen)))
    return [hits[place] for place in sorted(chosen)]


def join_same(hits: Sequence[Hit]) -> list[Hit]:
    """The hits without those that say the same, word for word, as a better one; that one names their places."""
    kept: dict[str, Hit] = {}
    for hit in hits:
        text = "\n".join(filter(None, map(normalise_line, hit.text.split("\n"))))
        better = kept.get(text)
        if better is None or not text:
            kept[text or hit.id] = hit
        elif hit.place not in (better.place, *better.also):
            kept[text] = better._replace(also=(*better.also, hit.place))
    return list(kept.values())
