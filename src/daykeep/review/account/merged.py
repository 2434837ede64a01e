"""A memory that two machines have changed: what git merged from two approved contents needs no third approval.

The content of a merge commit is on no record. It is told by merging once more: where the two sides are approved and
their merge, daykeep's or git's own, gives this very content, every line in it is approved and nobody edited it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from daykeep.errors import GitError
from daykeep.memory.decisions import DECISIONS_FILE, is_trusted, record_trust
from daykeep.review.account.versions import read_past

if TYPE_CHECKING:
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff

HOW = "merge"


def is_on_record(files: Files, history: History | HistoryOff | None, name: str, data: bytes) -> bool:
    """Whether somebody answers for this content of a file: by a record of it, or of both sides of a merge.

    A repository that can't be asked knows of no merge.
    """
    digest = sha256(data).hexdigest()
    if is_trusted(files, name, digest):
        return True
    from daykeep.git.history import History  # noqa: PLC0415 - git is loaded only where it is asked

    if not isinstance(history, History):
        return False
    try:
        if not any(len(commit.parents) > 1 for commit in history.log_all([name])):
            return False  # nothing was merged: no version need be read
        decisions, _ = files.find_records(DECISIONS_FILE)
        return digest in read_past(files, history, name, decisions=decisions).merged
    except GitError:
        return False


def settle_merge(files: Files, history: History | HistoryOff, name: str, *, now: datetime) -> bool:
    """Put what git merged from two approved contents on record, before daykeep writes; whether there was a need.

    Call it under the lock of memory.
    """
    data = files.find_bytes(name)
    if data is None or is_trusted(files, name, sha256(data).hexdigest()):
        return False
    found = is_on_record(files, history, name, data)
    if found:
        record_trust(files, {name: sha256(data).hexdigest()}, now=now, by="daykeep", how=HOW)
    return found
