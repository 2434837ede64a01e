"""What distillation has already read: ``memory/distill-state.json``, a cache.

Losing it costs one run that finds everything known. Keys that other programs put there are kept; a list
``processed`` of paths, as older scripts write it, is honoured for files that have no record here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from daykeep.distill.outcomes import Outcome
    from daykeep.files.store import Files

STATE_FILE = "memory/distill-state.json"
SCHEMA = 1


class DistillState(NamedTuple):
    """The content hash of every log that was read, the status of every item, and what was wrong with the file."""

    sources: Mapping[str, str]
    items: Mapping[str, str]
    processed: frozenset[str]
    problems: tuple[str, ...]

    def is_read(self, name: str, sha256: str) -> bool:
        """Whether exactly this content of the log was distilled before."""
        known = self.sources.get(name)
        if known is None:
            return name in self.processed or name.rsplit("/", 1)[-1] in self.processed
        return known == sha256


def load_state(files: Files) -> DistillState:
    """The state as it is; anything unreadable in it counts as absent and is reported."""
    state = files.find_state(STATE_FILE)
    value = state.value
    problems = [f"{problem.name}:{problem.line}: {problem.message}" for problem in state.problems]
    schema = value.get("schema", SCHEMA)
    if not isinstance(schema, int) or schema > SCHEMA:
        problems.append(
            f"{STATE_FILE} was written by a newer version (schema {schema!r}); it is read as far as known"
        )
    sources = _rows(value, "sources", "sha256")
    items = _rows(value, "items", "status")
    listed = value.get("processed")
    processed = (
        frozenset(entry for entry in listed if isinstance(entry, str))
        if isinstance(listed, list)
        else frozenset()
    )
    return DistillState(sources, items, processed, tuple(problems))


def save_state(
    files: Files, *, logs: Sequence[tuple[str, str, int]], outcomes: Sequence[Outcome], now: datetime
) -> bool:
    """Record logs as read (name, sha256, size in bytes) and what became of their items; True if it was written."""
    stamp = now.isoformat(timespec="seconds")

    def change(value: dict[str, Any]) -> dict[str, Any]:
        value.setdefault("schema", SCHEMA)
        sources = _table(value, "sources")
        items = _table(value, "items")
        for name, sha256, size in logs:
            if not isinstance(sources.get(name), dict) or sources[name].get("sha256") != sha256:
                sources[name] = {"sha256": sha256, "size": size, "at": stamp}
        for outcome in outcomes:
            row = {"status": outcome.status, "source": _place(outcome)}
            old = items.get(outcome.item.item_id)
            if isinstance(old, dict) and (
                old.get("status") == "added" or old.get("status") == outcome.status
            ):
                continue
            items[outcome.item.item_id] = {**row, "at": stamp}
        return value

    return files.update_state(STATE_FILE, change)


def _place(outcome: Outcome) -> str:
    item = outcome.item
    return f"{item.name}:{item.first}-{item.last}"


def _table(value: dict[str, Any], key: str) -> dict[str, Any]:
    table = value.get(key)
    if not isinstance(table, dict):
        table = {}
        value[key] = table
    return table


def _rows(value: Mapping[str, Any], table: str, field: str) -> dict[str, str]:
    rows = value.get(table)
    if not isinstance(rows, dict):
        return {}
    return {
        name: row[field]
        for name, row in rows.items()
        if isinstance(row, dict) and isinstance(row.get(field), str)
    }
