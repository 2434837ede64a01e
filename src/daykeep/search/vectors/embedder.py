"""What search asks of a model that turns texts into vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class Embedder(Protocol):
    """A model that gives every text a vector, near for texts that mean much the same.

    ``name`` tells models apart whose vectors can't be compared; ``batch`` is how many texts are worth one call.
    """

    @property
    def name(self) -> str:
        """The model and where it runs, as kept with the vectors."""

    @property
    def batch(self) -> int:
        """How many texts to give at once."""

    def embed(self, texts: Sequence[str], *, question: bool = False) -> Sequence[Sequence[float]]:
        """One vector for each text, all of one length; some models treat a ``question`` other than a passage.

        Raises ModelError when the model can't be asked or answers with anything else.
        """
