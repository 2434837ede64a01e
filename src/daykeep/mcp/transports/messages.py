"""Lines that are to be messages: those that a client cut in the middle of a character are made whole. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from mcp_types import JSONRPCRequest, jsonrpc_message_adapter
from pydantic import ValidationError

_ESCAPED = re.compile(
    r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)
"""Escapes of JSON, so that what follows an escaped backslash is none, and two halves that belong together stay."""
LOST = r"\ufffd"


class Line(NamedTuple):
    """A message as it is handed on, and whether it is a request, which wants an answer."""

    text: str
    is_request: bool


def read_line(text: str) -> Line | None:
    r"""The message of a line, with the mark of a lost character for each half of one; None if it is no message.

    A text that is cut in JavaScript may end in half a character, which JSON can write down and UTF-8 can not.

    >>> read_line('{"jsonrpc": "2.0", "id": 1, "method": "\\ud83d"}')
    Line(text='{"jsonrpc": "2.0", "id": 1, "method": "\\ufffd"}', is_request=True)
    """
    found = _read(text)
    if found is not None:
        return found
    whole = _ESCAPED.sub(lambda match: LOST if match["half"] else match[0], text)
    return _read(whole) if whole != text else None


def _read(text: str) -> Line | None:
    try:
        message = jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValidationError:
        return None
    return Line(text, isinstance(message, JSONRPCRequest))
