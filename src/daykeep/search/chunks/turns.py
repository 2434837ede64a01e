"""Cuts a conversation into its turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from daykeep.search.chunks.lengths import cut_text
from daykeep.search.documents import MAX_CHUNKS, Chunk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date, datetime


class Said(Protocol):
    """What is needed of a turn: who spoke, what, when, and on which line of the file it stands."""

    @property
    def speaker(self) -> str:
        """The name or role of who speaks."""

    @property
    def text(self) -> str:
        """What is said."""

    @property
    def at(self) -> datetime | None:
        """When, as an aware datetime, where the conversation tells."""

    @property
    def line(self) -> int:
        """The line of the file that holds the turn (1-based)."""


def chunk_turns(
    turns: Iterable[Said],
    *,
    day_of: Callable[[datetime], date],
    heading: tuple[str, ...] = (),
    start: int = 0,
) -> list[Chunk]:
    """One chunk a turn, several for a long one; empty turns have none.

    ``day_of`` gives the user's day of a moment; a turn without one has the day of the turn before it. ``start`` is
    the ordinal of the first chunk, for turns that were added to a conversation.
    """
    chunks: list[Chunk] = []
    day: date | None = None
    for turn in turns:
        if turn.at is not None:
            day = day_of(turn.at)
        if not turn.text.strip():
            continue
        for text in cut_text(turn.text):
            ordinal = start + len(chunks)
            if ordinal >= MAX_CHUNKS:
                return chunks
            chunks.append(Chunk(ordinal, turn.line, turn.line, heading, day, turn.speaker, text))
    return chunks
