from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.zones import known_zones, load_zone, read_environment, read_system, read_zone, suggest_zones

if TYPE_CHECKING:
    from pathlib import Path

SUMMER = datetime(2026, 7, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Asia/Shanghai", "Asia/Shanghai"),
        ("Asia/Shanghai (UTC+8)", "Asia/Shanghai"),
        ("Asia/Shanghai（UTC+8）", "Asia/Shanghai"),
        ("**Asia/Jakarta (UTC+7, WIB)**", "Asia/Jakarta"),
        ("`America/Chicago` (CST)", "America/Chicago"),
        ("Europe/Berlin (CET/CEST)", "Europe/Berlin"),
        ("America/New_York (UTC-5)", "America/New_York"),
        ("America/New_York (UTC-4)", "America/New_York"),
        ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("Australia/Lord_Howe (UTC+10:30)", "Australia/Lord_Howe"),
        ("[Europe/Berlin]", "Europe/Berlin"),
        ("Singapore", "Singapore"),
        ("EST5EDT", "EST5EDT"),
        ("UTC", "UTC"),
        ("utc", "UTC"),
        ("GMT", "UTC"),
        ("UTC (+00:00)", "UTC"),
        ("UTC+8", "UTC+08:00"),
        ("UTC +8", "UTC+08:00"),
        ("GMT+5:30", "UTC+05:30"),
        ("UTC-3:30", "UTC-03:30"),
        ("UTC−5", "UTC-05:00"),
        ("+0800", "UTC+08:00"),
        ("UTC/GMT+8", "UTC+08:00"),
        ("UTC-12", "UTC-12:00"),
        ("UTC+14", "UTC+14:00"),
        ("东八区 (UTC+8)", "UTC+08:00"),
        ("北京时间（UTC+8）", "UTC+08:00"),
    ],
)
def test_zone_as_people_write_it_is_read_without_a_word(written: str, name: str) -> None:
    reading = read_zone(written)
    assert (reading.name, reading.fault) == (name, "")
    assert reading.info is not None


@pytest.mark.parametrize(
    ("written", "fault", "suggestions"),
    [
        ("PST", "is an abbreviation, not a zone", ("America/Los_Angeles",)),
        ("CST", "is an abbreviation, not a zone", ("Asia/Shanghai", "America/Chicago")),
        ("America/new_york", "is not in the time zone database", ("America/New_York",)),
        ("Amercia/New_York", "is not a time zone", ("America/New_York",)),
        ("Asia/Beijing", "is not in the time zone database", ("Asia/Shanghai",)),
        ("北京时间", "is not a time zone", ("Asia/Shanghai",)),
        ("东八区", "is not a time zone", ("Asia/Shanghai",)),
        ("上海", "is not a time zone", ("Asia/Shanghai",)),
        ("China Standard Time", "is not a time zone", ("Asia/Shanghai",)),
        ("W. Europe Standard Time", "is not a time zone", ("Europe/Berlin",)),
        ("New York", "is not a time zone", ("America/New_York",)),
        ("Pacific Time", "is not a time zone", ("America/Los_Angeles",)),
        ("PST/PDT", "is not a time zone", ("America/Los_Angeles",)),
        ("UTC+25", "is outside the offsets in use, UTC-12:00 to UTC+14:00", ()),
        ("UTC-13", "is outside the offsets in use, UTC-12:00 to UTC+14:00", ()),
        ("UTC+14:30", "is outside the offsets in use, UTC-12:00 to UTC+14:00", ()),
        ("UTC+05:75", "is outside the offsets in use, UTC-12:00 to UTC+14:00", ()),
        ("UTC+8 / UTC-5", "names more than one offset", ()),
        ("Asia/Shanghai, Europe/Paris", "names more than one zone", ("Asia/Shanghai", "Europe/Paris")),
        ("Asia/Shanghai→Europe/Paris", "names more than one zone", ("Asia/Shanghai", "Europe/Paris")),
        (
            "UTC (America/New_York or your local timezone)",
            "names more than one zone",
            ("UTC", "America/New_York"),
        ),
        ("../../etc/passwd", "is not a time zone", ()),
        ("/etc/passwd", "is not a time zone", ()),
        ("localtime", "is not a time zone", ()),
        ("posixrules", "is not a time zone", ()),
        ("Asia", "is not a time zone", ()),
        ("zone.tab", "is not a time zone", ()),
        ("", "is empty", ()),
        ("_(optional)_", "is empty", ()),
        ("<your timezone>", "is empty", ()),
        ("_(e.g. Asia/Shanghai)_", "is empty", ()),
        ("待填写", "is empty", ()),
    ],
)
def test_zone_that_cannot_be_one_is_named_with_what_may_be_meant(
    written: str, fault: str, suggestions: tuple[str, ...]
) -> None:
    reading = read_zone(written)
    assert reading.info is None
    assert (reading.fault, reading.suggestions) == (fault, suggestions)


@pytest.mark.parametrize(
    ("written", "name", "words"),
    [
        ("Asia/Shanghai (UTC+9)", "Asia/Shanghai", "says +9, which is never the time in Asia/Shanghai"),
        ("PST (UTC-8)", "UTC-08:00", "without summer time"),
        ("EST", "EST", "has no summer time"),
    ],
)
def test_zone_that_is_usable_but_doubtful_keeps_its_fault(written: str, name: str, words: str) -> None:
    reading = read_zone(written)
    assert reading.name == name
    assert reading.info is not None
    assert words in reading.fault


@pytest.mark.parametrize(
    "name", ["right/UTC", "posix/Asia/Shanghai", "Factory", "a" * 300, "..", "Asia/../Asia/Tokyo"]
)
def test_side_files_of_the_database_are_no_zones(name: str) -> None:
    assert load_zone(name) is None


@given(st.text(max_size=200))
def test_any_text_is_read_without_an_error(text: str) -> None:
    reading = read_zone(text)
    assert (reading.info is None) <= bool(reading.fault)
    read_environment(text)


@given(st.integers(-12 * 60, 14 * 60))
def test_every_offset_in_use_is_read_back_from_its_own_name(minutes: int) -> None:
    sign = "-" if minutes < 0 else "+"
    reading = read_zone(f"UTC{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}")
    assert reading.info is not None
    assert SUMMER.astimezone(reading.info).utcoffset() == timedelta(minutes=minutes)


def test_every_name_of_the_database_is_read_as_itself() -> None:
    names = [name for name in known_zones() if name not in {"Factory", "GMT", "UTC", "Etc/UTC", "EST", "MST"}]
    assert len(names) > 500
    plain = [name for name in names if "/" in name]
    assert [name for name in plain if read_zone(name).name != name] == []
    single = [name for name in names if "/" not in name and "GMT" not in name]
    assert [name for name in single if read_zone(name).name != name] == []


@pytest.mark.parametrize(
    ("variable", "name"),
    [
        ("Asia/Shanghai", "Asia/Shanghai"),
        (":Asia/Shanghai", "Asia/Shanghai"),
        ("/usr/share/zoneinfo/Asia/Shanghai", "Asia/Shanghai"),
        ("UTC", "UTC"),
        ("UTC0", "UTC"),
        ("CST-8", "UTC+08:00"),
        ("<+0530>-5:30", "UTC+05:30"),
        ("EST5EDT,M3.2.0,M11.1.0", "EST5EDT"),
    ],
)
def test_tz_variable_is_read_as_the_system_reads_it(variable: str, name: str) -> None:
    reading = read_environment(variable)
    assert (reading.name, reading.fault) == (name, "")


@pytest.mark.parametrize(
    "variable", ["Mars/Olympus", ":/etc/localtime", "XXX3YYY", "UTC+25", "../../etc/passwd", ":"]
)
def test_tz_variable_that_names_nothing_is_a_fault(variable: str) -> None:
    reading = read_environment(variable)
    assert reading.info is None
    assert reading.fault


def test_machine_zone_is_where_its_link_points(tmp_path: Path) -> None:
    link = tmp_path / "localtime"
    link.symlink_to("/usr/share/zoneinfo/America/Havana")
    assert read_system(str(link)).name == "America/Havana"


def test_machine_zone_without_a_link_is_asked_of_the_system(tmp_path: Path) -> None:
    program = f"from daykeep.zones import read_system; print(read_system({str(tmp_path / 'missing')!r}).name)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "Asia/Tokyo"


@pytest.mark.parametrize("answer", ["", "Nowhere/Land", "../etc/passwd"])
def test_machine_zone_that_nobody_knows_is_a_fault(tmp_path: Path, answer: str) -> None:
    reading = read_system(str(tmp_path / "missing"), lambda: answer)
    assert (reading.info, reading.fault) == (None, "is not known")


def test_suggestions_are_few_and_exist() -> None:
    for text in ("shanghai", "london", "kolkata", "Europe/Berln", "austin", "indianapolis", "eastern"):
        found = suggest_zones(text)
        assert 1 <= len(found) <= 3
        assert set(found) <= set(known_zones())
    assert suggest_zones("somewhere nobody has been") == ()
