"""Read any bytes as lines, know where every line's bytes are, and change lines without touching another byte.

Real files hold UTF-8 with a byte-order mark, UTF-16 from a Windows shell (a whole file, or a run that ``>>`` put
behind UTF-8), single Windows-1252 or GBK bytes, NULs, attachments, and LF, CRLF and CR in one file. Every line is
decoded for itself; what is not UTF-8 is a located problem, never a failure. Edits copy spans of the original bytes,
so a decoding that had to guess loses nothing.

Line ends are LF, CRLF and CR, as in CommonMark; U+2028, U+0085, form feeds and the like are text.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.foreign import WIDE_BOMS, find_spans, read_line

if TYPE_CHECKING:
    from collections.abc import Sequence

BOM = b"\xef\xbb\xbf"
MAX_PROBLEMS = 100  # a file with more is not text; the rest is counted


class Problem(NamedTuple):
    """Something wrong in a file that did not stop the work: where, and what, for people."""

    name: str
    line: int
    message: str


class Line(NamedTuple):
    """One line: its number from 1, its text without line end, and its bytes from ``start`` to before ``end``."""

    number: int
    text: str
    start: int
    end: int


class _Run(NamedTuple):
    """Lines from index ``first`` on are in one encoding."""

    first: int
    encoding: str


class Document:
    r"""A file's bytes read as lines. Immutable; ``insert``, ``cut`` and ``replace_lines`` give the bytes of a new file.

    ``encoding`` is "utf-8", "utf-16-le", "utf-16-be" or "mixed"; ``newline`` the most common line end ("\n" if
    there is none); ``mixed`` whether there are several kinds. ``bom``, ``final_newline``, ``sha256`` and
    ``problems`` say what they name.
    """

    __slots__ = (
        "_ends", "_lines", "_runs", "_sha256", "_starts", "bom", "data", "encoding", "final_newline", "mixed", "name",
        "newline", "problems", "texts",
    )  # fmt: skip

    def __init__(self, name: str, data: bytes, bom: int, split: _Split) -> None:
        self.name = name
        self.data = data
        self.bom = bom > 0
        self.texts: list[str] = split.texts
        self._starts = split.starts
        self._ends = split.ends
        self._runs = split.runs
        encodings = {run.encoding for run in split.runs}
        self.encoding = "utf-8" if not encodings else encodings.pop() if len(encodings) == 1 else "mixed"
        self.newline, self.mixed = split.newline, split.mixed
        self.final_newline = bool(split.texts) and split.ends[-1] < len(data)
        self.problems = tuple(split.problems)
        self._lines: list[Line] | None = None
        self._sha256: str | None = None

    def __repr__(self) -> str:
        return f"Document({self.name!r}, {len(self.texts)} lines, {self.encoding})"

    @property
    def lines(self) -> list[Line]:
        """All lines with their byte spans."""
        if self._lines is None:
            numbers = range(1, len(self.texts) + 1)
            self._lines = list(map(Line, numbers, self.texts, self._starts, self._ends))
        return self._lines

    @property
    def text(self) -> str:
        """All lines joined with LF, without a final one."""
        return "\n".join(self.texts)

    @property
    def sha256(self) -> str:
        """The SHA-256 of the bytes, for ``replace``."""
        if self._sha256 is None:
            self._sha256 = hashlib.sha256(self.data).hexdigest()
        return self._sha256

    def insert(self, before_line: int, new_lines: Sequence[str]) -> bytes:
        """The file's bytes with lines put before line ``before_line``; one past the last line means at the end.

        Every other byte stays, and the new lines have the file's encoding and line end. A file without a final
        line end is left without one. ``IndexError`` if there is no such line, ``ValueError`` if a new line holds a
        line end.
        """
        count = len(self.texts)
        if not 1 <= before_line <= count + 1:
            raise IndexError(f"{self.name} has no line {before_line}")
        if not new_lines:
            return self.data
        index = before_line - 1
        at = self._starts[index] if index < count else len(self.data)
        newline = self._newline_near(index)
        joined = newline.join(_checked(new_lines))
        joined = newline + joined if index == count and count and not self.final_newline else joined + newline
        return self.data[:at] + self._encoded(joined, index) + self.data[at:]

    def cut(self, first: int, last: int) -> bytes:
        """The file's bytes without lines ``first`` to ``last`` and their line ends; every other byte stays."""
        self._check_span(first, last)
        return self.data[: self._starts[first - 1]] + self.data[self._after(last) :]

    def replace_lines(self, first: int, last: int, new_lines: Sequence[str]) -> bytes:
        """The file's bytes with other lines in place of ``first`` to ``last``; the last line end stays as it was."""
        self._check_span(first, last)
        if not new_lines:
            return self.cut(first, last)
        joined = self._newline_near(first - 1).join(_checked(new_lines))
        start, end = self._starts[first - 1], self._ends[last - 1]
        return self.data[:start] + self._encoded(joined, first - 1, here=True) + self.data[end:]

    def _check_span(self, first: int, last: int) -> None:
        if not 1 <= first <= last <= len(self.texts):
            raise IndexError(f"{self.name} has no lines {first} to {last}")

    def _after(self, line: int) -> int:
        """Where the line after ``line`` begins; the file's end if there is none."""
        return self._starts[line] if line < len(self._starts) else len(self.data)

    def _newline_near(self, index: int) -> str:
        """The line end of the line above in a mixed file, else of the line there, else the file's own."""
        if self.mixed:
            for near in (index - 1, index):
                if 0 <= near < len(self.texts):
                    end = self.data[self._ends[near] : self._after(near + 1)].replace(b"\0", b"")
                    if end:
                        return end.decode("ascii")
        return self.newline

    def _encoded(self, text: str, index: int, *, here: bool = False) -> bytes:
        """Text in the encoding that surrounds it: of the line above, or with ``here`` of the line itself."""
        near = max(0, index if here else index - 1)
        encoding = "utf-8"
        for run in self._runs:
            if run.first > near:
                break
            encoding = run.encoding
        return text.encode(encoding, "replace") if encoding != "utf-8" else _utf8(text)


def _utf8(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return re.sub("[\ud800-\udfff]", "�", text).encode("utf-8")


def _checked(new_lines: Sequence[str]) -> Sequence[str]:
    for line in new_lines:
        if "\n" in line or "\r" in line:
            raise ValueError("a line holds a line end")
    return new_lines


class _Split:
    """Lines with their spans, as they are found."""

    __slots__ = ("ends", "mixed", "newline", "problems", "runs", "starts", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.runs: list[_Run] = []
        self.problems: list[Problem] = []
        self.newline = "\n"
        self.mixed = False

    def count_newlines(self, pairs: int, feeds: int, returns: int) -> None:
        """Set the most common line end (LF before CRLF before CR) and whether there are several."""
        counts = {"\n": feeds, "\r\n": pairs, "\r": returns}
        self.mixed = sum(1 for count in counts.values() if count) > 1
        self.newline = max(counts, key=counts.__getitem__)


def decode(data: bytes, name: str = "") -> Document:
    r"""Read bytes as lines, whatever they are; linear in time, and fast for clean UTF-8 (1 M lines in half a second).

    ``name`` stands in the located problems. The file's own final line end makes no extra line: ``b"a\n"`` is one
    line, ``b""`` none.
    """
    bom = len(BOM) if data.startswith(BOM) else 0
    wide = data[:2] in WIDE_BOMS
    if not wide and b"\0" not in data:
        try:
            text = str(data[bom:], "utf-8")
        except UnicodeDecodeError:
            return Document(name, data, bom, _split_slow(data, name, bom))
        return Document(name, data, bom, _split_clean(data, text, bom))
    bom = bom or 2 * wide
    return Document(name, data, bom, _split_slow(data, name, bom))


def _split_clean(data: bytes, text: str, start: int) -> _Split:
    """Lines of valid UTF-8."""
    split = _Split()
    returns = data.count(b"\r")
    pairs = data.count(b"\r\n") if returns else 0
    feeds = data.count(b"\n") - pairs
    split.count_newlines(pairs, feeds, returns - pairs)
    if not text:
        return split
    pieces = text.split("\n") if not returns else re.split("\r\n|\n|\r", text)
    if not pieces[-1]:
        pieces.pop()
    split.texts = pieces
    split.runs.append(_Run(0, "utf-8"))
    _add_spans(split, data, start, ascii_only=len(text) + start == len(data), simple=not returns)
    return split


def _add_spans(split: _Split, data: bytes, start: int, *, ascii_only: bool, simple: bool) -> None:
    """Fill in where the lines' bytes are."""
    if simple:
        sizes = map(len, split.texts) if ascii_only else map(len, data[start:].split(b"\n"))
        position = start
        starts, ends = split.starts, split.ends
        for _, size in zip(split.texts, sizes, strict=False):
            starts.append(position)
            position += size
            ends.append(position)
            position += 1
        return
    position = start
    for match in re.finditer(b"\r\n|\n|\r", data[start:]):
        split.starts.append(position)
        split.ends.append(start + match.start())
        position = start + match.end()
    if position < len(data):
        split.starts.append(position)
        split.ends.append(len(data))


def _split_slow(data: bytes, name: str, start: int) -> _Split:
    """Lines of anything else: each is looked at for itself."""
    split = _Split()
    counts = {b"\r\n": 0, b"\n": 0, b"\r": 0}
    messages: list[tuple[int, str]] = []
    for span in find_spans(data, start):
        text, message = read_line(data[span.start : span.end], span.encoding)
        if not split.runs or split.runs[-1].encoding != span.encoding:
            if span.encoding != "utf-8" and data[:2] not in WIDE_BOMS:
                message = "UTF-16 from here on"
            split.runs.append(_Run(len(split.texts), span.encoding))
        split.starts.append(span.start)
        split.ends.append(span.end)
        split.texts.append(text)
        if span.after > span.end:
            counts[data[span.end : span.after].replace(b"\0", b"")] += 1
        if message:
            messages.append((len(split.texts), message))
    split.problems = [Problem(name, line, message) for line, message in messages[:MAX_PROBLEMS]]
    if len(messages) > MAX_PROBLEMS:
        left = len(messages) - MAX_PROBLEMS
        split.problems.append(
            Problem(name, messages[MAX_PROBLEMS][0], f"{left} more lines are not clean text")
        )
    split.count_newlines(counts[b"\r\n"], counts[b"\n"], counts[b"\r"])
    return split
