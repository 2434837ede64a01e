"""Cut bytes into lines of text: at full speed where they are UTF-8, line by line where they are not. Pure."""

from __future__ import annotations

import re

from daykeep.files.decoding.foreign import WIDE_BOMS, find_spans, read_line

MAX_PROBLEMS = 100  # a file with more is not text; the rest is counted
MAX_SCANNED_BYTES = (
    4 << 20
)  # a larger file with NULs is an attachment, not a log that a shell wrote to in UTF-16
_ESCAPED = "[\udc80-\udcff\0]"  # how the codec shows a byte that is not UTF-8, and NUL


class Split:
    """Lines of text, the encodings they were in, the line ends between them, and what was wrong, by line number.

    ``runs`` says from which line's index on there is which encoding.
    ``spans`` holds the lines' starts and ends if they had to be found, else None.
    """

    __slots__ = ("final_newline", "mixed", "newline", "problems", "runs", "spans", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.runs: list[tuple[int, str]] = []
        self.problems: list[tuple[int, str]] = []
        self.newline = "\n"
        self.mixed = False
        self.final_newline = False
        self.spans: tuple[list[int], list[int]] | None = None

    def count_newlines(self, pairs: int, feeds: int, returns: int) -> None:
        """Set the most common line end (LF before CRLF before CR) and whether there are several."""
        counts = {"\n": feeds, "\r\n": pairs, "\r": returns}
        self.mixed = sum(1 for count in counts.values() if count) > 1
        self.newline = max(counts, key=counts.__getitem__)

    def note(self, problems: list[tuple[int, str]]) -> None:
        """Keep the first hundred problems and the number of the others."""
        self.problems = problems[:MAX_PROBLEMS]
        left = len(problems) - MAX_PROBLEMS
        if left > 0:
            self.problems.append((problems[MAX_PROBLEMS][0], f"{left} more lines are not clean text"))


def split_lines(data: bytes, start: int) -> Split:
    """The lines of any bytes from ``start`` (behind a byte-order mark) on."""
    if data[:2] in WIDE_BOMS or (b"\n\0" in data and len(data) <= MAX_SCANNED_BYTES):
        return _split_scanned(data, start)
    try:
        text = str(data[start:], "utf-8")
        clean = b"\0" not in data
    except UnicodeDecodeError:
        text = str(data[start:], "utf-8", "surrogateescape")
        clean = False
    return _split_text(data, text, clean=clean)


def _split_text(data: bytes, text: str, *, clean: bool) -> Split:
    """Lines of UTF-8; with ``clean`` False some lines have bytes in them that are not, or NULs."""
    split = Split()
    returns = data.count(b"\r")
    pairs = data.count(b"\r\n") if returns else 0
    split.count_newlines(pairs, data.count(b"\n") - pairs, returns - pairs)
    if not text:
        return split
    split.texts = text.split("\n") if not returns else re.split("\r\n|\n|\r", text)
    split.final_newline = not split.texts[-1]
    if split.final_newline:
        split.texts.pop()
    split.runs.append((0, "utf-8"))
    if not clean:
        _read_escaped(split)
    return split


def _read_escaped(split: Split) -> None:
    """Read anew the lines that are not clean UTF-8."""
    search = re.compile(_ESCAPED).search
    problems = []
    for index, line in enumerate(split.texts):
        if search(line):
            split.texts[index], message = read_line(line.encode("utf-8", "surrogateescape"), "utf-8")
            problems.append((index + 1, message))
    split.note(problems)


def find_line_spans(data: bytes, start: int) -> tuple[list[int], list[int]]:
    """Where the lines of bytes that are not UTF-16 begin, and where their text ends."""
    starts: list[int] = []
    ends: list[int] = []
    position = start
    if b"\r" in data:
        for match in re.finditer(b"\r\n|\n|\r", data[start:]):
            starts.append(position)
            ends.append(start + match.start())
            position = start + match.end()
        if position < len(data):
            starts.append(position)
            ends.append(len(data))
        return starts, ends
    for size in map(len, data[start:].split(b"\n")):
        starts.append(position)
        position += size
        ends.append(position)
        position += 1
    if starts[-1] == len(data):
        starts.pop()
        ends.pop()
    return starts, ends


def _split_scanned(data: bytes, start: int) -> Split:
    """Lines of bytes that may be UTF-16 in whole or in part: each is looked at for itself."""
    split = Split()
    starts: list[int] = []
    ends: list[int] = []
    counts = {b"\r\n": 0, b"\n": 0, b"\r": 0}
    problems: list[tuple[int, str]] = []
    for first, end, after, encoding in find_spans(data, start):
        text, message = read_line(data[first:end], encoding)
        if not split.runs or split.runs[-1][1] != encoding:
            if encoding != "utf-8" and data[:2] not in WIDE_BOMS:
                message = "UTF-16 from here on"
            split.runs.append((len(split.texts), encoding))
        starts.append(first)
        ends.append(end)
        split.texts.append(text)
        split.final_newline = after > end
        if split.final_newline:
            counts[data[end:after].replace(b"\0", b"")] += 1
        if message:
            problems.append((len(split.texts), message))
    split.spans = starts, ends
    split.note(problems)
    split.count_newlines(counts[b"\r\n"], counts[b"\n"], counts[b"\r"])
    return split
