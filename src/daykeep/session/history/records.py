"""A message as a line of a history, and back: nothing of it is lost, whatever format it came from. Pure.

A line holds the message as it was given where its blocks follow from that, else every block as given. A later line may
add blocks to an earlier message: agents write one answer on several lines.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.files.encoding import Problem
from daykeep.transcripts.messages.blocks import block_of
from daykeep.transcripts.messages.model import NOTHING, SYNTHETIC, TOOL, USER, Block, Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

VERSION = 1
"""Of the lines; those of a later version are kept, and not read."""
MAX_GAP = 100_000
_LOST = Message(USER, (), mark=SYNTHETIC)
_FACTS = ("id", "line", "model", "mark")
_DEFAULTS: dict[str, Any] = {"id": "", "line": 0, "model": "", "mark": ""}


class Growth(NamedTuple):
    """Blocks that were added to message ``number`` (from 1), and its usage if that is known now."""

    number: int
    blocks: tuple[Block, ...]
    usage: Mapping[str, Any] | None = None


def message_record(message: Message, number: int) -> dict[str, Any]:
    """The line for message ``number`` of the history."""
    return {"v": VERSION, "n": number, **dump_message(message)}


def dump_message(message: Message) -> dict[str, Any]:
    """A message as an object for JSON; `load_message` gives it back."""
    record: dict[str, Any] = {"role": message.role}
    for name in _FACTS:
        value = getattr(message, name)
        if value != _DEFAULTS[name]:
            record[name] = value
    if message.at is not None:
        record["at"] = message.at.isoformat()
    if message.usage is not None:
        record["usage"] = dict(message.usage)
    if message.given:
        record["given"] = dict(message.given)
    if not message.given or _given_blocks(message.given, message.role) != message.blocks:
        record["blocks"] = [_block_record(block) for block in message.blocks]
    return record


def growth_record(growth: Growth) -> dict[str, Any]:
    """The line that adds blocks to an earlier message."""
    blocks = [_block_record(block) for block in growth.blocks]
    record: dict[str, Any] = {"v": VERSION, "more": growth.number, "blocks": blocks}
    if growth.usage is not None:
        record["usage"] = dict(growth.usage)
    return record


def _block_record(block: Block) -> Any:
    """A block as given, where that says all; else with what was read from it."""
    data = dict(block.data)
    return data if block_of(data) == block else {"": [*block[:4], data]}


def _block(value: Any) -> Block:
    held = value.get("") if isinstance(value, dict) and len(value) == 1 else None
    if isinstance(held, list) and len(held) == 5 and isinstance(held[4], dict):
        kind, text, ident, name = map(str, held[:4])
        return Block(kind, text, ident, name, held[4])
    return block_of(value)


def _given_blocks(given: Mapping[str, Any], role: str) -> tuple[Block, ...]:
    """The blocks of a message as it stands in a list, by its own members."""
    held = given if isinstance(given, dict) else dict(given)
    if role == TOOL or ("role" not in held and "sender" not in held):
        return (block_of(held),)
    content = held.get("content", held.get("text", held.get("parts")))
    blocks: tuple[Block, ...] = ()
    if isinstance(content, str):
        blocks = (block_of(content),)
    elif isinstance(content, list):
        blocks = tuple(map(block_of, content))
    calls = held.get("tool_calls")
    return blocks + (tuple(map(block_of, calls)) if isinstance(calls, list) else ())


class Read(NamedTuple):
    """What lines say: the messages in order, and what could not be read; how many lines there were, and the last of them."""

    messages: tuple[Message, ...]
    problems: tuple[Problem, ...]
    lines: int = 0
    last: Mapping[str, Any] | None = None


NOTHING_READ = Read((), ())
"""Before the first line."""


def read_records(records: Sequence[Mapping[str, Any]], name: str) -> Read:
    """The messages of a history's lines; ``name`` is the file's, for problems. One bad line never hides another.

    A message whose line is lost leaves an empty one in its place, so that the others keep their numbers.
    """
    return read_on(NOTHING_READ, records, name)


def read_on(before: Read, records: Sequence[Mapping[str, Any]], name: str) -> Read:
    """What `read_records` gives, where ``before`` was read of the same lines when they were fewer: only new ones are looked at.

    Lines are the same if the last one that was read is still the same object in the same place.
    """
    if not 0 < before.lines <= len(records) or records[before.lines - 1] is not before.last:
        before = NOTHING_READ
    if before.lines == len(records) and before.lines:
        return before
    messages, problems = list(before.messages), list(before.problems)
    for line, record in enumerate(records[before.lines :], before.lines + 1):
        try:
            _enter(record, messages, problems, Problem(name, line, ""))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError):
            problems.append(Problem(name, line, "no message; kept, not read"))
    return Read(tuple(messages), tuple(problems), len(records), records[-1] if records else None)


def _enter(
    record: Mapping[str, Any], messages: list[Message], problems: list[Problem], place: Problem
) -> None:
    if record.get("v") != VERSION:
        problems.append(place._replace(message="written by a later version of daykeep; kept, not read"))
    elif "more" in record:
        _grow(messages, record)
    else:
        made = load_message(record)
        missing = record.get("n", 0) - len(messages) - 1
        if 0 < missing <= MAX_GAP:
            problems.append(place._replace(message=f"{missing} messages before this line are lost"))
            messages += [_LOST] * missing
        messages.append(made)


def load_message(record: Mapping[str, Any]) -> Message:
    """The message that `dump_message` made an object of. TypeError, ValueError or KeyError for anything else."""
    role, given = record["role"], record.get("given", NOTHING)
    if not isinstance(role, str) or not isinstance(given, dict | type(NOTHING)):
        raise TypeError("not a message")
    held = record.get("blocks")
    blocks = _given_blocks(given, role) if held is None else tuple(map(_block, held))
    at, usage = record.get("at"), record.get("usage")
    return Message(
        role=role,
        blocks=blocks,
        id=str(record.get("id", "")),
        line=int(record.get("line", 0)),
        at=datetime.fromisoformat(at) if at else None,
        usage=usage if isinstance(usage, dict) else None,
        model=str(record.get("model", "")),
        mark=str(record.get("mark", "")),
        given=given,
    )


def _grow(messages: list[Message], record: Mapping[str, Any]) -> None:
    place = record["more"] - 1
    if place < 0:
        raise IndexError(place)
    old, usage = messages[place], record.get("usage")
    blocks = old.blocks + tuple(map(_block, record["blocks"]))
    messages[place] = old._replace(blocks=blocks, usage=usage if isinstance(usage, dict) else old.usage)
