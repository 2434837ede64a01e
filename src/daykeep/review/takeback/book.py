"""What the records and the history say of the things that can be taken back: their lines, their commits, their state."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.archive import ARCHIVED_TRAILER
from daykeep.memory.decisions import APPROVED, DECISIONS_FILE
from daykeep.memory.leaving.archive import archive_names
from daykeep.memory.sources import hash_line, load_sources
from daykeep.review.evidence.accounts import texts_in
from daykeep.review.record import (
    APPROVED_TRAILER,
    CHANGED_TRAILER,
    FORGOTTEN_TRAILER,
    ITEM_TRAILER,
    REMEMBERED_TRAILER,
    RESTORED_TRAILER,
    REVERTS_TRAILER,
    TAKEN_BACK_TRAILER,
)
from daykeep.workspace.archive import is_memory_archive
from daykeep.workspace.layout import CORE_FILES, NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from daykeep.files.store import Files
    from daykeep.git.history import Commit, History
    from daykeep.memory.sources import SourceRecord

LEARNED, FORGOTTEN, CHANGED, ARCHIVED = "learned", "forgotten", "changed", "archived"
"""What a commit did, for whoever takes it back."""

_KIND_OF = {
    ITEM_TRAILER: LEARNED,
    FORGOTTEN_TRAILER: FORGOTTEN,
    CHANGED_TRAILER: CHANGED,
    REMEMBERED_TRAILER: CHANGED,
}
_STATES = frozenset((*_KIND_OF, RESTORED_TRAILER, TAKEN_BACK_TRAILER))
_LONGEST_CHAIN = 1_000
_WHOLE_ID = 40
"""The length of a commit's id in SHA-1; an item's is shorter."""


class Root(NamedTuple):
    """What a chain of reverts began with: its kind, its commit (None: it was one item), and whether it is undone now."""

    kind: str
    commit: Commit | None
    undone: bool


class Book:
    """The records of a workspace, read once for one question."""

    def __init__(self, files: Files, history: History, memory: str) -> None:
        self.records: dict[str, list[SourceRecord]] = {}
        for record in load_sources(files)[0]:
            self.records.setdefault(record.item, []).append(record)
        self.forgotten: dict[str, tuple[str, ...]] = {}
        self.replaced: dict[str, tuple[str, ...]] = {}
        for row in files.find_records(DECISIONS_FILE)[0]:
            item = str(row.get("item", ""))
            if row.get("kind") == "tombstone" and row.get("how") == "forget":
                self.forgotten[item] = (*self.forgotten.get(item, ()), *texts_in(row, "lines"))
            elif row.get("kind") == APPROVED and (replaced := tuple(texts_in(row, "replaces"))):
                self.replaced[item] = replaced
        self.past = history.log([memory, *archive_names(files), *CORE_FILES, NOTES_FOLDER])
        self._history = history
        self._commits = {commit.id: commit for commit in self.past}

    def lines_of(self, item: str) -> tuple[str, ...]:
        """The hashes of the lines that an item brought or, if it was a forgetting, took."""
        if item in self.records:
            return hashes_of(self.records[item])
        return tuple(dict.fromkeys(self.forgotten.get(item, ())))

    def asked_ids(self) -> dict[str, str]:
        """The ids of what was forgotten or changed by a commit, each with its kind."""
        return {value: _KIND_OF[key] for key, value in self._asked()}

    def _asked(self) -> Iterator[tuple[str, str]]:
        wanted = {FORGOTTEN_TRAILER, CHANGED_TRAILER, REMEMBERED_TRAILER}
        return (pair for commit in self.past for pair in commit.trailers if pair[0] in wanted)

    def commit_with(self, item: str, *keys: str) -> Commit | None:
        """The newest commit that names an item under one of these trailers."""
        pairs = {(key, item) for key in keys}
        return next((commit for commit in self.past if pairs & set(commit.trailers)), None)

    def last_state(self, item: str) -> str | None:
        """What the newest commit about an item did with it: the key of its trailer."""
        for commit in self.past:
            for key, value in commit.trailers:
                if value == item and key in _STATES:
                    return key
        return None

    def root(self, commit: Commit) -> Root | None:
        """What a commit did, or what the chain of reverts that it belongs to began with; None if it is not daykeep's."""
        undone = False
        for _ in range(_LONGEST_CHAIN):
            reverted = dict(commit.trailers).get(REVERTS_TRAILER)
            if reverted is None:
                kind = _kind_of(commit)
                return Root(kind, commit, undone) if kind else None
            undone = not undone
            before = self._commits.get(reverted) or self._find(reverted)
            if before is None:
                return Root(self._kind_of_item(reverted), None, undone)
            commit = before
        return None

    def _find(self, asked: str) -> Commit | None:
        return self._history.find(asked) if len(asked) >= _WHOLE_ID else None

    def _kind_of_item(self, item: str) -> str:
        if item in self.records:
            return LEARNED
        return self.asked_ids().get(item, FORGOTTEN if item in self.forgotten else LEARNED)


def hashes_of(records: Sequence[SourceRecord]) -> tuple[str, ...]:
    """The hashes of the lines of these records, each once; a fence, which is a blank line to the hash, has none."""
    blank = hash_line("")
    return tuple(dict.fromkeys(record.line for record in records if record.line != blank))


def values_of(commit: Commit, keys: Collection[str]) -> list[str]:
    """The values of a commit's trailers under these keys, each once, in order."""
    return list(dict.fromkeys(value for key, value in commit.trailers if key in keys))


def _kind_of(commit: Commit) -> str:
    keys = [key for key, _ in commit.trailers]
    for key, kind in _KIND_OF.items():
        if key in keys:
            return kind
    archives = any(map(is_memory_archive, commit.names)) and APPROVED_TRAILER in keys
    return ARCHIVED if archives or ARCHIVED_TRAILER in keys else ""
