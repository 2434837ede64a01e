"""Reads one conversation as a document: a turn is a chunk, and what was only added is read on.

Apart from the listing of conversations, because a search in which none has changed needs nothing of this.
"""

from __future__ import annotations

import json
from datetime import date, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.readonly import open_read_only
from daykeep.guard.secrets import mask_secrets
from daykeep.search.chunks.turns import chunk_turns
from daykeep.search.documents import GONE, Document, Reading, Skipped
from daykeep.transcripts.entries.lines import TORN
from daykeep.transcripts.places import is_inside
from daykeep.transcripts.read import Reading as Manner
from daykeep.transcripts.read import read_transcript
from daykeep.transcripts.turn import TEXT, USER, Cursor, load_cursor

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from daykeep.files.encoding import Problem
    from daykeep.search.documents import Before, Chunk, Version
    from daykeep.transcripts.turn import Transcript, Turn

NONE = "no conversation in it"
ELSEWHERE = "elsewhere"
"""Before the hash of a conversation that was not wanted: the same bytes give chunks once every folder is."""
_TITLE_CHARS = 80
_PIECE_BYTES = 1 << 20
_MAX_PROBLEMS = 5
"""So many places of one file are named; it is the agent's file, and nobody repairs it."""


class Wanted(NamedTuple):
    """What of a conversation is wanted: the zone of its days and of times that name none, and tools' outputs or not.

    ``root``: only a conversation that was held in this folder or below; None for any.
    """

    zone: tzinfo
    tools: bool
    root: Path | None


def read_conversation(document: Document, wanted: Wanted, before: Before | None) -> Reading | Skipped:
    """Read the conversation in the file at the document's path, or what was added to it since ``before``.

    Secrets are masked. What is damaged is named and the rest read. A conversation of another folder has no chunks.
    """
    path = Path(document.path)
    accept = partial(is_inside, root=wanted.root) if wanted.root is not None else None
    state = _load(before)
    try:
        info = path.stat()
        if state is not None and info.st_size <= state.size:
            state = None  # nothing was added: it was written anew
        manner = Manner(wanted.zone, wanted.tools, accept)
        transcript = read_transcript(path, manner, since=state.cursor if state else None)
        if transcript is None:
            return Skipped(document.path, GONE)
        if transcript.first == 1:
            state = None
        digest = _digest(path, info.st_size, state, before)
    except DaykeepError as error:
        return Skipped(document.path, error.message)
    except OSError:
        return Skipped(document.path, GONE)
    if not transcript.format and not transcript.elsewhere:
        reason = next((problem.message for problem in transcript.problems), NONE)
        return Skipped(document.path, reason, lasting=True)
    if transcript.elsewhere:
        digest = f"{ELSEWHERE} {digest}"
    version = (info.st_size, info.st_mtime_ns, info.st_ctime_ns)
    return _cut(document, transcript, state, version, wanted.zone)._replace(sha256=digest)


def _cut(
    document: Document, transcript: Transcript, state: _State | None, version: Version, zone: tzinfo
) -> Reading:
    """The document with its chunks, still without its hash."""
    kept, at, day = (state.kept, state.at, state.day) if state else (0, None, None)
    title, cursor = _bounded(transcript.title), transcript.cursor
    settled = cursor.turns + 1 - transcript.first if cursor else len(transcript.turns)
    cut = partial(_chunks, heading=(title,) if title else (), zone=zone)
    chunks, at = cut(transcript.turns[:settled], start=kept, at=at)
    last, _ = cut(transcript.turns[settled:], start=kept + len(chunks), at=at)
    day = day or next((chunk.day for chunk in (*chunks, *last) if chunk.day is not None), None)
    title = title or (state.title if state else _first_words(transcript.turns))
    after = ""
    if cursor is not None:
        after = _State(cursor, kept + len(chunks), version[0], at, day, title).dump()
    document = document._replace(title=title, day=day, kind=transcript.format)
    problems = _problems(document.path, transcript.problems)
    return Reading(document, version, "", chunks + last, kept, after, problems)


def _chunks(
    turns: Sequence[Turn], *, heading: tuple[str, ...], start: int, at: datetime | None, zone: tzinfo
) -> tuple[list[Chunk], datetime | None]:
    """The chunks of turns without their secrets, and the time that goes on for turns without one."""
    spoken: list[_Spoken] = []
    for turn in turns:
        at = turn.at or at
        speaker = mask_secrets(turn.speaker or turn.role)[0]
        spoken.append(_Spoken(speaker, mask_secrets(turn.text)[0], at, turn.line))

    def day_of(moment: datetime) -> date:
        return moment.astimezone(zone).date()

    return chunk_turns(spoken, day_of=day_of, heading=heading, start=start), at


class _Spoken(NamedTuple):
    """A turn as it is cut into chunks."""

    speaker: str
    text: str
    at: datetime | None
    line: int


class _State(NamedTuple):
    """How far a conversation was read: the cursor, the chunks before it, the file's size, and times to go on from."""

    cursor: Cursor
    kept: int
    size: int
    at: datetime | None
    day: date | None
    title: str

    def dump(self) -> str:
        at, day = self.at and self.at.isoformat(), self.day and self.day.isoformat()
        return json.dumps([self.cursor.dump(), self.kept, self.size, at, day, self.title])


def _load(before: Before | None) -> _State | None:
    """The state that was dumped; None if there is none, or if it isn't of this index."""
    if before is None or not before.state:
        return None
    try:
        cursor, kept, size, at, day, title = json.loads(before.state)
        known = load_cursor(cursor)
        if known is None or not 0 < kept <= before.chunks:
            return None
        return _State(
            known,
            kept,
            int(size),
            datetime.fromisoformat(at) if at else None,
            date.fromisoformat(day) if day else None,
            str(title),
        )
    except (ValueError, TypeError, RecursionError):
        return None


def _digest(path: Path, size: int, state: _State | None, before: Before | None) -> str:
    """The SHA-256 of the first ``size`` bytes; of what was read on, of the hash before and the bytes added."""
    stream = open_read_only(path)
    if stream is None:
        return ""
    with stream:
        start = state.cursor.offset if state else 0
        stream.seek(start)
        digest = sha256(before.sha256.encode() if state and before else b"")
        left = size - start
        while left > 0 and (piece := stream.read(min(left, _PIECE_BYTES))):
            digest.update(piece)
            left -= len(piece)
    return digest.hexdigest()


def _bounded(title: str) -> str:
    """A title without secrets, on one line of at most 80 characters."""
    return " ".join(mask_secrets(title)[0].split())[:_TITLE_CHARS].strip()


def _first_words(turns: Sequence[Turn]) -> str:
    """What a conversation without a title began with."""
    return next((_bounded(turn.text) for turn in turns if turn.role == USER and turn.kind == TEXT), "")


def _problems(path: str, problems: Sequence[Problem]) -> tuple[str, ...]:
    """What is damaged in a file; a line that its writer has not ended yet is no damage."""
    problems = [problem for problem in problems if problem.message != TORN]
    found = [f"{path}:{problem.line}: {problem.message}" for problem in problems[:_MAX_PROBLEMS]]
    rest = len(problems) - len(found)
    return (*found, f"{path}: {rest} more lines with problems") if rest else tuple(found)
