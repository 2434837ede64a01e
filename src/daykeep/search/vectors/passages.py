"""What of a chunk is embedded: its headings, who speaks and the text, so that a line alone keeps what it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.search.vectors.building import clip
from daykeep.search.vectors.kept.segments import key_of

if TYPE_CHECKING:
    from daykeep.search.documents import Chunk


def passage_of(chunk: Chunk) -> str:
    """The text of a chunk for the model.

    >>> from daykeep.search.documents import Chunk
    >>> passage_of(Chunk(0, 3, 3, ("Network", "Router"), None, None, "- password is on the label"))
    'Network > Router: - password is on the label'
    >>> passage_of(Chunk(0, 3, 3, (), None, "Anna", "I moved."))
    'Anna: I moved.'
    """
    above = " > ".join(chunk.heading)
    return ": ".join(part for part in (above, chunk.speaker or "", chunk.text) if part)


def passage_key(chunk: Chunk) -> int:
    """The key under which a chunk's vector is kept."""
    return key_of(clip(passage_of(chunk)))
