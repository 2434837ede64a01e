"""Memory's commits in plain words, and memory as it was on a day."""

from __future__ import annotations

from datetime import time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import instant_of
from daykeep.errors import DocumentError, GitError
from daykeep.files.encoding import decode
from daykeep.git.values import HistoryOff
from daykeep.review.record import ITEM_TRAILER, REVERT_TRAILER, SOURCE_TRAILER, TOMBSTONE_TRAILER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.clock import Zone
    from daykeep.git.history import History
    from daykeep.git.values import Commit

LEARNED = "learned"
TAKEN_BACK = "taken back"
LOGGED = "logged"
EDITED = "edited"


class Event(NamedTuple):
    """One commit of the workspace: what kind it is, and the items and sources it names."""

    commit: Commit
    kind: str
    items: tuple[str, ...]
    sources: tuple[str, ...]


class Past(NamedTuple):
    """A file as it was: its lines as of a commit."""

    commit: Commit
    name: str
    lines: list[str]


def require_history(history: History | HistoryOff) -> History:
    """The history, or GitError that says why there is none."""
    if isinstance(history, HistoryOff):
        raise GitError(f"there is no history: {history.reason}", hint=history.hint or None)
    return history


def list_events(history: History, names: Sequence[str], *, limit: int | None) -> list[Event]:
    """The commits that changed these files (none given: any of the workspace), newest first."""
    return [_event(commit) for commit in history.log(names, limit=limit)]


def read_past(history: History, name: str, *, day: date, zone: Zone) -> Past:
    """A file as it was at the end of a user's day.

    Raises GitError if history begins later and DocumentError if the file was not there.
    """
    end = instant_of(day + timedelta(days=1), time(0), zone) - timedelta(microseconds=1)
    found = history.commit_at(end)
    commit = history.find(found) if found else None
    if commit is None:
        raise GitError(f"history begins after {day}", hint="`daykeep history` shows how far it goes")
    data = history.read(commit.id, name)
    if data is None:
        raise DocumentError(f'there was no "{name}" in history at the end of {day} (commit {commit.id[:10]})')
    return Past(commit, name, decode(data, name).texts)


def _event(commit: Commit) -> Event:
    keys = {key for key, _ in commit.trailers}
    items = tuple(v for k, v in commit.trailers if k in {ITEM_TRAILER, TOMBSTONE_TRAILER})
    sources = tuple(value for key, value in commit.trailers if key == SOURCE_TRAILER)
    if keys & {REVERT_TRAILER, TOMBSTONE_TRAILER}:
        kind = TAKEN_BACK
    elif ITEM_TRAILER in keys:
        kind = LEARNED
    elif commit.names and all(name.startswith("memory/") for name in commit.names):
        kind = LOGGED
    else:
        kind = EDITED
    return Event(commit, kind, items, sources)
