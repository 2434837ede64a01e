"""Claims laid side by side: what was replaced, exchanged or turned round in wording that is alike otherwise."""

from __future__ import annotations

import pytest

from daykeep.text.claims import compare
from daykeep.text.claims.reading import read_claim
from daykeep.text.claims.swaps import MAX_ALIGNED, find_swap, lay_out


def swap(old, new):
    layout = lay_out(read_claim(old).units, read_claim(new).units)
    assert layout is not None
    return find_swap(layout, polar=True)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("The guest room key hangs behind the door", "The guest room key hangs behind the clock", "door against clock"),
        ("Use tabs in the first file, spaces in the second file", "Use spaces in the first file, tabs in the second file",
         "changed places"),
        ("The mirror keeps removed files for a week", "The mirror drops removed files for a week", "keep against drop"),
        ("文档用逗号分隔，表格用分号分隔", "文档用分号分隔，表格用逗号分隔", "changed places"),
    ],
)  # fmt: skip
def test_find_swap_names_what_was_replaced_exchanged_or_turned(old, new, reason):
    assert reason in swap(old, new)
    assert swap(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The guest room key hangs behind the door", "The guest room key hangs behind the door"),
        ("Restart the gateway after editing the config", "Reboot the gateway after editing the config"),
        ("Backups and logs are kept on the server", "Logs and backups are kept on the server"),
        ("报销单要附发票原件", "报销单要附上发票原件"),
    ],
)
def test_find_swap_other_words_for_the_same_are_none(old, new):
    assert swap(old, new) == ""


def test_lay_out_counts_what_is_alike_and_gives_the_spots_in_order():
    layout = lay_out(read_claim("red lamp near window").units, read_claim("blue lamp near mirror").units)
    assert layout is not None
    assert [[unit.key for unit in spot.new] for spot in layout.spots] == [["blue"], ["mirror"]]
    assert 1.0 <= layout.alike <= 2.0


def test_lay_out_empty_or_long_claims_are_not_laid_side_by_side():
    long = read_claim(" ".join(f"word{number}" for number in range(MAX_ALIGNED + 1))).units
    assert lay_out(long, long) is None
    assert lay_out((), long[:1]) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("No deploys on Fridays after 15:00", "No deploys on Fridays before 15:00"),
        ("周五下午三点之后禁止上线", "周五下午三点之前禁止上线"),
        ("The lease ends in May", "The lease ends in June"),
        ("Plan B is paid by the client", "Plan C is paid by the client"),
        ("Do not spend more than 5 dollars a day", "You may spend more than 5 dollars a day"),
        ("The job takes its files from set-a-eu", "The job takes its files from set-a-us"),
    ],
)
def test_compare_times_letters_bounds_and_identifiers_are_told_apart(old, new):
    assert compare(new, old).relation in {"contradicts", "different"}
    assert compare(old, new).relation in {"contradicts", "different"}


def test_compare_denied_excess_is_the_same_as_a_bound():
    assert (
        compare("At most 5 dollars a day may be spent", "Do not spend more than 5 dollars a day").relation
        == "same"
    )
