"""Who really speaks in the user's role: a person, a tool, or a program that uses the role. Pure.

Results of tools, task notifications, output of hooks and local commands, reminders, summaries of a compaction and notes that
daykeep itself put into a view never begin a unit, and never count as what the user stated.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.transcripts.entries.asides import is_runtime_prompt, open_envelope, without_claude, without_codex
from daykeep.transcripts.messages.model import (
    ATTACHMENT,
    DOCUMENT,
    IMAGE,
    SUMMARY,
    SYNTHETIC,
    TEXT,
    TOOL_RESULT,
    USER,
)

if TYPE_CHECKING:
    from daykeep.transcripts.messages.model import Block, Message

EARLIER = "earlier-turn"
"""The element around a note that stands for a turn in the view."""
LEDGER = "earlier-turns"
"""The element around the facts and the index of turns that are no longer in the view."""

_STARTS = (
    "This session is being continued from a previous conversation",
    "Stop hook feedback:",
    "[SYSTEM NOTIFICATION",
    "[Request interrupted by user",
    "[The conversation begins with the assistant.]",
    "[result of a tool call that is not here]",
    f"<{EARLIER}",
    f"<{LEDGER}",
)
"""Texts in the user's role that begin so are written by programs."""
_HOOK = re.compile(r"(?:[A-Z][A-Za-z]{2,30} hook|[A-Z][A-Za-z]{2,30}:\S{0,80} hook)[^\n]{0,200}:")
_ENVELOPES = ("[", "System: [", "System [")
"""How messages of a channel begin, which names the sender and the time."""
_HEAD_CHARS = 200
_QUEUED = "queued_command"
_FILES = frozenset({IMAGE, DOCUMENT})


def words_of(block: Block) -> str:
    """What a person says in a block of the user's role, without what programs put around it; "" if nobody does.

    >>> from daykeep.transcripts.messages.blocks import text_block
    >>> words_of(text_block("<system-reminder>Be brief.</system-reminder>Fix it."))
    'Fix it.'
    """
    if block.kind == ATTACHMENT:
        told = block.name == _QUEUED and block.data.get("commandMode", "prompt") == "prompt"
        return _words(block.text) if told else ""
    return _words(block.text) if block.kind == TEXT else ""


def _words(text: str) -> str:
    bare = without_codex(without_claude(text))
    if bare.startswith(_ENVELOPES) or "(untrusted" in bare[:_HEAD_CHARS]:
        bare = open_envelope(bare).text
    is_program = bare.startswith(_STARTS) or is_runtime_prompt(bare) or _HOOK.match(bare)
    return "" if is_program else bare


def begins_unit(message: Message) -> bool:
    """Whether a person speaks here and nothing is answered: a new unit begins."""
    if message.role != USER or message.mark in {SUMMARY, SYNTHETIC}:
        return False
    kinds = {block.kind for block in message.blocks}
    if TOOL_RESULT in kinds:
        return False
    if any(block.kind == TEXT and words_of(block) for block in message.blocks):
        return True
    said = any(block.kind == TEXT and block.text.strip() for block in message.blocks)
    return bool(kinds & _FILES) and not said
