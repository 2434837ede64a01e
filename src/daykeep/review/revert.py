"""Takes back what was learned: one item or one commit, as a new commit, with a tombstone so that it stays away."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError, GitError, UsageError
from daykeep.files.encoding import decode
from daykeep.git.values import HistoryOff
from daykeep.memory.decisions import (
    DECISIONS_FILE,
    add_tombstone,
    is_trusted,
    lift_tombstone,
    record_trust,
)
from daykeep.memory.sources import hash_line, load_sources
from daykeep.review.record import ITEM_TRAILER, REVERT_TRAILER, TOMBSTONE_TRAILER, commit_edits
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from datetime import datetime

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.git.values import Commit
    from daykeep.memory.sources import SourceRecord

SHORTEST_ID = 6
"""Digits that an id must have at least."""

LONGEST_ITEM_ID = 12


class Revert(NamedTuple):
    """What taking something back does: the new MEMORY.md, which items go, and which come back."""

    target: str
    subject: str
    document: Document
    after: bytes
    gone: tuple[str, ...]
    restored: tuple[str, ...]


def plan_revert(files: Files, history: History | HistoryOff, memory: str, target: str) -> Revert:
    """Plan the inverse of an item or of a commit of daykeep's; nothing is written.

    Raises GitError without a history, UsageError for an id that is none, and ConflictError if the lines were
    changed since, or are gone already.
    """
    if isinstance(history, HistoryOff):
        raise GitError(f"nothing can be taken back: {history.reason}", hint=history.hint or None)
    document = files.find_document(memory)
    if document is None:
        raise ConflictError(f'"{memory}" is gone, so there is nothing to take back')
    wanted = target.strip().lower()
    if len(wanted) < SHORTEST_ID or any(digit not in "0123456789abcdef" for digit in wanted):
        raise UsageError(
            f'"{target}" is no id of an item or a commit',
            hint="`daykeep history` and `daykeep why LINE` print them",
        )
    records = load_sources(files)[0]
    items = (
        {r.item for r in records if r.item.startswith(wanted)} if len(wanted) <= LONGEST_ITEM_ID else set()
    )
    if len(items) == 1:
        return _plan_item(document, records, items.pop())
    if items:
        raise UsageError(f'several items begin with "{target}"', hint=", ".join(sorted(items)))
    commit = history.find(wanted)
    if commit is None:
        raise UsageError(f'there is no item and no commit "{target}"', hint="`daykeep history` lists them")
    return _plan_commit(history, document, commit)


def apply_revert(
    files: Files, history: History, plan: Revert, *, now: datetime, author: str, by: str
) -> str | None:
    """Write a plan and commit it; the commit's id.

    Edits that others made to MEMORY.md are committed first, so that this commit is the inverse and nothing else.
    Order on disk: tombstones, trust, MEMORY.md, commit. Raises ConflictError, with MEMORY.md as it was, if it
    changed since the plan; GitError if git is busy, before anything is written.
    """
    name = plan.document.name
    busy = history.busy()
    if busy:
        raise GitError(busy, hint="end it, then try again")
    commit_edits(history, [name], at=now, author=author)
    lines = _lines_by_item(load_sources(files)[0])
    for item in plan.gone:
        add_tombstone(files, item=item, lines=lines.get(item, []), now=now, by=by, how="revert")
    for item in plan.restored:
        lift_tombstone(files, item=item, lines=lines.get(item, []), now=now, by=by, how="revert")
    before = plan.document.sha256
    if is_trusted(files, name, before):
        after = decode(plan.after, name).sha256
        record_trust(files, {name: after}, now=now, by=by, how="revert", before={name: before})
    files.replace(name, plan.after, expected_sha256=before)
    trailers = [(REVERT_TRAILER, plan.target)]
    trailers += [(TOMBSTONE_TRAILER, item) for item in plan.gone]
    trailers += [(ITEM_TRAILER, item) for item in plan.restored]
    return history.commit(
        [name, DECISIONS_FILE], subject=plan.subject, trailers=trailers, author=author, at=now
    )


def _plan_item(document: Document, records: list[SourceRecord], item: str) -> Revert:
    hashes = set(_lines_by_item(records)[item])
    numbers = [n for n, text in enumerate(document.texts, 1) if text.strip() and hash_line(text) in hashes]
    if not numbers:
        raise ConflictError(
            f'the lines of item {item} are not in "{document.name}" as they were written',
            hint="they were changed or taken away since; edit the file by hand",
        )
    drop = _with_empty_headings(document, set(numbers))
    current = document
    for number in sorted(drop, reverse=True):
        current = decode(current.cut(number, number), document.name)
    title = next((r.day for r in records if r.item == item), "")
    return Revert(item, f"Took back an item of {title}", document, current.data, (item,), ())


def _with_empty_headings(document: Document, drop: set[int]) -> set[int]:
    """The lines to drop, with each heading that is left without content, and the blank lines below it."""
    texts = document.texts
    for section in parse_sections(texts):
        body = range(section.first, section.last + 1)
        emptied = any(n in drop for n in body) and all(n in drop or not texts[n - 1].strip() for n in body)
        if section.level > 2 and emptied:
            drop |= {section.line, *body}
    return drop


def _plan_commit(history: History, document: Document, commit: Commit) -> Revert:
    keys = {key for key, _ in commit.trailers}
    if not keys & {ITEM_TRAILER, TOMBSTONE_TRAILER}:
        raise UsageError(
            f"{commit.id[:10]} learned nothing and took nothing back: {commit.subject}",
            hint="only those commits can be reverted here; git reverts the others",
        )
    base = history.read(commit.id, document.name) or b""
    parent = history.read(commit.parents[0], document.name) if commit.parents else None
    merged, conflicts = history.merge(base=base, ours=document.data, theirs=parent or b"")
    if conflicts:
        raise ConflictError(
            f'"{document.name}" changed since {commit.id[:10]} in the lines to take back',
            hint="take the items back one by one, or edit the file by hand",
            details={"commit": commit.id, "conflicts": conflicts},
        )
    if merged == document.data:
        raise ConflictError(f'what {commit.id[:10]} did is not in "{document.name}" any more')
    gone = tuple(value for key, value in commit.trailers if key == ITEM_TRAILER)
    restored = tuple(value for key, value in commit.trailers if key == TOMBSTONE_TRAILER)
    subject = f"Took back: {commit.subject}"
    return Revert(commit.id, subject, document, merged, gone, restored)


def _lines_by_item(records: list[SourceRecord]) -> dict[str, list[str]]:
    lines: dict[str, list[str]] = {}
    for record in records:
        known = lines.setdefault(record.item, [])
        if record.line not in known:
            known.append(record.line)
    return lines
