"""Memory's history in plain words: what was learned and from where, what others changed, and how it once was."""

from __future__ import annotations

from datetime import time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import instant_of
from daykeep.daily.archive import ARCHIVED_TRAILER
from daykeep.errors import DocumentError, GitError
from daykeep.memory.decisions import DECISIONS_FILE
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.sources import hash_line, load_sources
from daykeep.review.difference import Difference, compare_bytes
from daykeep.review.evidence.accounts import texts_in
from daykeep.review.record import (
    APPROVED_TRAILER,
    CHANGED_TRAILER,
    FORGOTTEN_TRAILER,
    ITEM_TRAILER,
    REJECTED_TRAILER,
    REMEMBERED_TRAILER,
    RESTORED_TRAILER,
    REVERTS_TRAILER,
    SAID_TRAILER,
    SOURCE_TRAILER,
    TAKEN_BACK_TRAILER,
)
from daykeep.workspace.archive import is_memory_archive
from daykeep.workspace.layout import CORE_FILES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date

    from daykeep.clock import Zone
    from daykeep.files.store import Files
    from daykeep.git.history import Commit, History, HistoryOff

MEMORY_FOLDER = "memory"

LEARNED, TAKEN_BACK, RESTORED, DAYS, CHANGED = "learned", "taken back", "restored", "days", "changed"
ARCHIVED, REJECTED, FORGOTTEN, APPROVED = "archived", "rejected", "forgotten", "approved"
SAID, REMEMBERED = "also said", "remembered"


class Learned(NamedTuple):
    """One item of a commit: its id, where it was logged ("name:first-last", or ""), and its lines in MEMORY.md."""

    item: str
    source: str
    lines: tuple[str, ...]


class Event(NamedTuple):
    """One commit of memory.

    ``kind`` is learned, remembered (as a note), taken back, restored, forgotten, approved (a change of a file that was proposed), archived,
    rejected, also said (in other words, and known), days or changed (by others). ``difference`` is what the commit did to MEMORY.md; ``archived`` are the
    lines that left it for the archive. ``elsewhere`` is what it did to core files and notes, by name; ``approved_by`` is
    the person who approved it (empty: it needed nobody, or that is not on record).
    """

    commit: Commit
    kind: str
    items: tuple[Learned, ...]
    difference: Difference
    archived: tuple[str, ...] = ()
    elsewhere: tuple[tuple[str, Difference], ...] = ()
    approved_by: str = ""


class AsOf(NamedTuple):
    """A file as it was: the commit that is meant, and the bytes."""

    commit: Commit
    name: str
    data: bytes


def require_history(history: History | HistoryOff) -> History:
    """The history, or GitError (exit 9) with the reason why there is none."""
    from daykeep.git.history import History  # noqa: PLC0415 - git is loaded only where it is asked

    if isinstance(history, History):
        return history
    raise GitError(f"history is off: {history.reason}", hint=history.hint or None)


def list_events(
    files: Files, history: History, *, memory: str, name: str | None = None, limit: int | None = None
) -> list[Event]:
    """The commits that touched memory (or only ``name``), newest first; ``memory`` is MEMORY.md's name here."""
    names = [name] if name is not None else [*CORE_FILES, memory, MEMORY_FOLDER]
    commits = history.log(names, limit=limit)
    contents = _before_and_after(history, commits, memory)
    texts = _lines_by_item(files)
    kept = {hash_line(line.text) for line in find_archived(files)}
    return [_make_event(commit, contents.get(commit.id, {}), memory, texts, kept) for commit in commits]


def find_as_of(history: History, day: date, *, zone: Zone, name: str) -> AsOf:
    """A file as the last commit up to the end of the user's ``day`` has it.

    Raises DocumentError if the history begins later, or the file was not there.
    """
    end = instant_of(day + timedelta(days=1), time(0), zone) - timedelta(microseconds=1)
    found = history.commit_at(end)
    commit = history.find(found) if found else None
    if commit is None:
        raise DocumentError(
            f"the history begins after {day.isoformat()}", hint="`daykeep history` shows what there is"
        )
    data = history.read(commit.id, name)
    if data is None:
        raise DocumentError(
            f'"{name}" was not in the history on {day.isoformat()} (commit {commit.id[:10]})',
            hint=f"`daykeep history {name}` shows when it was",
        )
    return AsOf(commit, name, data)


def _before_and_after(
    history: History, commits: Sequence[Commit], memory: str
) -> dict[str, dict[str, tuple[bytes | None, bytes | None]]]:
    """MEMORY.md, core files and notes in the parent and in the commit, by commit and name; one git process for all."""
    touched = [(commit, name) for commit in commits for name in commit.names if _is_shown(name, memory)]
    places: list[tuple[str, str]] = []
    for commit, name in touched:
        places += [(commit.parents[0] if commit.parents else commit.id, name), (commit.id, name)]
    contents = history.read_each(places)
    found: dict[str, dict[str, tuple[bytes | None, bytes | None]]] = {}
    for index, (commit, name) in enumerate(touched):
        before = contents[2 * index] if commit.parents else None
        found.setdefault(commit.id, {})[name] = (before, contents[2 * index + 1])
    return found


def _is_shown(name: str, memory: str) -> bool:
    return name == memory or name in CORE_FILES or name.startswith(f"{MEMORY_FOLDER}/notes/")


def _lines_by_item(files: Files) -> dict[str, set[str]]:
    lines: dict[str, set[str]] = {}
    for record in load_sources(files)[0]:
        lines.setdefault(record.item, set()).add(record.line)
    for row in files.find_records(DECISIONS_FILE)[0]:
        if row.get("kind") == "tombstone" and row.get("how") == "forget":
            lines.setdefault(str(row.get("item", "")), set()).update(texts_in(row, "lines"))
    return lines


def _make_event(
    commit: Commit,
    contents: Mapping[str, tuple[bytes | None, bytes | None]],
    memory: str,
    texts: Mapping[str, set[str]],
    kept: Collection[str],
) -> Event:
    difference = compare_bytes(*contents.get(memory, (None, None)))
    elsewhere = tuple((name, compare_bytes(*both)) for name, both in contents.items() if name != memory)
    keys = [key for key, _ in commit.trailers]
    items = []
    for key, item, source in _items(commit.trailers):
        known = texts.get(item, set())
        touched = difference.removed if key in _GOING else difference.added
        items.append(Learned(item, source, tuple(text for _, text in touched if hash_line(text) in known)))
    archived: tuple[str, ...] = ()
    if any(map(is_memory_archive, commit.names)):
        archived = tuple(text for _, text in difference.removed if hash_line(text) in kept)
    by = dict(commit.trailers).get(APPROVED_TRAILER, "")
    return Event(commit, _kind(commit, keys, difference), tuple(items), difference, archived, elsewhere, by)


def _items(trailers: Sequence[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Every item under its key, with the source that follows it."""
    items: list[tuple[str, str, str]] = []
    for key, value in trailers:
        if key in _ITEM_KEYS:
            items.append((key, value, ""))
        elif key == SOURCE_TRAILER and items:
            items[-1] = (*items[-1][:2], value)
    return items


def _kind(commit: Commit, keys: Sequence[str], difference: Difference) -> str:
    if ITEM_TRAILER not in keys and REVERTS_TRAILER in keys:
        came = bool(difference.added) and TAKEN_BACK_TRAILER not in keys
        return RESTORED if came or RESTORED_TRAILER in keys else TAKEN_BACK
    for key, kind in _KINDS.items():
        if key in keys:
            return kind
    is_log = commit.names and all(name.startswith(f"{MEMORY_FOLDER}/") for name in commit.names)
    return DAYS if is_log and commit.subject.startswith(("Log of ", "Logs of ")) else CHANGED


_GOING = frozenset((TAKEN_BACK_TRAILER, FORGOTTEN_TRAILER))
_ITEM_KEYS = _GOING | {ITEM_TRAILER, RESTORED_TRAILER, CHANGED_TRAILER, REMEMBERED_TRAILER}

_KINDS = {
    ITEM_TRAILER: LEARNED,
    FORGOTTEN_TRAILER: FORGOTTEN,
    CHANGED_TRAILER: APPROVED,
    ARCHIVED_TRAILER: ARCHIVED,
    APPROVED_TRAILER: ARCHIVED,  # approved without an item: lines that were let go
    REJECTED_TRAILER: REJECTED,
    SAID_TRAILER: SAID,
    REMEMBERED_TRAILER: REMEMBERED,
}
"""What a commit did, by the first of these trailers that it has."""
