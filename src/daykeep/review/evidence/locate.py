"""Finds the lines of a log again: where they were, where they have moved to, or in the git history."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError, RefusedError
from daykeep.files.encoding import decode
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.sources import hash_source
from daykeep.workspace.archive import ARCHIVE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.memory.sources import SourceRecord

MASK = "[secret:"

HERE, MOVED, CHANGED, GONE = "here", "moved", "changed", "gone"


class Place(NamedTuple):
    """Where source lines are: ``state`` is here, moved (other lines or file), changed (only in ``commit``) or gone.

    ``archived_at`` is the instant of the commit that moved the file to the archive, if it is there and git knows.
    """

    state: str
    name: str
    first: int
    last: int
    texts: tuple[str, ...]
    commit: str | None
    archived_at: datetime | None = None

    @property
    def archived(self) -> bool:
        """Whether the file was moved to the archive of old logs."""
        return self.state == MOVED and self.name.startswith(f"{ARCHIVE}/")


def locate(files: Files, history: History | None, record: SourceRecord) -> Place:
    """Look for a record's source lines: in their place, elsewhere in the file, in the archive, then in git."""
    length = record.last - record.first + 1
    if length < 1:
        return _gone(record)
    lines = read_lines(files, record.name)
    if hash_source(lines[record.first - 1 : record.last]) == record.sha8 and record.last <= len(lines):
        return Place(
            HERE, record.name, record.first, record.last, tuple(lines[record.first - 1 : record.last]), None
        )
    for name in (record.name, *_archived(files, record.name)):
        first = _find_lines(lines if name == record.name else read_lines(files, name), record)
        if first:
            texts = read_lines(files, name)[first - 1 : first - 1 + length]
            place = Place(MOVED, name, first, first + length - 1, tuple(texts), None)
            return _with_date(place, history) if place.archived and name != record.name else place
    return (_locate_in_history(history, record) if history is not None else None) or _gone(record)


def _with_date(place: Place, history: History | None) -> Place:
    commits = history.log([place.name]) if history is not None else []
    return place._replace(archived_at=commits[-1].at) if commits else place


def _gone(record: SourceRecord) -> Place:
    return Place(GONE, record.name, record.first, record.last, (), None)


def read_lines(files: Files, name: str) -> Sequence[str]:
    """The lines of a log; none if it is not there or can't be read."""
    try:
        document = files.find_document(name)
    except (
        DaykeepError
    ):  # a link that leads out, a folder in its place, unreadable: not there for this purpose
        return ()
    return document.texts if document is not None else ()


def _archived(files: Files, name: str) -> Iterator[str]:
    """The files of the same name in other folders of memory, the archive first; a masked name finds its file.

    In the archive a name may have got a number, where it was taken.
    """
    leaf = name.rsplit("/", 1)[-1]
    masked = MASK in leaf
    stem, dot, ending = leaf.rpartition(".")
    numbered = re.compile(rf"{re.escape(stem)}(?:-\d{{1,2}})?{re.escape(dot + ending)}")
    for folder in (ARCHIVE, "memory"):
        if files.kind(folder) == "folder":
            for found in files.list_names(folder, recursive=True):
                base = found.rsplit("/", 1)[-1]
                base = mask_secrets(base)[0] if masked else base
                if found != name and (numbered.fullmatch(base) if folder == ARCHIVE else base == leaf):
                    yield found


def find_texts(lines: Sequence[str], record: SourceRecord) -> Sequence[str]:
    """A record's source lines among the lines of its log, wherever they stand now; none if they are not there."""
    first = _find_lines(lines, record)
    return lines[first - 1 : first + record.last - record.first] if first else ()


def _find_lines(lines: Sequence[str], record: SourceRecord) -> int:
    """The line nearest to the old place at which the same lines start, or 0."""
    length = record.last - record.first + 1
    starts = range(1, len(lines) - length + 2)
    found = [start for start in starts if hash_source(lines[start - 1 : start - 1 + length]) == record.sha8]
    return min(found, key=lambda start: abs(start - record.first), default=0)


def _locate_in_history(history: History, record: SourceRecord) -> Place | None:
    try:
        versions = [commit.id for commit in history.log([record.name])]
    except RefusedError:  # the record was tampered with: its name is none
        return None
    known = history.find(record.commit) if record.commit else None
    for commit in _unique([*([known.id] if known else []), *versions]):
        data = history.read(commit, record.name)
        texts = decode(data).texts if data is not None else []
        first = _find_lines(texts, record)
        if first:
            last = first + record.last - record.first
            return Place(CHANGED, record.name, first, last, tuple(texts[first - 1 : last]), commit)
    return None


def _unique(commits: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(commits))
