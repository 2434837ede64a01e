"""Where information stands in a context."""

from __future__ import annotations

import pytest

from daykeep.errors import UsageError
from daykeep.session.watching.position import FAR, MIDDLE, SAFE, check_position


@pytest.mark.parametrize("total", [10, 50, 90, 170, 330, 5000, 99990])
def test_both_bounds_of_the_zone_are_in_it(total):
    low, high = 3 * total // 10, 7 * total // 10
    assert [check_position(place, total).status for place in (low - 1, low, high, high + 1)] == [
        SAFE,
        MIDDLE,
        MIDDLE,
        SAFE,
    ]


def test_zone_counts_while_the_window_is_at_most_half_full():
    assert check_position(50_000, 100_000, window=200_000).status == MIDDLE
    assert check_position(10_000, 100_000, window=200_000).status == SAFE


def test_distance_from_the_end_counts_in_a_fuller_window():
    at_start = check_position(0, 100_002, window=200_000)
    assert at_start.status == FAR
    assert at_start.from_end == 100_002
    assert check_position(90_000, 100_002, window=200_000).status == SAFE


def test_own_zone_counts():
    assert check_position(25, 100, zone=(0.2, 0.3)).status == MIDDLE
    assert check_position(50, 100, zone=(0.2, 0.3)).status == SAFE


@pytest.mark.parametrize(
    ("position", "total", "more"),
    [
        (-1, 10, {}),
        (11, 10, {}),
        (0, 0, {}),
        (1, 10, {"window": 0}),
        (1, 10, {"zone": (0.7, 0.3)}),
        (1, 10, {"zone": (-0.1, 0.3)}),
    ],
)
def test_what_is_no_place_is_refused(position, total, more):
    with pytest.raises(UsageError):
        check_position(position, total, **more)


def test_warning_tells_how_well_founded_it_is():
    assert check_position(5, 10).evidence == "mixed"
