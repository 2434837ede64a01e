"""The third source: conversations that agents keep on this machine, as far as the person named them.

A key is ``conversations:`` and the full path of the file. Secrets are masked before a turn becomes a chunk, so that neither the
index nor an answer holds them.
"""

from __future__ import annotations

import json
import os
from datetime import date, datetime
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.readonly import open_read_only
from daykeep.guard.secrets import mask_secrets
from daykeep.search.chunks.turns import chunk_turns
from daykeep.search.documents import Document, Listing, Reading, Skipped
from daykeep.search.sources.texts import GONE
from daykeep.transcripts.entries.lines import TORN
from daykeep.transcripts.places import (
    Archive,
    Surroundings,
    find_archives,
    is_inside,
    list_files,
)
from daykeep.transcripts.read import Reading as Manner
from daykeep.transcripts.read import read_transcript
from daykeep.transcripts.turn import TEXT, USER, Cursor, load_cursor

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from daykeep.files.encoding import Problem
    from daykeep.search.documents import Before, Chunk, Version
    from daykeep.transcripts.turn import Transcript, Turn

NAME = "conversations"
_PREFIX = f"{NAME}:"
NONE = "no conversation in it"
_TITLE_CHARS = 80
_PIECE_BYTES = 1 << 20
_MAX_PROBLEMS = 5
"""So many places of one file are named; it is the agent's file, and nobody repairs it."""


class Conversations:
    """Conversations as documents, a turn as a chunk. Read and never written; files that only grew are read on.

    ``wanted`` is the value of ``search.conversations``; ``zone`` is the user's, for the days of turns and for times
    that name none. ``tools``: the starts of tools' outputs are found too. Can be sent to another process.
    """

    name = NAME

    def __init__(self, wanted: str, around: Surroundings, *, zone: tzinfo, tools: bool = False) -> None:
        self._wanted = wanted
        self._around = around.bounded()
        self._manner = Manner(zone, tools)

    @cached_property
    def _archives(self) -> tuple[list[Archive], list[Skipped]]:
        archives, problems = find_archives(self._wanted, self._around)
        return archives, [Skipped(problem.name, problem.message) for problem in problems]

    def list_documents(self) -> Listing:
        """Every file of the named archives; none is opened. What the index holds of a closed folder stays.

        Which of them were held in this workspace is known when they are read: the others have no chunks.
        """
        archives, skipped = self._archives
        listed = list_files(archives)
        found: dict[str, Version] = {}
        skipped = [*skipped, *(Skipped(problem.name, problem.message) for problem in listed.problems)]
        for file in listed.files:
            key = _PREFIX + file.path
            if key.isascii() or key.encode("utf-8", "replace").decode() == key:
                found[key] = _version(file.size, file.mtime_ns, file.ctime_ns, here=file.here)
            else:
                skipped.append(Skipped(ascii(file.path), "its name is not text", lasting=True))
        return Listing(found, skipped, tuple(f"{_PREFIX}{folder}/" for folder in listed.closed))

    def read_document(self, key: str, before: Before | None = None) -> Reading | Skipped:
        """Read a conversation, or what was added to it; what is damaged is named and the rest read.

        A conversation of another folder has no chunks, where only those of the workspace are wanted.
        """
        path = Path(key.removeprefix(_PREFIX))
        archives = self._archives_of(path)
        if not archives:
            return Skipped(str(path), GONE)
        here = all(archive.here for archive in archives)
        manner = self._manner._replace(accept=partial(is_inside, root=self._around.root) if here else None)
        state = _load(before)
        try:
            info = path.stat()
            if state is not None and info.st_size <= state.size:
                state = None  # nothing was added: it was written anew
            transcript = read_transcript(path, manner, since=state.cursor if state else None)
            if transcript is None:
                return Skipped(str(path), GONE)
            if transcript.first == 1:
                state = None
            digest = _digest(path, info.st_size, state, before)
        except DaykeepError as error:
            return Skipped(str(path), error.message)
        except OSError:
            return Skipped(str(path), GONE)
        if not transcript.format and not transcript.elsewhere:
            return Skipped(str(path), NONE, lasting=True)
        version = _version(info.st_size, info.st_mtime_ns, info.st_ctime_ns, here=here)
        return self._reading(key, version, digest, transcript, state)

    def _archives_of(self, path: Path) -> list[Archive]:
        """The named archives that the file stands in, after all links and dots on the way to it."""
        if "\0" in str(path):
            return []
        real = Path(os.path.realpath(path.parent), path.name)
        return [archive for archive in self._archives[0] if real.is_relative_to(archive.path)]

    def _reading(
        self, key: str, version: Version, digest: str, transcript: Transcript, state: _State | None
    ) -> Reading:
        kept, at, day = (state.kept, state.at, state.day) if state else (0, None, None)
        title, cursor = _bounded(transcript.title), transcript.cursor
        settled = cursor.turns + 1 - transcript.first if cursor else len(transcript.turns)
        cut = partial(self._chunks, heading=(title,) if title else ())
        chunks, at = cut(transcript.turns[:settled], start=kept, at=at)
        last, _ = cut(transcript.turns[settled:], start=kept + len(chunks), at=at)
        day = day or next((chunk.day for chunk in (*chunks, *last) if chunk.day is not None), None)
        title = title or (state.title if state else _first_words(transcript.turns))
        after = ""
        if cursor is not None:
            after = _State(cursor, kept + len(chunks), version[0], at, day, title).dump()
        if transcript.elsewhere:
            digest = f"elsewhere {digest}"  # the same bytes give chunks once every folder is wanted
        path = key.removeprefix(_PREFIX)
        document = Document(key, NAME, "conversation", path, title, day, transcript.format)
        return Reading(
            document, version, digest, chunks + last, kept, after, _problems(path, transcript.problems)
        )

    def _day_of(self, at: datetime) -> date:
        return at.astimezone(self._manner.zone).date()

    def _chunks(
        self, turns: Sequence[Turn], *, heading: tuple[str, ...], start: int, at: datetime | None
    ) -> tuple[list[Chunk], datetime | None]:
        """The chunks of turns without their secrets, and the time that goes on for turns without one."""
        spoken: list[_Spoken] = []
        for turn in turns:
            at = turn.at or at
            speaker = mask_secrets(turn.speaker or turn.role)[0]
            spoken.append(_Spoken(speaker, mask_secrets(turn.text)[0], at, turn.line))
        return chunk_turns(spoken, day_of=self._day_of, heading=heading, start=start), at


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


def _version(size: int, mtime_ns: int, ctime_ns: int, *, here: bool) -> Version:
    """A version that differs where conversations of every folder are wanted, so that a wider setting reads anew.

    The last bit of the last number tells it: no file system counts single nanoseconds.
    """
    return size, mtime_ns, (ctime_ns & ~1) | (not here)


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
