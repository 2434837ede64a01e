"""Stored turns as bytes: a head that names and hashes every turn, then one line for each turn's messages. Pure.

``sha256`` of the head's first 16 digits stand in the file's name, and the head holds the hash of every line: who changes a
byte of a turn changes all of them, or is found out.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.session.history.records import dump_message, load_message
from daykeep.triage.stored.model import Stored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.transcripts.messages.model import Message

VERSION = 1
SHA_CHARS = 16
_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Line(NamedTuple):
    """One turn as it is written: its line without the line end, and what the head says of it."""

    data: bytes
    head: dict[str, Any]


def content_of(first: int, messages: Sequence[Message]) -> bytes:
    """The line of one turn's messages; the same messages always give the same bytes.

    DocumentError if a message holds what JSON has no form for.
    """
    record = {"first": first, "messages": [dump_message(message) for message in messages]}
    try:
        return _ENCODE(record).encode()
    except UnicodeEncodeError:  # a lone surrogate
        return json.dumps(record, separators=(",", ":")).encode()


def render_file(session_id: str, lines: Sequence[Line]) -> tuple[str, bytes]:
    """The name (without its folder) and the bytes of a file with these turns, in the order of their numbers."""
    place = 0
    heads: list[dict[str, Any]] = []
    for line in lines:
        heads.append({**line.head, "start": place, "end": place + len(line.data)})
        place += len(line.data) + 1
    head = json.dumps({"v": VERSION, "session": session_id, "turns": heads}, separators=(",", ":")).encode()
    ids = dict.fromkeys((str(heads[0]["id"]), str(heads[-1]["id"])))
    name = "-".join((*ids, digest(head)[:SHA_CHARS]))
    return f"{name}.jsonl", b"\n".join((head, *(line.data for line in lines), b""))


def parse_head(data: bytes, file: str) -> tuple[Stored, ...]:
    """The turns that a file's head names; ValueError if the head is not the one that the file's name carries."""
    end = data.find(b"\n")
    head = data if end < 0 else data[:end]
    if digest(head)[:SHA_CHARS] != file.rpartition("-")[2].partition(".")[0]:
        raise ValueError("its head was changed")
    given = json.loads(head)
    if given.get("v") != VERSION:
        raise ValueError("it was written by a newer version")
    return tuple(Stored(**{**turn, "ids": tuple(turn["ids"])}, file=file) for turn in given["turns"])


def body_of(data: bytes) -> memoryview:
    """What stands behind the head of a file, without a copy."""
    return memoryview(data)[data.find(b"\n") + 1 :]


def line_of(body: memoryview, stored: Stored) -> bytes | None:
    """The line of a turn in what stands behind its file's head; None if it is not the one that was stored."""
    line = bytes(body[stored.start : stored.end])
    return line if digest(line) == stored.sha256 else None


def parse_line(line: bytes) -> tuple[int, tuple[Message, ...]]:
    """The number of the first message and the messages of a turn's line."""
    record = json.loads(line)
    return int(record["first"]), tuple(load_message(message) for message in record["messages"])


def digest(data: bytes) -> str:
    """The SHA-256 of some bytes, as 64 hexadecimal digits."""
    return sha256(data).hexdigest()
