"""What a text's way changes is no edit; what a person changes is, and nothing else of the text with it."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.review.digest.marks import harmless
from daykeep.review.digest.wording import find_edit

SENT = ('- Say "no" -- it\'s [x] `once`…', "  second ＃1 line, R&D <b> #abcdef12")


def shown(lines=SENT):
    return [harmless(line) for line in lines]


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines,
        lambda lines: [" ".join(lines)],
        lambda lines: [line.replace('"', "“").replace("'", "’").replace("--", "—") for line in lines],
        lambda lines: [html.escape(line) for line in lines],
        lambda lines: [line.replace(" ", "\u00a0").replace("…", "...") for line in lines],
        lambda lines: [],
        lambda lines: ["", " "],
    ],
)
def test_way_of_a_text_is_no_edit(change):
    assert find_edit(SENT, change(shown())) is None


def test_edited_word_is_the_only_thing_that_changes():
    came = [line.replace('"', "“").replace("'", "’").replace("second", "third") for line in shown()]
    assert find_edit(SENT, came) == (SENT[0], SENT[1].replace("second", "third"))


def test_line_that_was_taken_out_or_added_is_an_edit():
    assert find_edit(SENT, shown()[:1]) == SENT[:1]
    assert find_edit(SENT, [*shown(), "- a new one"]) == (*SENT, "- a new one")


def test_edit_of_an_escaped_text_is_unescaped():
    came = [html.escape(line).replace("second", "third") for line in shown()]
    assert find_edit(SENT, came) == (SENT[0], SENT[1].replace("second", "third"))


def test_control_characters_that_come_back_as_they_were_shown_are_no_edit_and_stay():
    sent = ("", "- \x1b[31mred\x07", "a\u2028b\x0bc\x0cd\x85e\x1ff")
    assert find_edit(sent, shown(sent)) is None
    edited = [line.replace("red", "blue") for line in shown(sent)]
    assert find_edit(sent, edited) == (sent[0], sent[1].replace("red", "blue"), sent[2])


def test_blank_line_between_paragraphs_stays_where_another_line_was_edited():
    sent = ("", "One thing.", "", "Another thing.")
    assert find_edit(sent, ["", "One thing.", "", "Some other thing."]) == (*sent[:3], "Some other thing.")


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r")), min_size=1, max_size=4
    )
)
def test_every_text_that_comes_back_as_it_was_shown_is_unchanged(lines):
    assert find_edit(lines, shown(lines)) is None
    assert find_edit(lines, [html.escape(line) for line in shown(lines)]) is None
