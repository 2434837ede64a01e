"""Makes messages of conversations as they are read from a list."""

import json
from typing import Any

from daykeep.transcripts.messages.model import Message
from daykeep.transcripts.messages.read import read_conversation
from tests.transcripts.messages.making import (
    agent,
    call,
    calling,
    item,
    item_call,
    item_output,
    result,
    text,
    tool,
    use,
    user,
)

__all__ = [
    "agent",
    "call",
    "calling",
    "item",
    "item_call",
    "item_output",
    "messages_of",
    "result",
    "text",
    "tool",
    "use",
    "user",
]


def messages_of(*given: Any) -> tuple[Message, ...]:
    return read_conversation(json.dumps(given).encode()).messages
