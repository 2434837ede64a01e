"""Masks secrets in everything of a passage that is shown: a heading or a title can hold one as well as the text."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from daykeep.guard.secrets import mask_secrets

if TYPE_CHECKING:
    from daykeep.search.documents import Chunk


def mask_chunk(chunk: Chunk) -> Chunk:
    """The chunk with every secret in its text, its headings and its speaker's name masked."""
    return chunk._replace(
        heading=tuple(map(mask_line, chunk.heading)),
        speaker=None if chunk.speaker is None else mask_line(chunk.speaker),
        text=mask_secrets(chunk.text)[0],
    )


@lru_cache(maxsize=4096)
def mask_line(text: str) -> str:
    """A heading, title or name with its secrets masked; remembered, for many passages stand below one heading."""
    return mask_secrets(text)[0]
