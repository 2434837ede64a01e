"""Conversations written down as Markdown or plain text: ``**User:** …``, ``assistant: …``, ``## Human``."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from daykeep.text.turns import find_turns
from daykeep.transcripts.entries.content import role_of
from daykeep.transcripts.entries.draft import Place, Said
from daykeep.transcripts.entries.times import read_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.transcripts.entries.draft import Draft

_WORDS = {
    "用户": "user",
    "人类": "user",
    "助手": "assistant",
    "机器人": "assistant",
    "me": "user",
    "claude": "assistant",
}
_WORDS |= {"chatgpt": "assistant", "gpt": "assistant"}
_LIMIT_HEAD_CHARS = 120


@cache
def _head_pattern() -> re.Pattern[str]:
    roles = "user|human|me|assistant|ai|claude|chatgpt|gpt|bot|用户|人类|助手|机器人"
    stamp = r"(?:\[(?P<before>[^\]\n]{1,40})\]\s{0,2})?"
    after = r"(?:\s{0,2}[(\[](?P<after>[^)\]\n]{1,40})[)\]])?"
    name = rf"(?P<role>{roles})(?!\w){after}"
    return re.compile(
        rf"{stamp}(?:#{{1,6}}\s+{stamp.replace('before', 'inside')}{name}\s*[:：]?\s*$"
        rf"|(?:\*\*|__)?{name.replace('role', 'word').replace('after', 'late')}(?:\*\*|__)?\s?[:：](?:\*\*|__)?\s*(?P<rest>.*)$)",
        re.IGNORECASE | re.DOTALL,
    )


def is_conversation(lines: Sequence[str]) -> bool:
    """Whether a text is a conversation of both sides, and not a page that mentions one."""
    spans = find_turns(lines, [])
    roles = {head[0] for span in spans for line in lines[span.first - 1 : span.last] if (head := _head(line))}
    return {"user", "assistant"} <= roles


def _head(line: str) -> tuple[str, str, str] | None:
    """The role, the stamp and the first words of a turn that begins on this line."""
    if ":" not in line and "：" not in line and line[:1] != "#":
        return None
    match = _head_pattern().match(line)
    if match is None or match.start("rest") > _LIMIT_HEAD_CHARS:
        return None
    word = (match["role"] or match["word"]).casefold()
    stamp = next((match[name] for name in ("before", "inside", "after", "late") if match[name]), "")
    return _WORDS.get(word) or role_of(word), stamp, match["rest"] or ""


def read_markdown(lines: Sequence[str], draft: Draft) -> None:
    """Read the turns; each runs to the next one. Code blocks are part of what was said."""
    role, stamp, start = "", "", 0
    text: list[str] = []
    fence = ""
    for number, line in enumerate(lines, 1):
        bare = line.lstrip()
        if bare.startswith(("```", "~~~")):
            fence = "" if fence and bare.startswith(fence) else fence or bare[:3]
        head = None if fence else _head(line)
        if head is None:
            text.append(line)
            if not start and line.startswith("# ") and not draft.title:
                draft.title = line[2:].strip()
            continue
        if start:
            draft.add(Said(role, "\n".join(text), read_time(stamp, draft.zone)), Place(start, 0))
        role, stamp, rest = head
        start, text = number, [rest]
    if start:
        draft.add(Said(role, "\n".join(text), read_time(stamp, draft.zone)), Place(start, 0))
