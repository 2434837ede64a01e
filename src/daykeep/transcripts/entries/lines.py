"""A file of JSON lines, one after the other: what is broken is named and passed over, and reading goes on behind it."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

LIMIT_LINE_BYTES = 32 << 20
"""A longer line holds an attachment, not words."""
_PIECE_BYTES = 1 << 20
TORN = "the last line is not whole; it is read when its writer has ended it"
_MAX_TRIES = 64
"""Places in a broken line at which an object may begin; beyond them it is given up."""
_CHECKED_BYTES = 4096
_BOM = b"\xef\xbb\xbf"
_DECODER = json.JSONDecoder()


class Record(NamedTuple):
    """One JSON object, the number of its line from 1, and the line's first byte."""

    line: int
    offset: int
    value: dict[str, Any]


def read_records(
    stream: BinaryIO, report: Callable[[int, str], None], *, offset: int = 0, line: int = 1
) -> Iterator[Record]:
    """Every object of a file of JSON lines from byte ``offset``, which begins line ``line``; one line is held at a time.

    Two objects run together on one line, NULs around them and a byte-order mark are read through. A line that can't
    be read, one that is too long and a last one without its end (its writer may be at work) are told to ``report``.
    """
    stream.seek(offset)
    while raw := stream.readline(LIMIT_LINE_BYTES):
        end = offset + len(raw)
        if len(raw) == LIMIT_LINE_BYTES and raw[-1:] != b"\n":
            end += _skip_line(stream)
            report(line, f"more than {LIMIT_LINE_BYTES >> 20} MiB on one line; passed over")
        elif not raw.isspace():
            for value in _objects(raw, line, report):
                yield Record(line, offset, value)
        offset = end
        line += 1


def digest_before(stream: BinaryIO, offset: int) -> str:
    """A digest of the file's first bytes and of those before ``offset``: a file that was written anew has another one."""
    stream.seek(0)
    found = sha256(stream.read(min(offset, _CHECKED_BYTES)))
    stream.seek(max(0, offset - _CHECKED_BYTES))
    found.update(stream.read(min(offset, _CHECKED_BYTES)))
    return found.hexdigest()[:16]


def _skip_line(stream: BinaryIO) -> int:
    """Pass over the rest of a line; how many bytes it had."""
    passed = 0
    while piece := stream.readline(_PIECE_BYTES):
        passed += len(piece)
        if piece[-1:] == b"\n":
            break
    return passed


def _objects(raw: bytes, line: int, report: Callable[[int, str], None]) -> Iterator[dict[str, Any]]:
    try:
        value = _loads(raw[3:] if line == 1 and raw[:3] == _BOM else raw, line, report)
    except (ValueError, RecursionError):
        if raw[-1:] != b"\n":
            report(line, TORN)
        else:
            yield from _salvage(raw, line, report)
        return
    if isinstance(value, dict):
        yield value
        return
    held = value if isinstance(value, list) else [value]
    if not all(isinstance(item, dict) for item in held):
        report(line, "not a JSON object")
    yield from (item for item in held if isinstance(item, dict))


def _loads(raw: bytes, line: int, report: Callable[[int, str], None]) -> Any:
    """The value of a line; numbers that JSON does not have, and some writers write all the same, are null."""
    if b"NaN" not in raw and b"Infinity" not in raw:
        return json.loads(raw)
    met: list[str] = []
    value = json.loads(raw, parse_constant=met.append)  # append gives None
    if met:
        report(line, f"{met[0]} is no JSON; read as null")
    return value


def _salvage(raw: bytes, line: int, report: Callable[[int, str], None]) -> Iterator[dict[str, Any]]:
    """The objects in a line that is not one: behind NULs, run together, or after the torn start of another."""
    text = raw.replace(b"\0", b"").decode("utf-8", "replace")
    found = 0
    place = text.find("{")
    tries = 0
    while place >= 0 and tries < _MAX_TRIES:
        try:
            value, place = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            tries += 1
            place += 1
        else:
            if isinstance(value, dict) and ("type" in value or "role" in value):
                found += 1
                yield value
        place = text.find("{", place)
    if found:
        report(line, f"damaged; {found} {'entry' if found == 1 else 'entries'} of it could be read")
    else:
        report(line, "not JSON; passed over")
