"""What was decided about memory: ``memory/decisions.jsonl``, append-only, truth.

Three kinds of record so far: ``trust`` (this content of a file is known and wanted), ``tombstone`` (these lines
were taken back and must not be learned again) and ``restore`` (a tombstone was lifted).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from daykeep.files.store import Files

DECISIONS_FILE = "memory/decisions.jsonl"
SCHEMA = 1


def record_trust(
    files: Files,
    names: Mapping[str, str],
    *,
    now: datetime,
    by: str,
    how: str,
    before: Mapping[str, str] | None = None,
) -> None:
    """Record that these contents (name → sha256) are wanted; ``how`` is init, adopt, trust, distill or revert.

    daykeep records its own writes just before it makes them; ``before`` then names the contents that stay known
    until the write has happened, so that a kill in between raises no false alarm.
    """
    rows = []
    for name, sha256 in names.items():
        row = {"kind": "trust", "name": name, "sha256": sha256, "by": by, "how": how}
        if before and name in before:
            row["before"] = before[name]
        rows.append(row)
    _append(files, now, rows)


def trusted_sha256(files: Files) -> dict[str, str]:
    """The last trusted content of every file on record, by name."""
    rows = _records(files, "trust")
    return {row["name"]: row["sha256"] for row in rows if _is_text(row, "name", "sha256")}


def is_trusted(files: Files, name: str, sha256: str) -> bool:
    """Whether this content of the file is the one on record (or the one before a write that may not have ended)."""
    rows = [row for row in _records(files, "trust") if row.get("name") == name and _is_text(row, "sha256")]
    return bool(rows) and sha256 in {rows[-1]["sha256"], rows[-1].get("before")}


def add_tombstone(files: Files, *, item: str, lines: Sequence[str], now: datetime, by: str, how: str) -> None:
    """Record that an item's lines (their hashes) were taken back."""
    _append(files, now, [{"kind": "tombstone", "item": item, "lines": list(lines), "by": by, "how": how}])


def lift_tombstone(
    files: Files, *, item: str, lines: Sequence[str], now: datetime, by: str, how: str
) -> None:
    """Record that an item's lines are wanted again."""
    _append(files, now, [{"kind": "restore", "item": item, "lines": list(lines), "by": by, "how": how}])


def find_tombstones(files: Files) -> dict[str, str]:
    """The hashes of lines that must not be learned again, each with the item it belonged to."""
    dead: dict[str, str] = {}
    for row in _records(files, "tombstone", "restore"):
        lines = row.get("lines")
        for line in lines if isinstance(lines, list) else []:
            if not isinstance(line, str):
                continue
            if row["kind"] == "tombstone":
                dead[line] = str(row.get("item", ""))
            else:
                dead.pop(line, None)
    return dead


def _append(files: Files, now: datetime, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        stamp = now.isoformat(timespec="seconds")
        files.append_records(DECISIONS_FILE, [{"v": SCHEMA, "at": stamp, **row} for row in rows])


def _records(files: Files, *kinds: str) -> list[dict[str, Any]]:
    rows, _ = files.find_records(DECISIONS_FILE)
    return [row for row in rows if row.get("kind") in kinds]


def _is_text(row: dict[str, Any], *keys: str) -> bool:
    return all(isinstance(row.get(key), str) for key in keys)
