"""Blocks that someone fenced off: daykeep's marks, other tools' managed blocks, quoted untrusted content."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.blocks import CODE, FRONTMATTER, TEXT
from daykeep.text.comments import parse_mark

if TYPE_CHECKING:
    from collections.abc import Sequence

TAGS = (
    "claude-mem-context",
    "relevant-memories",
    "relevant_memories",
    "memory-context",
    "system-reminder",
    "supermemory-context",
    "hindsight_memories",
)
"""Tags between which other tools put what they recalled or were told."""

OWN_ORIGINS = ("user", "agent")
"""Origins that daykeep never marks: a mark that names one was written by hand, and proves and protects nothing."""

KNOWN_TOOLS = ("openclaw:", "claude-mem", "memsearch:", "claude:mem")
"""A block of these tools counts even when its end is missing."""


class Fence(NamedTuple):
    """Lines ``first`` to ``last`` (1-based, inclusive), of a region kind, with the tool or origin as ``detail``."""

    kind: str
    first: int
    last: int
    detail: str


class _Edge(NamedTuple):
    at: int
    key: str
    opens: bool


def find_foreign(lines: Sequence[str]) -> list[Fence]:
    """Find ``origin`` and ``untrusted`` blocks, in code fences too; one without its end runs to the end of the file.

    Blocks never nest: what looks like a mark inside a block belongs to its text.
    """
    fences: list[Fence] = []
    quotes = _Quotes(lines)
    last = 0
    for index, line in enumerate(lines):
        if index < last or ("daykeep:" not in line and "UNTRUSTED" not in line):
            continue
        fence = _read_origin(lines, index) if "daykeep:" in line else None
        fence = fence or quotes.read(index)
        if fence is not None:
            fences.append(fence)
            last = fence.last
    return fences


def _read_origin(lines: Sequence[str], index: int) -> Fence | None:
    mark = parse_mark(lines[index])
    if mark is None or mark.kind != "origin" or mark.closing:
        return None
    detail = mark.fields.get("origin") or mark.fields.get("from") or "unknown"
    if detail in OWN_ORIGINS:
        return None  # else it would lift text to "user", or swallow the mark of a foreign block that follows
    for follower in range(index, len(lines)):
        if "/daykeep:origin" in lines[follower]:
            end = parse_mark(lines[follower])
            if end is not None and end.closing and end.kind == "origin":
                return Fence("origin", index + 1, follower + 1, detail)
    return Fence("origin", index + 1, len(lines), detail)


@cache
def _quote_pattern() -> re.Pattern[str]:
    return re.compile(
        r"<<<[ ]?(END_)?[A-Z_]{0,40}UNTRUSTED[A-Z_]{0,40}(?:[ ]{1,4}id=\\?[\"“]?([^\"”\\>\s]{0,64}))?"
    )


class _Quotes:
    """Pairs ``<<<EXTERNAL_UNTRUSTED_CONTENT>>>`` with its end; text inside can't end the block early.

    The end with the same id counts, wherever it is. Without one the last end before the next opening does, so a
    forged end inside the content ends nothing.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.edges: list[_Edge] | None = None
        self.places: list[int] = []
        self.ends: dict[str, list[int]] = {}

    def read(self, index: int) -> Fence | None:
        edges = self._find_edges()
        here = bisect_left(self.places, index)
        if "EXTERNAL, UNTRUSTED" in self.lines[index]:
            follows = here < len(edges) and edges[here].opens and edges[here].at > index
            return Fence("untrusted", index + 1, edges[here].at if follows else index + 1, "external content")
        while here < len(edges) and edges[here].at == index and not edges[here].opens:
            here += 1
        if here == len(edges) or edges[here].at != index:
            return None
        return Fence("untrusted", index + 1, self._last_of(here, edges) + 1, "external content")

    def _last_of(self, here: int, edges: list[_Edge]) -> int:
        named = self.ends.get(edges[here].key, []) if edges[here].key else []
        place = bisect_left(named, here)
        if place < len(named):
            return edges[named[place]].at
        last = -1
        for edge in edges[here + 1 :] if here + 1 < len(edges) else ():
            if edge.opens:
                break
            last = edge.at
        return last if last >= 0 else len(self.lines) - 1

    def _find_edges(self) -> list[_Edge]:
        if self.edges is None:
            self.edges = [
                _Edge(index, match[2] or "", not match[1])
                for index, line in enumerate(self.lines)
                if "UNTRUSTED" in line and "<<<" in line
                for match in _quote_pattern().finditer(line)
            ]
            self.places = [edge.at for edge in self.edges]
            for place, edge in enumerate(self.edges):
                if not edge.opens and edge.key:
                    self.ends.setdefault(edge.key, []).append(place)
        return self.edges


def find_managed(lines: Sequence[str], mask: bytearray, foreign: Sequence[Fence]) -> list[Fence]:
    """Find daykeep's fences and other tools' managed blocks and marks outside of code and of ``foreign`` blocks."""
    taken = bytearray(len(lines))
    for fence in foreign:
        taken[fence.first - 1 : fence.last] = b"\1" * (fence.last - fence.first + 1)
    scan = _Managed(lines, mask)
    fences: list[Fence] = []
    last = 0
    for index, line in enumerate(lines):
        if index < last or taken[index] or mask[index] in {FRONTMATTER, CODE}:
            continue
        if "<" not in line and "[score=" not in line and "Short-Term" not in line:
            continue
        block = scan.read(index, line.strip())
        if block is not None:
            fences.append(block)
            last = block.last
    return fences


class _Managed:
    """Reads the block that starts on a line; looks for each kind of end once."""

    def __init__(self, lines: Sequence[str], mask: bytearray) -> None:
        self.lines = lines
        self.mask = mask
        self.ends: dict[str, list[int]] | None = None

    def read(self, index: int, line: str) -> Fence | None:
        if line.startswith("<!--"):
            return self._read_comment(index, line)
        if line.startswith("<"):
            return self._read_tag(index, line)
        if "[score=" in line and "source=" in line:
            return Fence("managed", index + 1, index + 1, "openclaw:promotion")
        if line.startswith("#") and "Promoted From Short-Term Memory" in line:
            return Fence("managed", index + 1, self._before_heading(index), "openclaw:promotion")
        return None

    def _read_comment(self, index: int, line: str) -> Fence | None:
        mark = parse_mark(line)
        if mark is not None:
            last = (
                None if mark.closing or mark.kind == "origin" else self._end_of(f"daykeep:{mark.kind}", index)
            )
            return Fence("own", index + 1, last or index + 1, mark.kind) if mark.alone else None
        body = line[4:].split("-->", 1)[0].strip()
        if body.startswith("openclaw-memory-promotion:"):
            return Fence("managed", index + 1, self._item_last(index), "openclaw:promotion")
        if body.startswith("session:"):
            return Fence("managed", index + 1, index + 1, "memsearch")
        edge = read_edge(body)
        if edge is None or not edge.opens:
            return None
        last = self._end_of(edge.key, index)
        if last is None and edge.key.startswith(KNOWN_TOOLS):
            last = self._before_heading(index)
        if last is None:
            return Fence("managed", index + 1, index + 1, edge.key) if edge.key == "auto:update" else None
        return Fence("managed", index + 1, last, edge.key)

    def _read_tag(self, index: int, line: str) -> Fence | None:
        for tag in TAGS:
            if line.startswith((f"<{tag}>", f"<{tag} ")):
                last = index + 1 if f"</{tag}>" in line else self._end_of(f"</{tag}>", index)
                return Fence("managed", index + 1, last or self._before_heading(index), tag)
        return None

    def _end_of(self, key: str, index: int) -> int | None:
        """The line number of the next end of ``key`` after ``index``; None when there is none."""
        if self.ends is None:
            self.ends = {}
            for place, line in enumerate(self.lines):
                if "<" in line and (found := _read_end(line)):
                    self.ends.setdefault(found, []).append(place)
        places = self.ends.get(key, [])
        found_at = bisect_right(places, index)
        return places[found_at] + 1 if found_at < len(places) else None

    def _before_heading(self, index: int) -> int:
        for follower in range(index + 1, len(self.lines)):
            if self.lines[follower].startswith(("# ", "## ")) and self.mask[follower] == TEXT:
                return follower
        return len(self.lines)

    def _item_last(self, index: int) -> int:
        last = index
        for follower in range(index + 1, len(self.lines)):
            line = self.lines[follower].strip()
            if not line or line.startswith(("#", "<!--")) or (last > index and line.startswith("- ")):
                break
            last = follower
        return last + 1


def _read_end(line: str) -> str | None:
    mark = parse_mark(line)
    if mark is not None:
        return f"daykeep:{mark.kind}" if mark.closing else None
    place = line.find("<!--")
    if place >= 0:
        edge = read_edge(line[place + 4 :].split("-->", 1)[0].strip())
        return edge.key if edge is not None and not edge.opens else None
    return next((f"</{tag}>" for tag in TAGS if f"</{tag}>" in line), None)


@cache
def _edge_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    name = r"[\w:.-]{2,80}?"
    before = re.compile(
        rf"({name})[:_-](start|begin|end|stop)(?:[\s:].{{0,200}})?$|({name})[ ](start|begin|end)$",
        re.IGNORECASE,
    )
    after = re.compile(r"(start|begin|end|/)[ :_-]?[ ]?([\w.-]{2,80})(?:[\s:].{0,200})?$", re.IGNORECASE)
    return before, after


def read_edge(body: str) -> _Edge | None:
    """Read the inside of a comment as the start or end of a managed block: ``x:start``, ``BEGIN x``, ``END_X``, ``/x``.

    >>> read_edge("openclaw:dreaming:light:start").key, read_edge("END_AUTO_UPDATE").opens
    ('openclaw:dreaming:light', False)
    """
    body = body[:300]
    if body.casefold().startswith("auto_update:"):
        return _Edge(0, "auto:update", opens=True)
    before, after = _edge_patterns()
    match = before.match(body)
    if match is not None:
        word = (match[2] or match[4]).casefold()
        return _Edge(0, _key(match[1] or match[3]), opens=word in {"start", "begin"})
    match = after.match(body)
    if match is None:
        return None
    return _Edge(0, _key(match[2]), opens=match[1].casefold() in {"start", "begin"})


def _key(name: str) -> str:
    return re.sub(r"[\s_:]+", ":", name.strip()).casefold()
