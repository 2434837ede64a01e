"""One file as a part of a packet: its lines with their origins, as many of them as its share allows, made safe."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.safe import DATA, NOTES, TRUSTED, enclose, safe_line
from daykeep.daily.closing import close_blocks
from daykeep.guard.origin import ORIGINS
from daykeep.text.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.context.budget import Budget
    from daykeep.daily.read import LogText

LINE_CHARS = 10_000
"""A line longer than this is named instead of shown: it is an attachment or a machine's output."""

OPENER_CHARS = 80
"""How much of the line that opens a code block is repeated where a part begins inside it."""

SAMPLE_CHARS = 20_000
BYTES_PER_TOKEN = 4
"""Rough size of a token in text that was not looked at."""

_FOREIGN = {"transcript": "transcript", "untrusted": "external", "origin": ""}
"""Regions that stand as data, the stronger kind last; an empty label means the region's own detail."""


class Span(NamedTuple):
    """Lines ``first`` to ``last`` (1-based, inclusive) of a file and the tokens they would have taken."""

    first: int
    last: int
    tokens: int


class Part:
    """A file to be read: what is known of it before its share is known.

    ``kind`` is ``trusted`` or ``notes``; ``newest_last`` says that its end is worth more than its beginning.
    """

    __slots__ = ("code", "kind", "log", "name", "newest_last", "origins", "title")

    def __init__(self, log: LogText, *, kind: str, title: str = "", newest_last: bool = False) -> None:
        self.name = log.name
        self.kind = kind
        self.title = title
        self.newest_last = newest_last
        self.log = log
        self.code = [(region.first - 1, region.last - 1) for region in log.regions if region.kind == "code"]
        self.origins = _origins(log)

    def line_text(self, index: int) -> str:
        """One line as it stands in the packet; a line too long to be text is named instead."""
        line = self.log.lines[index]
        if len(line) > LINE_CHARS:
            return f"[line {self.log.first + index}: {len(line):,} characters, left out]"
        text = safe_line(line, DATA if self.origins[index] else self.kind)
        if len(text) > LINE_CHARS:
            return f"[line {self.log.first + index}: control characters, left out]"
        return text

    def costs(self, budget: Budget, limit: int) -> list[int]:
        """What lines cost in thousandths, from the end that is kept first, until ``limit`` is passed.

        Lines are measured one by one (each rounded up) and scaled to what they cost together.
        """
        texts: list[str] = []
        found: list[int] = []
        total, stop, origin = 0, limit, ""
        for index in self._order():
            text = self.line_text(index) + "\n"
            if self.origins[index] != origin:
                origin = self.origins[index]
                text += 2 * _DELIMITERS
            texts.append(text)
            found.append(budget.cost(text))
            total += found[-1]
            if total > stop:
                together = budget.cost("".join(texts))
                if together > limit:
                    break
                stop = total + max(limit - together, limit // 10)
        together = budget.cost("".join(texts))
        return [cost * 1000 * together // total for cost in found]

    def _order(self) -> Sequence[int]:
        lines = range(len(self.log.lines))
        return lines[::-1] if self.newest_last else lines


_DELIMITERS = "<data transcript 0123456789abcdef>\n</data 0123456789abcdef>\n"


class Shown(NamedTuple):
    """A part as it stands in the packet: ``first`` to ``last`` of ``total`` lines (``last`` < ``first``: none).

    ``runs`` holds (first, last, origin) where the lines have more than one origin, ``cut`` what is not shown.
    """

    name: str
    title: str
    kind: str
    text: str
    first: int
    last: int
    total: int
    tokens: int
    runs: tuple[tuple[int, int, str], ...]
    cut: tuple[Span, ...]
    problems: tuple[str, ...]


def show_part(part: Part, costs: Sequence[int], share: int) -> Shown:
    """As many whole lines of ``part`` as fit its share, with every code fence closed and every delimiter in place.

    ``share`` is in thousandths, as ``costs`` are.
    """
    start, end = _fit(part, costs, share)
    runs = list(_runs(part, start, end))
    text = "\n".join(_run_text(part, first, last, origin) for first, last, origin in runs)
    base = part.log.first
    return Shown(
        name=part.name,
        title=part.title,
        kind=part.kind,
        text=text,
        first=base + start,
        last=base + end - 1,
        total=part.log.total,
        tokens=count_tokens(text),
        runs=tuple((base + first, base + last - 1, origin) for first, last, origin in runs),
        cut=_cut(part, start, end),
        problems=part.log.problems,
    )


def _fit(part: Part, costs: Sequence[int], share: int) -> tuple[int, int]:
    """The lines that fit, as a half-open range of indexes."""
    count, total = 0, 0
    for cost in costs:
        if total + cost > share:
            break
        count, total = count + 1, total + cost
    lines = len(part.log.lines)
    if not part.newest_last or count == lines:
        return 0, count
    start = lines - count
    return _at_heading(part, start, costs, total), lines


def _at_heading(part: Part, start: int, costs: Sequence[int], total: int) -> int:
    """A start at the next heading, where that gives up less than a quarter of what fits."""
    lines = part.log.lines
    given_up = 0
    for index in range(start, len(lines)):
        if lines[index].startswith("#") and not _span_of(part, index):
            return index
        given_up += costs[len(lines) - 1 - index]
        if 4 * given_up > total:
            break
    return start


def _span_of(part: Part, index: int) -> int | None:
    """The index of the line that opens the code block around a line; None outside of code."""
    return next((first for first, last in part.code if first < index <= last), None)


def _runs(part: Part, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    first = start
    for index in range(start + 1, end + 1):
        if index == end or part.origins[index] != part.origins[first]:
            yield first, index, part.origins[first]
            first = index


def _run_text(part: Part, first: int, last: int, origin: str) -> str:
    lines = [
        part.line_text(index)
        for index in range(first, last)
        if not _is_own_mark(part.log.lines[index], origin)
    ]
    opener = _span_of(part, first)
    if opener is not None:
        lines.insert(0, part.line_text(opener)[:OPENER_CHARS])
    text = close_blocks("\n".join(lines).strip("\n"))
    if origin:
        return enclose(text, DATA, origin=origin)
    return text if part.kind == TRUSTED else enclose(text, NOTES)


def _is_own_mark(line: str, origin: str) -> bool:
    """Whether a line is the mark that the packet's delimiters replace."""
    return bool(origin) and "daykeep:origin" in line and line.lstrip().startswith("<!--")


def _cut(part: Part, start: int, end: int) -> tuple[Span, ...]:
    """The line ranges that are not shown, with (beyond the lines that were looked at, roughly) their tokens."""
    log = part.log
    spans = []
    if start + log.first > 1:
        tokens = _rough_tokens(log.lines[:start]) + len(log.prefix) // BYTES_PER_TOKEN
        spans.append(Span(1, log.first + start - 1, tokens))
    for index in range(start, end):
        if len(log.lines[index]) > LINE_CHARS:
            tokens = len(log.lines[index]) // BYTES_PER_TOKEN
            spans.append(Span(log.first + index, log.first + index, tokens))
    shown_to = log.first + end - 1
    if shown_to < log.total:
        behind = (log.skipped_bytes - len(log.prefix)) // BYTES_PER_TOKEN
        spans.append(Span(shown_to + 1, log.total, _rough_tokens(log.lines[end:]) + behind))
    return tuple(spans)


def _rough_tokens(lines: Sequence[str]) -> int:
    """The tokens of lines; of many lines as many as their beginning suggests."""
    text = "\n".join(lines)
    tokens = count_tokens(text[:SAMPLE_CHARS])
    return tokens if len(text) <= SAMPLE_CHARS else tokens * len(text) // SAMPLE_CHARS


def _origins(log: LogText) -> list[str]:
    """The origin of each line that came from outside, ``""`` for the file's own lines."""
    origins = [""] * len(log.lines)
    for kind, label in _FOREIGN.items():
        for region in log.regions:
            if region.kind == kind:
                named = label or (region.detail if region.detail in ORIGINS else "unknown")
                _fill(origins, region.first - 1, region.last, named)
    for opening, closing in _OPENINGS:
        if log.prefix.rfind(opening) > log.prefix.rfind(closing):
            end = next((i for i, line in enumerate(log.lines, 1) if closing.decode() in line), len(log.lines))
            _fill(origins, 0, end, "unknown")
    return origins


_OPENINGS = (
    (b"<!-- daykeep:origin", b"<!-- /daykeep:origin"),
    (b"<<<EXTERNAL_UNTRUSTED", b"<<<END_EXTERNAL_UNTRUSTED"),
)
"""Marks of foreign text that may have been opened in the part of a file that was not looked at."""


def _fill(origins: list[str], start: int, end: int, label: str) -> None:
    origins[start:end] = [label] * (end - start)
