"""A conversation written down as Markdown has speakers; labels before paragraphs make none."""

from __future__ import annotations

import pytest

from daykeep.search.chunks import chunk_markdown
from daykeep.search.chunks.speakers import find_speakers, name_before

TALK = [
    "# Talk",
    "",
    *("**Ada:** I moved to Porto.", "", "**Ben Li:** When?", "", "**Ada:** In May.", "") * 2,
]


def test_paragraphs_of_a_conversation_carry_their_speakers():
    assert [chunk.speaker for chunk in chunk_markdown(TALK)] == ["Ada", "Ben Li", "Ada"] * 2


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("**Ada:** hi", "Ada"),
        ("**林薇**：好", ""),
        ("**林薇**： 好", "林薇"),
        ("Ada: hi", ""),
        ("**bold** text", ""),
    ],
)
def test_a_name_stands_in_bold_before_a_colon_and_a_blank(line, name):
    assert name_before(line) == name


@pytest.mark.parametrize(
    "lines",
    [
        ["**Problem:** a", "", "**Fix:** b", ""],
        ["**Problem:** a", "", "**Fix:** b", "", "Some text.", "", "More text.", "", "And more.", ""] * 3,
        ["- **Ada:** a", "- **Ben:** b"] * 5,
        ["**Ada:** alone", ""] * 9,
        [],
    ],
)
def test_labels_lists_and_monologues_have_no_speakers(lines):
    assert find_speakers(lines) == frozenset()
    assert {chunk.speaker for chunk in chunk_markdown(lines)} <= {None}


def test_a_turn_of_several_lines_is_one_turn():
    lines = ["**Ada:** one", "two", "", "**Ben:** three", ""] * 4
    assert find_speakers(lines) == {"Ada", "Ben"}
