import os
import sys
from datetime import date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.daily.find import is_log_name, list_daily, pick_days, scan_days, wrong_years
from daykeep.daily.names import DailyName, parse_daily_name
from daykeep.files.store import Files

TODAY = date(2026, 3, 10)
YESTERDAY = date(2026, 3, 9)


def put(root, *names, text="x\n"):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_all_files_of_a_day_are_found_the_plain_one_first(tmp_path):
    put(
        tmp_path,
        "memory/2026-03-10-0900.md",
        "memory/2026-03-10.md",
        "memory/2026-03-10-slug.md",
        "memory/learnings/2026-03-10-今日.md",
        "memory/2026-03/10.md",
        "memory/2026/03/10.md",
        "memory/hb/check-20260310-1430.md",
        "memory/2026-03-10/standup.md",
        "memory/20260310.txt",
        "memory/2026-03-09.md",
        "memory/2026-03-11.md",
        "memory/2026-03-101.md",
        "memory/notes-to-self.md",
    )
    found = scan_days(Files(tmp_path), [TODAY, YESTERDAY]).by_day
    assert found[TODAY] == [
        "memory/2026-03-10.md",
        "memory/2026-03-10-0900.md",
        "memory/2026-03-10-slug.md",
        "memory/2026-03-10/standup.md",
        "memory/2026-03/10.md",
        "memory/2026/03/10.md",
        "memory/20260310.txt",
        "memory/hb/check-20260310-1430.md",
        "memory/learnings/2026-03-10-今日.md",
    ]
    assert found[YESTERDAY] == ["memory/2026-03-09.md"]


def test_folders_of_another_purpose_are_not_entered(tmp_path):
    put(
        tmp_path,
        *(
            f"memory/{folder}/2026-03-10.md"
            for folder in (
                ".dreams",
                "dreaming/light",
                "sessions",
                "notes",
                "archive/2026",
                ".git",
                "x/.trash",
            )
        ),
    )
    assert scan_days(Files(tmp_path), [TODAY]).by_day == {TODAY: []}
    assert scan_days(Files(tmp_path), [TODAY], archive=True).by_day == {
        TODAY: ["memory/archive/2026/2026-03-10.md"]
    }


def test_dot_folders_of_logs_are_entered(tmp_path):
    put(tmp_path, "memory/schedules/.archive/2026-03-10/20260310T235013.md")
    assert len(scan_days(Files(tmp_path), [TODAY]).by_day[TODAY]) == 1


def test_conflict_copies_are_kept_apart(tmp_path):
    copy = "memory/2026-03-10.sync-conflict-20260310-143000-ABCDEFG.md"
    put(tmp_path, "memory/2026-03-10.md", copy)
    scan = scan_days(Files(tmp_path), [TODAY])
    assert scan.by_day[TODAY] == ["memory/2026-03-10.md"]
    assert scan.copies == [copy]


def test_missing_memory_folder_has_no_logs(tmp_path):
    assert scan_days(Files(tmp_path), [TODAY]) == ({TODAY: []}, [], [])


def test_memory_that_is_a_file_has_no_logs(tmp_path):
    (tmp_path / "memory").write_text("not a folder", encoding="utf-8")
    assert scan_days(Files(tmp_path), [TODAY]).by_day == {TODAY: []}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may list every folder")
def test_folder_that_cannot_be_listed_is_named(tmp_path):
    put(tmp_path, "memory/closed/2026-03-10.md")
    (tmp_path / "memory/closed").chmod(0)
    try:
        assert scan_days(Files(tmp_path), [TODAY]).closed == ["memory/closed"]
    finally:
        (tmp_path / "memory/closed").chmod(0o700)


def test_link_to_a_folder_outside_is_not_followed(tmp_path):
    outside = tmp_path / "outside"
    put(outside, "2026-03-10.md")
    root = tmp_path / "ws"
    put(root, "memory/2026-03-09.md")
    (root / "memory/link").symlink_to(outside, target_is_directory=True)
    assert scan_days(Files(root), [TODAY]).by_day == {TODAY: []}


def test_scan_asks_the_system_about_folders_only(tmp_path):
    first = date(2015, 1, 1)
    put(tmp_path, *(f"memory/{first + timedelta(days=number)}.md" for number in range(1000)))
    put(tmp_path, "memory/2026-03-10.md", "memory/sub/2026-03-10-a.md")
    asked = []

    def watch(frame, event, argument):
        del frame
        if event == "c_call" and getattr(argument, "__module__", "") == "posix":
            asked.append(argument.__name__)

    sys.setprofile(watch)
    try:
        found = scan_days(Files(tmp_path), [TODAY]).by_day
    finally:
        sys.setprofile(None)
    assert found[TODAY] == ["memory/2026-03-10.md", "memory/sub/2026-03-10-a.md"]
    assert asked.count("scandir") == 2
    assert len(asked) < 30


def test_names_of_a_commit_are_picked_like_files(tmp_path):
    names = ["memory/2026-03-10-a.md", "memory/2026-03-10.md", "memory/notes/2026-03-10.md", "2026-03-10.md"]
    assert pick_days(names, [TODAY]).by_day[TODAY] == ["memory/2026-03-10.md", "memory/2026-03-10-a.md"]
    put(tmp_path, *names)
    assert scan_days(Files(tmp_path), [TODAY]).by_day[TODAY] == pick_days(names, [TODAY]).by_day[TODAY]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("memory/a.md", True),
        ("memory/x/a.md", True),
        ("a.md", False),
        ("memory/notes/a.md", False),
        ("memory/archive/2026/a.md", True),
        ("memory/x/.git/a.md", False),
        ("notes/memory/a.md", False),
    ],
)
def test_place_of_a_log_is_told_by_its_folders(name, expected):
    assert is_log_name(name) is expected


def test_list_gives_all_logs_oldest_first(tmp_path):
    put(
        tmp_path,
        "memory/2026-03-10.md",
        "memory/log-2026-03-08.md",
        "memory/2026-03-10-b.md",
        "memory/plan.md",
    )
    put(tmp_path, "memory/archive/2025/2025-01-01.md")
    names = [daily.name for daily in list_daily(Files(tmp_path))]
    assert names == ["memory/log-2026-03-08.md", "memory/2026-03-10.md", "memory/2026-03-10-b.md"]
    assert list_daily(Files(tmp_path), archive=True)[0].name == "memory/archive/2025/2025-01-01.md"


def test_file_in_a_month_folder_gets_its_day_from_the_first_heading(tmp_path):
    put(tmp_path, "memory/2026-03/standup.md", text="\ufefftext\n# Daily log 2026-03-10\n# 2026-03-11\n")
    assert list_daily(Files(tmp_path)) == [("memory/2026-03/standup.md", TODAY, "standup", False)]


def test_file_in_a_month_folder_without_heading_gets_its_day_from_its_time_in_the_users_zone(tmp_path):
    put(tmp_path, "memory/2026-03/standup.md", "memory/plan/2026.md")
    shanghai = ZoneInfo("Asia/Shanghai")
    late = datetime(2026, 3, 10, 0, 30, tzinfo=shanghai).timestamp()
    os.utime(tmp_path / "memory/2026-03/standup.md", (late, late))
    assert [daily.day for daily in list_daily(Files(tmp_path), zone=shanghai)] == [TODAY]
    assert [daily.day for daily in list_daily(Files(tmp_path))] == [YESTERDAY]


def dailies(*days):
    return [parse_daily_name(f"memory/{day}.md") for day in days]


def test_wrong_year_among_neighbours_is_flagged_with_the_likely_day():
    found = wrong_years(dailies("2026-02-11", "2026-02-12", "2025-02-13", "2026-02-14"))
    assert found == [("memory/2025-02-13.md", date(2025, 2, 13), date(2026, 2, 13))]


def test_run_of_wrong_years_is_flagged_whole():
    right = [f"2026-02-{day:02d}" for day in range(10, 20)]
    found = wrong_years(dailies("2025-02-13", "2025-02-15", *right))
    assert [wrong.likely for wrong in found] == [date(2026, 2, 13), date(2026, 2, 15)]


def test_year_in_the_future_is_flagged():
    (found,) = wrong_years(dailies("2026-02-11", "2026-02-12", "2026-02-14", "2027-02-13"))
    assert found.likely == date(2026, 2, 13)


def test_leap_day_moves_to_an_ordinary_year():
    (found,) = wrong_years(dailies("2024-02-29", "2026-02-26", "2026-02-27", "2026-03-01"))
    assert found.likely == date(2026, 2, 28)


@pytest.mark.parametrize(
    "days",
    [
        (),
        ("2026-02-13",),
        ("2025-02-13", "2026-02-13"),
        ("2025-02-11", "2025-02-12", "2025-02-13", "2026-02-11", "2026-02-12", "2026-02-13"),
        ("2025-07-01", "2026-02-11", "2026-02-12", "2026-02-13"),
        ("2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02"),
    ],
)
def test_years_that_may_be_right_are_not_flagged(days):
    assert wrong_years(dailies(*days)) == []


def test_every_file_of_a_wrong_day_is_flagged():
    names = [*dailies("2026-02-11", "2026-02-12", "2026-02-14"), *dailies("2025-02-13")]
    names.append(DailyName("memory/2025-02-13-b.md", date(2025, 2, 13), "b", certain=True))
    assert [wrong.name for wrong in wrong_years(names)] == ["memory/2025-02-13.md", "memory/2025-02-13-b.md"]


PIECES = st.lists(
    st.sampled_from(
        [
            "2026",
            "-",
            "03",
            "10",
            "2026-03-10",
            "20260310",
            "2026_03_10",
            "2026-02-30",
            "2026-03-09",
            "a",
            "1",
            "T",
        ]
    ),
    min_size=1,
    max_size=6,
).map("".join)


@given(
    bases=st.lists(PIECES, max_size=8),
    folder=st.sampled_from(["memory", "memory/2026-03", "memory/x", "memory/2026"]),
)
def test_quick_look_at_names_finds_what_reading_every_name_finds(bases, folder):
    with TemporaryDirectory() as root:
        put(Path(root), *(f"{folder}/{base}.md" for base in bases))
        found = scan_days(Files(Path(root)), [TODAY]).by_day[TODAY]
    read = {f"{folder}/{base}.md" for base in bases}
    expected = {name for name in read if (daily := parse_daily_name(name)) and daily.day == TODAY}
    assert set(found) == expected


def test_list_says_what_it_passed_over(tmp_path):
    put(tmp_path, "memory/2026-03-10.md", "memory/2026-03-10 2.md", "memory/plan 2.md")
    problems = []
    assert len(list_daily(Files(tmp_path), problems=problems)) == 1
    assert problems == ["memory/2026-03-10 2.md: a conflict copy, not read"]


def test_link_out_of_the_root_in_a_month_folder_has_no_day(tmp_path):
    put(tmp_path, "outside.md")
    put(tmp_path / "ws", "memory/2026-03/a.txt")
    (tmp_path / "ws/memory/2026-03/b.md").symlink_to(tmp_path / "outside.md")
    assert [daily.name for daily in list_daily(Files(tmp_path / "ws"))] == ["memory/2026-03/a.txt"]


def test_log_with_an_impossible_date_is_dated_by_its_heading_or_its_file_time_and_it_is_said(tmp_path):
    put(tmp_path, "memory/2026-02-30.md", text="# 2026-03-02 Monday\n")
    put(tmp_path, "memory/2026-02-31.md", "memory/people.md", text="- a line\n")
    seconds = datetime(2026, 3, 3, 12, tzinfo=ZoneInfo("UTC")).timestamp()
    os.utime(tmp_path / "memory/2026-02-31.md", (seconds, seconds))
    problems = []
    found = list_daily(Files(tmp_path), problems=problems)
    assert [(daily.name, str(daily.day), daily.certain) for daily in found] == [
        ("memory/2026-02-30.md", "2026-03-02", False),
        ("memory/2026-02-31.md", "2026-03-03", False),
    ]
    assert sorted(problems) == [
        f"memory/{wrong}.md: {wrong} can't be its date: read as the log of {day}, by its heading or else its file time"
        for wrong, day in (("2026-02-30", "2026-03-02"), ("2026-02-31", "2026-03-03"))
    ]


def test_log_of_a_year_that_is_far_away_is_not_read_and_it_is_said(tmp_path):
    put(tmp_path, "memory/9999-12-31.md", "memory/2026-03-10.md")
    problems = []
    assert [daily.name for daily in list_daily(Files(tmp_path), problems=problems)] == [
        "memory/2026-03-10.md"
    ]
    assert problems == ["memory/9999-12-31.md: dated 9999-12-31, after today: not read"]
