"""Headings of a log as titles of memories, and its lines as lines of memory."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from daykeep.text.parts import LESSON_LABELS

if TYPE_CHECKING:
    from collections.abc import Collection

    from daykeep.text.sections import Section


def announces_lessons(title: str) -> bool:
    """Whether a heading announces lessons.

    >>> announces_lessons("14:30 教训：超时要设上限"), announces_lessons("Spanish Lesson — Day 5")
    (True, False)
    """
    bare = clean_title(title).casefold()
    if any(word in bare for word in ("教训", "技术收获", "经验总结", "踩坑")):
        return True
    return bool(_english_heading().search(bare))


@cache
def _english_heading() -> re.Pattern[str]:
    words = r"lessons?\s+learn(?:ed|t)|key\s+lessons?|learnings|(?:key\s+)?takeaways|gotchas?|what\s+(?:i|we)\s+learn(?:ed|t)"
    return re.compile(rf"\b(?:{words})\b|^(?:technical\s+)?lessons?\b(?!\s+(?:plan|\d))")


@cache
def _clean_pattern() -> re.Pattern[str]:
    clock = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AaPp][Mm])?(?:\s*[-–~]\s*\d{1,2}:\d{2})?(?:\s+(?:UTC|GMT|[A-Z]{3,4}))?"
    date_part = r"\d{4}-\d{2}-\d{2}"
    lead = rf"^(?:[\W_]*(?:{date_part})?[\sT]*[\[(（]?(?:{clock})[\])）]?\s*[—–:：|-]*\s*|[\W_]*{date_part}\s*[—–:：|-]*\s*)"
    trail = rf"\s*[\[(（—–-]+\s*(?:{date_part}\s*)?(?:{clock})?\s*[\])）]?\s*$"
    return re.compile(rf"{lead}|{trail}")


def clean_title(title: str) -> str:
    """A heading without its clock time, date and emphasis.

    >>> clean_title("14:30 Fixed the **form**"), clean_title("## (14:30)"), clean_title("发布修复（14:30）")
    ('Fixed the form', '', '发布修复')
    """
    bare = title.replace("**", "").replace("__", "").strip().strip("#").strip()
    if not any(character.isdigit() for character in bare):
        return bare
    bare = _clean_pattern().sub("", bare)
    return "" if re.fullmatch(r"[\W\d_]*", bare) else bare.strip()


def section_title(section: Section, tops: Collection[str]) -> str:
    """A title that says what it is about: without time and label; the parent topic's where it is only a label.

    ``tops`` are the titles of the log's headings of level 1, which name the day rather than a topic.
    """
    bare = clean_title(section.title)
    head, *parts = re.split(r"：|:(?!//)", bare, maxsplit=1)
    rest = parts[0] if parts else ""
    if rest.strip() and announces_lessons(head):
        return rest.strip()
    if not bare or is_bare_label(bare):
        for parent in reversed(section.parents):
            above = clean_title(parent)
            if above and parent not in tops and not is_bare_label(above):
                return above
    return bare


def is_bare_label(title: str) -> bool:
    """Whether a heading says only what kind of thing follows."""
    return title.casefold().strip("：:") in LESSON_LABELS | {
        "技术收获",
        "经验总结",
        "learnings",
        "takeaways",
        "gotchas",
    }


def as_memory(line: str, *, code: bool) -> str:
    """A log line as it may stand in memory: a heading becomes a bold bullet, so that no section is opened."""
    bare = line.strip()
    if code or not bare.startswith("#"):
        return line.rstrip()
    title = bare.lstrip("#").strip()
    return f"- **{title}**" if title and len(bare) - len(bare.lstrip("#")) <= 6 else line.rstrip()
