"""Conversations for tests: each turn a person's words, calls with their results, and an answer."""

from __future__ import annotations

from daykeep.session.units.group import group_units
from daykeep.session.units.model import Unit
from daykeep.transcripts.messages.model import (
    ASSISTANT,
    SYSTEM,
    TEXT,
    TOOL_RESULT,
    TOOL_USE,
    USER,
    Block,
    Message,
)
from daykeep.triage.model import CHOICES, Distribution
from daykeep.triage.protocols import UnitView
from daykeep.triage.seeing.see import see_units


def text(role: str, said: str) -> Message:
    return Message(role, (Block(TEXT, said, "", "", {"type": "text", "text": said}),))


def call(ident: str, name: str, arguments: dict[str, object]) -> Message:
    data = {"type": "tool_use", "id": ident, "name": name, "input": arguments}
    return Message(ASSISTANT, (Block(TOOL_USE, "", ident, name, data),))


def result(ident: str, said: str, *, is_error: bool = False) -> Message:
    data = {"type": "tool_result", "tool_use_id": ident, "content": said, "is_error": is_error}
    return Message(USER, (Block(TOOL_RESULT, said, ident, "", data),))


def units_of(*turns: tuple[str, str], system: str = "") -> list[Unit]:
    """Turns of words and answers."""
    messages = [text(SYSTEM, system)] if system else []
    for said, answer in turns:
        messages += [text(USER, said), text(ASSISTANT, answer)] if answer else [text(USER, said)]
    return list(group_units(messages))


def views_of(*turns: tuple[str, str]) -> list[UnitView]:
    return [view for view in see_units(units_of(*turns)) if view.unit_id != "U0"]


def answer(unit_id: str, **shares: float) -> Distribution:
    return Distribution(unit_id, {name: shares.get(name, 0.0) for name in CHOICES})
