"""Makes messages of each provider's shape, reads and repairs them."""

import json
from typing import Any

from daykeep.transcripts.messages.model import Conversation, Normalised, Provider
from daykeep.transcripts.messages.normalise import normalise
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.messages.render import RENDERERS
from tests.transcripts.messages.valid import faults

SIGNED = {"type": "thinking", "thinking": "Look first.", "signature": "c2lnbmVk"}


def conversation(messages: Any) -> Conversation:
    return read_conversation(json.dumps(messages).encode())


def lines(*entries: Any, whole: bool = False) -> Conversation:
    """A conversation of JSON lines; a text or bytes stand there as they are."""
    raw = [
        e if isinstance(e, bytes) else e.encode() if isinstance(e, str) else json.dumps(e).encode()
        for e in entries
    ]
    return read_conversation(b"".join(line + b"\n" for line in raw), whole=whole)


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def agent(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [text(b) if isinstance(b, str) else b for b in blocks]}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def use(ident: str, name: str = "read", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": ident, "name": name, "input": arguments}


def result(ident: str, said: Any = "done", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": ident, "content": said, **more}


def call(ident: str, name: str = "read", arguments: str = "{}") -> dict[str, Any]:
    return {"id": ident, "type": "function", "function": {"name": name, "arguments": arguments}}


def calling(*calls: Any, content: Any = None) -> dict[str, Any]:
    return {"role": "assistant", "content": content, "tool_calls": list(calls)}


def tool(ident: str, said: str = "done") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": said}


def item_call(ident: str, **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": ident, "name": "read", "arguments": "{}", **more}


def item_output(ident: str, said: Any = "done") -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": ident, "output": said}


def item(role: str, said: str) -> dict[str, Any]:
    name = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": name, "text": said}]}


def repaired(given: Conversation, provider: Provider = "anthropic", **more: Any) -> tuple[Any, list[str]]:
    """The request and the codes of the repairs; the request is valid, and repairing it again changes nothing."""
    done = normalise(given, provider=provider, **more)
    request = RENDERERS[provider](done.messages)
    assert faults(provider, request) == []
    again = normalise(Conversation(provider, done.messages), provider=provider)
    assert again.repairs == ()
    assert RENDERERS[provider](again.messages) == request
    return request, [repair.code for repair in done.repairs]


def said_in(done: Normalised) -> str:
    return "\n".join(block.text for message in done.messages for block in message.blocks)
