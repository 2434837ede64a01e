"""Histories of daykeep's own sessions: a message a line as it was given, or blocks that were added to an earlier one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.formats.messages import read_messages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from daykeep.transcripts.entries.draft import Draft
    from daykeep.transcripts.entries.lines import Record

_NOBODYS = frozenset({"summary", "synthetic"})
"""Marks of messages that nobody said: what a compaction or a repair put in."""


def is_history(value: dict[str, Any]) -> bool:
    """Whether an entry is a line of such a history."""
    if not isinstance(value.get("v"), int):
        return False
    is_message = isinstance(value.get("n"), int) and isinstance(value.get("role"), str)
    return is_message or (isinstance(value.get("more"), int) and isinstance(value.get("blocks"), list))


def read_history(records: Iterable[Record], draft: Draft, *, link: str = "") -> None:
    """Read what people and assistants said; what was added to an answer later is read as said there."""
    read_messages(_messages(records), draft, link=link)


def _messages(records: Iterable[Record]) -> Iterator[Record]:
    for record in records:
        value = record.value
        if is_history(value) and value.get("mark", "") not in _NOBODYS:
            yield record._replace(value=_message(value))


def _message(value: dict[str, Any]) -> dict[str, Any]:
    """The line as a message of a list."""
    given = value.get("given")
    message = dict(given) if isinstance(given, dict) else {}
    message["role"] = value.get("role", "assistant")
    if isinstance(value.get("blocks"), list):
        message["content"] = [_block(block) for block in value["blocks"]]
    return {**message, "at": value["at"]} if value.get("at") else message


def _block(value: Any) -> Any:
    """A block as given; one that is kept with what was read from it says that."""
    held = value.get("") if isinstance(value, dict) and len(value) == 1 else None
    if isinstance(held, list) and len(held) == 5:
        return {"type": "text", "text": held[1]} if held[0] == "text" else held[4]
    return value
