"""Writes a plan: sources first, then MEMORY.md by compare-and-swap, so that a kill leaves the old or the new state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.files.encoding import decode
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.approved import replace_approved
from daykeep.memory.items import blocks_of, memory_lines
from daykeep.memory.place import apply_placement, plan_placement
from daykeep.memory.sources import SourceRecord, append_sources, hash_line, hash_source, load_sources

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.memory.items import Item


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
    append_sources(files, _new_records(files, items, now=now, commit=commit))
    return replace_approved(files, document, planned.data, name=name, now=now, how="distill").sha256


def _new_records(
    files: Files, items: Sequence[Item], *, now: datetime, commit: str | None
) -> list[SourceRecord]:
    seen = {(record.item, record.line) for record in load_sources(files)[0]}
    stamp = now.isoformat(timespec="seconds")
    records = []
    for item in items:
        carried = [line for line in item.lines if line.text is not None]
        for line, text in zip(carried, memory_lines(item), strict=False):
            key = (item.item_id, hash_line(text))
            if key in seen:
                continue
            seen.add(key)
            records.append(
                SourceRecord(
                    item=item.item_id,
                    kind=item.kind,
                    line=key[1],
                    name=mask_secrets(item.name)[0],
                    first=line.number,
                    last=line.number,
                    sha8=hash_source([line.source]),
                    day=item.day.isoformat(),
                    origin=item.origin,
                    score=item.score,
                    at=stamp,
                    commit=commit,
                )
            )
    return records
