from __future__ import annotations

from datetime import UTC

import pytest

from daykeep.heartbeat.hours import ActiveHours, read_hours
from daykeep.zones import ZoneReading, read_zone
from tests.heartbeat.support import HAVANA, SHANGHAI, at, zone


def hours(text: str, where: str = "user") -> ActiveHours:
    found, problems = read_hours(text, where, SHANGHAI)
    assert problems == []
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("window", "open_at", "closed_at"),
    [
        ("08:00-23:00", ["08:00", "22:59"], ["07:59", "23:00", "00:00"]),
        ("08:00-24:00", ["08:00", "23:59"], ["00:00", "07:59"]),
        ("22:00-06:00", ["22:00", "23:59", "00:00", "05:59"], ["06:00", "12:00", "21:59"]),
        ("00:00-24:00", ["00:00", "12:00", "23:59"], []),
        ("09:00-09:00", [], ["08:59", "09:00", "09:01"]),
        ("8:00 – 9:30", ["08:00"], ["09:30"]),
        ("08：00至09：00", ["08:00"], ["09:00"]),
    ],
)
def test_start_belongs_to_the_window_and_the_end_does_not(
    window: str, open_at: list[str], closed_at: list[str]
) -> None:
    found = hours(window)
    assert all(found.is_open(at(f"2026-03-09 {clock}")) for clock in open_at)
    assert not any(found.is_open(at(f"2026-03-09 {clock}")) for clock in closed_at)


@pytest.mark.parametrize("text", ["8-23", "08:00", "08:00-25:00", "24:00-06:00", "08:60-09:00", "always"])
def test_window_that_is_none_is_named_and_beats_speak_at_any_time(text: str) -> None:
    found, (problem,) = read_hours(text, "user", SHANGHAI)
    assert found is None
    assert problem.startswith(f'heartbeat.active_hours "{text}" is no window of the day')


def test_no_window_means_always() -> None:
    assert read_hours("", "user", SHANGHAI) == (None, [])


def test_window_opens_next_inside_of_itself() -> None:
    window = hours("08:00-23:00")
    assert window.opens_at(at("2026-03-09 23:00")) == at("2026-03-10 08:00")
    assert window.opens_at(at("2026-03-09 07:00")) == at("2026-03-09 08:00")
    assert window.opens_at(at("2026-03-09 09:00")) == at("2026-03-09 09:00")
    assert hours("09:00-09:00").opens_at(at("2026-03-09 09:00")) is None


def test_window_that_opens_in_a_gap_opens_after_it() -> None:
    window = ActiveHours(0, 720, HAVANA)
    assert window.opens_at(at("2026-03-07 13:00", HAVANA)) == at("2026-03-08T05:00+00:00")


def test_zone_is_the_users_the_machines_or_a_name() -> None:
    def machine() -> ZoneReading:
        return read_zone("America/Havana")

    for written, name in (
        ("user", "Asia/Shanghai"),
        ("local", "America/Havana"),
        ("Europe/Berlin", "Europe/Berlin"),
    ):
        found, problems = read_hours("08:00-23:00", written, SHANGHAI, find_system=machine)
        assert problems == []
        assert found is not None
        assert found.zone.name == name


def test_zone_that_is_none_means_the_users_and_is_named() -> None:
    found, (problem,) = read_hours("08:00-23:00", "Berlin time", SHANGHAI)
    assert found is not None
    assert found.zone == SHANGHAI
    assert problem.startswith('heartbeat.active_zone: "Berlin time"')
    unknown, (silent,) = read_hours(
        "08:00-23:00", "local", zone("UTC"), find_system=lambda: ZoneReading("", None)
    )
    assert unknown is not None
    assert unknown.zone.info.utcoffset(None) == UTC.utcoffset(None)
    assert "the machine's zone is not known" in silent
