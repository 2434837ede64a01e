"""What a lock file says: who has the lock, what is under way, which spooled entries are merged. Pure: bytes only.

The file has two slots of 2 KiB, written in turn, and behind them the bytes that the intent announces. A record is
one padded line with a checksum over itself and the announced bytes. Whatever happens while a slot is written, the
other one still holds the record before; of two valid slots the higher number counts. So an intent is either wholly
there, before the first byte of the data is touched, or not at all.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

SLOT_BYTES = (
    2048  # two of them are one page, and mostly one block, so that a full disk can't stop an overwrite
)
AREA_START = 2 * SLOT_BYTES
_CHECKSUM_CHARS = 16
_MAX_NAME_CHARS = 700  # of the lock's name, which only leftovers need


class Record(NamedTuple):
    """One record: the owner if the lock is held, the intent and its announced bytes, merged spool ids, the lock's name."""

    owner: dict[str, Any] | None = None
    intent: dict[str, Any] | None = None
    announced: bytes = b""
    merged: tuple[str, ...] = ()
    name: str = ""


IDLE = Record()


def render_slot(record: Record, number: int, area: bytes) -> bytes:
    """A record's slot. The area is not in it: it is written before, from ``AREA_START`` on."""
    name = record.name[:_MAX_NAME_CHARS]
    fields = {
        "number": number,
        "owner": record.owner,
        "merged": record.merged,
        "name": name,
        "area": len(area),
    }
    body = json.dumps({key: value for key, value in fields.items() if value}).encode("ascii")
    digest = hashlib.sha256(body + area).hexdigest()[:_CHECKSUM_CHARS].encode("ascii")
    return (digest + b" " + body).ljust(SLOT_BYTES - 1)[: SLOT_BYTES - 1] + b"\n"


def render_area(record: Record) -> bytes:
    """The intent, on a line of its own because a name may be long, and the bytes it announces; empty without one."""
    if record.intent is None:
        return b""
    return json.dumps(record.intent).encode("ascii") + b"\n" + record.announced


def parse_lock_file(data: bytes) -> tuple[Record, int]:
    """The newest whole record in a lock file's bytes and its number; an idle one with number 0 if there is none."""
    best = IDLE, 0
    for start in (0, SLOT_BYTES):
        found = _parse_slot(data[start : start + SLOT_BYTES], data[AREA_START:])
        if found is not None and found[1] > best[1]:
            best = found
    return best


def _parse_slot(slot: bytes, rest: bytes) -> tuple[Record, int] | None:
    body = slot[_CHECKSUM_CHARS + 1 :].rstrip()
    try:
        fields = json.loads(body)
        area = rest[: fields.get("area", 0)]
        digest = hashlib.sha256(body + area).hexdigest()[:_CHECKSUM_CHARS]
        if digest.encode("ascii") != slot[:_CHECKSUM_CHARS]:
            return None
        line, _, announced = area.partition(b"\n")
        intent = json.loads(line) if area else None
        record = Record(
            fields.get("owner"), intent, announced, tuple(fields.get("merged", ())), fields.get("name", "")
        )
        return record, int(fields["number"])
    except (ValueError, AttributeError, TypeError, KeyError, RecursionError):
        return None
