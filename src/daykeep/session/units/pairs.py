"""Whether calls and results of a unit fit together: each call answered once, behind it, in the same unit. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.units.people import words_of
from daykeep.transcripts.messages.model import ASSISTANT, TEXT, TOOL, TOOL_RESULT, TOOL_USE, USER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.transcripts.messages.model import Message

MIXED = "a person's words and a result stand in one message"
NO_ID = "a call or a result has no id"
DUPLICATE = "an id stands for two calls"
TWICE = "a call has two results"
EARLY = "a result stands before its call"
ORPHAN = "a result has no call here"
UNANSWERED = "a call has no result here"
WRONG_ROLE = "a call or a result stands in a message of the wrong role"


def find_irregular(messages: Sequence[Message], *, is_last: bool) -> str:
    """Why the calls and results of a unit don't fit, "" if they do. In the last unit a call may still wait."""
    book = _Book()
    for message in messages:
        why = book.enter(message)
        if why:
            return why
    if book.early:
        return EARLY if book.early & book.calls else ORPHAN
    return UNANSWERED if book.waiting and not is_last else ""


def waits(messages: Sequence[Message]) -> bool:
    """Whether the model still has to say something: a call waits, or a result or a person's words came last."""
    last = next((message for message in reversed(messages) if message.blocks), None)
    if last is None or last.role != ASSISTANT:
        return True
    return any(block.kind == TOOL_USE for block in last.blocks)


def opens_and_closes(message: Message, waiting: set[str]) -> None:
    """Enter the calls and results of a message: ``waiting`` holds the ids of calls without a result."""
    for block in message.blocks:
        if block.kind == TOOL_USE and message.role == ASSISTANT:
            waiting.add(block.id)
        elif block.kind == TOOL_RESULT:
            waiting.discard(block.id)


class _Book:
    """Calls and results as they come."""

    def __init__(self) -> None:
        self.calls: set[str] = set()
        self.waiting: set[str] = set()
        self.early: set[str] = set()

    def enter(self, message: Message) -> str:
        """Enter a message; what is wrong with it, "" if nothing is wrong yet."""
        results = False
        for block in message.blocks:
            if block.kind == TOOL_USE:
                why = self._call(block.id, message.role)
            elif block.kind == TOOL_RESULT:
                results = True
                why = self._result(block.id, message.role)
            else:
                continue
            if why:
                return why
        is_mixed = results and any(block.kind == TEXT and words_of(block) for block in message.blocks)
        return MIXED if is_mixed else ""

    def _call(self, ident: str, role: str) -> str:
        if role != ASSISTANT:
            return WRONG_ROLE
        if not ident:
            return NO_ID
        if ident in self.calls:
            return DUPLICATE
        self.calls.add(ident)
        self.waiting.add(ident)
        return ""

    def _result(self, ident: str, role: str) -> str:
        if role not in {USER, TOOL}:
            return WRONG_ROLE
        if not ident:
            return NO_ID
        if ident in self.waiting:
            self.waiting.discard(ident)
            return ""
        if ident in self.calls:
            return TWICE
        self.early.add(ident)
        return ""
