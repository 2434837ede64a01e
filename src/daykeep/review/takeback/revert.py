"""Takes back what entered MEMORY.md: one item, or everything that one of daykeep's commits did.

The change is taken out of the file as it is now, so that everything written since stays; the history gets a new
commit, and a tombstone keeps the next distillation from learning the same again. Logs and records never change.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError, GitError, PartialError, UsageError
from daykeep.files.encoding import decode
from daykeep.memory.decisions import (
    DECISIONS_FILE,
    add_tombstone,
    find_tombstones,
    is_trusted,
    lift_tombstone,
    record_trust,
)
from daykeep.memory.leaving.archive import archive_names, find_archived
from daykeep.memory.leaving.itemlines import without_item
from daykeep.memory.sources import hash_line
from daykeep.review.provenance.history import require_history
from daykeep.review.record import (
    LOCK,
    RESTORED_TRAILER,
    REVERTS_TRAILER,
    TAKEN_BACK_TRAILER,
    commit_edits,
    commit_safely,
)
from daykeep.review.takeback.difference import Difference, compare_bytes
from daykeep.review.takeback.target import Target, find_target
from daykeep.review.takeback.undo import take_back

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff

CONFLICT_LINES = 20
"""How many lines of a conflict are shown."""


class Change(NamedTuple):
    """What a file that has content of ``sha256`` will hold, and how that differs."""

    name: str
    sha256: str
    data: bytes
    difference: Difference


class Revert(NamedTuple):
    """What taking something back would do to MEMORY.md, and to the archive of what left it.

    ``sha256`` is of the content that the plan was made for, ``data`` the content after it; ``difference`` is empty if
    nothing of it is there (any more). ``archives`` are only those archives that differ afterwards.
    """

    target: Target
    name: str
    sha256: str
    data: bytes
    difference: Difference
    archives: tuple[Change, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether MEMORY.md differs afterwards."""
        return bool(self.difference.removed or self.difference.added)


def plan_revert(files: Files, history: History | HistoryOff, asked: str, *, memory: str) -> Revert:
    """What taking back ``asked`` (the id of an item or a commit, or the start of one) would do; reads only.

    A revert can be taken back like anything else: that puts its lines in again. Raises GitError without a history,
    UsageError for an id that is unknown, ambiguous or of a commit that is not daykeep's, and ConflictError with the
    lines if what daykeep wrote was changed since.
    """
    git = require_history(history)
    target = find_target(files, git, asked, memory=memory)
    document = files.find_document(memory)
    if document is None:
        raise UsageError(f'there is no "{memory}" to change')
    archives = tuple(_archive_changes(files, git, target))
    gone = target.done or (not target.restores and _is_archived(files, target))
    if gone and not target.is_in(document.texts):
        return Revert(target, memory, document.sha256, document.data, Difference((), ()), archives)
    base, theirs = _sides(git, target, document)
    merged = take_back(git.merge, base=base, ours=document.data, theirs=theirs)
    if merged.conflicts:
        raise _conflict(memory, merged.conflicts)
    difference = compare_bytes(document.data, merged.data)
    return Revert(target, memory, document.sha256, merged.data, difference, archives)


def apply_revert(
    files: Files,
    history: History | HistoryOff,
    plan: Revert,
    *,
    now: datetime,
    author: str,
    problems: list[str] | None = None,
) -> str | None:
    """Do what was planned; the id of the new commit, None if there was nothing to do.

    Changes of MEMORY.md that nobody has committed yet get a commit of their own first. Order on disk: tombstones,
    approval, MEMORY.md, its archive, commit. Raises ConflictError, with nothing changed, if MEMORY.md is no longer as planned;
    GitError, with nothing changed, if something is under way in the repository; PartialError if MEMORY.md is changed
    and only the commit failed.
    """
    git = require_history(history)
    busy = git.busy()
    if busy:
        raise GitError(
            f"{busy}; nothing was taken back", hint="finish or abort it, then run the command again"
        )
    with files.lock(LOCK, purpose="revert"):
        _refuse_stale(files, plan)
        if plan.changes:
            commit_edits(git, [plan.name], at=now, author=author, problems=problems)
        marked = _mark(files, plan.target, now)
        if plan.changes:
            _write(files, plan, marked, now)
        for change in plan.archives:
            files.replace(change.name, change.data, expected_sha256=change.sha256)
        if not (plan.changes or plan.archives or marked):
            return None
        try:
            return _commit(git, plan, now=now, author=author, problems=problems)
        except GitError as error:
            raise PartialError(
                f"{plan.name} is changed, but the history has not recorded it: {error.message}",
                hint=error.hint,
            ) from error


def _refuse_stale(files: Files, plan: Revert) -> None:
    """Of two reverts at once the second finds the file changed before it marks anything."""
    planned = [(plan.name, plan.sha256), *((change.name, change.sha256) for change in plan.archives)]
    for name, sha256 in planned:
        document = files.find_document(name)
        if document is None or document.sha256 != sha256:
            raise ConflictError(
                f"{name} changed meanwhile; nothing was written", hint="run the command again"
            )


def _is_archived(files: Files, target: Target) -> bool:
    """Whether all lines that the change is about have left for the archive."""
    return bool(target.hashes) and target.hashes <= {hash_line(line.text) for line in find_archived(files)}


def _archive_changes(files: Files, git: History, target: Target) -> Iterator[Change]:
    """What the change does to the archives: an item leaves them, a commit's share in them is taken back."""
    for name in archive_names(files):
        document = files.find_document(name)
        if document is None:
            continue
        if target.item is not None:
            data = without_item(document.data, None, target.hashes)
        elif target.commit is not None and name in target.commit.names:
            parents = target.commit.parents
            base = git.read(target.commit.id, name) or b""
            theirs = git.read(parents[0], name) if parents else None
            merged = take_back(git.merge, base=base, ours=document.data, theirs=theirs or b"")
            data = document.data if merged.conflicts else merged.data
        else:
            continue
        if data != document.data:
            yield Change(name, document.sha256, data, compare_bytes(document.data, data))


def _sides(git: History, target: Target, document: Document) -> tuple[bytes, bytes]:
    """The content before and after the change that is to be made."""
    commit = target.commit
    if commit is None:  # never committed: it can only be in the file as it is
        return document.data, without_item(document.data, None, target.hashes)
    written = _content(git, commit.id, document)
    parent = _content(git, commit.parents[0], document) if commit.parents else b""
    if target.item is None:
        return written, parent
    return written, without_item(written, parent, target.hashes)


def _content(git: History, commit: str, document: Document) -> bytes:
    """MEMORY.md as of a commit, with the line ends that it has on disk."""
    data = git.read(commit, document.name) or b""
    if document.newline == "\r\n" and b"\r\n" not in data:
        return data.replace(b"\n", b"\r\n")
    return data


def _mark(files: Files, target: Target, now: datetime) -> dict[str, list[str]]:
    """Add (or lift) the tombstones that are missing (or there); what was done, by item."""
    dead = find_tombstones(files)
    marked = {}
    for item, lines in target.items.items():
        affected = [line for line in lines if (line in dead) == target.restores]
        if affected:
            marked[item] = affected
            change = lift_tombstone if target.restores else add_tombstone
            change(files, item=item, lines=affected, now=now, by="daykeep", how="revert")
    return marked


def _write(files: Files, plan: Revert, marked: dict[str, list[str]], now: datetime) -> None:
    if is_trusted(files, plan.name, plan.sha256):
        sha256 = hashlib.sha256(plan.data).hexdigest()
        known = {plan.name: plan.sha256}
        record_trust(files, {plan.name: sha256}, now=now, by="daykeep", how="revert", before=known)
    try:
        files.replace(plan.name, plan.data, expected_sha256=plan.sha256)
    except ConflictError:
        back = add_tombstone if plan.target.restores else lift_tombstone
        for item, lines in marked.items():
            back(files, item=item, lines=lines, now=now, by="daykeep", how="revert")
        raise


def _commit(
    git: History, plan: Revert, *, now: datetime, author: str, problems: list[str] | None
) -> str | None:
    target = plan.target
    key = RESTORED_TRAILER if target.restores else TAKEN_BACK_TRAILER
    trailers = [(REVERTS_TRAILER, target.id), *((key, item) for item in target.items)]
    names = [
        *([plan.name] if plan.changes else []),
        *(change.name for change in plan.archives),
        DECISIONS_FILE,
    ]
    return commit_safely(
        git, names, target.subject, trailers=trailers, at=now, author=author, problems=problems
    )


def _conflict(memory: str, conflicts: tuple[tuple[bytes, ...], ...]) -> ConflictError:
    blocks = [
        "\n".join(f"  {text}" for text in decode(b"".join(lines)).texts[:CONFLICT_LINES])
        for lines in conflicts
    ]
    return ConflictError(
        f"{memory} was changed since, here:\n" + "\n  …\n".join(blocks),
        hint="take these lines out yourself; nothing was written",
        details={"conflicts": [decode(b"".join(lines)).texts for lines in conflicts]},
    )
