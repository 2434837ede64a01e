"""What a conversation is cut into: units, each a person's message and everything until the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from daykeep.transcripts.messages.model import Message

PERSON, AGENT, TOOL, SYSTEM, AUTOMATIC = "user", "assistant", "tool", "system", "automatic"
"""Who says a part: the person, the model, a tool's result, the system prompt, a program in the person's role."""

TEXT, CALL, RESULT, THINKING, MEDIA = "text", "call", "result", "thinking", "media"


class Part(NamedTuple):
    """One thing that is said or done in a unit.

    ``actor`` is ``user``, ``assistant``, ``tool``, ``system`` or ``automatic`` (in the user's role, but no person: task
    notifications, output of hooks, summaries of a compaction). ``kind`` is ``text``, ``call`` (``text`` holds its arguments
    as JSON or as given), ``result``, ``thinking`` or ``media``. ``name`` and ``id`` are the tool's and the call's.
    ``message`` is the number of its message in the history, from 1.
    """

    actor: str
    kind: str
    text: str
    message: int
    name: str = ""
    id: str = ""
    is_error: bool = False


class Unit(NamedTuple):
    """One turn: the message of a person and everything that answers it; ``U0`` is what stands before the first one.

    ``number`` counts from 0 and never changes: a history only grows. ``first`` is the number of the unit's first message in
    the history, from 1. ``parts`` are its messages taken apart, in order. ``is_open`` says that it is not finished (a
    call waits for its result or an approval, or nobody has answered yet); ``irregular`` why its calls and results do
    not fit, "" if they do. ``tokens`` is the estimate of what all of it costs. ``sha`` stands for what its messages hold.
    """

    number: int
    first: int
    messages: tuple[Message, ...]
    parts: tuple[Part, ...]
    tokens: int
    is_open: bool = False
    irregular: str = ""
    sha: str = ""

    @property
    def id(self) -> str:
        """Its name: ``U7``."""
        return f"U{self.number}"

    @property
    def last(self) -> int:
        """The number of its last message in the history."""
        return self.first + len(self.messages) - 1

    def said_by(self, actor: str) -> str:
        """The texts of one actor, by an empty line."""
        return "\n\n".join(part.text for part in self.parts if part.actor == actor and part.kind == TEXT)
