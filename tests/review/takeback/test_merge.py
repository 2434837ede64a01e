"""Taking a change out of a text that went on changing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.review.takeback.merge import settle, take_back

HEAD = b"# Memory\n\n## Lessons\n"
A, B, C = b"\n### a\n- first\n", b"\n### b\n- second\n", b"\n### c\n- third\n"


@pytest.mark.parametrize(
    ("base", "theirs", "ours", "expected"),
    [
        (HEAD + A, HEAD, HEAD + A, HEAD),
        (HEAD + A, HEAD, HEAD + A + B, HEAD + B),
        (HEAD + A + B, HEAD + A, HEAD + A + B + C, HEAD + A + C),
        (HEAD + A, HEAD, b"# Mine\n" + A + B, b"# Mine\n" + B),
        (HEAD + A + B, HEAD + B, HEAD + A + B, HEAD + B),
        (HEAD, HEAD + A, HEAD, HEAD + A),
        (HEAD, HEAD + A, HEAD + B, HEAD + A + B),
        (HEAD + A, HEAD, HEAD, HEAD),
    ],
)
def test_whole_lines_go_and_come_beside_others(history, base, theirs, ours, expected):
    merged = take_back(history.merge, base=base, ours=ours, theirs=theirs)
    assert (merged.data, merged.conflicts) == (expected, ())


def test_line_that_was_edited_is_a_conflict_and_nothing_changes(history):
    ours = HEAD + A.replace(b"first", b"first, I say")
    merged = take_back(history.merge, base=HEAD + A, ours=ours, theirs=HEAD)
    assert merged.data == ours
    assert b"- first, I say\n" in merged.conflicts[0]


def test_lines_that_stand_twice_are_in_doubt():
    assert settle([b"a", b"x", b"a"], [b"a"], []) is None


def test_text_that_looks_like_conflict_marks_is_text(history):
    example = b"```\n<<<<<<< HEAD\n||||||| x\n=======\n>>>>>>> x\n" + b"<" * 14 + b" y\n```\n"
    merged = take_back(
        history.merge, base=HEAD + example + A, ours=HEAD + example + A + B, theirs=HEAD + example
    )
    assert (merged.data, merged.conflicts) == (HEAD + example + B, ())


LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"\n", b"d\n"]), max_size=6)


@given(common=LINES, added=LINES, later=LINES)
def test_settle_only_ever_removes_what_was_added_and_keeps_the_rest(common, added, later):
    ours = common + added + later
    settled = settle(ours, common + added, common)
    if settled is not None:
        assert sorted(settled) == sorted(common + later)
