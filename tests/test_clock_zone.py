from __future__ import annotations

import subprocess
import sys

import pytest

from daykeep.clock import Zone, resolve_zone, zone_in_user_text
from daykeep.zones import UTC_READING, ZoneReading, load_zone


def berlin() -> ZoneReading:
    return ZoneReading("Europe/Berlin", load_zone("Europe/Berlin"))


def resolve(**sources: object) -> Zone:
    return resolve_zone(**{"environ": {}, "find_system": berlin, **sources})  # type: ignore[arg-type]


USER = "# USER.md\n\n- **Name:** Wen\n- **Timezone:** {}\n"


def test_flag_wins_over_user_file_setting_environment_and_machine() -> None:
    everything = {
        "flag": "Asia/Tokyo",
        "user_text": USER.format("Asia/Shanghai"),
        "setting": "Europe/Paris",
        "environ": {"TZ": "America/Havana"},
    }
    expected = [
        ("flag", "Asia/Tokyo", "flag"),
        ("user_text", "Asia/Shanghai", "USER.md:4"),
        ("setting", "Europe/Paris", "daykeep.toml"),
        ("environ", "America/Havana", "environment"),
    ]
    for source, name, origin in expected:
        found = resolve(**everything)
        assert (found.name, found.origin, found.problems) == (name, origin, ())
        del everything[source]
    assert resolve()[::2] == ("Europe/Berlin", "system")
    nowhere = resolve(find_system=lambda: ZoneReading("", None, "is not known"))
    assert (nowhere.name, nowhere.origin) == ("UTC", "default")


def test_empty_tz_variable_counts_as_unset() -> None:
    assert resolve(environ={"TZ": ""}).origin == "system"
    assert resolve(environ={"TZ": "  "}).origin == "system"


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("PST", ['"PST" is an abbreviation', "America/Los_Angeles"]),
        ("UTC+25", ['"UTC+25"', "UTC-12:00 to UTC+14:00"]),
        ("../../etc/passwd", ['"../../etc/passwd" is not a time zone', '"Europe/Berlin"']),
        ("", ["the time zone is empty", '"UTC+8"']),
        ("Asia/Shanghai / Asia/Tokyo", ["more than one zone", "write Asia/Shanghai or Asia/Tokyo"]),
        ("America/new_york", ["America/New_York"]),
        ("北京时间", ["Asia/Shanghai"]),
    ],
)
def test_bad_zone_in_user_file_is_named_with_its_line_and_the_next_source_counts(
    written: str, words: list[str]
) -> None:
    found = resolve(user_text=USER.format(written), setting="Europe/Paris")
    assert (found.name, found.origin) == ("Europe/Paris", "daykeep.toml")
    (problem,) = found.problems
    assert problem.startswith("USER.md:4: ")
    assert problem.endswith("; the zone is Europe/Paris (daykeep.toml) until then")
    assert [word for word in words if word not in problem] == []


def test_bad_zones_everywhere_are_all_named_and_the_machine_counts() -> None:
    found = resolve(flag="A", user_text=USER.format("B"), setting="C", environ={"TZ": "D/E"})
    assert found.origin == "system"
    starts = [problem.split('"', 1)[0] for problem in found.problems]
    assert starts == ["flag: ", "USER.md:4: ", "daykeep.toml: ", "TZ="]


def test_offset_that_contradicts_its_zone_is_named_and_the_zone_counts() -> None:
    found = resolve(user_text=USER.format("Asia/Shanghai (UTC+9)"))
    assert (found.name, found.origin) == ("Asia/Shanghai", "USER.md:4")
    assert found.problems == (
        'USER.md:4: "Asia/Shanghai (UTC+9)" says +9, which is never the time in Asia/Shanghai; the name counts',
    )


def test_second_zone_in_user_file_is_named_and_the_first_counts() -> None:
    found = resolve(user_text=USER.format("Asia/Tokyo") + "- Timezone: Europe/Paris\n- 时区：Asia/Tokyo\n")
    assert found.name == "Asia/Tokyo"
    assert found.problems == (
        'USER.md:5: "Europe/Paris" is a second time zone; Asia/Tokyo (USER.md:4) counts',
    )


def test_empty_field_beside_a_filled_one_is_no_problem() -> None:
    found = resolve(user_text=USER.format("") + "- 时区：Asia/Tokyo\n")
    assert (found.name, found.problems) == ("Asia/Tokyo", ())


def test_terminal_escapes_and_length_of_a_bad_zone_stay_out_of_the_message() -> None:
    (problem,) = resolve(user_text=USER.format("\x1b[31m" + "x" * 5000)).problems
    assert problem.isprintable()
    assert len(problem) < 250


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- **Timezone:** Asia/Shanghai (UTC+8)", ("Asia/Shanghai (UTC+8)", 1)),
        ("- **时区**：Asia/Shanghai", ("Asia/Shanghai", 1)),
        ("時區: Asia/Taipei", ("Asia/Taipei", 1)),
        ("---\ntimezone: Europe/Oslo\n---", ("Europe/Oslo", 2)),
        ("* Time Zone: Europe/Oslo", ("Europe/Oslo", 1)),
        ("> `time_zone`: Europe/Oslo", ("Europe/Oslo", 1)),
        ("- My timezone is Europe/Oslo.", ("Europe/Oslo", 1)),
        ("Timezone is **Asia/Jakarta (UTC+7, WIB)**.", ("Asia/Jakarta (UTC+7, WIB)**", 1)),
        ("- User timezone: Europe/Oslo", ("Europe/Oslo", 1)),
        ("- Location/Timezone: Europe/Oslo", ("Europe/Oslo", 1)),
        ("- Lives in Oslo, timezone: Europe/Oslo", ("Europe/Oslo", 1)),
        ("- Timezone (IANA): Europe/Oslo", ("Europe/Oslo", 1)),
        ("| Field | Value |\n|---|---|\n| Timezone | Europe/Oslo | set |", ("Europe/Oslo", 3)),
        ("## Timezone\n\n- Europe/Oslo\n", ("Europe/Oslo", 1)),
        ("- Zeitzone: Europe/Berlin", ("Europe/Berlin", 1)),
        ("- **Timezone:**\n- **Notes:** x", ("", 1)),
        ("- Timezone: Europe/Oslo <!-- moved in May -->", ("Europe/Oslo", 1)),
        (
            "<!-- Timezone: Europe/Oslo -->\n<!--\ntimezone: Europe/Paris\n-->\n时区：Asia/Tokyo",
            ("Asia/Tokyo", 5),
        ),
        ("- The timezone handling of this app is broken", None),
        ("- Timezones: many", None),
        ("- Name: Wen", None),
        ("", None),
    ],
)
def test_time_zone_field_is_found_in_every_spelling(text: str, found: tuple[str, int] | None) -> None:
    assert zone_in_user_text(text) == found


def test_superseded_entry_of_a_dated_user_file_does_not_count() -> None:
    text = (
        "<!-- observed: 2026-01-02 | status: superseded -->\n\n- Timezone: Europe/Berlin\n\n"
        "<!-- observed: 2026-05-02 | status: active -->\n- Timezone: Asia/Tokyo\n"
    )
    found = resolve(user_text=text)
    assert (found.name, found.origin, found.problems) == ("Asia/Tokyo", "USER.md:6", ())


def test_utc_workspace_loads_neither_the_zone_database_nor_tzlocal() -> None:
    program = (
        "import sys; from daykeep.clock import resolve_zone;"
        "print(resolve_zone(environ={'TZ': 'UTC'}, setting='UTC').name,"
        "sorted({'zoneinfo', 'tzlocal', 'tzdata', 'difflib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "UTC []"


def test_machine_is_not_asked_when_the_user_file_answers() -> None:
    asked = []

    def system() -> ZoneReading:
        asked.append(1)
        return UTC_READING

    resolve(user_text=USER.format("Asia/Shanghai"), find_system=system)
    assert asked == []
