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

from daykeep.files.decoding.foreign import WIDE_BOMS
from daykeep.files.decoding.lines import Split, find_line_spans, split_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

BOM = b"\xef\xbb\xbf"


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


class Document:
    r"""A file's bytes read as lines. Immutable; ``insert``, ``cut`` and ``replace_lines`` give the bytes of a new file.

    ``encoding`` is "utf-8", "utf-16-le", "utf-16-be" or "mixed"; ``newline`` the most common line end ("\n" if
    there is none); ``mixed`` whether there are several kinds. ``bom``, ``final_newline``, ``sha256`` and
    ``problems`` say what they name.
    """

    def __init__(self, name: str, data: bytes, bom_bytes: int, split: Split) -> None:
        self.name = name
        self.data = data
        self.bom = bom_bytes > 0
        self.texts: list[str] = split.texts
        self.newline, self.mixed = split.newline, split.mixed
        self.problems = tuple(Problem(name, line, message) for line, message in split.problems)
        self.final_newline = split.final_newline
        encodings = {encoding for _, encoding in split.runs}
        self.encoding = "utf-8" if not encodings else encodings.pop() if len(encodings) == 1 else "mixed"
        self._runs = split.runs
        self._bom_bytes = bom_bytes
        self._spans = split.spans
        self._lines: list[Line] | None = None
        self._sha256: str | None = None

    def __repr__(self) -> str:
        return f"Document({self.name!r}, {len(self.texts)} lines, {self.encoding})"

    @property
    def lines(self) -> list[Line]:
        """All lines with their byte spans."""
        if self._lines is None:
            numbers = range(1, len(self.texts) + 1)
            starts, ends = self._found_spans
            self._lines = list(map(Line, numbers, self.texts, starts, ends))
        return self._lines

    @property
    def _found_spans(self) -> tuple[list[int], list[int]]:
        """Where each line begins and ends; looked for when they are first needed, which reading does not."""
        if self._spans is None:
            self._spans = find_line_spans(self.data, self._bom_bytes)
        return self._spans

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
        at = self._found_spans[0][index] if index < count else len(self.data)
        newline = self._newline_near(index)
        joined = newline.join(_checked(new_lines))
        joined = newline + joined if index == count and count and not self.final_newline else joined + newline
        return self.data[:at] + self._encoded(joined, index) + self.data[at:]

    def cut(self, first: int, last: int) -> bytes:
        """The file's bytes without lines ``first`` to ``last`` and their line ends; every other byte stays."""
        self._check_span(first, last)
        return self.data[: self._found_spans[0][first - 1]] + self.data[self._after(last) :]

    def replace_lines(self, first: int, last: int, new_lines: Sequence[str]) -> bytes:
        """The file's bytes with other lines in place of ``first`` to ``last``; the last line end stays as it was."""
        self._check_span(first, last)
        if not new_lines:
            return self.cut(first, last)
        joined = self._newline_near(first - 1).join(_checked(new_lines))
        start, end = self._found_spans[0][first - 1], self._found_spans[1][last - 1]
        return self.data[:start] + self._encoded(joined, first - 1, here=True) + self.data[end:]

    def _check_span(self, first: int, last: int) -> None:
        if not 1 <= first <= last <= len(self.texts):
            raise IndexError(f"{self.name} has no lines {first} to {last}")

    def _after(self, line: int) -> int:
        """Where the line after ``line`` begins; the file's end if there is none."""
        starts = self._found_spans[0]
        return starts[line] if line < len(starts) else len(self.data)

    def _newline_near(self, index: int) -> str:
        """The line end of the line above in a mixed file, else of the line there, else the file's own."""
        if self.mixed:
            for near in (index - 1, index):
                if 0 <= near < len(self.texts):
                    end = self.data[self._found_spans[1][near] : self._after(near + 1)].replace(b"\0", b"")
                    if end:
                        return end.decode("ascii")
        return self.newline

    def _encoded(self, text: str, index: int, *, here: bool = False) -> bytes:
        """Text in the encoding that surrounds it: of the line above, or with ``here`` of the line itself."""
        near = max(0, index if here else index - 1)
        encoding = "utf-8"
        for first, its_encoding in self._runs:
            if first > near:
                break
            encoding = its_encoding
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


def decode(data: bytes, name: str = "") -> Document:
    r"""Read bytes as lines, whatever they are; fast for clean UTF-8 (a million lines in a fifth of a second).

    ``name`` stands in the located problems. The file's own final line end makes no extra line: ``b"a\n"`` is one
    line, ``b""`` none. Linear in time for any bytes.
    """
    bom_bytes = len(BOM) if data.startswith(BOM) else 2 if data[:2] in WIDE_BOMS else 0
    return Document(name, data, bom_bytes, split_lines(data, bom_bytes))
