from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from daykeep.daily.stamps import Stamp, find_stamp

AT = datetime(2026, 3, 10, 14, 5, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("09:30 Title", "14:05 New"),
        ("9:30 Title", "14:05 New"),
        ("09:30:59 Title", "14:05 New"),
        ("09:30 - Title", "14:05 - New"),
        ("09:30 — Title", "14:05 — New"),
        ("09:30: Title", "14:05: New"),
        ("09:30：标题", "14:05：New"),
        ("09:30 | Title", "14:05 | New"),
        ("09:30-10:15 Title", "14:05 New"),
        ("[09:30] Title", "[14:05] New"),
        ("(09:30) Title", "(14:05) New"),
        ("（09:30） 标题", "（14:05） New"),
        ("**09:30** did", "**14:05** New"),
        ("**[09:30]** did", "**[14:05]** New"),
        ("`09:30` did", "`14:05` New"),
        ("**09:30 did** so", "14:05 New"),
        ("2:30 PM — Title", "2:05 PM — New"),
        ("9:30am Title", "2:05pm New"),
        ("2026-03-09 09:30 Title", "2026-03-10 14:05 New"),
        ("2026-03-09T09:30 Title", "2026-03-10T14:05 New"),
        ("09:30 UTC Title", "14:05 CST New"),
        ("09:30 GMT+8 Title", "14:05 CST New"),
        ("Title (09:30)", "New (14:05)"),
        ("标题（09:30）", "New（14:05）"),
        ("Title — 09:30", "New — 14:05"),
        ("Title (09:30 UTC)", "New (14:05 CST)"),
    ],
)
def test_time_is_written_as_the_neighbour_writes_it(text, rendered):
    stamp = find_stamp(text)
    assert stamp is not None
    assert stamp.render(AT, "New") == rendered


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Title",
        "ratio 3:1",
        "25:00 Title",
        "09:61 Title",
        "09:30标题",
        "09:30, later",
        "at 09:30 it broke",
        "a:b",
    ],
)
def test_text_without_a_leading_or_trailing_time_has_no_stamp(text):
    assert find_stamp(text) is None


def test_time_stands_alone_without_a_title():
    assert Stamp().render(AT, "") == "14:05"
    assert Stamp(opening="[", closing="]").render(AT, "") == "[14:05]"
    assert Stamp(opening="(", closing=")", last=True).render(AT, "") == "14:05"


@pytest.mark.parametrize(
    ("hour", "written"), [(0, "12:05 AM"), (11, "11:05 AM"), (12, "12:05 PM"), (23, "11:05 PM")]
)
def test_twelve_hour_clock_goes_over_noon_and_midnight(hour, written):
    assert Stamp(noon=" PM").render(AT.replace(hour=hour), "") == written


@pytest.mark.parametrize(
    ("zone", "written"),
    [
        (UTC, "14:05 UTC"),
        (timezone(timedelta(hours=3)), "14:05 UTC+03:00"),
        (ZoneInfo("America/Sao_Paulo"), "14:05 UTC-03"),
    ],
)
def test_zone_is_the_users_own(zone, written):
    assert Stamp(zoned=True).render(AT.replace(tzinfo=zone), "") == written


@given(title=st.from_regex(r"[A-Za-z][A-Za-z ]{0,20}[A-Za-z]", fullmatch=True), minute=st.integers(0, 1439))
def test_what_a_stamp_writes_has_the_same_stamp(title, minute):
    assume(title.split()[0].upper() not in {"AM", "PM", "UTC", "GMT"})  # these belong to the time
    at = AT.replace(hour=minute // 60, minute=minute % 60)
    for stamp in (
        Stamp(),
        Stamp("[", closing="]"),
        Stamp(separator=" - "),
        Stamp("(", closing=")", separator=" ", last=True),
    ):
        assert find_stamp(stamp.render(at, title)) == stamp


@pytest.mark.parametrize("title", ["Amazon order", "Pm2 restarted", "ampere"])
def test_word_that_begins_like_am_or_pm_is_no_half_of_the_day(title):
    assert find_stamp(f"14:05 {title}") == Stamp()


def test_long_line_is_read_in_linear_time():
    assert find_stamp("a" + " " * 200_000 + ":") is None
    assert find_stamp("- " * 100_000 + ":") is None
