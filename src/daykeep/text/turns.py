"""Turns of a conversation pasted or written into a log: ``user: ...``, ``assistant: ...`` and their envelopes.

A log that mentions ``user:`` once is not a transcript. One is: a file that a session hook wrote (it starts with
``# Session:`` or has a conversation summary with turns), or at least one turn of each side, written in small
letters, or three turns in any other spelling. A turn's text runs to the next turn, headings of its own included.

Where a transcript ends: in a session hook's file at its end. Elsewhere at daykeep's or another tool's fence, and at
a heading with a clock time or date; in a file without envelopes also at a heading as high as the one it stands under.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_USER = frozenset({"user", "human", "用户", "人类"})
_ASSISTANT = frozenset({"assistant", "ai", "助手", "机器人"})
_MIN_TURNS = 3
_MAX_GAP_LINES = 2


class Turns(NamedTuple):
    """Lines ``first`` to ``last`` (1-based, inclusive); ``detail`` is ``turns`` or ``envelope``."""

    first: int
    last: int
    detail: str


class _Turn(NamedTuple):
    at: int
    role: str
    plain: bool


@cache
def _turn_pattern() -> re.Pattern[str]:
    roles = "user|human|assistant|ai|system|tool|toolresult|tool result|用户|人类|助手|机器人|系统|工具"
    stamp = r"(?:\[[^\]\n]{1,40}\][ ]{0,2})?"
    inline = (
        rf"(\*\*|__)?({roles})(?:[ ]?\([^)\n]{{1,40}}\))?(?:\*\*|__)?[ ]?[:：](?:\*\*|__)?(?:\s|$|(?<=：))"
    )
    heading = rf"#{{1,6}}[ ]+{stamp}({roles})[ ]*:?[ ]*$"
    return re.compile(rf"{stamp}(?:{inline})|{heading}", re.IGNORECASE)


def _read_turn(index: int, line: str) -> _Turn | None:
    head = line[:100]
    if head[:1] in {" ", "-", ""} or (":" not in head and "：" not in head and head[0] != "#"):
        return None
    match = _turn_pattern().match(head)
    if match is None:
        return None
    word = match[2] or match[3]
    role = word.casefold()
    side = "user" if role in _USER else "assistant" if role in _ASSISTANT else "other"
    return _Turn(index, side, plain=bool(match[3]) or (not match[1] and word == role))


def find_turns(lines: Sequence[str], borders: Sequence[int]) -> list[Turns]:
    """Find transcript turns and envelopes; ``borders`` are line numbers of fences, which end a transcript."""
    envelopes = _find_envelopes(lines)
    turns = [
        turn
        for index, line in enumerate(lines)
        if (":" in line or "：" in line or line[:1] == "#") and (turn := _read_turn(index, line)) is not None
    ]
    if not turns:
        return envelopes
    from_hook = _is_from_hook(lines, turns)
    if not (from_hook or envelopes or _is_conversation(turns)):
        return envelopes
    stops = _Stops(lines, set(borders), loose=bool(envelopes), to_end=from_hook)
    found: list[Turns] = []
    for place, turn in enumerate(turns):
        end = turns[place + 1].at if place + 1 < len(turns) else len(lines)
        last = stops.last_of(turn.at, end)
        if found and found[-1].last == turn.at:
            found[-1] = found[-1]._replace(last=last)
        else:
            found.append(Turns(turn.at + 1, last, "turns"))
    return _without_covered(envelopes, found)


def _is_conversation(turns: Sequence[_Turn]) -> bool:
    sides = {turn.role for turn in turns}
    plain = {turn.role for turn in turns if turn.plain}
    both = {"user", "assistant"}
    return both <= plain or (both <= sides and len(turns) >= _MIN_TURNS)


def _is_from_hook(lines: Sequence[str], turns: Sequence[_Turn]) -> bool:
    head = [line.lstrip("\ufeff") for line in lines[: min(turns[0].at, 40)]]
    if any(line.startswith("# Session:") for line in head):
        return True
    summary = any(
        line.startswith("#") and line.strip("# ").casefold() == "conversation summary" for line in head
    )
    return summary and any(turn.plain for turn in turns)


class _Stops:
    """Tells where a turn ends early; ``loose``: the file has envelopes, chat headings are likely."""

    def __init__(self, lines: Sequence[str], borders: set[int], *, loose: bool, to_end: bool) -> None:
        self.lines = lines
        self.borders = borders
        self.loose = loose
        self.to_end = to_end
        self.level = 0
        """The level of the heading that the transcript stands under; 0: none."""
        self.read = 0

    def last_of(self, start: int, end: int) -> int:
        self._note_level(start)
        for index in range(start + 1, end):
            line = self.lines[index]
            if (index + 1 in self.borders and "<!--" in line) or (line[:1] == "#" and self._ends_at(line)):
                return index
        return end

    def _note_level(self, start: int) -> None:
        for index in range(self.read, start):
            if self.lines[index][:1] == "#" and (level := _level(self.lines[index])):
                self.level = level
        self.read = start

    def _ends_at(self, line: str) -> bool:
        level = _level(line)
        if self.to_end or not level:
            return False
        if _stamped().match(line):
            return True
        return not self.loose and level <= (self.level or 2)


@cache
def _stamped() -> re.Pattern[str]:
    clock = r"\d{1,2}:\d{2}"
    return re.compile(
        rf"#{{1,3}}[ ]+(?:[^\w\n]{{0,4}}(?:\d{{4}}-\d{{2}}-\d{{2}}|{clock})|[^\n]{{0,200}}[(（]{clock}[)）]\s*$)"
    )


def _level(line: str) -> int:
    level = len(line) - len(line.lstrip("#"))
    return level if level <= 6 and line[level : level + 1] in {" ", "\t", ""} else 0


def _find_envelopes(lines: Sequence[str]) -> list[Turns]:
    """``Conversation info (untrusted metadata):`` with the JSON below it."""
    found: list[Turns] = []
    for index, line in enumerate(lines):
        if "ntrusted" not in line or not line.rstrip().endswith((":", "：")) or len(line) > 200:
            continue
        if "(untrusted" not in line and not line.startswith("Untrusted"):
            continue
        if not found or found[-1].last <= index:
            found.append(Turns(index + 1, _json_last(lines, index), "envelope"))
    return found


def _json_last(lines: Sequence[str], index: int) -> int:
    start = index + 1
    while start < min(index + _MAX_GAP_LINES, len(lines)) and not lines[start].strip():
        start += 1
    opening = lines[start].strip() if start < len(lines) else ""
    if not opening.startswith(("```", "{", "[")):
        return index + 1
    ends = ("```",) if opening[0] == "`" else ("}", "]")
    if opening[0] != "`" and opening.endswith(ends):
        return start + 1
    for follower in range(start + 1, len(lines)):
        if lines[follower].startswith(ends):
            return follower + 1
    return len(lines)


def _without_covered(envelopes: list[Turns], turns: list[Turns]) -> list[Turns]:
    merged: list[Turns] = []
    for piece in sorted([*turns, *envelopes]):
        if merged and piece.first <= merged[-1].last:
            merged[-1] = merged[-1]._replace(last=max(merged[-1].last, piece.last))
        else:
            merged.append(piece)
    return merged
