"""Lines of three versions: the form of the file, and the merge where there is nothing but lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.merge.lines import match, merge_lines, read_sides

LINES = st.lists(st.sampled_from("abcde"), max_size=12)


@given(LINES, LINES)
def test_matched_lines_are_equal_and_rise(base: list[str], side: list[str]) -> None:
    found = sorted(match(base, side).items())
    assert all(base[at] == side[there] for at, there in found)
    places = [there for _, there in found]
    assert places == sorted(set(places))


@given(LINES, LINES)
def test_change_of_one_side_is_taken(base: list[str], side: list[str]) -> None:
    assert merge_lines(base, base, side, size=7) == (side, 0)
    assert merge_lines(base, side, base, size=7) == (side, 0)
    assert merge_lines(base, side, side, size=7) == (side, 0)


def test_conflict_shows_both_versions_between_marks_of_the_size() -> None:
    lines, conflicts = merge_lines(["a", "b", "c"], ["a", "x", "c"], ["a", "y", "c"], size=3)
    assert conflicts == 1
    assert lines == ["a", "<<< ours", "x", "===", "y", ">>> theirs", "c"]


def test_many_repeated_lines_are_matched_in_no_time() -> None:
    base = ["same"] * 100_000
    assert len(match(base, ["new", *base[:-5], "end"])) <= len(base)


def test_mixed_line_ends_stay_in_their_lines() -> None:
    sides = read_sides(b"a\r\nb\n", b"a\r\nb\nc\r\n", b"a\r\nb\n")
    assert sides is not None
    assert sides.join(sides.ours) == b"a\r\nb\nc\r\n"
