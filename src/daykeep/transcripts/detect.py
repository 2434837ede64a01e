"""Which format a file has, told by what is in it: names of files say little and change."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.lines import read_records
from daykeep.transcripts.formats.claude import is_claude
from daykeep.transcripts.formats.codex import is_codex
from daykeep.transcripts.formats.history import is_history
from daykeep.transcripts.formats.messages import is_message, is_note
from daykeep.transcripts.formats.pi import is_pi

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

CLAUDE, PI, CODEX, HISTORY = "claude-code", "pi", "codex", "daykeep"
MESSAGES, NOTES, DOCUMENT, MARKDOWN = "messages", "nanobot-history", "json", "markdown"
_TESTS: tuple[tuple[str, Callable[[dict[str, Any]], bool]], ...] = (
    (CLAUDE, is_claude),
    (CODEX, is_codex),
    (PI, is_pi),
    (HISTORY, is_history),
    (NOTES, is_note),
    (MESSAGES, is_message),
)
"""Formats by lines; the first that knows an entry has the file."""
_LOOKED_AT = 50
"""Entries among which the first known one is looked for."""
_HEAD_BYTES = 4096
_BLANK = b"\xef\xbb\xbf \t\r\n\0"
_LIST = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*\[[ \t\r\n]*(?:[{\[]|\Z)")
"""A list of objects; a text may begin with ``[`` too."""
_OPEN_ENDS = frozenset({b"{", b"[", b","})
"""A first line that ends with these goes on: the file is one document, not lines."""


def find_format(stream: BinaryIO) -> str:
    """The format of a file's content; "" if it is none of them. Reads its head, and leaves the stream anywhere."""
    head = stream.read(_HEAD_BYTES)
    first, newline, _ = head.lstrip(_BLANK).partition(b"\n")
    goes_on = bool(newline) and first.rstrip()[-1:] in _OPEN_ENDS
    if _LIST.match(head) or (first[:1] == b"{" and goes_on):
        return DOCUMENT
    for record in islice(read_records(stream, _unheard), _LOOKED_AT):
        for name, knows in _TESTS:
            if knows(record.value):
                return name
    return MARKDOWN if first and first[:1] != b"{" and b"\0" not in head else ""


def _unheard(line: int, message: str) -> None:
    """Problems are reported when the file is read, not when it is looked at."""
