"""Which sections stand in the middle of a long context; both ends of the zone belong to it."""

from __future__ import annotations

import pytest

from daykeep.context.build.position import advise, find_in_the_middle
from daykeep.context.build.section import Section


def section(key, tokens, place="system"):
    return Section(0, key, key, "dynamic", "session", place, "", tokens, "", (), ())


def test_short_context_has_no_middle():
    assert find_in_the_middle([section("a", 1000), section("b", 1000), section("c", 1999)]) == []


def test_section_between_thirty_and_seventy_percent_is_told():
    found = find_in_the_middle([section("start", 2000), section("middle", 6000), section("end", 2000)])
    assert found == ["middle"]


@pytest.mark.parametrize(("before", "behind"), [(1500, 3500), (3500, 1500)])
def test_both_ends_of_the_zone_belong_to_it(before, behind):
    assert "x" in find_in_the_middle([section("a", before), section("x", 0), section("b", behind)])


@pytest.mark.parametrize("sizes", [(6500, 3500), (3500, 6500)])
def test_section_that_begins_or_ends_the_context_stands_at_an_end(sizes):
    first, last = sizes
    assert find_in_the_middle([section("first", first), section("last", last)]) == []


def test_advice_names_three_sections_and_counts_the_others():
    assert advise(["a", "b"], 5000).startswith("advice: a, b in the middle of 5,000 tokens. ")
    assert advise(["a", "b", "c", "d", "e"], 5000).startswith("advice: a, b, c and 2 more in the middle")


def test_conversation_stands_between_opening_and_end():
    parts = [section("static", 3000), section("memories", 500, "end")]
    assert find_in_the_middle(parts, 50_000) == []


def test_nearly_full_window_is_judged_by_the_distance_from_the_end():
    sizes = {"start": 60_000, "far": 10_000, "near": 50_000, "end": 60_000}
    parts = [section(key, tokens) for key, tokens in sizes.items()]
    assert find_in_the_middle(parts, window_tokens=200_000) == ["far"]
    assert find_in_the_middle(parts, window_tokens=1_000_000) == ["far", "near"]
