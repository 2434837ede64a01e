"""Joins the vectors to a search: reorders what words found, and adds what only means the same.

Vectors don't tell whether anything relevant is there: over conversations of others, a question has a nearest passage
that stands out as far as the right one does over its own (a share of .48 against .34 at three standard deviations). So
where words find nothing, nothing is added, and what was found by meaning alone is named as that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.documents import MAX_CHUNKS
from daykeep.search.vectors.fusing import fuse
from daykeep.search.vectors.kept.places import still
from daykeep.search.vectors.nearness import BESIDE, near_in_context
from daykeep.search.vectors.passages import passage_key

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from daykeep.search.documents import Chunk
    from daykeep.search.vectors.embedder import Embedder
    from daykeep.search.vectors.kept.places import Places
    from daykeep.search.vectors.kept.shelf import VectorShelf

NEAREST = 50
"""So many of the nearest passages join those that were found by words."""


class Joined(NamedTuple):
    """Scores by words and vectors together, 1 at most, by id; ``alone`` are the chunks that no word found."""

    scores: dict[int, float]
    alone: frozenset[int] = frozenset()


class Meaning(NamedTuple):
    """Vectors that are at hand for one search; without ``places`` they only reorder."""

    shelf: VectorShelf
    embedder: Embedder
    places: Places | None = None

    def join(
        self,
        question: str,
        words: Mapping[int, float],
        read: Callable[[Collection[int]], Mapping[int, Chunk]],
        *,
        allowed: Callable[[Iterable[int]], Collection[int]] = frozenset,
    ) -> Joined:
        """Order what words found, whose scores are ``words`` (1 at most), and add what is near; none where they found none.

        ``read`` gives the chunks of ids, leaving out those that are not there; ``allowed`` those of some ids that the
        search may find. The best score stays what it was by words. Raises ModelError when the model fails: the
        answer by words is then the answer.
        """
        if not words or not self.shelf.count:
            return Joined(dict(words))
        [asked] = self.embedder.embed([question], question=True)
        found = self._nearest(asked, allowed)
        chunks = read({chunk + step for chunk in (*words, *found) for step in _steps(chunk)})
        keys = {number: passage_key(chunk) for number, chunk in chunks.items()}
        found = {number: key for number, key in still(found, chunks).items() if number not in words}
        every = near_in_context(self.shelf, asked, keys)
        near = {number: every[number] for number in (*words, *found) if number in every}
        fused = fuse(words, near, _of_documents(near, every))
        scale = max(words.values()) / (max(fused.values()) or 1.0)
        return Joined({number: score * scale for number, score in fused.items()}, frozenset(found))

    def _nearest(
        self, asked: Iterable[float], allowed: Callable[[Iterable[int]], Collection[int]]
    ) -> dict[int, int]:
        if self.places is None:
            return {}
        found = self.places.chunks_of(key for key, _ in self.shelf.nearest(list(asked), NEAREST))
        kept = allowed(found)
        return {number: key for number, key in found.items() if number in kept}


def _of_documents(near: Iterable[int], every: Mapping[int, float]) -> dict[int, float]:
    """How near the nearest passage of each one's document is, among all that are at hand."""
    nearest: dict[int, float] = {}
    for number, value in every.items():
        document = number // MAX_CHUNKS
        nearest[document] = max(value, nearest.get(document, value))
    return {number: nearest[number // MAX_CHUNKS] for number in near}


def _steps(chunk: int) -> list[int]:
    place = chunk % MAX_CHUNKS
    return [0, *(step for step, _ in BESIDE if 0 <= place + step < MAX_CHUNKS)]
