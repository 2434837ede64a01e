"""What a person has approved: core files, MEMORY.md and reviewed notes against the record in ``memory/decisions.jsonl``.

A record is made only for a person at a terminal. That is honest friction, not a wall: a program that runs as the same
user can fake a terminal or write the record itself.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DocumentError, RefusedError, UsageError
from daykeep.memory.approved import lines_in
from daykeep.memory.decisions import record_trust, trusted_sha256
from daykeep.review.account.merged import is_on_record
from daykeep.review.account.taken import taken_out_of
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff
    from daykeep.workspace.layout import Layout


class Unapproved(NamedTuple):
    """A file whose content is not the one on record; ``trusted_sha256`` is None if nothing is on record."""

    name: str
    trusted_sha256: str | None
    sha256: str


class Trusted(NamedTuple):
    """A file that a person has now approved; ``before`` is the content approved last, if git still has it."""

    name: str
    sha256: str
    changed: bool
    before: bytes | None
    data: bytes


def find_unapproved(
    files: Files, layout: Layout, history: History | HistoryOff | None = None
) -> list[Unapproved]:
    """Every core file, and MEMORY.md, whose content nobody has approved; what daykeep wrote itself is on record.

    With a ``history`` a MEMORY.md that git merged from two approved ones counts as approved.
    """
    known = trusted_sha256(files)
    found = []
    for name in _approvable(layout):
        data = files.find_bytes(name)
        if data is None:
            continue
        sha256 = hashlib.sha256(data).hexdigest()
        git = history if name == layout.memory else None
        if not is_on_record(files, git, name, data):
            found.append(Unapproved(name, known.get(name), sha256))
    return found


def trust_files(
    files: Files,
    layout: Layout,
    names: Sequence[str],
    *,
    history: History | HistoryOff,
    now: datetime,
    by: str,
    is_person: bool,
    proof: str = "",
) -> list[Trusted]:
    """Record that a person wants these files as they are now; all or none.

    ``proof`` is what showed that it is a person: terminal or passphrase.

    Raises RefusedError if no person asks, UsageError for a name that is neither a core file nor MEMORY.md nor a note,
    or of a note that is marked as unreviewed, DocumentError for one that is not there.
    """
    if not is_person:
        raise RefusedError(
            "only a person can approve a change of a core file",
            hint="run `daykeep trust` yourself, in a terminal that no agent started",
        )
    known = trusted_sha256(files)
    trusted = []
    for name in dict.fromkeys(_exact_name(files, layout, name) for name in names):
        data = files.find_bytes(name)
        if data is None:
            raise DocumentError(f'"{name}" is not there')
        sha256 = hashlib.sha256(data).hexdigest()
        before = _find_content(history, name, known.get(name))
        changed = known.get(name) != sha256 or _holds_taken(files, name)
        trusted.append(Trusted(name, sha256, changed, before, data))
    fresh = {file.name: file.sha256 for file in trusted if file.changed}
    notes = [name for name in fresh if name.startswith(f"{NOTES_FOLDER}/")]
    lines = {name: lines_in(files, name) for name in (layout.memory_target, *notes)}
    heads = _heads(history, layout.memory_target) if layout.memory_target in fresh else {}
    record_trust(files, fresh, now=now, by=by, how="trust", lines=lines, heads=heads, proof=proof)
    return trusted


def _holds_taken(files: Files, name: str) -> bool:
    """Whether lines stand in the file that daykeep was asked to take out since it was approved."""
    taken = taken_out_of(files, files.find_document(name))
    return bool(taken) and not taken.isdisjoint(lines_in(files, name))


def _approvable(layout: Layout) -> list[str]:
    return [name for name in (*layout.core, layout.memory) if name]


def _exact_name(files: Files, layout: Layout, name: str) -> str:
    names = _approvable(layout)
    plain = name.replace("\\", "/").removeprefix("./")
    if plain in names:
        return plain
    if plain.startswith(f"{NOTES_FOLDER}/"):
        from daykeep.review.account.notes import check_reviewable  # noqa: PLC0415 - a quiet start does without

        return check_reviewable(files, plain)
    raise UsageError(
        f'"{name}" needs no approval: it is not a core file of this workspace',
        hint=f"one of {', '.join(names)}, or a note below memory/notes/",
    )


def _heads(history: History | HistoryOff, name: str) -> dict[str, str]:
    """The content (name → sha256) that the history holds now, which an approval before the next commit builds on."""
    from daykeep.git.history import History  # noqa: PLC0415 - git is loaded only where it is asked

    head = history.head() if isinstance(history, History) else None
    data = history.read(head, name) if isinstance(history, History) and head else None
    return {name: hashlib.sha256(data).hexdigest()} if data is not None else {}


def _find_content(history: History | HistoryOff, name: str, sha256: str | None) -> bytes | None:
    from daykeep.git.history import History  # noqa: PLC0415 - git is loaded only where it is asked

    if sha256 is None or not isinstance(history, History):
        return None
    commits = history.log([name])
    for data in history.read_each([(commit.id, name) for commit in commits]):
        if data is not None and hashlib.sha256(data).hexdigest() == sha256:
            return data
    return None
