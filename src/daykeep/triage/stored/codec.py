"""Stored turns as bytes: a head that names and hashes every turn, then one line for each turn's messages. Pure.

``sha256`` of the head's first 16 digits stand in the file's name, and the head holds the hash of every line: who changes a
byte of a turn changes all of them, or is found out.
"""

from __future__ import annotations

import json
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.transcripts.messages.blocks import block_of, text_block
from daykeep.transcripts.messages.model import NOTHING, TEXT, TOOL_RESULT, TOOL_USE, Block, Message
from daykeep.triage.stored.model import Stored

if TYPE_CHECKING:
    from collections.abc import Sequence

VERSION = 1
SHA_CHARS = 16
_FACTS = ("id", "line", "model", "mark")


class Line(NamedTuple):
    """One turn as it is written: its line without the line end, and what the head says of it."""

    data: bytes
    head: dict[str, Any]


def content_of(first: int, messages: Sequence[Message]) -> bytes:
    """The line of one turn's messages; the same messages always give the same bytes."""
    record = {"first": first, "messages": [dump_message(message) for message in messages]}
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
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
    return f"{name}.jsonl", b"".join((head, b"\n", *(line.data + b"\n" for line in lines)))


def parse_head(data: bytes, file: str) -> tuple[Stored, ...]:
    """The turns that a file's head names; ValueError if the head is not the one that the file's name carries."""
    head = data.partition(b"\n")[0]
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


def dump_message(message: Message) -> dict[str, Any]:
    """A message as JSON values; `load_message` gives back an equal one. Empty fields are left out.

    Blocks that follow from the message as it was given, or a block from its data, are not written twice.
    """
    made: dict[str, Any] = {"role": message.role}
    if message.given:
        made["given"] = dict(message.given)
    if not _follows(message):
        made["blocks"] = [
            dict(block.data) if _says_all(block) else [*block[:4], dict(block.data)]
            for block in message.blocks
        ]
    if message.at is not None:
        made["at"] = message.at.isoformat()
    if message.usage is not None:
        made["usage"] = dict(message.usage)
    made.update((name, value) for name in _FACTS if (value := getattr(message, name)))
    return made


def load_message(record: dict[str, Any]) -> Message:
    """The message that was dumped."""
    at, given = record.get("at"), record.get("given", NOTHING)
    if "blocks" in record:
        blocks = tuple(
            Block(*given) if isinstance(given, list) else block_of(given) for given in record["blocks"]
        )
    else:
        content = given["content"]
        blocks = (text_block(content),) if isinstance(content, str) else tuple(map(block_of, content))
    return Message(
        record["role"],
        blocks,
        record.get("id", ""),
        record.get("line", 0),
        datetime.fromisoformat(at) if at else None,
        record.get("usage"),
        record.get("model", ""),
        record.get("mark", ""),
        given,
    )


def _follows(message: Message) -> bool:
    """Whether a message's blocks are those of its content as given."""
    content = message.given.get("content")
    if isinstance(content, str):
        return message.blocks == (text_block(content),)
    return (
        isinstance(content, list)
        and len(content) == len(message.blocks)
        and all(
            isinstance(part, dict) and part == block.data and _says_all(block)
            for part, block in zip(content, message.blocks, strict=True)
        )
    )


def _says_all(block: Block) -> bool:
    """Whether everything of a block follows from its data; the common shapes are told without reading them again."""
    kind, text, ident, name, data = block
    shape = data.get("type")
    if shape == "text" and kind == TEXT and not ident and not name:
        return bool(text == data.get("text")) and len(data) == 2
    if shape == "tool_use" and kind == TOOL_USE and isinstance(data.get("input"), dict):
        return bool(text == "" and ident == data.get("id") and name == data.get("name")) and len(data) == 4
    if shape == "tool_result" and kind == TOOL_RESULT and isinstance(data.get("content"), str) and not name:
        return bool(text == data["content"] and ident == data.get("tool_use_id")) and len(data) == 3
    return bool(block_of(dict(data)) == block)
