"""Read a conversation of any format whole, as messages of blocks; the file is never written to, and nothing is repaired."""

from __future__ import annotations

from datetime import UTC
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from daykeep.errors import DocumentError
from daykeep.files.encoding import decode
from daykeep.files.readonly import open_read_only
from daykeep.transcripts.detect import CLAUDE, CODEX, DOCUMENT, MARKDOWN, MESSAGES, PI, find_format
from daykeep.transcripts.entries.lines import read_records
from daykeep.transcripts.formats.document import read_document
from daykeep.transcripts.messages.model import Conversation
from daykeep.transcripts.messages.readers.claude import read_claude
from daykeep.transcripts.messages.readers.codex import read_codex
from daykeep.transcripts.messages.readers.gathering import Gathering
from daykeep.transcripts.messages.readers.lists import read_list
from daykeep.transcripts.messages.readers.pi import read_pi

if TYPE_CHECKING:
    from datetime import tzinfo
    from pathlib import Path

LIMIT_DOCUMENT_BYTES = 64 << 20
"""One JSON document is read up to this size; files of lines have no limit."""

_EMPTY_BYTES = 64
"""An empty list is no longer than this."""


def read_conversation(
    source: Path | bytes, *, name: str = "", zone: tzinfo = UTC, whole: bool = False
) -> Conversation:
    """The conversation in a file, or in its bytes. The format is told by the content; ``zone`` is that of times without one.

    Read is what a model is given: from the agent's last compaction on. ``whole`` reads all that was said instead, with each
    summary in its place, marked as one.

    What is damaged, left out or not understood is in ``problems``, and reading goes on behind it. A file that is no conversation
    has the format "" and says so in ``problems``; an empty one has no messages. DocumentError if there is no file, it is a folder or
    too large a document; RefusedError if the path is a link or a device.
    """
    if isinstance(source, bytes):
        return _read(BytesIO(source), name or "-", zone, whole=whole)
    stream = open_read_only(source)
    if stream is None:
        raise DocumentError(f"there is no file '{source}'")
    with stream:
        return _read(stream, name or source.name, zone, whole=whole)


def _read(stream: BinaryIO, name: str, zone: tzinfo, *, whole: bool) -> Conversation:
    gathering = Gathering(name, zone)
    form = find_format(stream)
    stream.seek(0)
    messages = []
    if form == CLAUDE:
        messages = read_claude(stream, gathering, whole=whole)
    elif form == PI:
        messages = read_pi(read_records(stream, gathering.report), gathering, whole=whole)
    elif form == CODEX:
        messages = read_codex(read_records(stream, gathering.report), gathering, whole=whole)
    elif form == MESSAGES:
        messages, form = read_list(read_records(stream, gathering.report), gathering)
    elif form == DOCUMENT:
        data = stream.read(LIMIT_DOCUMENT_BYTES + 1)
        if len(data) > LIMIT_DOCUMENT_BYTES:
            limit = LIMIT_DOCUMENT_BYTES >> 20
            raise DocumentError(
                f"'{name}' is one JSON document of more than {limit} MiB; write it as JSON lines"
            )
        text = decode(data, name)
        messages, form = read_list(read_document(text.text, gathering.report), gathering)
    else:
        form = _no_conversation(stream, form, gathering)
    given = gathering.given
    return Conversation(
        form, tuple(messages), gathering.problems(), gathering.session, gathering.folder, given
    )


def _no_conversation(stream: BinaryIO, form: str, gathering: Gathering) -> str:
    if stream.read(_EMPTY_BYTES).strip() not in {b"", b"[]"}:
        what = "written in words, not as messages" if form == MARKDOWN else "of no known format"
        gathering.report(1, f"no conversation of blocks: {what}")
    return ""
