"""Makes messages whose tokens are the characters of their texts."""

from __future__ import annotations

from daykeep.transcripts.messages.model import Block, Message
from daykeep.transcripts.usage.weigh import MESSAGE_TOKENS


def user(tokens, **more):
    """A message of a person of exactly so many tokens."""
    return Message("user", (Block("text", "u" * (tokens - MESSAGE_TOKENS), "", "", {}),), **more)


def system(tokens):
    return user(tokens)._replace(role="system")


def answer(tokens, *, context=None, **more):
    """An answer of so many tokens; ``context`` is what its usage says the whole context holds."""
    usage = None
    if context is not None:
        usage = {"input_tokens": 2, "cache_read_input_tokens": context - tokens - 2, "output_tokens": tokens}
    block = Block("text", "a" * (tokens - MESSAGE_TOKENS), "", "", {})
    return Message("assistant", (block,), usage=usage, **more)


def call(name="bash"):
    return Message("assistant", (Block("tool_use", "", "t1", name, {"input": ""}),))


def result(tokens):
    return Message("user", (Block("tool_result", "r" * (tokens - MESSAGE_TOKENS), "t1", "", {}),))


def picture():
    return Message("user", (Block("image", "", "", "", {"type": "image"}),))
