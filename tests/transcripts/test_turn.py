"""Cursors are kept as text beside an index that anybody may damage."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.transcripts.turn import Cursor, load_cursor

CURSOR = Cursor("pi", "s", "/ws", "Ä", 120, 4, 3, "e3", "abc")


def test_cursor_comes_back_as_it_was_dumped() -> None:
    assert load_cursor(CURSOR.dump()) == CURSOR


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "{}",
        "[1]",
        "[" * 100_000,
        json.dumps([*CURSOR[:4], -1, *CURSOR[5:]]),
        json.dumps([*CURSOR[:4], True, *CURSOR[5:]]),
    ],
)
def test_anything_else_is_no_cursor(text: str) -> None:
    assert load_cursor(text) is None


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    assert load_cursor(text) is None
