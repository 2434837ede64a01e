"""Writes what was planned: sources first, then MEMORY.md by compare-and-swap, so that a kill leaves the old or the new state."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.memory.approved import replace_approved
from daykeep.memory.items import blocks_of
from daykeep.memory.leaving.archive import archive_lines
from daykeep.memory.placing.place import apply_placement, plan_placement
from daykeep.memory.sources import (
    AskedRecord,
    SourceRecord,
    append_asked,
    append_sources,
    hash_line,
    load_sources,
)
from daykeep.review.queue.proposals import CHANGE, TEACHES, ProposedItem, propose
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date, datetime

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.memory.items import Item
    from daykeep.memory.leaving.archive import Leaving


class Written(NamedTuple):
    """What is on disk now: the sha256 of MEMORY.md, and the archive that lines went to (None: none left)."""

    sha256: str
    archive: str | None


def render_memory(document: Document | None, items: Sequence[Item], *, name: str, language: str) -> Document:
    """MEMORY.md with the items in it; every byte that was there stays."""
    placements = plan_placement(document, blocks_of(items), language=language)
    return apply_placement(document if document is not None else decode(b"", name), placements)


def apply_items(
    files: Files,
    items: Sequence[Item],
    *,
    name: str,
    document: Document | None,
    language: str,
    now: datetime,
    commit: str | None,
) -> str:
    """Write the items into MEMORY.md; the sha256 of its new content.

    Order on disk: sources, the record that this content is daykeep's own, MEMORY.md. A kill in between leaves
    records that point nowhere, never a line without a source. The new content is recorded as known only where the
    old one was: an edit that nobody approved stays visible as such. Raises ConflictError, with nothing written to
    MEMORY.md, if the file changed since ``document`` was read.
    """
    planned = render_memory(document, items, name=name, language=language)
    return write_memory(
        files, planned, document=document, items=items, leaving=(), now=now, day=now.date(), commit=commit
    ).sha256


def write_memory(
    files: Files,
    planned: Document,
    *,
    document: Document | None,
    items: Sequence[Item | ProposedItem],
    leaving: Sequence[Leaving],
    now: datetime,
    day: date,
    commit: str | None = None,
    how: str = "distill",
    asked: Sequence[AskedRecord] = (),
) -> Written:
    """Write a planned MEMORY.md: what ``items`` add to ``document``, without what is ``leaving`` for the archive.

    Order on disk: sources, archive, the record that this content is daykeep's own, MEMORY.md; each is whole and
    durable before the next, so a kill in between loses no line and leaves none without a source, and the same call
    again adds nothing twice. ``day`` is the user's day, for the archive; ``asked`` are the records of lines that
    somebody asked for. Raises ConflictError, with nothing written
    to MEMORY.md, if the file changed since ``document`` was read.
    """
    append_sources(files, new_records(files, items, now=now, commit=commit))
    append_asked(files, asked)
    archive = archive_lines(files, leaving, day=day) if leaving else None
    approved = {hash_line(text) for item in items if isinstance(item, ProposedItem) for text in _wanted(item)}
    replaced = replace_approved(
        files, document, planned.data, name=planned.name, now=now, how=how, approved=approved
    )
    return Written(replaced.sha256, archive)


def _wanted(item: ProposedItem) -> Sequence[str]:
    """The lines that an approved item is to have in the file."""
    return item.memory_lines if item.action in {*TEACHES, CHANGE} else ()


def asked_records(
    items: Sequence[ProposedItem], proposals: Mapping[str, str], *, now: datetime, by: str
) -> list[AskedRecord]:
    """The records of the lines that somebody asked for and ``by`` approved; ``proposals`` are by item."""
    stamp = now.isoformat(timespec="seconds")
    return [
        AskedRecord(
            item.id, hash_line(text), item.origin, item.day.isoformat(), proposals[item.id], stamp, by
        )
        for item in items
        if item.action == CHANGE
        for text in item.memory_lines
        if normalise_line(text)
    ]


def new_records(
    files: Files, items: Sequence[Item | ProposedItem], *, now: datetime, commit: str | None = None
) -> list[SourceRecord]:
    """The sources of the items' lines that are not on record yet; nothing for what is not learned from a log.

    ``commit`` holds the sources of items that don't know one themselves.
    """
    seen = {(row.item, row.line, row.first) for row in load_sources(files)[0]}
    records = []
    for item in items:
        change = item if isinstance(item, ProposedItem) else propose(item, reason="")
        if change.action not in TEACHES:
            continue
        for record in _records(change, now.isoformat(timespec="seconds"), change.commit or commit):
            key = (record.item, record.line, record.first)
            if key not in seen:
                seen.add(key)
                records.append(record)
    return records


def _records(item: ProposedItem, stamp: str, commit: str | None) -> Iterator[SourceRecord]:
    for text, number, sha8 in _pairs(item):
        yield SourceRecord(
            item=item.id,
            kind=item.kind,
            line=hash_line(text),
            name=item.name,
            first=number,
            last=number,
            sha8=sha8,
            day=item.day.isoformat(),
            origin=item.origin,
            score=item.score,
            at=stamp,
            commit=commit,
        )


def _pairs(item: ProposedItem) -> Iterator[tuple[str, int, str]]:
    """Every memory line with the number and hash of each line it came from.

    One text stands beside one source line; where a person or a model has worded it anew, it came from all of them.
    """
    texts = item.memory_lines
    carried = [line for line in item.lines if line.text is not None]
    if not item.worded and (item.edited is None or len(texts) == len(carried)):
        yield from ((text, line.number, line.sha8) for line, text in zip(carried, texts, strict=False))
        return
    for text in texts:
        if normalise_line(text):
            yield from ((text, line.number, line.sha8) for line in item.lines)
