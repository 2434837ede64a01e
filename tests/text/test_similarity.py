"""Equal and alike."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.text.similarity import containment, normalise_line


@pytest.mark.parametrize(
    "line",
    ["check git status", "- check git status", "* **Check** `git status`", "1. Check  git status", "- [x] check git status",
     "  > check git status", "### Check git status", "ｃｈｅｃｋ git status", "• check git status", "1、check git status",
     "12) _check_ git status"],
)  # fmt: skip
def test_normalise_line_spellings_of_one_memory_are_equal(line):
    assert normalise_line(line) == "check git status"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("use port 8080", "use port 8081"),
        ("never rebase", "always rebase"),
        ("1.5 GB free", "2.5 GB free"),
        ("-5 degrees", "5 degrees"),
    ],
)
def test_normalise_line_different_memories_stay_different(a, b):
    assert normalise_line(a) != normalise_line(b)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_normalise_line_is_idempotent(line):
    once = normalise_line(line)
    assert normalise_line(once) == once


def test_containment_reworded_line_is_between_and_unrelated_is_near_zero():
    memory = "- Always check the lock file before a deploy, it may be stale"
    assert containment("check the lock file before a deploy", memory) == 1.0
    assert 0.3 < containment("check the lock file first, before each deploy", memory) < 1.0
    assert containment("buy oat milk", memory) < 0.2
    assert containment("部署前检查锁文件", "部署前一定要检查锁文件是否过期") > 0.6


def test_containment_short_or_empty_text_is_all_or_nothing():
    assert containment("", "x") == 0.0
    assert containment("ab", "xaby") == 1.0
    assert containment("ab", "xyz") == 0.0


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_containment_is_a_share_and_whole_within_itself(a, b):
    assert 0.0 <= containment(a, b) <= 1.0
    assert containment(a, a) in {0.0, 1.0}
