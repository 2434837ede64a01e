"""Read a file of any conversation format, whole or from where it was left off; nothing is ever written to it."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.files.readonly import open_read_only
from daykeep.transcripts.detect import (
    CLAUDE,
    CODEX,
    DOCUMENT,
    HISTORY,
    MARKDOWN,
    MESSAGES,
    NOTES,
    PI,
    find_format,
)
from daykeep.transcripts.entries.draft import Draft, ElsewhereError, StartOverError
from daykeep.transcripts.entries.lines import digest_before, read_records
from daykeep.transcripts.formats.claude import read_claude
from daykeep.transcripts.formats.codex import read_codex
from daykeep.transcripts.formats.document import read_document
from daykeep.transcripts.formats.history import read_history
from daykeep.transcripts.formats.markdown import is_conversation, read_markdown
from daykeep.transcripts.formats.messages import read_messages, read_notes
from daykeep.transcripts.formats.pi import read_pi
from daykeep.transcripts.turn import Cursor, Transcript

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import tzinfo
    from pathlib import Path
    from typing import BinaryIO

LIMIT_WHOLE_BYTES = 64 << 20
"""Formats that are not read line by line are read up to this size."""
_READERS = {
    CLAUDE: read_claude,
    PI: read_pi,
    CODEX: read_codex,
    HISTORY: read_history,
    MESSAGES: read_messages,
    NOTES: read_notes,
}


class Reading(NamedTuple):
    """How to read: the zone of times that name none, whether the output of tools counts, and which folders are wanted.

    ``accept`` is asked for the working folder that a conversation names; where it says no, and where none is named,
    nothing is read.
    """

    zone: tzinfo = UTC
    tools: bool = False
    accept: Callable[[str], bool] | None = None


AS_IT_IS = Reading()
"""Everything that was said, times without a zone in UTC."""


def read_transcript(
    path: Path, reading: Reading = AS_IT_IS, *, since: Cursor | None = None
) -> Transcript | None:
    """The conversation in a file; None if there is no file. The format is told by the content.

    With ``since`` only what was added is read where the file has only grown; ``first`` says from which number on the
    turns are new (those of the last line that had some are always among them). What is damaged is in ``problems``, and reading goes on
    behind it. RefusedError if the path is a link or a device, DocumentError for a folder, StorageError if the system
    says no.
    """
    stream = open_read_only(path)
    if stream is None:
        return None
    with stream:
        if (
            since is not None
            and since.turns
            and since.format in _READERS
            and digest_before(stream, since.offset) == since.check
        ):
            try:
                return _read_lines(stream, path.name, reading, since.format, since)
            except StartOverError:
                pass
        stream.seek(0)
        name = find_format(stream)
        if name in _READERS:
            return _read_lines(stream, path.name, reading, name, None)
        return _read_whole(stream, path.name, reading, name)


def _draft(name: str, reading: Reading, *, before: int = 0) -> Draft:
    return Draft(name, zone=reading.zone, tools=reading.tools, accept=reading.accept, before=before)


def _read_lines(stream: BinaryIO, name: str, reading: Reading, form: str, since: Cursor | None) -> Transcript:
    draft = _draft(name, reading, before=since.turns if since else 0)
    elsewhere = False
    offset, line, link = (since.offset, since.line, since.link) if since else (0, 1, "")
    try:
        if since is not None:
            draft.session, draft.title = since.session, since.title
            draft.enter(since.folder)
        records = read_records(stream, draft.report, offset=offset, line=line)
        _READERS[form](records, draft, link=link)
    except ElsewhereError:
        elsewhere = True
        draft.turns.clear()
    cursor = None if elsewhere else _cursor(stream, draft, form)
    return _finish(draft, form, cursor=cursor, elsewhere=elsewhere)


def _finish(draft: Draft, form: str, *, cursor: Cursor | None = None, elsewhere: bool = False) -> Transcript:
    known = form if draft.turns or form in _READERS else ""
    turns, problems = tuple(draft.turns), tuple(draft.problems)
    return Transcript(
        known, draft.session, draft.folder, draft.title, turns, draft.before + 1, problems, cursor, elsewhere
    )


def _cursor(stream: BinaryIO, draft: Draft, form: str) -> Cursor | None:
    """Where to read on; None where there is nothing before the last line's turns that reading on would save."""
    index = len(draft.places) - 1
    while index > 0 and draft.places[index - 1].offset == draft.places[index].offset:
        index -= 1
    before = draft.before + index
    if index < 0 or before < 1:
        return None
    place = draft.places[index]
    if form in {CLAUDE, PI} and not place.link:
        return None
    return Cursor(
        form, draft.session, draft.folder, draft.title,
        place.offset, place.line, before, place.link, digest_before(stream, place.offset),
    )  # fmt: skip


def _read_whole(stream: BinaryIO, name: str, reading: Reading, form: str) -> Transcript:
    draft = _draft(name, reading)
    stream.seek(0)
    data = stream.read(LIMIT_WHOLE_BYTES + 1)
    if len(data) > LIMIT_WHOLE_BYTES:
        draft.report(1, f"more than {LIMIT_WHOLE_BYTES >> 20} MiB in one document; not read")
        return _finish(draft, "")
    text = decode(data, name)
    try:
        if form == DOCUMENT:
            read_messages(read_document(text.text, draft.report), draft)
        elif form == MARKDOWN and is_conversation(text.texts):
            draft.problems.extend(text.problems)
            read_markdown(text.texts, draft)
        draft.require_folder()
    except ElsewhereError:
        draft.turns.clear()
        return _finish(draft, form, elsewhere=True)
    return _finish(draft, form)
