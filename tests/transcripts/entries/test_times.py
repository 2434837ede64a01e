"""Points in time in every spelling."""

from datetime import UTC, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.transcripts.entries.times import read_time

EAST = timezone(timedelta(hours=8))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("2026-03-01T09:00:00Z", "2026-03-01T09:00:00+00:00"),
        ("2026-03-01T09:00:00.123Z", "2026-03-01T09:00:00.123000+00:00"),
        ("2026-03-01T09:00:00+02:00", "2026-03-01T07:00:00+00:00"),
        ("2026-03-01T09:00:00", "2026-03-01T01:00:00+00:00"),
        ("2026-03-01 09:00", "2026-03-01T01:00:00+00:00"),
        ("2026-03-01", "2026-02-28T16:00:00+00:00"),
        ("2026-03-01 09:00 UTC", "2026-03-01T09:00:00+00:00"),
        (1772355600, "2026-03-01T09:00:00+00:00"),
        (1772355600.5, "2026-03-01T09:00:00.500000+00:00"),
        (1772355600000, "2026-03-01T09:00:00+00:00"),
        (1772355600000000, "2026-03-01T09:00:00+00:00"),
        ("1772355600", "2026-03-01T09:00:00+00:00"),
    ],
)
def test_time_is_read_and_one_without_a_zone_is_the_users(value: Any, said: str) -> None:
    found = read_time(value, EAST)
    assert found is not None
    assert found.isoformat() == said


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        "",
        "yesterday",
        0,
        -5,
        12,
        1e300,
        float("nan"),
        float("inf"),
        10**400,
        [],
        {},
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "2026-13-01T00:00:00Z",
        "9" * 30,
    ],
)
def test_what_is_no_time_is_none(value: Any) -> None:
    assert read_time(value, EAST) is None


@given(st.one_of(st.text(max_size=45), st.integers(), st.floats(), st.datetimes().map(str)))
def test_nothing_breaks_it_and_what_it_gives_is_in_utc(value: Any) -> None:
    found = read_time(value, EAST)
    assert found is None or found.tzinfo is UTC
