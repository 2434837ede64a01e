"""Walks from a line of memory to where it came from: source lines, day, origin, score, and the commits on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.git.values import HistoryOff
from daykeep.memory.sources import hash_line, hash_source, load_sources
from daykeep.review.record import ITEM_TRAILER
from daykeep.text.similarity import containment, normalise_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.git.values import Commit
    from daykeep.memory.sources import SourceRecord

ARCHIVE_FOLDER = "memory/archive"
NEAR_ENOUGH = 0.35
"""Below this containment a line of memory is not offered as the nearest to what was asked for."""

THERE = "there"
MOVED = "moved"
IN_HISTORY = "in history"
GONE = "gone"


class Found(NamedTuple):
    """Where a source stands now: ``state`` is there, moved, in history (as of ``commit``) or gone; its lines."""

    state: str
    name: str
    first: int
    last: int
    lines: list[str]
    commit: str | None


class Source(NamedTuple):
    """One record of a line with where its source stands now and the commit in which memory learned it."""

    record: SourceRecord
    found: Found
    learned: Commit | None


class Why(NamedTuple):
    """The answer: the memory line that was meant, its sources, and what to say where there are none.

    ``line`` is 0 and ``candidates`` names the lines in question if none or several fit. ``first_seen`` is the
    first commit that has the line, looked up only where no source is on record.
    """

    line: int
    text: str
    sources: list[Source]
    candidates: list[tuple[int, str]]
    first_seen: Commit | None


def explain(files: Files, history: History | HistoryOff, memory: str, text: str) -> Why:
    """Say where a line of memory came from; reads only.

    The line may be given without bullet and emphasis, or as a part that only one line has. Source lines are
    looked for where they stood, elsewhere in the same log, in the archive, and in the commit on record.
    """
    document = files.find_document(memory)
    number, candidates = _find_line(document.texts if document else [], text)
    if not number or document is None:
        return Why(0, text, [], candidates, None)
    line = document.texts[number - 1]
    records = [record for record in load_sources(files)[0] if record.line == hash_line(line)]
    if not records:
        return Why(number, line, [], [], _first_seen(history, memory, line))
    commits = {} if isinstance(history, HistoryOff) else _learned_commits(history, memory)
    sources = [Source(r, locate(files, history, r), commits.get(r.item)) for r in _latest(records)]
    return Why(number, line, sources, [], None)


def _latest(records: Sequence[SourceRecord]) -> list[SourceRecord]:
    """One record for each place, the last one said, in the order in which they were learned."""
    return list({(record.name, record.first, record.last): record for record in records}.values())


def _find_line(lines: Sequence[str], text: str) -> tuple[int, list[tuple[int, str]]]:
    wanted = normalise_line(text)
    if not wanted:
        return 0, []
    plain = [normalise_line(line) for line in lines]
    equal = [number for number, line in enumerate(plain, 1) if line == wanted]
    if equal:
        return equal[-1], []
    holding = [number for number, line in enumerate(plain, 1) if wanted in line]
    if len(holding) == 1:
        return holding[0], []
    if not holding:
        near = max(((containment(text, line), n) for n, line in enumerate(lines, 1)), default=(0.0, 0))
        holding = [near[1]] if near[0] >= NEAR_ENOUGH else []
    return 0, [(number, lines[number - 1]) for number in holding]


def locate(files: Files, history: History | HistoryOff, record: SourceRecord) -> Found:
    """Where the source lines of a record stand now; they are known by their hash, not by their numbers."""
    document = files.find_document(record.name)
    spot = _spot(document, record)
    if document and spot:
        return _found(THERE if spot == record.first else MOVED, document, spot, record)
    leaf = record.name.rsplit("/", 1)[-1]
    for name in files.list_names(ARCHIVE_FOLDER, recursive=True):
        archived = files.find_document(name) if name.endswith(f"/{leaf}") else None
        spot = _spot(archived, record)
        if archived and spot:
            return _found(MOVED, archived, spot, record)
    if not isinstance(history, HistoryOff) and record.commit:
        data = history.read(record.commit, record.name)
        old = decode(data, record.name) if data is not None else None
        spot = _spot(old, record)
        if old and spot:
            return _found(IN_HISTORY, old, spot, record)._replace(commit=record.commit)
    return Found(GONE, record.name, record.first, record.last, [], None)


def _spot(document: Document | None, record: SourceRecord) -> int:
    """The first line of the source in a document: where it was if it is there, else the nearest place; 0: nowhere."""
    if document is None:
        return 0
    size = record.last - record.first + 1
    texts = document.texts
    starts = range(1, len(texts) - size + 2)
    for start in sorted(starts, key=lambda start: abs(start - record.first)):
        if hash_source(texts[start - 1 : start - 1 + size]) == record.sha8:
            return start
    return 0


def _found(state: str, document: Document, first: int, record: SourceRecord) -> Found:
    last = first + record.last - record.first
    return Found(state, document.name, first, last, document.texts[first - 1 : last], None)


def _learned_commits(history: History, memory: str) -> dict[str, Commit]:
    """The last commit that wrote each item."""
    commits: dict[str, Commit] = {}
    for commit in history.log([memory]):
        for key, value in commit.trailers:
            if key == ITEM_TRAILER:
                commits.setdefault(value, commit)
    return commits


def _first_seen(history: History | HistoryOff, memory: str, line: str) -> Commit | None:
    """The oldest commit whose memory has the line, by one walk from the newest back while it is there."""
    if isinstance(history, HistoryOff):
        return None
    commits = history.log([memory])
    wanted = normalise_line(line)
    seen: Commit | None = None
    for commit, data in zip(commits, history.read_each([(c.id, memory) for c in commits]), strict=True):
        held = data is not None and any(normalise_line(t) == wanted for t in decode(data, memory).texts)
        if held:
            seen = commit
        elif seen is not None:
            break
    return seen
