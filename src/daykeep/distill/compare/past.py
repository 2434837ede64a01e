"""What memory has held or refused before: taken back, deleted by hand, archived, rejected, approved, waiting.

All of it is read from the records that are truth and from MEMORY.md itself, so that it holds after the state is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.decisions import APPROVED, find_rejections, find_tombstones, find_verdicts
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.sources import hash_line, load_sources
from daykeep.memory.written import find_written
from daykeep.review.evidence.remembered import Span, read_spans, rejected_texts, taken_back_texts
from daykeep.review.notes.files import read_notes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.memory.sources import SourceRecord

RECENT = 500
"""So many of the lines that were deleted by hand, the latest, are recognised in other words too."""


class Past(NamedTuple):
    """What must not be learned again, as hashes of lines (each with its item) and, where a log still has it, as text.

    ``deleted`` are lines that stood in MEMORY.md and that a person took out; ``archived`` maps hashes to the lines
    that left it for the archive. ``approved`` are ids of items that a person approved, perhaps in words of their own,
    ``standing`` of items that have a line in memory or in the archive, perhaps in a model's words.
    ``unconfirmed`` are ids of items whose lines stand in MEMORY.md without a record of the write.
    """

    tombstones: Mapping[str, str]
    rejected: Mapping[str, str]
    deleted: Mapping[str, str]
    archived: Mapping[str, str]
    approved: AbstractSet[str]
    standing: AbstractSet[str]
    taken_back_texts: Mapping[str, str]
    deleted_texts: Mapping[str, str]
    rejected_texts: Mapping[str, str]
    notes: Mapping[str, Sequence[str]]
    unconfirmed: Sequence[str]
    records: Sequence[SourceRecord]


def read_past(files: Files, memory: Document | None, added: AbstractSet[str]) -> Past:
    """Read the records; ``memory`` is MEMORY.md as it is, ``added`` are items that the state calls added."""
    records = load_sources(files)[0]
    tombstones = find_tombstones(files)
    present = {hash_line(text) for text in memory.texts} if memory is not None else set()
    archived = {hash_line(line.text): line.text for line in find_archived(files)}
    confirmed = find_written(files)
    written = confirmed | added
    out = [
        record
        for record in records
        if record.line not in present
        and record.line not in archived
        and record.line not in tombstones
        and record.item in written
    ]
    spans = [
        Span(record.item, record.name, record.first, record.last, record.sha8) for record in out[-RECENT:]
    ]
    verdicts = find_verdicts(files)
    return Past(
        tombstones=tombstones,
        rejected=find_rejections(files),
        deleted={record.line: record.item for record in out},
        archived=archived,
        approved={item for item, verdict in verdicts.items() if verdict.kind == APPROVED},
        standing={record.item for record in records if record.line in present or record.line in archived},
        taken_back_texts=taken_back_texts(files),
        deleted_texts=read_spans(files, spans),
        rejected_texts=rejected_texts(files),
        notes={note.name: note.texts for note in read_notes(files)},
        unconfirmed=list(
            dict.fromkeys(
                record.item for record in records if record.line in present and record.item not in confirmed
            )
        ),
        records=records,
    )
