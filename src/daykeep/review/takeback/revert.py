"""Takes back what changed memory or a core file: one item, or everything that one of daykeep's commits did.

The change is taken out of the files as they are now, so that everything written since stays; the history gets a new
commit. What was learned gets a tombstone, which keeps the next distillation from learning the same again; what was
forgotten, and what was superseded, loses its own. Logs and records never change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError, GitError, PartialError, UsageError
from daykeep.files.encoding import decode
from daykeep.files.replace import sha256_of
from daykeep.memory.approved import replace_approved
from daykeep.memory.decisions import DECISIONS_FILE, add_tombstone, find_tombstones, lift_tombstone
from daykeep.memory.leaving.archive import archive_names, find_archived
from daykeep.memory.leaving.itemlines import without_item
from daykeep.memory.sources import hash_line
from daykeep.review.account.merged import settle_merge
from daykeep.review.account.taken import taken_out_of
from daykeep.review.asking.copies import find_copy, put_back, remove_copies
from daykeep.review.asking.propose import is_core
from daykeep.review.difference import Difference, compare_bytes
from daykeep.review.notes.files import is_note_file
from daykeep.review.notes.index import follow, notes_beside
from daykeep.review.provenance.history import require_history
from daykeep.review.record import (
    LOCK,
    RESTORED_TRAILER,
    REVERTS_TRAILER,
    TAKEN_BACK_TRAILER,
    commit_edits,
    commit_safely,
)
from daykeep.review.takeback.book import CHANGED
from daykeep.review.takeback.merge import Merged, take_back
from daykeep.review.takeback.sides import find_sides, touched_names, without_doubles
from daykeep.review.takeback.target import Target, copy_target, find_target
from daykeep.workspace.archive import is_memory_archive

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff
    from daykeep.review.asking.copies import Copy

CONFLICT_LINES = 20
"""How many lines of a conflict are shown."""


class Change(NamedTuple):
    """What a file that has content of ``sha256`` (None: is not there) will hold (None: it goes), and how that differs."""

    name: str
    sha256: str | None
    data: bytes | None
    difference: Difference


class Revert(NamedTuple):
    """What taking something back would do to MEMORY.md, and to other files: its archives, notes, core files.

    ``sha256`` is of the content that the plan was made for (None: no file), ``data`` the content after it;
    ``difference`` is empty if nothing of it is there (any more). ``others`` are only those files that differ afterwards.
    ``copied``: the lines come from a copy, since no commit holds them.
    """

    target: Target
    name: str
    sha256: str | None
    data: bytes
    difference: Difference
    others: tuple[Change, ...] = ()
    copied: bool = False

    @property
    def changes(self) -> bool:
        """Whether MEMORY.md differs afterwards."""
        return bool(self.difference.removed or self.difference.added)

    @property
    def archives(self) -> tuple[Change, ...]:
        """What is to change in the archives of what left MEMORY.md."""
        return tuple(change for change in self.others if is_memory_archive(change.name))

    @property
    def needs_person(self) -> bool:
        """Whether only a person may do this: it changes a core file, or brings back what they wanted to be forgotten."""
        return self.target.unforgets or any(is_core(change.name) for change in self.others)

    @property
    def files(self) -> list[Change]:
        """Every file that differs afterwards, MEMORY.md first."""
        own = [Change(self.name, self.sha256, self.data, self.difference)] if self.changes else []
        return [*own, *self.others]


class _Mark(NamedTuple):
    """Tombstones of an item that were added or, if ``lifts``, lifted; ``left`` are lines that leave a file with them."""

    lifts: bool
    item: str
    lines: list[str]
    left: Mapping[str, list[str]]


def plan_revert(files: Files, history: History | HistoryOff, asked: str, *, memory: str) -> Revert:
    """What taking back ``asked`` (the id of an item or a commit, or the start of one) would do; reads only.

    A revert can be taken back like anything else: that puts its lines in again. What was forgotten comes back without
    a history too, while a copy of it is kept. Raises GitError without a history,
    UsageError for an id that is unknown, ambiguous or of a commit that is not daykeep's, and ConflictError with the
    lines if what daykeep wrote was changed since.
    """
    copy = find_copy(files, asked)
    if copy is not None:
        return _plan_copy(files, copy, memory)
    git = require_history(history)
    target = find_target(files, git, asked, memory=memory)
    document = files.find_document(memory)
    if document is None and (target.commit is None or memory in target.commit.names):
        raise UsageError(f'there is no "{memory}" to change')
    others = tuple(_other_changes(files, git, target, memory))
    data, sha256 = (document.data, document.sha256) if document is not None else (b"", None)
    nothing = Revert(target, memory, sha256, data, Difference((), ()), others)
    gone = target.done or (not target.restores and _is_archived(files, target))
    if document is None or (gone and not target.is_in(document.texts)):
        return nothing
    change = _merged(files, git, target, memory, memory)
    return (
        nothing if change is None else nothing._replace(data=change.data or b"", difference=change.difference)
    )


def apply_revert(
    files: Files,
    history: History | HistoryOff,
    plan: Revert,
    *,
    now: datetime,
    author: str,
    by: str = "daykeep",
    proof: str = "",
    problems: list[str] | None = None,
) -> str | None:
    """Do what was planned; the id of the new commit, None if there was nothing to do, or nothing records it.

    Changes that nobody has committed yet get a commit of their own first. Order on disk: tombstones, approval,
    MEMORY.md, the other files, commit. ``by`` is who asked, ``proof`` what showed that it is a person. Raises ConflictError, with nothing changed, if a file is no
    longer as planned; GitError, with nothing changed, if something is under way in the repository; PartialError if the
    files are changed and only the commit failed.
    """
    git = _free_history(history, plan)
    with files.lock(LOCK, purpose="revert"):
        _refuse_stale(files, plan)
        if git is not None and plan.files:
            names = [change.name for change in plan.files]
            settle_merge(files, git, plan.name, now=now)
            commit_edits(git, names, at=now, author=author, problems=problems)
        marked = _mark(files, plan, now=now, by=by, proof=proof)
        _write(files, plan, marked, now)
        for name in filter(is_note_file, (change.name for change in plan.files)):
            follow(files, name)
        commit = None
        if plan.files or marked:
            commit = _record(git, plan, now=now, author=author, problems=problems)
        if plan.copied:
            remove_copies(files, [plan.target.id])
        return commit


def _free_history(history: History | HistoryOff, plan: Revert) -> History | None:
    """The history that records it; None where there is none and none is needed. GitError if it is busy or missing."""
    from daykeep.git.history import History  # noqa: PLC0415 - git is loaded only where it is asked

    if plan.copied and not isinstance(history, History):
        return None
    git = require_history(history)
    busy = git.busy()
    if busy:
        raise GitError(
            f"{busy}; nothing was taken back", hint="finish or abort it, then run the command again"
        )
    return git


def _plan_copy(files: Files, copy: Copy, memory: str) -> Revert:
    dead = find_tombstones(files)
    lines = [line for line, item in dead.items() if item == copy.item]
    target = copy_target(copy, lines or [hash_line(line.text) for line in copy.lines if line.text.strip()])
    data = files.find_bytes(copy.name)
    after = put_back(data or b"", copy)
    sha256 = sha256_of(data) if data is not None else None
    change = Change(copy.name, sha256, after, compare_bytes(data, after))
    if copy.name == memory:
        return Revert(target, memory, sha256, after, change.difference, copied=True)
    memory_data = files.find_bytes(memory)
    own = sha256_of(memory_data) if memory_data is not None else None
    others = (change,) if after != data else ()
    return Revert(target, memory, own, memory_data or b"", Difference((), ()), others, copied=True)


def _refuse_stale(files: Files, plan: Revert) -> None:
    """Of two reverts at once the second finds the file changed before it marks anything."""
    for name, sha256 in [(plan.name, plan.sha256), *((one.name, one.sha256) for one in plan.others)]:
        data = files.find_bytes(name)
        if (sha256_of(data) if data is not None else None) != sha256:
            raise ConflictError(
                f"{name} changed meanwhile; nothing was written", hint="run the command again"
            )


def _is_archived(files: Files, target: Target) -> bool:
    """Whether all lines that the change is about have left for the archive."""
    return bool(target.hashes) and target.hashes <= {hash_line(line.text) for line in find_archived(files)}


def _other_changes(files: Files, git: History, target: Target, memory: str) -> Iterator[Change]:
    """What the change does to other files: an item leaves the archives, a commit's share in any file is taken back."""
    touched = touched_names(target, memory)
    for name in touched:
        change = _merged(files, git, target, name, memory)
        if change is not None:
            yield change
    if target.item is None or target.restores:
        return
    for name in archive_names(files):
        document = files.find_document(name)
        if document is None or name in touched:
            continue
        data = without_item(document.data, None, target.hashes | target.other_hashes)
        if data != document.data:
            yield Change(name, document.sha256, data, compare_bytes(document.data, data))


def _merged(files: Files, git: History, target: Target, name: str, memory: str) -> Change | None:
    """A file with the change in it; None if it stays as it is. A conflict in an archive leaves that alone."""
    document = files.find_document(name)
    base, theirs = find_sides(git, target, name, document, memory=memory)
    if base == theirs:
        return None
    if document is None:
        return Change(name, None, theirs, compare_bytes(None, theirs)) if base is None else None
    merged = take_back(git.merge, base=base or b"", ours=document.data, theirs=theirs or b"")
    if merged.conflicts and target.stands_alone(document.texts):  # only what came close beside it is new
        merged = Merged(without_item(document.data, theirs, target.hashes), ())
    if merged.conflicts and not is_memory_archive(name):
        raise _conflict(name, merged.conflicts)
    if merged.conflicts or merged.data == document.data:
        return None
    data = merged.data
    if name == memory and target.kind != CHANGED:  # memory says nothing twice
        data = without_doubles(document, data, target.hashes | target.other_hashes)
    if data == document.data:
        return None
    left = None if theirs is None and not data.strip() else data
    return Change(name, document.sha256, left, compare_bytes(document.data, left))


def _mark(files: Files, plan: Revert, *, now: datetime, by: str, proof: str) -> list[_Mark]:
    """Add (or lift) the tombstones that are missing (or there); what was done.

    A line that came back and was approved since its tombstone gets another one when it leaves again.
    """
    target, dead = plan.target, find_tombstones(files)
    leaving = _leaving(files, plan)
    marked = []
    for lifts, some in ((target.restores, target.items), (not target.restores, target.others)):
        for item, lines in some.items():
            going = [] if lifts else [line for line in lines if line in leaving]
            affected = [line for line in lines if (line in dead) == lifts or line in going]
            if affected:
                marked.append(_Mark(lifts, item, affected, {plan.name: going}))
                _turn(files, target, marked[-1], now=now, by=by, proof=proof)
    return marked


def _leaving(files: Files, plan: Revert) -> frozenset[str]:
    """The lines, by hash, that MEMORY.md loses and that no record says to have left it."""
    document = files.find_document(plan.name)
    if document is None:
        return frozenset()
    after = map(hash_line, decode(plan.data, plan.name).texts)
    return frozenset(map(hash_line, document.texts)) - taken_out_of(files, document) - set(after)


def _turn(files: Files, target: Target, mark: _Mark, *, now: datetime, by: str, proof: str = "") -> None:
    lifts, item, lines, left = mark
    if lifts:
        lift_tombstone(files, item=item, lines=lines, now=now, by=by, how="revert", proof=proof)
        return
    how = "forget" if item in target.forgotten else "superseded" if item in target.others else "revert"
    add_tombstone(files, item=item, lines=lines, now=now, by=by, how=how, proof=proof, left=left)


def _write(files: Files, plan: Revert, marked: Sequence[_Mark], now: datetime) -> None:
    """Write every file; where the first is no longer as planned, what was marked is turned round again."""
    for number, change in enumerate(plan.files):
        try:
            _replace(files, change, plan.name, now)
        except ConflictError:
            if number == 0:
                for mark in marked:
                    turned = mark._replace(lifts=not mark.lifts)
                    _turn(files, plan.target, turned, now=now, by="daykeep")
            raise


def _replace(files: Files, change: Change, memory: str, now: datetime) -> None:
    if change.data is None:
        files.remove(change.name)
        return
    document = files.find_document(change.name)
    if (document.sha256 if document is not None else None) != change.sha256:
        raise ConflictError(f"{change.name} changed meanwhile", hint="run the command again")
    if change.name == memory or is_core(change.name):
        replace_approved(files, document, change.data, name=change.name, now=now, how="revert")
    else:
        files.replace(change.name, change.data, expected_sha256=change.sha256)


def _record(
    git: History | None, plan: Revert, *, now: datetime, author: str, problems: list[str] | None
) -> str | None:
    if git is None:
        return None
    try:
        return _commit(git, plan, now=now, author=author, problems=problems)
    except GitError as error:
        changed = ", ".join(change.name for change in plan.files) or DECISIONS_FILE
        raise PartialError(
            f"{changed} is changed, but the history has not recorded it: {error.message}", hint=error.hint
        ) from error


def _commit(
    git: History, plan: Revert, *, now: datetime, author: str, problems: list[str] | None
) -> str | None:
    target = plan.target
    key = RESTORED_TRAILER if target.restores else TAKEN_BACK_TRAILER
    trailers = [(REVERTS_TRAILER, target.id), *((key, item) for item in target.items)]
    names = [*(change.name for change in plan.files), DECISIONS_FILE]
    names += notes_beside(names)
    return commit_safely(
        git, names, target.subject, trailers=trailers, at=now, author=author, problems=problems
    )


def _conflict(name: str, conflicts: tuple[tuple[bytes, ...], ...]) -> ConflictError:
    blocks = [
        "\n".join(f"  {text}" for text in decode(b"".join(lines)).texts[:CONFLICT_LINES])
        for lines in conflicts
    ]
    return ConflictError(
        f"{name} was changed since, here:\n" + "\n  …\n".join(blocks),
        hint="take these lines out yourself; nothing was written",
        details={"conflicts": [decode(b"".join(lines)).texts for lines in conflicts]},
    )
