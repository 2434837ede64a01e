"""The place where a change would land: what goes and comes, in order, with its neighbours."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from daykeep.review.difference import compare_lines
from daykeep.tui.landing import COMES, GAP, GOES, STAYS, find_landing

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "  "]), max_size=12)


def landing(before, after, around=1):
    return [
        row.sign + row.text
        for row in find_landing(before, after, compare_lines(before, after), around=around)
    ]


def test_added_line_is_shown_between_its_neighbours():
    assert landing(["# M", "", "- a", "- c"], ["# M", "", "- a", "- b", "- c"]) == [" - a", "+- b", " - c"]


def test_replaced_line_is_shown_as_old_and_new():
    assert landing(["x", "- old", "y"], ["x", "- new", "y"]) == [" x", "-- old", "+- new", " y"]


def test_two_places_are_parted_by_a_gap():
    before = ["a", "1", "2", "3", "4", "5", "b"]
    after = ["A", "1", "2", "3", "4", "5", "B"]
    assert landing(before, after) == ["-a", "+A", " 1", GAP, " 5", "-b", "+B"]


def test_first_lines_of_a_new_file_are_shown():
    assert landing([], ["# Memory", "", "- a"]) == ["+# Memory", " ", "+- a"]


def test_no_change_has_no_landing():
    assert landing(["a"], ["a"]) == []


def test_numbers_are_those_of_the_file_the_line_stands_in():
    before, after = ["a", "old", "z"], ["a", "new", "more", "z"]
    rows = find_landing(before, after, compare_lines(before, after), around=1)
    assert [(row.sign, row.number) for row in rows] == [(" ", 1), ("-", 2), ("+", 2), ("+", 3), (" ", 4)]


@given(LINES, LINES)
def test_every_line_that_goes_or_comes_is_shown_once(before, after):
    difference = compare_lines(before, after)
    rows = find_landing(before, after, difference, around=2)
    assert [(row.number, row.text) for row in rows if row.sign == GOES] == list(difference.removed)
    assert [(row.number, row.text) for row in rows if row.sign == COMES] == list(difference.added)
    assert {row.sign for row in rows} <= {STAYS, GOES, COMES, GAP}
