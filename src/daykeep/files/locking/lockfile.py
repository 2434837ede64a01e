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
MAX_LOCK_FILE_BYTES = 64 << 20  # more than that is none of ours, and is not read
AREA_BYTES = 4096  # of announced bytes that are overwritten when they are done; what is longer is cut off
_CHECKSUM_CHARS = 16
_MAX_NUMBER_DIGITS = 19
_MAX_NAME_BYTES = 1000  # of the lock's name, which only leftovers need; a longer one is left out


class Record(NamedTuple):
    """One record: the owner if the lock is held, the intent and its announced bytes, merged spool ids, the lock's name."""

    owner: dict[str, Any] | None = None
    intent: dict[str, Any] | None = None
    announced: bytes = b""
    merged: tuple[str, ...] = ()
    name: str = ""


IDLE = Record()


def render_slot(record: Record, number: int, area: bytes) -> bytes:
    """A record's slot: checksum, number, JSON (nothing for an idle record), padding, line end.

    The area is not in it: it is written before, from ``AREA_START`` on.
    """
    body = b"%d " % number
    if record.owner or record.merged or area:
        name = record.name if len(record.name.encode("utf-8", "surrogatepass")) <= _MAX_NAME_BYTES else ""
        fields = {"owner": record.owner, "merged": record.merged, "name": name, "area": len(area)}
        body += json.dumps(fields, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return (_checksum(body + area) + b" " + body).ljust(SLOT_BYTES - 1)[: SLOT_BYTES - 1] + b"\n"


def render_area(record: Record) -> bytes:
    """The intent, on a line of its own because a name may be long, and the bytes it announces; empty without one."""
    if record.intent is None:
        return b""
    return json.dumps(record.intent).encode("ascii") + b"\n" + record.announced


def parse_lock_file(data: bytes) -> tuple[Record, int]:
    """The newest whole record in a lock file's bytes and its number; an idle one with number 0 if there is none."""
    slots = [(_number_of(data, start), start) for start in (0, SLOT_BYTES)]
    for number, start in sorted(slots, reverse=True):
        record = _parse_slot(data[start : start + SLOT_BYTES], data) if number else None
        if record is not None:
            return record, number
    return IDLE, 0


def _number_of(data: bytes, start: int) -> int:
    first, last = (
        start + _CHECKSUM_CHARS + 1,
        data.find(b" ", start + _CHECKSUM_CHARS + 1, start + SLOT_BYTES),
    )
    digits = data[first:last] if last > 0 else b""
    return int(digits) if digits.isdigit() and len(digits) < _MAX_NUMBER_DIGITS else 0


def _parse_slot(slot: bytes, data: bytes) -> Record | None:
    body = slot[_CHECKSUM_CHARS + 1 : -1].rstrip(b" ")
    number, _, fields_text = body.partition(b" ")
    if not fields_text:
        return IDLE if _checksum(number + b" ") == slot[:_CHECKSUM_CHARS] else None
    try:
        fields = json.loads(fields_text)
        area = data[AREA_START : AREA_START + fields["area"]]
        if _checksum(body + area) != slot[:_CHECKSUM_CHARS]:
            return None
        line, _, announced = area.partition(b"\n")
        intent = json.loads(line) if area else None
        return Record(fields["owner"], intent, announced, tuple(fields["merged"]), fields["name"])
    except (ValueError, AttributeError, TypeError, KeyError, RecursionError):
        return None


def _checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest()[:_CHECKSUM_CHARS].encode("ascii")
