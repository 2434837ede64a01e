"""Reading a log of any size: nine of ten have a few kilobytes, one may be a hundred megabytes of something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode

if TYPE_CHECKING:
    from daykeep.files.store import Files

WINDOW_BYTES = 2 * 1024 * 1024
"""How much of a file is looked at; the largest log of a survey of 2,458 had 342 KB."""

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_LINE_ENDS = (b"\n", b"\n\0")


class LogText(NamedTuple):
    """The lines of a file, or of the part of it that was looked at.

    ``lines[0]`` is line ``first`` (1-based) of the file, which has ``total`` lines; ``skipped_bytes`` lie outside.
    ``prefix`` holds the bytes before the part, ``problems`` what could not be decoded, by line.
    """

    name: str
    lines: list[str]
    first: int
    total: int
    skipped_bytes: int
    prefix: bytes
    problems: tuple[str, ...]


def load_log(files: Files, name: str) -> LogText | None:
    """Read a log's last `WINDOW_BYTES`; None if it is missing. Raises StorageError or DocumentError."""
    data = files.find_bytes(name)
    return None if data is None else parse_log(name, data)


def parse_log(name: str, data: bytes, *, from_start: bool = False) -> LogText:
    """The text of a file given as bytes: its last `WINDOW_BYTES`, or its first ones, in whole lines."""
    start, end = 0, len(data)
    if end > WINDOW_BYTES and from_start:
        end = _even(data, data.rfind(b"\n", 0, WINDOW_BYTES) + 1)
    elif end > WINDOW_BYTES:
        found = data.find(b"\n", end - WINDOW_BYTES)
        start = _even(data, found + 1) if found >= 0 else end
    mark = data[:2] if start and data[:2] in _UTF16_MARKS else b""
    document = decode(mark + data[start:end], name)
    first = data.count(b"\n", 0, start) + 1
    rest = data.count(b"\n", end) + (end < len(data) and not data.endswith(_LINE_ENDS))
    open_line = start == len(data) > 0 and not data.endswith(_LINE_ENDS)
    return LogText(
        name=name,
        lines=document.texts,
        first=first,
        total=first - 1 + len(document.texts) + rest + open_line,
        skipped_bytes=len(data) - (end - start),
        prefix=data[:start],
        problems=tuple(f"line {found.line + first - 1}: {found.message}" for found in document.problems),
    )


def _even(data: bytes, offset: int) -> int:
    """The offset behind the line end's last byte: UTF-16 has two."""
    return offset + offset % 2 if data[:2] in _UTF16_MARKS else offset
