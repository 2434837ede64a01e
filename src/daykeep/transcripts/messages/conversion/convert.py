"""Convert blocks to a provider's shape. A block that has it already is the same block, byte for byte. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.transcripts.messages.conversion.to_anthropic import to_anthropic
from daykeep.transcripts.messages.conversion.to_openai import to_openai
from daykeep.transcripts.messages.conversion.to_responses import to_responses
from daykeep.transcripts.messages.model import ANTHROPIC, OPENAI, OTHER, RESPONSES, TOOL_USE

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.transcripts.messages.model import Block, Message, Provider

_TO: dict[Provider, Callable[[Block, Message, Callable[[str], None]], Block | None]] = {
    ANTHROPIC: to_anthropic,
    OPENAI: to_openai,
    RESPONSES: to_responses,
}
FAMILIES: dict[str, Provider] = {
    "claude-code": ANTHROPIC,
    "anthropic": ANTHROPIC,
    "openai": OPENAI,
    "responses": RESPONSES,
    "codex": RESPONSES,
}
"""Whose shapes the blocks of a format have; pi's are its own."""


def convert(
    message: Message, provider: Provider, source: str, lost: Callable[[str], None]
) -> tuple[Block, ...]:
    """The blocks of a message in the provider's shape, without those that have no form there, which are told to ``lost``.

    ``source`` is the format of the conversation: a block that is not understood is passed on to its own provider only.
    """
    found = []
    for block in message.blocks:
        if block.kind == OTHER:
            made = block if FAMILIES.get(source) == provider else None
            if made is None:
                lost(f"a block '{block.data.get('type', '')}' has no form there; left out")
        else:
            made = _TO[provider](block, message, lost)
        if made is not None:
            found.append(made)
    return tuple(found)


def has_calls(message: Message) -> bool:
    """Whether tools are called in it."""
    return any(block.kind == TOOL_USE for block in message.blocks)
