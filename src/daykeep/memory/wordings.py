"""Where else something known was said: records in ``memory/sources.jsonl`` beside those of the lines themselves.

When distillation meets knowledge that memory has in other words, it keeps one wording. The place of the other one is
put on record, so that nothing that was logged is without a trace: as hashes, like every line there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.memory.sources import SCHEMA, SOURCES_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from daykeep.files.store import Files

MOST_PER_LINE = 50
"""What is said more often than this is known by the first times."""

_KEY = "also"
_TEXTS = ("item", "name", "sha8", "day", "origin", "at")


class Wording(NamedTuple):
    """Another wording of lines of memory (``lines``, their hashes), and where it was logged.

    ``item`` is the item that was kept, "" if it is not known; ``said`` are the hashes of the other wording's lines,
    ``first``..``last`` its lines in ``name`` (1-based, inclusive), ``sha8`` the hash of those as they were, ``day`` the
    date of the log, ``at`` the instant at which it was found (ISO).
    """

    lines: tuple[str, ...]
    item: str
    said: tuple[str, ...]
    name: str
    first: int
    last: int
    sha8: str
    day: str
    origin: str
    at: str


def append_wordings(files: Files, wordings: Iterable[Wording]) -> list[Wording]:
    """Add those that are not on record yet, of each line at most 50; durable when this returns. What was added."""
    asked = list(wordings)
    if not asked:
        return []
    known = load_wordings(files)
    seen = {_identity(one) for one in known}
    counts: dict[tuple[str, ...], int] = {}
    for one in known:
        counts[one.lines] = counts.get(one.lines, 0) + 1
    fresh = []
    for one in asked:
        if _identity(one) not in seen and counts.get(one.lines, 0) < MOST_PER_LINE:
            seen.add(_identity(one))
            counts[one.lines] = counts.get(one.lines, 0) + 1
            fresh.append(one)
    if fresh:
        files.append_records(SOURCES_FILE, [_render(one) for one in fresh])
    return fresh


def load_wordings(files: Files) -> list[Wording]:
    """Every other wording on record, oldest first; what can't be read is passed over."""
    rows, _ = files.find_records(SOURCES_FILE)
    return [one for one in map(_parse, rows) if one is not None]


def _identity(one: Wording) -> tuple[str, str, tuple[str, ...]]:
    """The same lines of the same log are one wording, wherever they have moved to in it."""
    return one.name, one.sha8, one.lines


def _render(one: Wording) -> dict[str, Any]:
    fields = one._asdict()
    first, last, at = fields.pop("first"), fields.pop("last"), fields.pop("at")
    return {"v": SCHEMA, "at": at, _KEY: {**fields, "span": [first, last]}}


def _parse(row: Mapping[str, Any]) -> Wording | None:
    value = row.get(_KEY)
    if not isinstance(value, dict):
        return None
    fields = {**value, "at": row.get("at")}
    span = fields.get("span")
    if not (isinstance(span, list) and [type(one) for one in span] == [int, int]):
        return None
    if not all(isinstance(fields.get(key), str) for key in _TEXTS):
        return None
    lines, said = _texts(fields.get("lines")), _texts(fields.get("said"))
    texts = {key: str(fields[key]) for key in _TEXTS}
    return Wording(lines=lines, said=said, first=span[0], last=span[1], **texts) if lines else None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def find_wordings(
    wordings: Sequence[Wording], lines: Iterable[str], items: Iterable[str] = ()
) -> list[Wording]:
    """Those of the wordings that are about one of these lines (hashes) or items, oldest first."""
    wanted, ids = set(lines), set(items) - {""}
    return [one for one in wordings if wanted.intersection(one.lines) or one.item in ids]
