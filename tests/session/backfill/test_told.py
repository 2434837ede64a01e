"""What a log tells already is known again: by the same words, by most of them, and by the name of a file."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.session.backfill.day import ASKED, DECIDED, DayNotes
from daykeep.session.backfill.told import Told, untold

LOG = [
    "# 2026-03-10",
    "## 10:00 Fixed the flaky upload test: its fixture closed the server",
    "- Decided: Use exponential backoff.",
    "- **决定**：上传使用指数退避策略",
    "- changed src/upload.py",
    "",
]


@pytest.mark.parametrize(
    "text",
    [
        "Use exponential backoff.",
        "use exponential **backoff**.",
        "Fix the flaky upload test",
        "上传使用指数退避",
    ],
)
def test_told(text: str) -> None:
    assert Told(LOG).covers(text)


@pytest.mark.parametrize(
    "text", ["Use linear backoff for downloads", "Fix it", "下载也要重试三次", "Deploy on Friday evening"]
)
def test_not_told(text: str) -> None:
    assert not Told(LOG).covers(text)


def test_what_was_written_once_is_told_though_it_is_gone() -> None:
    assert Told([], ["Deploy on Friday."]).covers("Deploy on Friday.")


def test_notes_lose_what_is_told() -> None:
    notes = DayNotes(
        date(2026, 3, 10),
        ((ASKED, "Fix the flaky upload test"), (DECIDED, "Deploy on Friday evening")),
        ("src/upload.py", "src/download.py"),
    )

    rest = untold(notes, Told(LOG))

    assert rest.lines == ((DECIDED, "Deploy on Friday evening"),)
    assert rest.files == ("src/download.py",)
