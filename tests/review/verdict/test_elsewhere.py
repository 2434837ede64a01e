"""In which files besides MEMORY.md lines can be forgotten."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.review.queue.proposals import FORGET, ProposedItem
from daykeep.review.verdict.elsewhere import why_not_elsewhere

ITEM = ProposedItem(
    "a1b2c3d4e5f6", FORGET, "Tea", date(2026, 4, 6), "memory/notes/tea.md", (), "user", 0.0, FORGET,
    worded=False, action=FORGET, reason="it was asked for",
)  # fmt: skip


@pytest.mark.parametrize("target", ["memory/notes/tea.md", "memory/archive/2026/memory-2026.md"])
def test_lines_of_notes_and_of_the_archive_of_memory_can_be_forgotten(target):
    assert why_not_elsewhere(target, ITEM) is None


@pytest.mark.parametrize(
    "target", ["SOUL.md", "memory/notes/INDEX.md", "memory/2026-04-06.md", "memory/notes/tea.txt"]
)
def test_no_other_file_forgets_lines_whatever_a_proposal_says(target):
    assert target in (why_not_elsewhere(target, ITEM) or "")
