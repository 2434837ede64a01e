"""What was decided about memory: ``memory/decisions.jsonl``, append-only, truth.

Kinds of record: ``trust`` (this content of a file is known and wanted), ``lines`` (daykeep wrote these lines into a
content that is not known as a whole), ``tombstone`` (these lines were taken back and must not be learned again),
``restore`` (a tombstone was lifted), and what a person said of a proposed item: ``approved``, ``rejected``,
``deferred`` or ``reopened``. Lines are kept as hashes, so that what was rejected or
forgotten stays readable nowhere but where it was logged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from daykeep.files.store import Files

DECISIONS_FILE = "memory/decisions.jsonl"
SCHEMA = 1

APPROVED, REJECTED, DEFERRED, REOPENED = "approved", "rejected", "deferred", "reopened"
LINES = "lines"
LEARNING = ("add", "supersede")
"""The actions whose rejection means that something must not be learned."""
ADDING = (*LEARNING, "change")
"""The actions whose approval brings lines into a file, and whose undoing takes them out; it is the reverse of the others."""
VERDICTS = (APPROVED, REJECTED, DEFERRED, REOPENED)


class Verdict(NamedTuple):
    """What a person said of one proposed item.

    ``kind`` is one of VERDICTS, ``action`` what was proposed (add, supersede, archive). ``lines`` are the hashes of
    the memory lines as they were proposed, ``replaces`` of those that gave way to them. ``source`` are the lines of
    the log ``name`` that carry it, each as (number, hash of its text). ``at`` and ``by`` are filled when it is read.
    """

    kind: str
    item: str
    proposal: str
    action: str
    lines: tuple[str, ...]
    name: str
    source: tuple[tuple[int, str], ...]
    replaces: tuple[str, ...] = ()
    at: str = ""
    by: str = ""


def record_trust(
    files: Files,
    names: Mapping[str, str],
    *,
    now: datetime,
    by: str,
    how: str,
    before: Mapping[str, str] | None = None,
    lines: Mapping[str, Sequence[str]] | None = None,
    heads: Mapping[str, str] | None = None,
    proof: str = "",
) -> None:
    """Record that these contents (name → sha256) are wanted.

    ``how`` is init, adopt, trust, distill, review, revert, forget, routing, doctor or merge. ``lines`` are,
    by name, the lines (their hashes) that a person approves, or that daykeep adds, ``heads`` the contents that the
    history held then; ``proof`` is what showed that a person approves them: terminal or passphrase.
    daykeep records its own writes just before it makes them; ``before`` then names the contents that stay known
    until the write has happened, so that a kill in between raises no false alarm.
    """
    rows = []
    for name, sha256 in names.items():
        row = {"kind": "trust", "name": name, "sha256": sha256, "by": by, "how": how, **_proven(proof)}
        if before and name in before:
            row["before"] = before[name]
        if heads and heads.get(name):
            row["head"] = heads[name]
        rows.append({**row, "lines": list(lines[name])} if lines and lines.get(name) else row)
    _append(files, now, rows)


def record_lines(
    files: Files, name: str, sha256: str, lines: Sequence[str], *, now: datetime, how: str
) -> None:
    """Record that daykeep adds these lines (their hashes) to a file, which then has this content.

    For a file that somebody edited without an approval: the rest of it stays unknown. Nothing is recorded for no line.
    """
    row = {"kind": LINES, "name": name, "sha256": sha256, "lines": list(lines), "by": "daykeep", "how": how}
    _append(files, now, [row] if lines else [])


def lines_on_record(rows: Iterable[Mapping[str, Any]], name: str) -> set[str]:
    """The lines (their hashes) of a file that were approved or written by daykeep, and not taken back since.

    ``rows`` are the records in their order. A line that a person took out of the file stays on record.
    """
    known: set[str] = set()
    for row in rows:
        kind = row.get("kind")
        if kind in {"trust", LINES} and row.get("name") == name:
            known.update(_hashes(row, "lines"))
        elif kind == "tombstone":
            known.difference_update(_hashes(row, "lines"))
        elif kind == REOPENED and isinstance(row.get("left"), dict):
            known.difference_update(_hashes(row["left"], name))
    return known


def lines_written(rows: Iterable[Mapping[str, Any]], name: str) -> frozenset[str]:
    """The lines (their hashes), headings included, that daykeep has ever added to a file, as far as it is on record."""
    return frozenset(
        line
        for row in rows
        if row.get("kind") in {"trust", LINES} and row.get("name") == name and row.get("by") == "daykeep"
        for line in _hashes(row, "lines")
    )


def trusted_sha256(files: Files) -> dict[str, str]:
    """The last trusted content of every file on record, by name."""
    rows = _records(files, "trust")
    return {row["name"]: row["sha256"] for row in rows if _is_text(row, "name", "sha256")}


def trusted_contents(files: Files) -> dict[str, set[str]]:
    """The contents (their sha256) of every file that count as approved now, by name; see `is_trusted`."""
    last = {row["name"]: row for row in _records(files, "trust") if _is_text(row, "name", "sha256")}
    return {
        name: {value for value in (row["sha256"], row.get("before")) if isinstance(value, str)}
        for name, row in last.items()
    }


def is_trusted(files: Files, name: str, sha256: str) -> bool:
    """Whether this content of the file is the one on record (or the one before a write that may not have ended)."""
    rows = [row for row in _records(files, "trust") if row.get("name") == name and _is_text(row, "sha256")]
    return bool(rows) and sha256 in {rows[-1]["sha256"], rows[-1].get("before")}


def add_tombstone(
    files: Files,
    *,
    item: str,
    lines: Sequence[str],
    now: datetime,
    by: str,
    how: str,
    proof: str = "",
    spans: Sequence[tuple[str, int, str]] = (),
    left: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Record that an item's lines (their hashes) were taken back.

    ``left`` are, by name, those that are about to leave a file: an older approval of it speaks for them no longer.
    ``proof`` is what showed that a person asked for it: terminal or passphrase.
    ``spans`` are lines of logs that say the same, each as (name, number, hash of its text), for lines whose source is
    not on record: by them it is known again in other words.
    """
    row: dict[str, Any] = {"kind": "tombstone", "item": item, "lines": list(lines), "by": by, "how": how}
    row |= _proven(proof) | _left(left)
    if spans:
        row["spans"] = [list(span) for span in spans]
    _append(files, now, [row])


def find_tombstone_spans(files: Files) -> list[tuple[str, str, int, str]]:
    """The lines of logs that tombstones name, as (item, name, number, hash); none of one that was lifted."""
    dead = find_tombstones(files)
    found: list[tuple[str, str, int, str]] = []
    for row in _records(files, "tombstone"):
        spans = row.get("spans")
        if not isinstance(spans, list) or dead.keys().isdisjoint(_hashes(row, "lines")):
            continue
        sound = (one for one in spans if isinstance(one, list) and list(map(type, one)) == [str, int, str])
        found.extend((str(row.get("item", "")), name, number, sha8) for name, number, sha8 in sound)
    return found


def lift_tombstone(
    files: Files, *, item: str, lines: Sequence[str], now: datetime, by: str, how: str, proof: str = ""
) -> None:
    """Record that an item's lines are wanted again; ``proof`` as in `add_tombstone`."""
    row = {"kind": "restore", "item": item, "lines": list(lines), "by": by, "how": how}
    _append(files, now, [{**row, **_proven(proof)}])


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


def record_verdicts(
    files: Files,
    verdicts: Sequence[Verdict],
    *,
    now: datetime,
    by: str,
    how: str,
    proof: str = "",
    left: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Record what a person decided; durable when this returns.

    ``proof`` is what showed that it was a person: terminal or passphrase; ``left`` as in `add_tombstone`.
    """
    rows = []
    for verdict in verdicts:
        row = {key: value for key, value in verdict._asdict().items() if key not in {"at", "by"}}
        rows.append({**row, "by": by, "how": how, **_proven(proof), **_left(left)})
    _append(files, now, rows)


def find_verdicts(files: Files) -> dict[str, Verdict]:
    """The last verdict on every item that a person has decided about, by the item's id."""
    found = (_verdict(row) for row in _records(files, *VERDICTS))
    return {verdict.item: verdict for verdict in found if verdict is not None}


def find_rejections(files: Files) -> dict[str, str]:
    """The hashes of lines that a person did not want to remember, each with the item it belonged to.

    An item whose rejection was taken back later has none. What a person did not want to archive, to forget or to
    change are lines that stay: they are not among them.
    """
    return {
        line: verdict.item
        for verdict in find_verdicts(files).values()
        if verdict.kind == REJECTED and verdict.action in LEARNING
        for line in verdict.lines
    }


def _verdict(row: dict[str, Any]) -> Verdict | None:
    if not _is_text(row, "item", "proposal", "action", "name", "at", "by"):
        return None
    source = row.get("source")
    pairs = (
        [pair for pair in source if isinstance(pair, list) and len(pair) == 2]
        if isinstance(source, list)
        else []
    )
    return Verdict(
        kind=row["kind"],
        item=row["item"],
        proposal=row["proposal"],
        action=row["action"],
        lines=_hashes(row, "lines"),
        name=row["name"],
        source=tuple((n, sha8) for n, sha8 in pairs if isinstance(n, int) and isinstance(sha8, str)),
        replaces=_hashes(row, "replaces"),
        at=row["at"],
        by=row["by"],
    )


def _proven(proof: str) -> dict[str, str]:
    return {"proof": proof} if proof else {}


def _left(left: Mapping[str, Sequence[str]] | None) -> dict[str, dict[str, list[str]]]:
    some = {name: list(lines) for name, lines in left.items() if lines} if left else {}
    return {"left": some} if some else {}


def _hashes(row: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = row.get(key)
    return tuple(line for line in value if isinstance(line, str)) if isinstance(value, list) else ()


def _append(files: Files, now: datetime, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        stamp = now.isoformat(timespec="seconds")
        files.append_records(DECISIONS_FILE, [{"v": SCHEMA, "at": stamp, **row} for row in rows])


def _records(files: Files, *kinds: str) -> list[dict[str, Any]]:
    rows, _ = files.find_records(DECISIONS_FILE)
    return [row for row in rows if row.get("kind") in kinds]


def _is_text(row: dict[str, Any], *keys: str) -> bool:
    return all(isinstance(row.get(key), str) for key in keys)
