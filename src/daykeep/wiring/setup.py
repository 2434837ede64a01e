"""The last steps of making or adopting a workspace: approvals on record, and the first commit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import GitError
from daykeep.git.history import HistoryOff
from daykeep.memory.approved import lines_in
from daykeep.memory.decisions import DECISIONS_FILE, record_trust, trusted_sha256

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.workspace.layout import Layout

FIRST_SUBJECT = "Begin this workspace"


class FirstCommit(NamedTuple):
    """The id of the first commit, or ``""`` and the reason why there is none."""

    id: str
    reason: str


def put_on_record(
    files: Files, names: Mapping[str, str], *, now: datetime, by: str, how: str
) -> tuple[str, ...]:
    """Record the content (name → sha256) of files that are not on record with it; the names that were added."""
    known = trusted_sha256(files)
    fresh = {name: sha256 for name, sha256 in names.items() if known.get(name) != sha256}
    lines = {name: lines_in(files, name) for name in fresh if name.lower() == "memory.md"}
    record_trust(files, fresh, now=now, by=by, how=how, lines=lines)
    return tuple(fresh)


def hash_layers(files: Files, layout: Layout) -> dict[str, str]:
    """The sha256 of every layer file and of MEMORY.md, by name."""
    documents = [files.find_document(name) for name in (*layout.core, layout.memory) if name]
    return {document.name: document.sha256 for document in documents if document is not None}


def commit_first(
    history: History | HistoryOff, names: Sequence[str], *, author: str, now: datetime
) -> FirstCommit:
    """Commit a new workspace's files, quietly; a repository that is busy or refuses is a reason, not an error."""
    if isinstance(history, HistoryOff):
        return FirstCommit("", f"history is off: {history.reason}")
    try:
        made = history.commit([*names, DECISIONS_FILE], subject=FIRST_SUBJECT, author=author, at=now)
    except GitError as error:
        return FirstCommit("", f"no first commit: {error.message}")
    return FirstCommit(
        made or "", "" if made else "no first commit: git has these files already, or ignores them"
    )
