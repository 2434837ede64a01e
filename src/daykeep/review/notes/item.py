"""A note as an item of the queue: the whole file as it is, and as it is to stand once a person has reviewed it.

The note is kept already, marked as unreviewed; approving changes its status, and whatever the person words anew.
Because the item holds the whole file, what was not looked at is never approved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.files.encoding import decode
from daykeep.files.ids import short_hash
from daykeep.files.replace import sha256_of
from daykeep.guard.doubts import find_doubts
from daykeep.memory.notes.note import REVIEWED
from daykeep.memory.notes.render import set_status
from daykeep.memory.sources import hash_line, hash_source
from daykeep.review.notes.files import body_numbers
from daykeep.review.queue.proposals import CHANGE, NOTE_RULE, Draft, ProposedItem, SourceLine, clean, old_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.files.encoding import Document

ORIGIN = "remember"
KIND = "note"

_ID_DIGITS = 12


def draft_note(
    document: Document, after: bytes, *, title: str, origin: str, day: date, reasons: Sequence[str]
) -> Draft:
    """The proposal that a note become what ``after`` says: reviewed, or reviewed and changed.

    ``document`` is the note as it stands on disk.
    """
    name = document.name
    texts, wanted = document.texts, decode(after, name).texts
    lines = tuple(SourceLine(number, hash_source([text]), None) for number, text in enumerate(texts, 1))
    olds = [old_line(number, text) for number, text in enumerate(texts, 1)]
    changed = after if after != as_reviewed(document.data, name) else b""
    item = ProposedItem(
        id=note_id(name, document.data, changed),
        kind=KIND,
        title=clean(title),
        day=day,
        name=name,
        lines=lines or (SourceLine(1, hash_source([""]), None),),
        origin=origin,
        score=1.0,
        rule=NOTE_RULE,
        worded=False,
        action=CHANGE,
        reason=_reason("\n".join(wanted), origin),
        reasons=tuple(map(clean, reasons)),
        supersedes=tuple(old._replace(text=clean(old.text)) for old in olds),
        edited=tuple(wanted),
    )
    return Draft(ORIGIN, name, document.sha256, (item,))


def note_id(name: str, data: bytes, changed: bytes = b"") -> str:
    """The id under which a note, as it stands, is on record; ``changed`` is what it is to be changed to."""
    shape = [NOTE_RULE, name, sha256_of(data), *([sha256_of(changed)] if changed else [])]
    return short_hash("\n".join(shape).encode("utf-8", "surrogateescape"), _ID_DIGITS)


def as_reviewed(data: bytes, name: str) -> bytes:
    """The note's bytes as they stand once a person has approved them."""
    return set_status(decode(data, name), REVIEWED)


def is_as_asked(document: Document | None, item: ProposedItem) -> bool:
    """Whether the note still stands as it did when its item was made."""
    return document is not None and [hash_source([text]) for text in document.texts] == [
        line.sha8 for line in item.lines
    ]


def taught(item: ProposedItem) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The hashes of the lines that a note would teach, and of those of its old text that it would no longer hold."""
    new = [hash_line(text) for text in _said(item.memory_lines)]
    old = [hash_line(text) for text in _said([line.text for line in item.supersedes])]
    return tuple(dict.fromkeys(new)), tuple(line for line in dict.fromkeys(old) if line not in new)


def _said(texts: Sequence[str]) -> list[str]:
    return [texts[number - 1] for number in body_numbers(texts)]


def _reason(text: str, origin: str) -> str:
    said = "it was asked to be remembered, and no person has seen it yet"
    return "; ".join([said, *find_doubts(origin, text)])
