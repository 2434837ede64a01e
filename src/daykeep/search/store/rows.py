"""A document made ready for storing: the part of the work that needs no store, so that it can be shared out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.documents import MAX_CHUNKS
from daykeep.search.terms import terms

if TYPE_CHECKING:
    from daykeep.search.documents import Reading

HEADING_MARK = "\x1f"
"""Parts the titles of a heading path; no title holds this control character, for it is taken out."""

Row = tuple[int, str, str, int, int, str, str | None, str | None, str]
"""Ordinal, terms, heading's terms, first line, last line, heading path, day, speaker, text."""


class Prepared(NamedTuple):
    """What was read, without its chunks but with their rows; ``terms`` counts the terms of the rows' texts."""

    reading: Reading
    rows: list[Row]
    terms: int


def prepare(reading: Reading) -> Prepared:
    """Cut the texts of what was read into terms; what lies beyond ``MAX_CHUNKS`` is left out."""
    heads: dict[tuple[str, ...], tuple[str, str]] = {}
    rows: list[Row] = []
    count = 0
    for chunk in reading.chunks:
        if chunk.ordinal >= MAX_CHUNKS:
            break
        head = heads.get(chunk.heading)
        if head is None:
            head = heads[chunk.heading] = _head_of(chunk.heading)
        text = _storable(chunk.text)
        found = terms(text)
        count += len(found)
        day = chunk.day.isoformat() if chunk.day is not None else None
        rows.append((
            chunk.ordinal, " ".join(found), head[1], chunk.first_line, chunk.last_line, head[0], day, chunk.speaker, text,
        ))  # fmt: skip
    return Prepared(reading._replace(chunks=()), rows, count)


def _storable(text: str) -> str:
    """The text without halves of characters, which JSON can smuggle in and no file can hold."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def _head_of(heading: tuple[str, ...]) -> tuple[str, str]:
    path = HEADING_MARK.join(_storable(title.replace(HEADING_MARK, " ")) for title in heading)
    return path, " ".join(dict.fromkeys(terms(" ".join(heading))))
