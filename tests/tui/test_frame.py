"""The screen for any size: exactly as wide and as high as the terminal, whatever the texts hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.review.queue.proposals import APPROVED
from daykeep.review.waiting.view import LogLine
from daykeep.tui import state as sitting
from daykeep.tui.cells import LEFT_TO_RIGHT, width
from daykeep.tui.detail import source_rows
from daykeep.tui.frame import LEAST_COLUMNS, LEAST_ROWS, compose
from daykeep.tui.state import HELP, SOURCE
from tests.tui.test_cells import ODD
from tests.tui.views import a_choice, a_view

TEXTS = (
    "- one",
    "- 用中文写的教训：发布之前要先备份数据库" * 3,
    "- שלום עולם 123",
    "- 👩\u200d👧 ❤\ufe0f 🇩🇪",
)

STORED = ODD.map(lambda text: text.encode("utf-8", "replace").decode())
"""Text that an item can hold."""


def lines_of(frame):
    return ["".join(span.text for span in row) for row in frame.rows]


def screen(state, columns, lines, view=None):
    if view is None and state.current is not None:
        view = a_view(sitting.shown_choice(state, state.current))
    return compose(state, view, (), columns, lines)


def begin(*texts):
    return sitting.start([a_choice(text) for text in texts or TEXTS])


@pytest.mark.parametrize("size", [(40, 10), (79, 24), (80, 24), (119, 40), (120, 30), (200, 50)], ids=str)
def test_every_row_has_exactly_the_width_and_there_are_as_many_as_lines(size):
    state = begin()
    for _ in TEXTS:
        frame = screen(state, *size)
        assert [width(row) for row in lines_of(frame)] == [size[0]] * size[1]
        state = sitting.move(state, 1)


@given(STORED, STORED, st.integers(LEAST_COLUMNS, 210), st.integers(LEAST_ROWS, 60))
def test_no_text_breaks_the_frame(text, other, columns, lines):
    choice = a_choice(f"- x{text}", title=other, reason=other, duplicates=(other,))
    state = sitting.start([choice])._replace(message=other)
    shown = lines_of(screen(state, columns, lines, a_view(choice, headings=(other,), log=other)))
    assert [width(row) for row in shown] == [columns] * lines
    assert not any(set(row) & set("\x1b\x9b\r\n\t\u202e\u2066") for row in shown)


def test_list_and_item_stand_side_by_side_from_120_columns_on():
    wide, narrow = lines_of(screen(begin(), 120, 30)), lines_of(screen(begin(), 119, 30))
    assert all(width(row[: row.index("│")]) == 49 for row in wide[1:-2])
    assert not any("│" in row for row in narrow)
    assert any(row.startswith("───") for row in narrow)


def test_right_to_left_text_is_kept_in_its_column_by_marks_beside_the_bar():
    rows = lines_of(screen(begin("- שלום"), 120, 30))
    row = next(one for one in rows if "שלום" in one)
    before, after = row.split(" │ ", 1)
    assert before.endswith(LEFT_TO_RIGHT)
    assert after.startswith(LEFT_TO_RIGHT)
    assert LEFT_TO_RIGHT not in "".join(lines_of(screen(begin("- one"), 120, 30)))


def test_all_keys_are_named_in_eighty_columns():
    last = lines_of(screen(begin(), 80, 24))[-1]
    assert last == "y approve  n reject  e edit  d defer  o source  u undo  / filter  ? keys  q quit"


def test_head_counts_what_was_decided():
    assert "1 of 4   nothing decided yet" in lines_of(screen(begin(), 80, 24))[0]
    assert "2 of 4   1 to approve" in lines_of(screen(sitting.mark(begin(), APPROVED), 80, 24))[0]


def test_list_follows_the_cursor():
    state = begin(*(f"- item {number}" for number in range(100)))
    shown = lines_of(screen(sitting.move(state, 99), 80, 24))
    assert any("item 99" in row and row.startswith(">") for row in shown)
    assert not any(row.startswith(" ?") and row.rstrip().endswith("item 0") for row in shown)


def test_rows_out_of_sight_are_announced_and_can_be_scrolled_to():
    state = begin("- " + "many words " * 60)
    frame = screen(state, 80, 24)
    assert any("more rows: space" in row for row in lines_of(frame))
    last = screen(state._replace(scroll=frame.furthest), 80, 24)
    assert not any("more row" in row for row in lines_of(last))
    assert lines_of(screen(state._replace(scroll=10_000), 80, 24)) == lines_of(last)


def test_source_page_shows_the_whole_log_with_its_marks():
    state = begin("- one")._replace(page=SOURCE)
    source = tuple(LogLine(number, f"line {number}", is_source=number == 7) for number in range(1, 100))
    view = a_view(state.choices[0])
    shown = lines_of(compose(state, view, source_rows(source, 80), 80, 24))
    assert shown[0].rstrip() == " daykeep review  memory/2026-03-10.md   rows 1-21 of 99"
    assert shown[7].rstrip() == ">   7 line 7"
    assert shown[-1].startswith("↑ ↓ scroll")


def test_help_page_names_every_key():
    shown = "\n".join(lines_of(screen(begin()._replace(page=HELP), 80, 24)))
    for key in ("y ", "n ", "e ", "d ", "o ", "u ", "/ ", "q ", "Ctrl-C"):
        assert f"\n  {key}" in shown


def test_screen_without_room_asks_for_more():
    shown = lines_of(screen(begin(), LEAST_COLUMNS - 1, 24))
    assert shown[0].startswith("This screen is too small")
    assert len(shown) == 24


def test_filter_that_lets_nothing_through_says_so():
    state = sitting.narrow(begin(), "absent")
    shown = lines_of(compose(state, None, (), 80, 24))
    assert "0 of 0 (of 4 in all)" in shown[0]
    assert any("Nothing holds these words." in row for row in shown)
    assert any("filter: absent" in row for row in shown)


def test_item_that_cannot_be_shown_says_why():
    shown = lines_of(compose(begin(), "This item can't be shown: no such file", (), 80, 24))
    assert any("no such file" in row for row in shown)
