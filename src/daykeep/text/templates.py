"""Lines of a day template that nobody filled in: ``[insight for long-term memory]``, ``- Issue: [description]``."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PHRASES = (
    "what happened, decisions made, blockers",
    "auto-generated from template",
    "task 1 (status)",
    "task 2 (status)",
    "task 3 (status)",
)
_SLOTS = frozenset(
    [
        "description",
        "details",
        "summary",
        "time",
        "person",
        "topic",
        "insight",
        "name",
        "date",
        "title",
        "task",
        "lesson",
        "problem",
        "fix",
        "decision",
        "note",
        "notes",
        "todo",
        "content",
        "text",
        "project",
        "item",
        "reason",
        "outcome",
        "result",
        "action",
        "priority",
        "tbd",
        "n/a",
    ]
)
_ZH_SLOTS = ("待填", "待补", "填写", "请填", "在此", "描述", "内容", "简述", "一句话", "可选", "暂无")


@cache
def _slot_pattern() -> re.Pattern[str]:
    square = r"(?<!\[)\[([^\[\]\n]{2,120})\](?![\[\](:])"
    return re.compile(
        rf"{square}|【([^【】\n]{{2,60}})】|\{{\{{([^{{}}\n]{{1,80}})\}}\}}|<([a-z][a-z' -]{{1,60}} [a-z' -]{{1,60}})>"
    )


@cache
def _filler_pattern() -> re.Pattern[str]:
    label = r"^[\s>]*(?:[-*+•]|\d{1,3}[.)、])?\s*(?:\[[ xX]\])?\s*(?:[*_]{0,3}[^:：\[\]{}<>【】\n]{1,60}[:：][*_]{0,3})?"
    return re.compile(label)


def find_unfilled(lines: Sequence[str]) -> list[int]:
    """The 1-based numbers of lines that hold nothing but placeholders, in code fences too."""
    return [
        number
        for number, line in enumerate(lines, start=1)
        if ("[" in line or "(s" in line or "{{" in line or "<" in line or "at" in line or "【" in line)
        and _is_unfilled(line)
    ]


def _is_unfilled(line: str) -> bool:
    if len(line) > 400 or not line:
        return False
    if not any(mark in line for mark in ("[", "【", "{{", "<")):
        return ("(status)" in line or "emplate" in line or "hat happened" in line) and _has_phrase(line)
    match = _filler_pattern().match(line)
    rest = line[match.end() :] if match else line
    slots = _slot_pattern().findall(rest)
    if not slots or not all(_is_slot(next(filter(None, slot))) for slot in slots):
        return _has_phrase(line)
    left = _slot_pattern().sub("", rest)
    left = re.sub(r"\([^()\n]{0,80}\)|（[^（）\n]{0,80}）", "", left)
    words = re.findall(r"[^\W_]+", left)
    return not words or (len(slots) >= 2 and len(words) <= 1)


def _has_phrase(line: str) -> bool:
    folded = line.casefold()
    return any(phrase in folded for phrase in PHRASES)


def _is_slot(text: str) -> bool:
    """Whether the inside of a bracket asks for something rather than says it."""
    if any(character.isdigit() for character in text) or text.count(",") > 1:
        return False
    if any("\u3400" <= character <= "\u9fff" for character in text):
        return any(word in text for word in _ZH_SLOTS)
    words = text.replace("/", " ").split()
    return (len(words) > 1 and words[0][:1].isalpha()) or text.casefold().strip("._ ") in _SLOTS
