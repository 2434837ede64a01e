"""What distillation has already read: ``memory/distill-state.json``, a cache.

Losing it costs one run that finds everything known. Keys that other programs put there are kept; a list
``processed`` of paths, as older scripts write it, is honoured for files that have no record here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.distill.outcomes import ADDED, PROPOSED, REJECTED
from daykeep.workspace.upgrades import upgrade_state

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.distill.outcomes import Outcome
    from daykeep.files.store import Files

STATE_FILE = "memory/distill-state.json"
SCHEMA = 2
LIMIT_BYTES = 32 * 1024 * 1024
"""A record of 40,000 logs and what they held has half of this."""

REMEMBERED = (ADDED, PROPOSED, REJECTED)
"""What became of these items is worth a row; a duplicate is recognised again by what it repeats."""


class SourceState(NamedTuple):
    """A log as it was read: the hash of its bytes, their number, and the file's time where it can be relied on."""

    sha256: str
    size: int
    mtime_ns: int | None


class DistillState(NamedTuple):
    """Every log that was read, the status of every item, and what was wrong with the file."""

    sources: Mapping[str, SourceState]
    items: Mapping[str, str]
    processed: frozenset[str]
    problems: tuple[str, ...]

    def is_read(self, name: str, sha256: str) -> bool:
        """Whether exactly this content of the log was distilled before."""
        known = self.sources.get(name)
        return self.is_listed(name) if known is None else known.sha256 == sha256

    def is_listed(self, name: str) -> bool:
        """Whether an older script says that it has read this log, and there is no record of daykeep's own."""
        known = name in self.processed or name.rsplit("/", 1)[-1] in self.processed
        return known and name not in self.sources

    def is_untouched(self, name: str, size: int, mtime_ns: int) -> bool:
        """Whether a file's size and time alone say that it has the content that was read."""
        known = self.sources.get(name)
        return known is not None and known.mtime_ns == mtime_ns and known.size == size


class ReadRow(NamedTuple):
    """A log that was read now; ``mtime_ns`` is None if the file is too fresh for its time to be relied on."""

    name: str
    sha256: str
    size: int
    mtime_ns: int | None


def load_state(files: Files) -> DistillState:
    """The state as it is; anything unreadable in it counts as absent and is reported."""
    state = files.find_state(STATE_FILE, limit_bytes=LIMIT_BYTES)
    value = state.value
    problems = [f"{problem.name}:{problem.line}: {problem.message}" for problem in state.problems]
    schema = value.get("schema", SCHEMA)
    if not isinstance(schema, int) or schema > SCHEMA:
        problems.append(
            f"{STATE_FILE} was written by a newer version (schema {schema!r}); it is read as far as known"
        )
    listed = value.get("processed")
    processed = (
        frozenset(entry for entry in listed if isinstance(entry, str))
        if isinstance(listed, list)
        else frozenset()
    )
    return DistillState(_sources(value), _statuses(value), processed, tuple(problems))


def save_state(
    files: Files,
    *,
    logs: Sequence[ReadRow],
    outcomes: Sequence[Outcome],
    target: str,
    commit: str | None,
    superseded: Sequence[str] = (),
) -> bool:
    """Record logs as read and what became of their items, in one write; True if anything was written.

    ``commit`` is the one that holds what was added to ``target``; ``superseded`` are items that left it for a newer one.
    """

    def change(value: dict[str, Any]) -> dict[str, Any]:
        schema = value.get("schema", SCHEMA)
        value["schema"] = max(schema, SCHEMA) if isinstance(schema, int) else SCHEMA
        sources, items = _table(value, "sources"), _table(value, "items")
        for row in logs:
            sources[row.name] = _source_row(row, sources.get(row.name))
        for outcome in outcomes:
            _note_item(items, outcome, target, commit)
        for item in superseded:
            if isinstance(items.get(item), dict):
                items[item]["status"] = "superseded"
        return value

    return upgrade_state(files, STATE_FILE, change, schema=SCHEMA, limit_bytes=LIMIT_BYTES)


def _source_row(row: ReadRow, old: object) -> dict[str, Any]:
    fields: dict[str, Any] = {"sha256": row.sha256, "size": row.size}
    if row.mtime_ns is not None:
        fields["mtime_ns"] = row.mtime_ns
    kept = (
        {key: value for key, value in old.items() if key not in {"at", "mtime_ns"}}
        if isinstance(old, dict)
        else {}
    )
    return {**kept, **fields}


def _note_item(items: dict[str, Any], outcome: Outcome, target: str, commit: str | None) -> None:
    item = outcome.item
    old = items.get(item.item_id)
    status = old.get("status") if isinstance(old, dict) else None
    if outcome.status not in REMEMBERED or status in {ADDED, outcome.status}:
        return
    row = {"status": outcome.status, "source": f"{item.name}:{item.first}-{item.last}", "target": target}
    if outcome.status == ADDED and commit:
        row["commit"] = commit
    items[item.item_id] = row


def _table(value: dict[str, Any], key: str) -> dict[str, Any]:
    table = value.get(key)
    if not isinstance(table, dict):
        table = {}
        value[key] = table
    return table


def _sources(value: Mapping[str, Any]) -> dict[str, SourceState]:
    found = {}
    rows = value.get("sources")
    for name, row in rows.items() if isinstance(rows, dict) else ():
        if isinstance(row, dict) and isinstance(row.get("sha256"), str):
            size, mtime_ns = row.get("size"), row.get("mtime_ns")
            found[name] = SourceState(
                row["sha256"],
                size if isinstance(size, int) else -1,
                mtime_ns if isinstance(mtime_ns, int) else None,
            )
    return found


def _statuses(value: Mapping[str, Any]) -> dict[str, str]:
    rows = value.get("items")
    if not isinstance(rows, dict):
        return {}
    return {
        item: row["status"]
        for item, row in rows.items()
        if isinstance(row, dict) and isinstance(row.get("status"), str)
    }
