"""The labels of a problem that was solved: what broke, why, what put it right, and what it taught."""

from __future__ import annotations

import re

PROBLEM_LABELS = frozenset(
    {"问题", "症状", "现象", "报错", "problem", "issue", "symptom", "symptoms", "error"}
)
CAUSE_LABELS = frozenset({"原因", "根因", "根本原因", "cause", "root cause"})
FIX_LABELS = frozenset(
    {
        "修复",
        "解决",
        "解决方案",
        "解决方法",
        "修复方案",
        "修复方法",
        "fix",
        "solution",
        "resolution",
        "workaround",
    }
)
LESSON_LABELS = frozenset(
    {"教训", "经验", "经验教训", "收获", "lesson", "lessons", "lesson learned", "lessons learned"}
)
DEED_LABELS = frozenset(
    {"asked", "committed", "open", "changed", "ran", "请求", "提交", "未答", "改动", "运行"}
)
"""Lines of what a session leaves in a log by itself that tell what went on in it: nothing that stays true."""
_PARTS = (
    ("problem", PROBLEM_LABELS),
    ("cause", CAUSE_LABELS),
    ("fix", FIX_LABELS),
    ("lesson", LESSON_LABELS),
)


def part_of(label: str) -> str:
    """Which part of it a label names: ``problem``, ``cause``, ``fix`` or ``lesson``; ``""`` for none.

    >>> part_of("Fix 2"), part_of("根因"), part_of("Owner")
    ('fix', 'cause', '')
    """
    name = re.sub(r"[\s#]*\d+$", "", label.casefold()).strip()
    return next((part for part, names in _PARTS if name in names), "")
