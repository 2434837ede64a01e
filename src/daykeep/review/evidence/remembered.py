"""What memory must not learn again, in words: the lines of what was rejected or taken back, read where they were logged.

The records hold hashes only, so that nothing sensitive is kept a second time. To know it again in other words, its
text is looked up in its log, wherever that stands now. What is in no log any more can't come from there either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.decisions import LEARNING, REJECTED, find_tombstone_spans, find_tombstones, find_verdicts
from daykeep.memory.sources import hash_source, load_sources
from daykeep.workspace.archive import ARCHIVE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.files.store import Files


class Span(NamedTuple):
    """Lines ``first`` to ``last`` of a log as they were: ``sha8`` is the hash of their text, ``key`` whose they are."""

    key: str
    name: str
    first: int
    last: int
    sha8: str


def rejected_texts(files: Files) -> dict[str, str]:
    """The text of every item that a person has rejected, by item, as far as a log still holds it; secrets masked."""
    return read_spans(
        files,
        [
            Span(verdict.item, verdict.name, number, number, sha8)
            for verdict in find_verdicts(files).values()
            if verdict.kind == REJECTED and verdict.action in LEARNING
            for number, sha8 in verdict.source
        ],
    )


def taken_back_texts(files: Files) -> dict[str, str]:
    """The text of everything that was taken back, by item, as far as a log still holds it; secrets masked."""
    dead = find_tombstones(files)
    if not dead:
        return {}
    records = [record for record in load_sources(files)[0] if record.line in dead]
    spans = [Span(record.item, record.name, record.first, record.last, record.sha8) for record in records]
    named = [
        Span(item, name, number, number, sha8) for item, name, number, sha8 in find_tombstone_spans(files)
    ]
    return read_spans(files, [*spans, *named])


def read_spans(files: Files, spans: Iterable[Span]) -> dict[str, str]:
    """The texts of spans that a log still holds, joined with line ends for each key, secrets masked.

    A log is looked for under its name and, where that is gone, among the archived ones; lines may have moved in it.
    """
    logs = _Logs(files)
    found: dict[str, list[str]] = {}
    for span in dict.fromkeys(spans):
        texts = _find(logs.read(span.name), span)
        if texts:
            found.setdefault(span.key, []).extend(texts)
    return {key: mask_secrets("\n".join(texts))[0] for key, texts in found.items()}


def _find(lines: Sequence[str], span: Span) -> Sequence[str]:
    length = span.last - span.first + 1
    if not 1 <= length <= len(lines):
        return ()
    starts = range(len(lines) - length + 1)
    for start in sorted(starts, key=lambda start: abs(start - span.first + 1)):
        texts = lines[start : start + length]
        if hash_source(texts) == span.sha8:
            return texts
    return ()


class _Logs:
    """The logs of one look-up: each is read once, and the archive is listed only if a log is not in its place."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._lines: dict[str, Sequence[str]] = {}
        self._archived: dict[str, str] | None = None

    def read(self, name: str) -> Sequence[str]:
        if name not in self._lines:
            lines = self._read(name)
            if lines is None:
                other = self._find_archived(name)
                lines = self._read(other) if other else None
            self._lines[name] = lines or ()
        return self._lines[name]

    def _read(self, name: str) -> Sequence[str] | None:
        try:
            document = self._files.find_document(name)
        except (
            DaykeepError
        ):  # no name (a masked one, a tampered record), or unreadable: not there for this purpose
            return None
        return document.texts if document is not None else None

    def _find_archived(self, name: str) -> str | None:
        if self._archived is None:
            there = self._files.kind(ARCHIVE) == "folder"
            names = self._files.list_names(ARCHIVE, recursive=True) if there else []
            self._archived = {found.rsplit("/", 1)[-1]: found for found in names}
        return self._archived.get(name.rsplit("/", 1)[-1])
