"""A message taken apart into what is said and done in it, each part with the one who says it. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.units.model import (
    AGENT,
    AUTOMATIC,
    CALL,
    MEDIA,
    PERSON,
    RESULT,
    SYSTEM,
    TEXT,
    THINKING,
    TOOL,
    Part,
)
from daykeep.session.units.people import words_of
from daykeep.transcripts.messages import model as kinds
from daykeep.transcripts.messages.blocks import arguments_of, compact_json, is_error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.transcripts.messages.model import Block, Message

_SYSTEM = frozenset({kinds.SYSTEM, kinds.DEVELOPER})
_MARKED = frozenset({kinds.SUMMARY, kinds.SYNTHETIC})


def parts_of(message: Message, number: int) -> tuple[Part, ...]:
    """The parts of one message, in order; ``number`` is its place in the history, from 1.

    A text in the user's role is the person's words; what programs put around them is left out beside words, and a part of
    its own, ``automatic``, where nobody speaks. Empty texts are no parts.
    """
    return tuple(part for block in message.blocks for part in _parts(block, message, number))


def _parts(block: Block, message: Message, number: int) -> Iterator[Part]:
    if block.kind == kinds.TOOL_USE:
        yield Part(AGENT, CALL, _arguments(block), number, block.name, block.id)
    elif block.kind == kinds.TOOL_RESULT:
        yield Part(TOOL, RESULT, block.text, number, block.name, block.id, is_error(block))
    elif block.kind in kinds.THOUGHTS:
        yield Part(AGENT, THINKING, block.text, number)
    elif block.kind in {kinds.IMAGE, kinds.DOCUMENT}:
        yield Part(_actor(message), MEDIA, block.text, number, block.kind)
    elif block.kind == kinds.OTHER:
        yield Part(_actor(message), MEDIA, "", number, str(block.data.get("type", "")))
    else:
        yield from _said(block, message, number)


def _said(block: Block, message: Message, number: int) -> Iterator[Part]:
    actor = _actor(message)
    if block.kind == kinds.COMPACTION:
        actor = AUTOMATIC
    elif actor == PERSON:
        words = words_of(block)
        if words:
            yield Part(PERSON, TEXT, words, number)
            return
        actor = AUTOMATIC
    if block.text.strip():
        yield Part(actor, TEXT, block.text, number)


def _actor(message: Message) -> str:
    if message.mark in _MARKED:
        return AUTOMATIC
    if message.role == kinds.ASSISTANT:
        return AGENT
    if message.role in _SYSTEM:
        return SYSTEM
    return TOOL if message.role == kinds.TOOL else PERSON


def _arguments(block: Block) -> str:
    given = arguments_of(block)
    return given if isinstance(given, str) else compact_json(given)
