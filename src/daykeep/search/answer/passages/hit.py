"""The values of an answer: what was found, where it stands, why, and what was not looked at."""

from __future__ import annotations

from datetime import date  # noqa: TC003 - a field of a NamedTuple is evaluated by those who inspect it
from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.answer.passages.masking import mask_chunk, mask_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.search.documents import Chunk, Document

BY_MEANING = "by meaning alone"
"""The reason of a hit that vectors found, and no word of the question."""


class Hit(NamedTuple):
    """A passage that was found. ``id`` finds it again (`daykeep show`); ``lines`` are 1-based, inclusive.

    ``score`` goes from 0 to 1; ``why`` names what it was given for. ``also`` are places that hold the same text.
    ``origin`` names text from outside (``web``, ``transcript``, …). Secrets in the text, the headings, the title and the
    speaker's name are masked; ``path`` is the file's real name.
    """

    id: str
    source: str
    level: str
    path: str
    lines: tuple[int, int]
    heading: tuple[str, ...]
    day: date | None
    speaker: str | None
    kind: str
    title: str
    text: str
    score: float
    why: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    origin: str = ""

    @property
    def place(self) -> str:
        """Path and first line, for people."""
        return f"{self.path}:{self.lines[0]}"


class Answer(NamedTuple):
    """What a question came to.

    ``hits`` are the best first; none means that nothing relevant is there. ``kind`` is the type of the question and
    ``days`` the first and last day that it asks about. ``notes`` tell everything that limits the answer: an index that
    could not be used, sources that are missing. ``stale`` names files whose latest content was not looked at,
    ``skipped`` how many files are not searched.
    """

    asked: str
    kind: str
    days: tuple[date, date] | None
    hits: tuple[Hit, ...]
    notes: tuple[str, ...]
    stale: tuple[str, ...]
    skipped: int
    documents: int


ENOUGH = 0.6
"""A passage with less than this part of the best one's score adds more words than knowledge to a context."""


def worth_reading(hits: Sequence[Hit], *, least: float = 0.0) -> list[Hit]:
    """The hits that are worth a place in a context: near the best one, and with a score of ``least`` or more.

    >>> worth_reading([])
    []
    """
    best = max((hit.score for hit in hits), default=0.0)
    return [hit for hit in hits if hit.score >= max(least, ENOUGH * best)]


def make_hit(document: Document, chunk: Chunk, *, score: float, why: tuple[str, ...]) -> Hit:
    """The hit of a chunk of a document; secrets are masked in all that was written in it, headings included."""
    chunk = mask_chunk(chunk)
    return Hit(
        id=f"{document.key}:{chunk.first_line}",
        source=document.source,
        level=document.level,
        path=document.path,
        lines=(chunk.first_line, chunk.last_line),
        heading=chunk.heading,
        day=chunk.day or document.day,
        speaker=chunk.speaker,
        kind=document.kind,
        title=mask_line(document.title),
        text=chunk.text,
        score=round(score, 4),
        why=why,
    )
