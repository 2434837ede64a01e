"""Joins what words and what vectors say of the same passages into one order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

WEIGHT = 0.3
"""What the nearest vector adds, where the best of the words counts 1. On 581 questions about long dialogues 0.3 found most
among ten (85.0 %; words alone 84.4, 0.5 84.5, 0.8 84.0), on 1,493 Chinese ones 94.8 % (words alone 93.4, 0.5 95.0)."""


def fuse(
    words: Mapping[int, float], vectors: Mapping[int, float], *, weight: float = WEIGHT
) -> dict[int, float]:
    """One score for every passage: the share of the best score by words, and ``weight`` times how near its vector is.

    Nearness is stretched so that the farthest of these passages has 0 and the nearest 1. A passage without a vector
    (not made yet) has the mean of the others, so that it is neither lifted nor pushed down; one without a score by words has 0 for that.

    >>> fuse({1: 4.0, 2: 2.0}, {2: 0.9, 3: 0.7}, weight=0.5)
    {1: 1.25, 2: 1.0, 3: 0.0}
    """
    best = max(words.values(), default=0.0) or 1.0
    low, high = min(vectors.values(), default=0.0), max(vectors.values(), default=0.0)
    spread = (high - low) or 1.0
    near = {key: (value - low) / spread for key, value in vectors.items()}
    middle = sum(near.values()) / len(near) if near else 0.0
    every = dict.fromkeys((*words, *vectors))
    return {key: words.get(key, 0.0) / best + weight * near.get(key, middle) for key in every}
