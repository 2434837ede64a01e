"""Sessions of pi as a model is given them: the branch the file ends in; a compaction's summary, what it kept, what came after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.branches import choose_branch
from daykeep.transcripts.entries.content import role_of, text_of
from daykeep.transcripts.entries.times import read_time
from daykeep.transcripts.formats.pi import FAILED, KINDS, OTHERS, node_of
from daykeep.transcripts.messages.blocks import block_of, text_block
from daykeep.transcripts.messages.model import KEPT, SUMMARY, TOOL, USER, Block, Message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.transcripts.entries.branches import Node
    from daykeep.transcripts.entries.lines import Record
    from daykeep.transcripts.messages.readers.gathering import Gathering


def read_pi(records: Iterable[Record], gathering: Gathering, *, whole: bool = False) -> list[Message]:
    """The messages of the last branch. What stands before the last compaction is its summary and the entries that it kept.

    ``whole`` is everything that was said in it, each summary in its place.
    """
    nodes: list[Node] = []
    values: list[tuple[dict[str, Any], int]] = []
    seen: set[str] = set()
    last = ""
    for record in records:
        value = record.value
        if value.get("type") == "session":
            gathering.name_session(value.get("id"), value.get("cwd"))
            continue
        if text_of(value, "type") not in KINDS | OTHERS:
            gathering.unknown(record.line, "entry", text_of(value, "type") or "without a type")
        node = node_of(value, record, last)
        if node.id not in seen:
            seen.add(node.id)
            last = node.id
            nodes.append(node)
            values.append((value, record.line))
    branch = choose_branch(nodes)
    ends = [place for place, index in enumerate(branch) if values[index][0].get("type") == "compaction"]
    if whole or not ends:
        return _messages([values[index] for index in branch], gathering)
    end = ends[-1]
    first = values[branch[end]][0].get("firstKeptEntryId")
    start = next((place for place, index in enumerate(branch[:end]) if nodes[index].id == first), end)
    kept = [values[i] for i in branch[start:end] if values[i][0].get("type") != "compaction"]
    found = _messages([values[branch[end]]], gathering)
    found += [message._replace(mark=message.mark or KEPT) for message in _messages(kept, gathering)]
    return found + _messages([values[index] for index in branch[end + 1 :]], gathering)


def _messages(values: list[tuple[dict[str, Any], int]], gathering: Gathering) -> list[Message]:
    return [message for value, line in values if (message := _message(value, line, gathering)) is not None]


def _message(value: dict[str, Any], line: int, gathering: Gathering) -> Message | None:
    kind = text_of(value, "type")
    at = read_time(value.get("timestamp"), gathering.zone)
    if kind in {"compaction", "branch_summary"}:
        blocks = gathering.blocks(value.get("summary"), line)
        return Message(USER, blocks, text_of(value, "id"), line, at, mark=SUMMARY)
    if kind == "custom_message":
        return Message(USER, gathering.blocks(value.get("content"), line), text_of(value, "id"), line, at)
    message = value.get("message")
    if kind == "message" and isinstance(message, dict):
        at = read_time(message.get("timestamp"), gathering.zone) or at
        role, blocks = _said(message, line, gathering)
        usage = message.get("usage")
        whole = message.get("stopReason") not in FAILED
        usage = usage if isinstance(usage, dict) and whole else None
        return Message(role, blocks, text_of(value, "id"), line, at, usage, text_of(message, "model"))
    return None


def _said(message: dict[str, Any], line: int, gathering: Gathering) -> tuple[str, tuple[Block, ...]]:
    given = text_of(message, "role")
    if given == "bashExecution":
        text = f"$ {text_of(message, 'command')}\n{text_of(message, 'output')}"
        return USER, (text_block(text),)
    role = role_of(given)
    if not role:
        gathering.unknown(line, "role", given)
        role = USER
    if role == TOOL:
        return role, (block_of(message),)
    return role, gathering.blocks(message.get("content"), line)
