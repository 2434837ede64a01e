from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.daily.names import (
    daily_file,
    day_of_folder,
    distant_date,
    impossible_date,
    is_conflict_copy,
    month_of_folder,
    parse_daily_name,
)

DAY = date(2026, 3, 10)


@pytest.mark.parametrize(
    ("name", "slug", "certain"),
    [
        ("memory/2026-03-10.md", "", True),
        ("memory/2026-03-10.MD", "", True),
        ("memory/2026-03-10.txt", "", True),
        ("memory/2026-03-10.markdown", "", True),
        ("memory/learnings/2026-03-10.md", "", True),
        ("memory/2026-03-10-gateway-crash.md", "gateway-crash", True),
        ("memory/2026-03-10_gateway.md", "gateway", True),
        ("memory/learnings/2026-03-10-今日进化.md", "今日进化", True),
        ("memory/2026-03-10_进化.md", "进化", True),
        ("memory/2026-03-10-1430.md", "1430", True),
        ("memory/2026_03_10.md", "", True),
        ("memory/20260310.md", "", True),
        ("memory/20260310-1430.md", "1430", True),
        ("memory/schedules/20260310T235013.md", "235013", True),
        ("memory/2026-03-10T14-30.md", "14-30", True),
        ("memory/2026-03/10.md", "", True),
        ("memory/2026/03/10.md", "", True),
        ("memory/2026/03/10-travel.md", "travel", True),
        ("memory/2026_03/10.txt", "", True),
        ("memory/log-2026-03-10.md", "log", False),
        ("memory/log-2026-03-10-late.md", "log-late", False),
        ("memory/日记2026-03-10.md", "日记", False),
        ("memory/hb/check-20260310-1430.md", "check-1430", False),
        ("memory/hb/check-20260310-143059.md", "check-143059", False),
        ("memory/hb/check-20260310-1430-ok.md", "check-1430-ok", False),
        ("memory/check-20260310_ok.md", "check-ok", False),
        ("memory/2026-03-10/standup.md", "standup", False),
        ("memory/20260310/standup.md", "standup", False),
        ("memory/2026-03-10-trip/notes/a.md", "a", False),
    ],
)
def test_name_with_a_date_gives_the_day(name, slug, certain):
    assert parse_daily_name(name) == (name, DAY, slug, certain)


@pytest.mark.parametrize(
    "name",
    [
        "memory/notes.md",
        "memory/2026-02-30.md",
        "memory/2026-13-01.md",
        "memory/20260230.md",
        "memory/2026-3-1.md",
        "memory/ticket-120260310.md",
        "memory/20260310143055.md",
        "memory/2026-03-101.md",
        "memory/12026-03-10.md",
        "memory/a20260310f.md",
        "memory/0310.md",
        "memory/1026-03-10.md",
        "memory/2026-03_10.md",
        "memory/2026-03-10.json",
        "memory/2026-03-10.md.bak",
        "memory/2026-03-10",
        "memory/.2026-03-10.md",
        "memory/.2026-03-10.md.1234.tmp",
        "memory/~$2026-03-10.md",
        "memory/.md",
        "memory/2026-02/30.md",
        "memory/2026-13/10.md",
        "memory/2026-03/100.md",
        "memory/2026-03/10th.md",
        "memory/03/10.md",
        "memory/２０２６-０３-１０.md",
        "",
    ],
)
def test_name_without_a_possible_date_gives_none(name):
    assert parse_daily_name(name) is None


def test_impossible_date_before_a_possible_one_is_passed_over():
    found = parse_daily_name("memory/2026-02-30-moved-to-2026-03-10.md")
    assert found is not None
    assert (found.day, found.certain) == (DAY, False)


def test_date_in_the_name_beats_the_date_of_the_folder():
    found = parse_daily_name("memory/2026-03-13/20260310T235013.md")
    assert found is not None
    assert found.day == DAY


@given(day=st.dates(min_value=date(1990, 1, 1), max_value=date(2099, 12, 31)))
def test_plain_name_of_every_day_is_read_back(day):
    assert parse_daily_name(daily_file(day)) == (daily_file(day), day, "", True)


@given(name=st.text(max_size=60))
def test_any_text_is_a_name_or_none(name):
    found = parse_daily_name(name + ".md")
    assert found is None or found.name == name + ".md"


@pytest.mark.parametrize(
    ("folder", "month"),
    [
        ("memory/2026-03", "2026-03"),
        ("memory/2026/03", "2026-03"),
        ("memory/2026_03", "2026-03"),
        ("memory/2026", None),
        ("memory/2026-13", None),
        ("memory/03", None),
        ("memory", None),
        ("", None),
    ],
)
def test_folder_stands_for_a_month(folder, month):
    assert month_of_folder(folder) == month


def test_innermost_dated_folder_gives_the_day():
    assert day_of_folder("memory/2026-03-09/x/2026-03-10") == DAY
    assert day_of_folder("memory/x/2026-02-30") is None


@pytest.mark.parametrize(
    "name",
    [
        "memory/2026-03-10.sync-conflict-20260310-143000-ABCDEFG.md",
        "memory/2026-03-10 (Conflicted copy Laptop 202603101430).md",
        "memory/2026-03-10 (Ann's conflicted copy 2026-03-10).md",
        "memory/2026-03-10 2.md",
        "memory/2026-03-10-1430 3.md",
    ],
)
def test_copies_of_sync_tools_are_known(name):
    assert is_conflict_copy(name)


@pytest.mark.parametrize(
    "name", ["memory/2026-03-10.md", "memory/2026-03-10-part 2.md", "memory/2026-03-10-2.md"]
)
def test_ordinary_names_are_no_copies(name):
    assert not is_conflict_copy(name)


@pytest.mark.parametrize(
    ("name", "date_as_written"),
    [
        ("memory/2026-02-30.md", "2026-02-30"),
        ("memory/2026-13-01-standup.md", "2026-13-01"),
        ("memory/notes-20260231.txt", "20260231"),
        ("memory/2026/02/30.md", "2026-02-30"),
        ("memory/1926-03-10.md", "1926-03-10"),
        ("memory/2026-03-10.md", ""),
        ("memory/2026-02-30-moved-to-2026-03-10.md", ""),
        ("memory/9999-12-31.md", ""),
        ("memory/ticket-120260310.md", ""),
        ("memory/1234-56-78.md", ""),
        ("memory/people.md", ""),
    ],
)
def test_date_that_can_not_be_is_told_from_names_without_one(name, date_as_written):
    assert impossible_date(name) == date_as_written


@pytest.mark.parametrize(
    "name", ["memory/2026-03-10.md", "memory/1926-03-10.md", "memory/9999-12-310.md", "memory/x.md"]
)
def test_name_within_the_years_of_logs_or_without_a_date_is_not_distant(name):
    assert distant_date(name) is None
    assert distant_date("memory/2100-01-01-plan.md") == date(2100, 1, 1)
