"""How near passages are to a question, each together with those beside it: a short answer says little alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.search.vectors.kept.shelf import VectorShelf

BESIDE = ((-1, 0.5), (1, 0.35), (-2, 0.2))
"""What the vector of a neighbour weighs against the passage's own. Passages
alone find half a point less among the first ten, in long dialogues and in Chinese paragraphs alike."""


def near_in_context(
    shelf: VectorShelf, question: Sequence[float], keys: Mapping[int, int]
) -> dict[int, float]:
    """The cosine, from -1 to 1, of a question and each chunk with its neighbours, for those that have a vector.

    ``keys`` holds the key of each chunk by its id; ids beside each other are neighbours of one document. Raises
    ModelError where the question's vector has another length than those kept.
    """
    asked = shelf.unit(question)
    ids = list(keys)
    rows, there = shelf.rows([keys[chunk] for chunk in ids])
    if not there.any():
        return {}
    place = {chunk: number for number, chunk in enumerate(ids)}
    sums = rows.copy()
    for step, weight in BESIDE:
        pairs = [(number, place[chunk + step]) for chunk, number in place.items() if chunk + step in place]
        if pairs:
            own, other = np.array(pairs).T
            sums[own] += weight * rows[other]
    lengths = np.linalg.norm(sums, axis=1)
    near = sums @ asked / np.where(lengths > 0, lengths, 1)
    return {chunk: float(near[number]) for chunk, number in place.items() if there[number]}
