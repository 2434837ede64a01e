"""Writes a layer file that daykeep itself changes, so that a person's approval of it stays true."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from daykeep.files.encoding import decode
from daykeep.memory.decisions import DECISIONS_FILE, is_trusted, lines_on_record, record_lines, record_trust
from daykeep.memory.sources import hash_line
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files, Replaced


def replace_approved(
    files: Files,
    document: Document | None,
    data: bytes,
    *,
    name: str = "",
    now: datetime,
    how: str,
    approved: Collection[str] = (),
) -> Replaced:
    """Replace a file with what daykeep made of it; an approval of the old content covers the new one.

    Without a ``document`` the file is made under ``name`` and comes on record. The approval is recorded before the
    write, so that a kill in between raises no false alarm; content that was not on record does not come on record
    by this, only the lines that daykeep adds to it, headings included. After the write the new content is confirmed: the
    old one, put back by somebody, is approved no longer. ``approved`` are lines, by hash, that a person wants in it: they
    come on record where they stand already. Raises ConflictError if the file changed since it was read.
    """
    sha256 = _sha256(data)
    after = decode(data, name)
    lines = added_lines(document, after)
    if document is None:
        record_trust(files, {name: sha256}, now=now, by="daykeep", how=how, lines={name: lines})
        return files.replace(name, data, expected_sha256=None)
    if data != document.data and is_trusted(files, document.name, document.sha256):
        before = {document.name: document.sha256}
        known, new = {document.name: sha256}, {document.name: lines}
        record_trust(files, known, now=now, by="daykeep", how=how, before=before, lines=new)
        replaced = files.replace(document.name, data, expected_sha256=document.sha256)
        record_trust(files, known, now=now, by="daykeep", how=how)
        return replaced
    there = lines_on_record(files.find_records(DECISIONS_FILE)[0], document.name) if approved else set()
    wanted = [line for line in _hashes(after.texts) if line in approved and line not in {*there, *lines}]
    record_lines(files, document.name, sha256, [*lines, *wanted], now=now, how=how)
    return files.replace(document.name, data, expected_sha256=document.sha256)


def lines_in(files: Files, name: str) -> list[str]:
    """The hashes of a file's lines, for the record of a person's approval; none without the file."""
    document = files.find_document(name)
    return list(_hashes(document.texts)) if document is not None else []


def added_lines(before: Document | None, after: Document) -> list[str]:
    """The hashes of the lines that ``after`` has and ``before`` lacks, each once, in their order; blank ones are none."""
    known = _hashes(before.texts) if before is not None else {}
    return [line for line in _hashes(after.texts) if line not in known]


def _hashes(texts: Iterable[str]) -> dict[str, None]:
    return dict.fromkeys(hash_line(text) for text in texts if normalise_line(text))


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
