from __future__ import annotations

import doctest
from datetime import UTC, datetime

import pytest

from daykeep import clock, testing, zones
from daykeep.heartbeat import beat, state
from daykeep.heartbeat.schedule import parse
from daykeep.testing import SettableClock


def test_settable_clock_stands_still_and_moves_as_told() -> None:
    shown = SettableClock("2026-03-08T22:59:00+08:00")
    assert shown() == shown() == datetime(2026, 3, 8, 14, 59, tzinfo=UTC)
    shown.advance(days=1, hours=1, minutes=1, seconds=1)
    assert shown() == datetime(2026, 3, 9, 16, 0, 1, tzinfo=UTC)
    shown.set("2025-01-01T00:00:00Z")
    shown.advance(hours=-1)
    assert shown() == datetime(2024, 12, 31, 23, 0, tzinfo=UTC)


def test_settable_clock_refuses_a_time_without_an_offset() -> None:
    with pytest.raises(ValueError, match="no offset"):
        SettableClock("2026-03-08T22:59:00")


@pytest.mark.parametrize(
    "module", [clock, zones, testing, beat, parse, state], ids=lambda module: module.__name__
)
def test_examples_in_the_docstrings_are_true(module) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
