"""Where each line of memory came from: ``memory/sources.jsonl``, append-only.

One record per line that daykeep wrote: a `SourceRecord` where it was learned from a log, an `AskedRecord` where somebody
asked for it in so many words. The line itself is kept as a hash of its normalised text, so that marks
and white space may change and nothing that was forgotten stays readable here; the source's own text stays where
it was logged.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.encoding import Problem
    from daykeep.files.store import Files

SOURCES_FILE = "memory/sources.jsonl"
SCHEMA = 1
ASKED = "asked"


class SourceRecord(NamedTuple):
    """One line of memory and the lines it was taken from.

    ``line`` is the hash of the memory line, ``first``..``last`` the source lines in ``name`` (1-based, inclusive; a
    secret in the name is masked, like everywhere that daykeep writes),
    ``sha8`` the hash of those lines as they were, ``day`` the date of the log, ``at`` the instant of learning (ISO),
    ``commit`` the commit that holds the source, if there was one.
    """

    item: str
    kind: str
    line: str
    name: str
    first: int
    last: int
    sha8: str
    day: str
    origin: str
    score: float
    at: str
    commit: str | None


class AskedRecord(NamedTuple):
    """One line of memory that somebody asked for and a person approved.

    ``origin`` is who asked (user, agent, …) and ``day`` when, in ``proposal``; ``by`` is who approved it, ``at`` the
    instant (ISO).
    """

    item: str
    line: str
    origin: str
    day: str
    proposal: str
    at: str
    by: str


def hash_line(text: str) -> str:
    """The identity of a memory line: 16 hex digits over its normalised text."""
    return hashlib.sha256(normalise_line(text).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def hash_source(lines: Sequence[str]) -> str:
    """The identity of source lines: 8 hex digits over their exact text."""
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()[:8]


def append_sources(files: Files, records: Sequence[SourceRecord]) -> None:
    """Add records; durable when this returns."""
    if records:
        files.append_records(SOURCES_FILE, [_render(record) for record in records])


def load_sources(files: Files) -> tuple[list[SourceRecord], list[Problem]]:
    """Every record, oldest first; lines that can't be read are problems and are passed over."""
    rows, problems = files.find_records(SOURCES_FILE)
    return [record for record in map(_parse, rows) if record is not None], problems


def append_asked(files: Files, records: Sequence[AskedRecord]) -> None:
    """Add records that are not there yet; durable when this returns."""
    known = {(record.item, record.line) for record in load_asked(files)} if records else set()
    fresh = [record._asdict() for record in records if (record.item, record.line) not in known]
    if fresh:
        files.append_records(SOURCES_FILE, [{"v": SCHEMA, "kind": ASKED, **row} for row in fresh])


def load_asked(files: Files) -> list[AskedRecord]:
    """Every record of a line that somebody asked for, oldest first; what can't be read is passed over."""
    found = []
    for row in files.find_records(SOURCES_FILE)[0]:
        values = [row.get(key) for key in AskedRecord._fields] if row.get("kind") == ASKED else [None]
        if all(isinstance(value, str) for value in values):
            found.append(AskedRecord(*map(str, values)))
    return found


def find_sources(files: Files, line_text: str) -> list[SourceRecord]:
    """The records of one memory line, oldest first; empty if daykeep did not write it."""
    wanted = hash_line(line_text)
    return [record for record in load_sources(files)[0] if record.line == wanted]


def _render(record: SourceRecord) -> dict[str, Any]:
    fields = record._asdict()
    first, last = fields.pop("first"), fields.pop("last")
    return {"v": SCHEMA, **fields, "lines": [first, last]}


def _parse(row: dict[str, Any]) -> SourceRecord | None:
    lines = row.get("lines")
    if not (isinstance(lines, list) and len(lines) == 2 and all(isinstance(n, int) for n in lines)):
        return None
    text = {key: row.get(key) for key in ("item", "kind", "line", "name", "sha8", "day", "origin", "at")}
    if not all(isinstance(value, str) for value in text.values()):
        return None
    score, commit = row.get("score"), row.get("commit")
    return SourceRecord(
        first=lines[0],
        last=lines[1],
        score=float(score) if isinstance(score, (int, float)) else 0.0,
        commit=commit if isinstance(commit, str) else None,
        **{key: str(value) for key, value in text.items()},
    )
