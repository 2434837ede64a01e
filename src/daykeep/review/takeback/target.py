"""What a person means by an id: an item that was learned, something forgotten or changed, or one of daykeep's commits."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import UsageError
from daykeep.memory.sources import hash_line
from daykeep.review.record import (
    CHANGED_TRAILER,
    FORGOTTEN_TRAILER,
    ITEM_TRAILER,
    REMEMBERED_TRAILER,
    RESTORED_TRAILER,
    TAKEN_BACK_TRAILER,
)
from daykeep.review.takeback.book import ARCHIVED, CHANGED, FORGOTTEN, LEARNED, Book, hashes_of, values_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.files.store import Files
    from daykeep.git.history import Commit, History
    from daykeep.review.asking.copies import Copy

SHORTEST_ID = 4
SHOWN_CHARS = 12
"""How much of a long id is shown."""

HINT = "`daykeep history` shows the ids of items and commits"
_TOOK_BACK, _RESTORED, _UNDID, _REDID = "Took back: ", "Restored: ", "Undid: ", "Redid: "
_PREFIXES = (_TOOK_BACK, _RESTORED, _UNDID, _REDID)
_THERE = frozenset((ITEM_TRAILER, RESTORED_TRAILER, CHANGED_TRAILER, REMEMBERED_TRAILER))
_AWAY = frozenset((TAKEN_BACK_TRAILER, FORGOTTEN_TRAILER))


class Target(NamedTuple):
    """One item (``item``), or a whole commit (``item`` None); ``commit`` wrote it, None if it was never committed.

    ``items`` maps every item concerned to the hashes of its lines. ``restores``: the change to make puts lines back.
    ``done``: the history says that it was made already. ``others`` are lines that went when the items came (what was
    superseded, or forgotten in the same sitting): they go the other way. ``kind`` is learned, forgotten, changed or
    archived; ``forgotten`` are those ids among ``items`` and ``others`` that are forgettings.
    """

    id: str
    item: str | None
    commit: Commit | None
    items: Mapping[str, tuple[str, ...]]
    restores: bool
    done: bool
    subject: str
    others: Mapping[str, tuple[str, ...]] = {}
    kind: str = LEARNED
    forgotten: frozenset[str] = frozenset()

    @property
    def hashes(self) -> frozenset[str]:
        """The hashes of all lines of all items."""
        return frozenset(line for lines in self.items.values() for line in lines)

    @property
    def other_hashes(self) -> frozenset[str]:
        """The hashes of the lines that go the other way."""
        return frozenset(line for lines in self.others.values() for line in lines)

    @property
    def unforgets(self) -> bool:
        """Whether the change brings back what a person asked to be forgotten."""
        back = self.items if self.restores else self.others
        return bool(self.forgotten & back.keys())

    def is_in(self, texts: Sequence[str]) -> bool:
        """Whether the change would find something to do: a line that is to go, or to come back, is (not) there."""
        present = {hash_line(text) for text in texts}
        return not self.hashes <= present if self.restores else bool(self.hashes & present)

    def stands_alone(self, texts: Sequence[str]) -> bool:
        """Whether it is one item that was learned and each of its lines is there as it was written, and only once."""
        if self.item is None or self.restores or self.others or self.kind != LEARNED:
            return False
        here = Counter(hash_line(text) for text in texts)
        return all(here[line] == 1 for line in self.hashes)


def find_target(files: Files, history: History, asked: str, *, memory: str) -> Target:
    """The item or commit whose id starts with ``asked``; UsageError if there is none, several, or not daykeep's."""
    wanted = asked.strip().lower()
    if not re.fullmatch(f"[0-9a-z]{{{SHORTEST_ID},64}}", wanted):
        raise UsageError(f'"{asked}" is not an id', hint=HINT)
    book = Book(files, history, memory)
    known = {**book.asked_ids(), **dict.fromkeys(book.records, LEARNED)}
    items = [item for item in known if item.lower().startswith(wanted)]
    commit = history.find(wanted) if not items or len(wanted) < SHOWN_CHARS else None
    if len(items) + (commit is not None) > 1:
        names = [
            *(f"item {item}" for item in items),
            *([f"commit {commit.id[:SHOWN_CHARS]}"] if commit else []),
        ]
        raise UsageError(f'"{asked}" could be {", ".join(names)}', hint="give more of the id")
    if items and known[items[0]] == LEARNED:
        return _item_target(items[0], book)
    if items:
        return _asked_target(items[0], known[items[0]], book)
    if commit is None:
        raise UsageError(f'there is no item and no commit "{asked}"', hint=HINT)
    return _commit_target(commit, book, memory)


def copy_target(copy: Copy, lines: Sequence[str]) -> Target:
    """The forgetting that a copy was kept of; ``lines`` are the hashes that its tombstones hold."""
    count = sum(1 for line in copy.lines if line.text.strip())
    return Target(
        id=copy.item,
        item=copy.item,
        commit=None,
        items={copy.item: tuple(lines)},
        restores=True,
        done=False,
        subject=f"{_UNDID}Forgot {count} line{'' if count == 1 else 's'} of {copy.name}",
        kind=FORGOTTEN,
        forgotten=frozenset((copy.item,)),
    )


def _item_target(item: str, book: Book) -> Target:
    # A commit that put several things back is no base for one of them: the one that learned it is.
    learned = book.commit_with(item, ITEM_TRAILER) or book.commit_with(item, RESTORED_TRAILER)
    records = book.records[item]
    first, last = min(record.first for record in records), max(record.last for record in records)
    return Target(
        id=item,
        item=item,
        commit=learned,
        items={item: hashes_of(records)},
        restores=False,
        done=book.last_state(item) == TAKEN_BACK_TRAILER,
        subject=f"{_TOOK_BACK}1 thing from {records[-1].name}:{first}-{last}",
        others=_others([item], book),
    )


def _asked_target(item: str, kind: str, book: Book) -> Target:
    """What was forgotten or changed, by its own id; it may have been decided together with other things."""
    keys = (FORGOTTEN_TRAILER,) if kind == FORGOTTEN else (CHANGED_TRAILER, REMEMBERED_TRAILER)
    commit = book.commit_with(item, *keys)
    restores = kind == FORGOTTEN
    if kind == CHANGED and commit is not None and len(values_of(commit, {ITEM_TRAILER, *_AWAY, *keys})) > 1:
        raise UsageError(
            f"change {item} was approved together with others",
            hint=f"daykeep revert {commit.id[:SHOWN_CHARS]} takes all of them back",
        )
    return Target(
        id=item,
        item=item,
        commit=commit,
        items={item: book.lines_of(item) if restores else ()},
        restores=restores,
        done=book.last_state(item) in (_THERE if restores else _AWAY),
        subject=f"{_UNDID}{commit.subject if commit is not None else kind}",
        kind=kind,
        forgotten=frozenset((item,)) if restores else frozenset(),
    )


def _commit_target(commit: Commit, book: Book, memory: str) -> Target:
    root = book.root(commit)
    if root is None:
        raise UsageError(
            f"commit {commit.id[:SHOWN_CHARS]} ({commit.subject}) is not a change that daykeep made to {memory}, "
            "a note or a core file",
            hint="`daykeep history` shows those that are; `git revert` takes back your own",
        )
    restores = root.undone != (root.kind == FORGOTTEN)
    items = _items_of(commit, root.kind, restores=restores)
    forgot = values_of(root.commit, {FORGOTTEN_TRAILER}) if root.commit is not None else []
    made = _THERE if restores else _AWAY
    others = {} if root.kind != LEARNED else _others([*items, *forgot], book)
    return Target(
        id=commit.id,
        item=None,
        commit=commit,
        items={item: () if root.kind in {CHANGED, ARCHIVED} else book.lines_of(item) for item in items},
        restores=restores,
        done=bool(items) and all(book.last_state(item) in made for item in items),
        subject=_subject(commit.subject, root.kind, undone=root.undone),
        others=others,
        kind=root.kind,
        forgotten=frozenset(forgot) | (frozenset(items) if root.kind == FORGOTTEN else frozenset()),
    )


def _items_of(commit: Commit, kind: str, *, restores: bool) -> list[str]:
    """The items that a commit speaks of, by what is to become of them."""
    if kind == CHANGED:
        return values_of(commit, {CHANGED_TRAILER, REMEMBERED_TRAILER, RESTORED_TRAILER, TAKEN_BACK_TRAILER})
    return values_of(commit, _AWAY if restores else {ITEM_TRAILER, RESTORED_TRAILER})


def _others(items: Sequence[str], book: Book) -> dict[str, tuple[str, ...]]:
    """The lines that these items replaced, or that were forgotten under these ids."""
    found = {item: book.replaced.get(item) or book.forgotten.get(item, ()) for item in items}
    return {item: lines for item, lines in found.items() if lines}


def _subject(subject: str, kind: str, *, undone: bool) -> str:
    """The subject of the opposite change.

    >>> _subject("Took back: Learned 1 thing", LEARNED, undone=True)
    'Restored: Learned 1 thing'
    >>> _subject("Forgot 1 line of memory", FORGOTTEN, undone=False)
    'Undid: Forgot 1 line of memory'
    """
    plain = subject
    for prefix in _PREFIXES:
        plain = plain.removeprefix(prefix)
    if kind == LEARNED:
        return (_RESTORED if undone else _TOOK_BACK) + plain
    return (_REDID if undone else _UNDID) + plain
