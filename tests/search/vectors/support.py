"""An embedder that needs no model: words are hashed to directions, so texts that share words are near."""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import sha256

from daykeep.errors import ModelError


class WordEmbedder:
    """Counts its calls; fails from the ``fail_at``-th text on, if one is given."""

    batch = 4

    def __init__(self, name: str = "words", dimension: int = 16, fail_at: int | None = None) -> None:
        self.name = name
        self.dimension = dimension
        self.fail_at = fail_at
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str], *, question: bool = False) -> list[list[float]]:
        if self.fail_at is not None and len(self.seen) + len(texts) > self.fail_at:
            raise ModelError("the model is tired")
        self.seen += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        vector = [1e-3] * self.dimension
        for word in text.lower().split():
            digest = sha256(word.encode()).digest()
            for place in range(self.dimension):
                vector[place] += (digest[place] - 127.5) / 127.5
        length = math.sqrt(sum(value * value for value in vector))
        return [value / length for value in vector]
