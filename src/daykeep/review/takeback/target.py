"""What a person means by an id: an item that was learned, or one of daykeep's commits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import UsageError
from daykeep.memory.leaving.archive import archive_names
from daykeep.memory.sources import hash_line, load_sources
from daykeep.review.record import ITEM_TRAILER, RESTORED_TRAILER, REVERTS_TRAILER, TAKEN_BACK_TRAILER
from daykeep.workspace.archive import is_memory_archive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.store import Files
    from daykeep.git.history import Commit, History
    from daykeep.memory.sources import SourceRecord

SHORTEST_ID = 4
SHOWN_CHARS = 12
"""How much of a long id is shown."""

_TOOK_BACK, _RESTORED = "Took back: ", "Restored: "


class Target(NamedTuple):
    """One item (``item``), or a whole commit (``item`` None); ``commit`` wrote it, None if it was never committed.

    ``items`` maps every item concerned to the hashes of its lines. ``restores``: the change to make puts lines back.
    ``done``: the history says that it was made already.
    """

    id: str
    item: str | None
    commit: Commit | None
    items: dict[str, tuple[str, ...]]
    restores: bool
    done: bool
    subject: str

    @property
    def hashes(self) -> frozenset[str]:
        """The hashes of all lines of all items."""
        return frozenset(line for lines in self.items.values() for line in lines)

    def is_in(self, texts: Sequence[str]) -> bool:
        """Whether the change would find something to do: a line that is to go, or to come back, is (not) there."""
        present = {hash_line(text) for text in texts}
        return not self.hashes <= present if self.restores else bool(self.hashes & present)


def find_target(files: Files, history: History, asked: str, *, memory: str) -> Target:
    """The item or commit whose id starts with ``asked``; UsageError if there is none, several, or not daykeep's."""
    wanted = asked.strip().lower()
    if not re.fullmatch(f"[0-9a-z]{{{SHORTEST_ID},64}}", wanted):
        raise UsageError(
            f'"{asked}" is not an id', hint="`daykeep history` shows the ids of items and commits"
        )
    records: dict[str, list[SourceRecord]] = {}
    for record in load_sources(files)[0]:
        records.setdefault(record.item, []).append(record)
    items = [item for item in records if item.lower().startswith(wanted)]
    commit = history.find(wanted) if not items or len(wanted) < SHOWN_CHARS else None
    if len(items) + (commit is not None) > 1:
        names = [
            *(f"item {item}" for item in items),
            *([f"commit {commit.id[:SHOWN_CHARS]}"] if commit else []),
        ]
        raise UsageError(f'"{asked}" could be {", ".join(names)}', hint="give more of the id")
    past = history.log([memory, *archive_names(files)])
    if items:
        return _item_target(items[0], records[items[0]], past)
    if commit is None:
        raise UsageError(
            f'there is no item and no commit "{asked}"',
            hint="`daykeep history` shows the ids of items and commits",
        )
    return _commit_target(commit, records, past, memory)


def _item_target(item: str, records: Sequence[SourceRecord], past: Sequence[Commit]) -> Target:
    wrote = [commit for commit in past if _has(commit, item, ITEM_TRAILER, RESTORED_TRAILER)]
    # A commit that put several things back is no base for one of them: the one that learned it is.
    learned = [commit for commit in wrote if _has(commit, item, ITEM_TRAILER)] or wrote
    first, last = min(record.first for record in records), max(record.last for record in records)
    return Target(
        id=item,
        item=item,
        commit=learned[0] if learned else None,
        items={item: _hashes(records)},
        restores=False,
        done=_last_state(item, past) == TAKEN_BACK_TRAILER,
        subject=f"{_TOOK_BACK}1 thing from {records[-1].name}:{first}-{last}",
    )


def _commit_target(
    commit: Commit, records: dict[str, list[SourceRecord]], past: Sequence[Commit], memory: str
) -> Target:
    keys = {key for key, _ in commit.trailers}
    touched = memory in commit.names or any(map(is_memory_archive, commit.names))
    if not touched or not keys & {ITEM_TRAILER, REVERTS_TRAILER}:
        raise UsageError(
            f"commit {commit.id[:SHOWN_CHARS]} ({commit.subject}) is not a change that daykeep made to {memory}",
            hint="`daykeep history` shows those that are; `git revert` takes back your own",
        )
    restores = TAKEN_BACK_TRAILER in keys
    wanted = {TAKEN_BACK_TRAILER} if restores else {ITEM_TRAILER, RESTORED_TRAILER}
    items = list(dict.fromkeys(value for key, value in commit.trailers if key in wanted))
    made = {ITEM_TRAILER, RESTORED_TRAILER} if restores else {TAKEN_BACK_TRAILER}
    return Target(
        id=commit.id,
        item=None,
        commit=commit,
        items={item: _hashes(records.get(item, [])) for item in items},
        restores=restores,
        done=bool(items) and all(_last_state(item, past) in made for item in items),
        subject=_subject(commit.subject, restores=restores),
    )


def _subject(subject: str, *, restores: bool) -> str:
    """The subject of the opposite change.

    >>> _subject("Took back: Learned 1 thing", restores=True)
    'Restored: Learned 1 thing'
    """
    plain = subject.removeprefix(_TOOK_BACK).removeprefix(_RESTORED)
    return (_RESTORED if restores else _TOOK_BACK) + plain


def _hashes(records: Sequence[SourceRecord]) -> tuple[str, ...]:
    blank = hash_line("")  # of a fence, which is a blank line to the hash
    return tuple(dict.fromkeys(record.line for record in records if record.line != blank))


def _has(commit: Commit, item: str, *keys: str) -> bool:
    return any(key in keys and value == item for key, value in commit.trailers)


def _last_state(item: str, past: Sequence[Commit]) -> str | None:
    """What the newest commit about an item did with it: the key of its trailer."""
    for commit in past:
        for key, value in commit.trailers:
            if value == item and key in {ITEM_TRAILER, RESTORED_TRAILER, TAKEN_BACK_TRAILER}:
                return key
    return None
