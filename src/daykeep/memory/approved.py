"""Writes a layer file that daykeep itself changes, so that a person's approval of it stays true."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from daykeep.memory.decisions import is_trusted, record_trust

if TYPE_CHECKING:
    from datetime import datetime

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files, Replaced


def replace_approved(
    files: Files, document: Document | None, data: bytes, *, name: str = "", now: datetime, how: str
) -> Replaced:
    """Replace a file with what daykeep made of it; an approval of the old content covers the new one.

    Without a ``document`` the file is made under ``name`` and comes on record. The approval is recorded before the
    write, so that a kill in between raises no false alarm; content that was not on record does not come on record
    by this. Raises ConflictError if the file changed since it was read.
    """
    if document is None:
        record_trust(files, {name: _sha256(data)}, now=now, by="daykeep", how=how)
        return files.replace(name, data, expected_sha256=None)
    if data != document.data and is_trusted(files, document.name, document.sha256):
        before = {document.name: document.sha256}
        record_trust(files, {document.name: _sha256(data)}, now=now, by="daykeep", how=how, before=before)
    return files.replace(document.name, data, expected_sha256=document.sha256)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
