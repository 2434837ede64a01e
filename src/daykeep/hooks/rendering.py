"""What an agent is told, in the form in which it reads it. Pure.

Agents that are written in JavaScript count a text in units of UTF-16, in which a character beyond the first plane is two.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from daykeep.hooks.model import CONTEXT_CHARS, SESSION_START, USER_PROMPT_SUBMIT

if TYPE_CHECKING:
    from daykeep.hooks.model import Answer

INJECTING = frozenset({SESSION_START, USER_PROMPT_SUBMIT})
"""The events that may put something into a context. The others are told nothing: at a compaction it would even be an error."""
CUT = "\n\n[daykeep: cut here, {left} more characters]\n"
_CUT_CHARS = 60
"""Room for what says that a text was cut."""


def render(name: str, answer: Answer) -> bytes:
    """The line to print for an event; nothing where there is nothing to say, or nobody who would hear it."""
    if name not in INJECTING or not answer.context.strip():
        return b""
    context = cut_text(answer.context, CONTEXT_CHARS)
    said = {"hookSpecificOutput": {"hookEventName": name, "additionalContext": context}}
    return json.dumps(said, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def units(text: str) -> int:
    """How long an agent takes a text to be.

    >>> units("日志"), units("🙂")
    (2, 2)
    """
    return len(text) if text.isascii() else len(text) + sum(character > "\uffff" for character in text)


def cut_text(text: str, limit: int) -> str:
    """The text, within the limit: cut between characters, where a line ends if one does near by, and it says so.

    >>> cut_text("short", 100)
    'short'
    """
    if units(text) <= limit:
        return text
    room, kept = max(0, limit - _CUT_CHARS), 0
    for character in text:
        room -= 1 + (character > "\uffff")
        if room < 0:
            break
        kept += 1
    line_end = text.rfind("\n", kept - kept // 10, kept)
    kept = line_end if line_end > 0 else kept
    return (text[:kept].rstrip() + CUT.format(left=f"{len(text) - kept:,}"))[:limit]
