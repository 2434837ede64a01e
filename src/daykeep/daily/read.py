"""Reading a log of any size: nine of ten have a few kilobytes, one may be a hundred megabytes of something else."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from daykeep.files.encoding import decode
from daykeep.text.regions import find_regions

if TYPE_CHECKING:
    from daykeep.files.encoding import Document
    from daykeep.text.regions import Region

WINDOW_BYTES = 512 * 1024
"""How much of a file is looked at; the largest log of a survey of 2,458 had 342 KB."""

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_LINE_ENDS = (b"\n", b"\n\0")


class LogText:
    """The lines of a file, or of the part of it that was looked at.

    ``lines[0]`` is line ``first`` (1-based) of the file, which has ``total`` lines; ``skipped_bytes`` lie outside.
    ``prefix`` holds the bytes before the part, ``problems`` what could not be decoded, by line.
    """

    def __init__(
        self, name: str, document: Document, *, prefix: bytes, lines_behind: int, skipped_bytes: int
    ) -> None:
        self.name = name
        self.lines = document.texts
        self.first = prefix.count(b"\n") + 1
        self.total = self.first - 1 + len(self.lines) + lines_behind
        self.skipped_bytes = skipped_bytes
        self.prefix = prefix
        shift = self.first - 1
        self.problems = tuple(f"line {found.line + shift}: {found.message}" for found in document.problems)

    @cached_property
    def regions(self) -> list[Region]:
        """The regions of the lines, numbered from the first line that was looked at."""
        return find_regions(self.lines)


def parse_log(name: str, data: bytes, *, from_start: bool = False) -> LogText:
    """The text of a file given as bytes: its last `WINDOW_BYTES`, or its first ones, in whole lines."""
    start, end = 0, len(data)
    if end > WINDOW_BYTES and from_start:
        end = _even(data, data.rfind(b"\n", 0, WINDOW_BYTES) + 1)
    elif end > WINDOW_BYTES:
        found = data.find(b"\n", end - WINDOW_BYTES)
        start = _even(data, found + 1) if found >= 0 else end
    mark = data[:2] if start and data[:2] in _UTF16_MARKS else b""
    open_line = not data.endswith(_LINE_ENDS) and (end < len(data) or start == len(data) > 0)
    return LogText(
        name,
        decode(mark + data[start:end], name),
        prefix=data[:start],
        lines_behind=data.count(b"\n", end) + open_line,
        skipped_bytes=len(data) - (end - start),
    )


def _even(data: bytes, offset: int) -> int:
    """The offset behind the line end's last byte: UTF-16 has two."""
    return offset + offset % 2 if data[:2] in _UTF16_MARKS else offset
