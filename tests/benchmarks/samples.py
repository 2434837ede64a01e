"""Labelled sections for the tests of the benchmarks; nobody's log."""

from __future__ import annotations

from typing import Any


def row(label="none", text="- all quiet", **changes: Any) -> dict[str, Any]:
    """A labelled section; ``essential`` are the lines of its text that start with "- !" (the mark is taken off)."""
    lines = text.split("\n")
    return {
        "id": "t1",
        "workspace": "t",
        "file": "memory/2026-03-10.md",
        "level": 2,
        "heading": "Notes",
        "parents": ["2026-03-10"],
        "text": "\n".join(line.replace("- !", "- ") for line in lines),
        "label": label,
        "essential": [line.replace("- !", "- ") for line in lines if line.startswith("- !")],
        "lang": "en",
        "confidence": "high",
        "stratum": "own",
        **changes,
    }


LESSON = row(
    "lesson",
    "- !Lesson: never restart the gateway while a migration runs, it corrupts the queue\n- deployed at 10:00",
    id="lesson",
    heading="Lessons learned",
)
PAIR = row(
    "problem_fix",
    "- !**问题**: 标题输入框匹配失败，原因是页面改版\n- !**修复**: 用多个关键词匹配，并重试三次\n- [ ] 明天再看",
    id="pair",
    heading="发布修复",
    lang="zh",
    level=3,
    parents=["", "2026-03-10", "工作"],
)
STATUS = row(
    "none", "- 12 posts, 3 replies\n- uptime 99.9 %\n- next check at 15:00", id="status", heading="Status"
)
PLAN = row(
    "none", "- [ ] write the report\n- [ ] call the office", id="plan", heading="To do", confidence="low"
)
ROWS = [LESSON, PAIR, STATUS, PLAN]
