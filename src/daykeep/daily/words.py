"""The words of a log: how entries are titled in English and Chinese, and which headings say what they hold."""

from __future__ import annotations

import re
from functools import cache

KINDS = ("done", "problem", "lesson", "todo", "decision", "note")

HEADINGS: dict[str, dict[str, str]] = {
    "en": {
        "problem": "Problem",
        "lesson": "Lesson",
        "todo": "Todo",
        "decision": "Decision",
        "pair": "Problem and fix",
    },
    "zh": {"problem": "问题", "lesson": "教训", "todo": "待办", "decision": "决定", "pair": "问题与修复"},
}
"""The word in an entry's heading; `done` and `note` have none."""

LABELS: dict[str, dict[str, str]] = {
    "en": {"problem": "Problem", "fix": "Fix", "lesson": "Lesson", "tags": "Tags"},
    "zh": {"problem": "问题", "fix": "修复", "lesson": "教训", "tags": "标签"},
}
HEADING_COLONS = {"en": ": ", "zh": "："}
DAY_TITLES = {"en": "# {day}", "zh": "# {day} 工作记录"}
"""The first line of a new log."""

DONE_MARK = "✅ "
"""What people put before a thing that is done."""


def says_todo(title: str) -> bool:
    """Whether a heading announces open items.

    >>> says_todo("待办"), says_todo("Next steps"), says_todo("Method todos were added to")
    (True, True, False)
    """
    return bool(_todo().fullmatch(title.strip().strip("*").strip()))


def says_topic(title: str) -> bool:
    """Whether a heading announces a lesson, a problem, a fix or a decision, so that nothing else belongs below it."""
    return bool(_topic().search(title))


@cache
def _todo() -> re.Pattern[str]:
    words = r"to-?\s?dos?(?:\s+list)?|open\s+(?:items|tasks|todos)|next\s+(?:steps?|actions?)|action\s+items|pending"
    han = r"待办(?:事项|清单)?|下一步(?:计划)?|后续(?:事项|计划)?|未完成(?:事项)?"
    clock = r"(?:[\[(（]?\d{1,2}:\d\d[\])）]?)?"
    return re.compile(rf"{clock}(?i:[^\w]*(?:{words})|[^\w]*(?:{han}))\s*(?:[:：].*|[(（].*[)）])?")


@cache
def _topic() -> re.Pattern[str]:
    words = (
        r"\b(?:lessons?|learn(?:ed|t|ings?)|problems?|issues?|fix(?:es)?|root\s+cause|decisions?|decided)\b"
    )
    return re.compile(rf"(?i:{words})|教训|经验|收获|踩坑|问题|修复|解决|决定|决策|根因")
