"""What an agent tells on standard input, read whatever stands around it or is wrong with it. Pure."""

from __future__ import annotations

import json
from typing import Any

from daykeep.hooks.model import Event

LIMIT_BYTES = 32 * 1024 * 1024
"""More than that is told by no agent: what a tool gave back comes whole, and is cut by the agent long before."""
_BEGINNINGS = 64
"""So many opening braces are tried where something else stands before the event: a shell's profile that prints a greeting."""
_NAME_CHARS, _PATH_CHARS = 200, 8192
_DECODER = json.JSONDecoder()


def read_event(data: bytes) -> tuple[Event | None, str]:
    """The event in the bytes, and "" or what is wrong; nothing at all is no event and no fault.

    A byte-order mark, UTF-16, NULs around it, lines before and after it, bytes that are no UTF-8 and lone surrogates are
    all read over; fields that are not known are kept. Whatever has no event's name is no event.

    >>> read_event(b'{"hook_event_name": "Stop", "session_id": "a1"}')[0].name
    'Stop'
    """
    if len(data) > LIMIT_BYTES:
        return None, f"more than {LIMIT_BYTES:,} bytes"
    text = _text(data)
    if not text:
        return None, ""
    try:
        found = _find_object(text)
    except RecursionError:
        return None, "nested too deeply"
    if found is None:
        return None, "no JSON object that names an event"
    fields = _whole(found) if "\\ud" in text or "\\uD" in text else found
    return _event(fields), ""


def _text(data: bytes) -> str:
    """The bytes as text without what stands around it; lone surrogates in UTF-8 become the mark of a lost character."""
    encoding = "utf-8-sig"
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        encoding = "utf-16"
    elif data[:1] != b"\0" and data[1:2] == b"\0":
        encoding = "utf-16-le"
    elif data[:1] == data[2:3] == b"\0" != data[1:2]:
        encoding = "utf-16-be"
    return data.decode(encoding, "replace").strip("\ufeff\0 \t\r\n")


def _find_object(text: str) -> dict[str, Any] | None:
    """The first object with an event's name: the text itself, else what begins at one of its first braces."""
    place = text.find("{")
    for _ in range(_BEGINNINGS):
        if place < 0:
            return None
        try:
            found, _ = _DECODER.raw_decode(text, place)
        except ValueError:
            found = None
        if isinstance(found, dict) and isinstance(found.get("hook_event_name"), str):
            return found
        place = text.find("{", place + 1)
    return None


def _event(fields: dict[str, Any]) -> Event:
    def text(key: str, limit: int) -> str:
        value = fields.get(key)
        return value.replace("\0", "")[:limit] if isinstance(value, str) else ""

    return Event(
        name=text("hook_event_name", _NAME_CHARS),
        session_id=text("session_id", _NAME_CHARS),
        transcript_path=text("transcript_path", _PATH_CHARS),
        cwd=text("cwd", _PATH_CHARS),
        fields=fields,
    )


def _whole(value: Any) -> Any:
    """The value with the mark of a lost character for every lone surrogate: nothing that is kept could be written with one."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_whole(key): _whole(held) for key, held in value.items()}
    if isinstance(value, list):
        return [_whole(held) for held in value]
    return value
