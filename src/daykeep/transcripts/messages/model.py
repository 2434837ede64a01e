"""What a conversation is read into when it goes back to a model: messages of blocks, each kept as it was given."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from daykeep.files.encoding import Problem

Provider = Literal["anthropic", "openai", "responses"]
Images = Literal["keep", "placeholder"]

ANTHROPIC: Provider = "anthropic"
OPENAI: Provider = "openai"
RESPONSES: Provider = "responses"
PROVIDERS: tuple[Provider, ...] = (ANTHROPIC, OPENAI, RESPONSES)

SYSTEM, DEVELOPER, USER, ASSISTANT, TOOL = "system", "developer", "user", "assistant", "tool"

TEXT, THINKING, REDACTED, TOOL_USE, TOOL_RESULT = (
    "text",
    "thinking",
    "redacted_thinking",
    "tool_use",
    "tool_result",
)
IMAGE, DOCUMENT, ATTACHMENT, COMPACTION, OTHER = "image", "document", "attachment", "compaction", "other"
THOUGHTS = frozenset({THINKING, REDACTED})

SUMMARY, KEPT, SYNTHETIC = "summary", "kept", "synthetic"
"""Marks of messages that nobody said just now: of a compaction, kept over one, put in by a repair."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Block(NamedTuple):
    """One block of a message.

    ``kind`` is ``text``, ``thinking``, ``redacted_thinking``, ``tool_use``, ``tool_result``, ``image``, ``document``,
    ``attachment``, ``compaction`` or ``other`` (not understood, kept). ``text`` is what it says: "" for images and
    calls, the text parts of a result joined by newlines. ``id`` is that of the call, in a call and in its result; ``name`` the
    tool's. ``data`` is the block exactly as given: rendering it for the provider it came from gives it back unchanged.
    """

    kind: str
    text: str
    id: str
    name: str
    data: Mapping[str, Any]


class Message(NamedTuple):
    """One message: ``role`` is ``system``, ``developer``, ``user``, ``assistant`` or ``tool``.

    ``id`` is that of the provider's answer, else the entry's own ("" if none). ``line`` is the line of the file, or the place in the list
    from 1. ``usage`` is the provider's own count, once for each answer. ``mark`` is ``summary`` (stands for what a
    compaction took out), ``kept`` (stood before the compaction and was kept), ``synthetic`` (put in by a repair, or
    nobody knows who said it) or "".
    ``given`` is the message exactly as given where it was one of a list, else empty.
    """

    role: str
    blocks: tuple[Block, ...]
    id: str = ""
    line: int = 0
    at: datetime | None = None
    usage: Mapping[str, Any] | None = None
    model: str = ""
    mark: str = ""
    given: Mapping[str, Any] = NOTHING

    @property
    def text(self) -> str:
        """What is said in it: its text blocks, by an empty line."""
        return "\n\n".join(block.text for block in self.blocks if block.kind == TEXT)


class Conversation(NamedTuple):
    """A conversation that was read: nothing is repaired in it yet.

    ``format`` is ``claude-code``, ``pi``, ``codex``, ``anthropic``, ``openai`` or ``responses``; "" if the file is no
    conversation. ``problems`` says what was damaged, left out or not understood, with lines. ``session`` and ``folder`` are the
    conversation's own id and working folder, "" if it names none. ``given`` holds the other members of the document (``tools``,
    ``model``).
    """

    format: str
    messages: tuple[Message, ...]
    problems: tuple[Problem, ...] = ()
    session: str = ""
    folder: str = ""
    given: Mapping[str, Any] = NOTHING


class Repair(NamedTuple):
    """One change that was made so that a provider takes the conversation.

    ``message`` is the number of the message as it was read, from 1; ``line`` its line. ``code`` is stable, ``text`` says what was changed and why.
    """

    code: str
    message: int
    line: int
    text: str


class Normalised(NamedTuple):
    """A conversation as a provider takes it, and every change that this took, in the order of the messages."""

    messages: tuple[Message, ...]
    repairs: tuple[Repair, ...]
