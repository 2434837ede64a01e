"""Threads of conversation from the data sets: dialogues joined to long ones, trajectories of tool calls, coding sessions."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.session.units.group import group_units
from daykeep.transcripts.messages.read import read_conversation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from daykeep.session.units.model import Unit
    from daykeep.transcripts.messages.model import Message

DIALOGUES = 16
"""So many dialogues make one thread: about a hundred exchanges."""
_NO_VALUES = frozenset({"true", "false", "dontcare", ""})


class Value(NamedTuple):
    """An annotated value: as it stands in the dialogue, and the name of its slot."""

    text: str
    key: str


class Thread(NamedTuple):
    """One conversation: its name, the part of the data that it is of, its messages, its units and its annotated values."""

    name: str
    part: str
    messages: tuple[Message, ...]
    units: tuple[Unit, ...]
    values: tuple[Value, ...] = ()


def read_sgd(folder: Path, dialogues: int = DIALOGUES) -> list[Thread]:
    """Threads of the Schema-Guided Dialogue files in a folder; values are annotated spans, and others that stand in their turn."""
    threads: list[Thread] = []
    for path in sorted(folder.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data, list) or not data or "turns" not in data[0]:
            continue
        for start in range(0, len(data), dialogues):
            turns = [turn for one in data[start : start + dialogues] for turn in one["turns"]]
            said = [
                {"role": "user" if turn["speaker"] == "USER" else "assistant", "content": turn["utterance"]}
                for turn in turns
            ]
            values = {value.text.casefold(): value for turn in turns for value in _values(turn)}
            threads.append(_thread(f"{path.stem}/{start}", path.stem, said, tuple(values.values())))
    return threads


def _values(turn: dict[str, Any]) -> Iterable[Value]:
    text = turn["utterance"]
    for frame in turn["frames"]:
        for span in frame["slots"]:
            yield Value(text[span["start"] : span["exclusive_end"]], span["slot"])
        for action in frame["actions"]:
            for value in action["values"]:
                if (
                    re.search(rf"\b{re.escape(value)}\b", text)
                    and value.casefold() not in _NO_VALUES
                    and action["slot"] not in ("", "count", "intent")
                ):
                    yield Value(value, action["slot"])


def read_tau(path: Path) -> list[Thread]:
    """The trajectories of a file of tau-bench, without their system prompt: it always stays, whatever the method."""
    threads = []
    for number, one in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        said = [message for message in one["traj"] if message["role"] != "system"]
        threads.append(_thread(f"{path.stem}/{number}", f"half {number % 2 + 1}", said))
    return threads


def read_session(path: Path) -> list[Thread]:
    """One coding session as it was said, over all of its compactions."""
    conversation = read_conversation(path, whole=True)
    return [Thread(path.stem, path.stem, conversation.messages, group_units(conversation.messages))]


def _thread(name: str, part: str, said: Sequence[dict[str, Any]], values: tuple[Value, ...] = ()) -> Thread:
    data = json.dumps({"messages": said}, ensure_ascii=False).encode()
    messages = read_conversation(data, name="thread.json").messages
    return Thread(name, part, messages, group_units(messages), values)
