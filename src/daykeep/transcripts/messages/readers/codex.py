"""Codex's rollouts as a model is given them: the items of its conversation, from the last compaction on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.formats.codex import is_sub_agent
from daykeep.transcripts.messages.blocks import text_block
from daykeep.transcripts.messages.model import ASSISTANT, KEPT, SUMMARY, USER, Message
from daykeep.transcripts.messages.readers.lists import ListReader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.transcripts.entries.lines import Record
    from daykeep.transcripts.messages.readers.gathering import Gathering


def read_codex(records: Iterable[Record], gathering: Gathering, *, whole: bool = False) -> list[Message]:
    """The items that count: turns that were rolled back are none; a compaction's summary stands for what was before.

    ``whole`` keeps what was before too: the summary stands behind it.
    """
    reader = ListReader(gathering)
    for record in records:
        value = record.value
        payload = value.get("payload")
        payload = payload if isinstance(payload, dict) else value
        kind = value.get("type")
        if kind == "session_meta" or (kind is None and "instructions" in value):
            gathering.name_session(payload.get("id"), payload.get("cwd"))
            if is_sub_agent(payload):
                gathering.report(record.line, "the file is a sub-agent's conversation")
        elif kind == "event_msg":
            _take_event(reader, payload)
        elif kind == "compacted":
            _compact(reader, payload, record.line, whole=whole)
        elif kind == "turn_context":
            gathering.name_session(None, payload.get("cwd"))
        elif "record_type" not in value:
            reader.add(payload, record.line)
    return reader.all()


def _take_event(reader: ListReader, payload: dict[str, Any]) -> None:
    """What is told beside the items: turns that were rolled back, and the tokens of the answer before."""
    info = payload.get("info")
    if payload.get("type") == "thread_rolled_back":
        _drop_users(reader.messages, payload.get("num_turns"))
    elif payload.get("type") == "token_count" and isinstance(info, dict):
        if "model_context_window" in info:
            reader.gathering.given["model_context_window"] = info["model_context_window"]
        usage = info.get("last_token_usage")
        messages = reader.messages
        place = next((i for i in range(len(messages) - 1, -1, -1) if messages[i].role == ASSISTANT), -1)
        if isinstance(usage, dict) and place >= 0:
            messages[place] = messages[place]._replace(usage=usage)


def _drop_users(messages: list[Message], count: Any) -> None:
    """Take back the last turns of the user, with all that followed them."""
    users = [place for place, message in enumerate(messages) if message.role == USER and not message.mark]
    if type(count) is int and count > 0 and users:
        del messages[users[-min(count, len(users))] :]


def _compact(reader: ListReader, payload: dict[str, Any], line: int, *, whole: bool) -> None:
    if not whole:
        reader.messages.clear()
        history = payload.get("replacement_history")
        for item in history if isinstance(history, list) else []:
            if isinstance(item, dict):
                reader.add(item, line)
        reader.messages[:] = [message._replace(mark=KEPT) for message in reader.messages]
    text = payload.get("message")
    if isinstance(text, str) and text:
        reader.messages.append(Message(USER, (text_block(text),), line=line, mark=SUMMARY))
