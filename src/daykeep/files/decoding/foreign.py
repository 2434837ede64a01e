"""Find lines in bytes that are not clean UTF-8: runs of UTF-16, Windows-1252 and GBK bytes, NULs. Pure.

A line is UTF-16 if the file began with its byte-order mark, or if most of its two-byte units are ASCII with a zero
behind; it stays so until a line comes that is NUL-free UTF-8. Bytes that are not UTF-8 are read as GBK if they come
in pairs from GB 2312's range of common characters, else as Windows-1252.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int, int, str]

WIDE_BOMS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_MAX_BAD_RUNS = 10_000  # in one line; beyond it, bad bytes are shown as U+FFFD without a guess
_MAX_GUESSED_BYTES = 1 << 20  # of one line
_SAMPLE_BYTES = 128  # looked at to tell whether a line begins in UTF-16
_WIDE_SHARE = 0.6  # of the sample's units that are ASCII with a zero behind
_NARROW_BYTES = 8  # of UTF-8 that end a run of UTF-16: fewer can be Chinese by chance


def find_spans(data: bytes, start: int) -> Iterator[Span]:
    """All lines of any bytes from ``start`` on, in linear time.

    A span is a line's first byte, the one behind its last, the one behind its line end, and its encoding.
    """
    scan = _Scan(data)
    encoding = WIDE_BOMS.get(data[:2], "")
    position = start
    while position < len(data):
        encoding = scan.encoding_at(position, encoding)
        span = scan.wide_line(position, encoding) if encoding else scan.narrow_line(position)
        yield span
        position = span[2]


class _Scan:
    """Looks ahead in the data and remembers what it found, so that no byte is searched twice."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._next: dict[bytes, int] = {}

    def find(self, what: bytes, position: int) -> int:
        """Where ``what`` comes next; the data's length if it doesn't."""
        found = self._next.get(what, -1)
        if found < position:
            found = self.data.find(what, position)
            found = self._next[what] = len(self.data) if found < 0 else found
        return found

    def encoding_at(self, position: int, before: str) -> str:
        """The encoding of the line that begins here, after a line in ``before``; "" for UTF-8 and its like."""
        if before:
            return "" if self._narrow_again(position) else before
        if self.find(b"\0", position) > position + _SAMPLE_BYTES:
            return ""
        return "utf-16-le" if looks_wide(self.data[position : position + _SAMPLE_BYTES]) else ""

    def _narrow_again(self, position: int) -> bool:
        """Whether UTF-8 begins here: no zero for some bytes, a line end, and valid throughout."""
        zero = self.find(b"\0", position)
        stretch = self.data[position : zero if zero == len(self.data) else max(position, zero - 1)]
        newline = stretch.find(b"\n")
        if zero < len(self.data) and (newline < 0 or len(stretch) < _NARROW_BYTES):
            return False
        try:
            stretch.decode("utf-8")
        except UnicodeDecodeError:
            return False
        return sum(byte < 128 for byte in stretch[:_SAMPLE_BYTES]) * 2 >= len(stretch[:_SAMPLE_BYTES])

    def wide_line(self, position: int, encoding: str) -> Span:
        """The UTF-16 line that begins here."""
        feed, ret = (b"\n\0", b"\r\0") if encoding == "utf-16-le" else (b"\0\n", b"\0\r")
        stop = _find_unit(self.data, feed, position, len(self.data))
        end = len(self.data) if stop < 0 else stop
        turn = _find_unit(self.data, ret, position, end)
        if turn < 0:
            return (position, end, min(end + 2, len(self.data)), encoding)
        pair = turn + 2 == stop
        return (position, turn, turn + 4 if pair else turn + 2, encoding)

    def narrow_line(self, position: int) -> Span:
        """The line of UTF-8 or single bytes that begins here; UTF-16 may begin in its middle."""
        data = self.data
        stop = self.find(b"\n", position)
        turn = data.find(b"\r", position, stop)
        if stop < len(data) and data[stop + 1 : stop + 2] == b"\0" and _wide_follows(data, stop):
            end = stop - 2 if data[stop - 2 : stop] == b"\r\0" and stop - 2 >= position else stop
            if turn < 0 or turn >= end:
                return (position, end, stop + 2, "utf-8")
        if turn < 0:
            return (position, stop, min(stop + 1, len(data)), "utf-8")
        return (position, turn, turn + 2 if turn + 1 == stop and stop < len(data) else turn + 1, "utf-8")


def _find_unit(data: bytes, unit: bytes, start: int, stop: int) -> int:
    """Where a two-byte unit comes at an even distance from ``start``; -1 if it doesn't."""
    found = data.find(unit, start, stop)
    while found >= 0 and (found - start) % 2:
        found = data.find(unit, found + 1, stop)
    return found


def _wide_follows(data: bytes, newline: int) -> bool:
    """Whether the zero after this LF is the other half of a UTF-16 line end."""
    following = data[newline + 2 : newline + 2 + _SAMPLE_BYTES]
    return data[newline - 2 : newline] == b"\r\0" or looks_wide(following)


def looks_wide(sample: bytes) -> bool:
    """Whether bytes are UTF-16LE: most of their units, up to the first line end, are ASCII with a zero behind."""
    end = _find_unit(sample, b"\n\0", 0, len(sample))
    if end >= 0:
        sample = sample[: end + 2]
    units = re.findall(rb"(?s)([\t\r\n -~]\0)|..", sample)
    least = 1 if end >= 0 else 2
    return len(units) >= least and len(units) - units.count(b"") >= len(units) * _WIDE_SHARE


def read_line(raw: bytes, encoding: str) -> tuple[str, str]:
    """A line's text, and what is wrong with it ("" if nothing); any bytes have a text."""
    if encoding != "utf-8":
        return _read_wide(raw, encoding)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text, message = _guess(raw)
        return text, message
    zeros = raw.count(0)
    if not zeros:
        return text, ""
    begin = raw.index(0) - 1
    if begin >= 0 and len(raw) - begin >= 4 and looks_wide(raw[begin:]):
        return raw[:begin].decode("utf-8") + raw[begin:].decode(
            "utf-16-le", "replace"
        ), "UTF-16 begins inside this line"
    return text, f"{zeros} NUL byte{'s' * (zeros > 1)}"


def _read_wide(raw: bytes, encoding: str) -> tuple[str, str]:
    try:
        return raw.decode(encoding), ""
    except UnicodeDecodeError:
        return raw.decode(encoding, "replace"), "broken UTF-16"


def _guess(raw: bytes) -> tuple[str, str]:
    if len(raw) > _MAX_GUESSED_BYTES:
        return raw.decode("utf-8", "replace"), "not text in any encoding that is known here"
    bad = re.findall(rb"[\x80-\xff]+", raw)
    if sum(map(len, bad)) >= 4 and all(re.fullmatch(rb"(?:[\xa1-\xf7][\xa1-\xfe])+", run) for run in bad):
        try:
            return raw.decode("gb18030"), "not UTF-8; read as GBK"
        except UnicodeDecodeError:
            pass
    reader = _SingleBytes()
    codecs.register_error("daykeep-single-bytes", reader.replace)
    try:
        text = raw.decode("utf-8", "daykeep-single-bytes")
    except _TooManyError:
        return raw.decode("utf-8", "replace"), "not text in any encoding that is known here"
    count = reader.count
    return text, f"{count} byte{'s' * (count > 1)} not in UTF-8; read as Windows-1252"


class _TooManyError(Exception):
    """More bad bytes than a text has."""


class _SingleBytes:
    """Reads what is not UTF-8 byte by byte as Windows-1252, U+FFFD where that has no character."""

    def __init__(self) -> None:
        self.count = 0
        self._runs = 0

    def replace(self, error: UnicodeError) -> tuple[str, int]:
        """The error handler for ``bytes.decode``."""
        if not isinstance(error, UnicodeDecodeError):
            raise error
        self._runs += 1
        if self._runs > _MAX_BAD_RUNS:
            raise _TooManyError
        self.count += error.end - error.start
        return error.object[error.start : error.end].decode("cp1252", "replace"), error.end
