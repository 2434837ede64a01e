"""Each wording means the day that a person means by it."""

from datetime import date

import pytest

from daykeep.text.dates.absolute import make_absolute
from daykeep.text.dates.find import find_relative_dates

TODAY = date(2026, 4, 6)  # a Monday


def read(text, today=TODAY):
    """The dates as they are written, without the words that lead them."""
    return [found.written.strip() for found in find_relative_dates(text, today)]


ENGLISH = [
    ("today", "2026-04-06"),
    ("tomorrow", "2026-04-07"),
    ("yesterday", "2026-04-05"),
    ("the day after tomorrow", "2026-04-08"),
    ("the day before yesterday", "2026-04-04"),
    ("Thursday", "2026-04-09"),
    ("by Thursday", "2026-04-09"),
    ("on thursday", "2026-04-09"),
    ("Monday", "2026-04-06"),
    ("this Friday", "2026-04-10"),
    ("next Thursday", "2026-04-16"),
    ("last Monday", "2026-03-30"),
    ("last Sunday", "2026-04-05"),
    ("Thursday next week", "2026-04-16"),
    ("Monday after next", "2026-04-20"),
    ("a week from Thursday", "2026-04-16"),
    ("by Fri", "2026-04-10"),
    ("in 3 days", "on 2026-04-09"),
    ("in a fortnight", "on 2026-04-20"),
    ("in a month", "on 2026-05-06"),
    ("within two weeks", "by 2026-04-20"),
    ("for the next two weeks", "until 2026-04-20"),
    ("two weeks ago", "on 2026-03-23"),
    ("three years ago", "in 2023"),
    ("3 days from now", "on 2026-04-09"),
    ("this week", "2026-04-06 to 2026-04-12"),
    ("next week", "2026-04-13 to 2026-04-19"),
    ("last week", "2026-03-30 to 2026-04-05"),
    ("the week after next", "2026-04-20 to 2026-04-26"),
    ("next month", "2026-05"),
    ("last month", "2026-03"),
    ("next year", "2027"),
    ("this quarter", "2026-Q2"),
    ("next quarter", "2026-Q3"),
    ("end of the month", "2026-04-30"),
    ("by end of next week", "2026-04-19"),
    ("the end of the quarter", "2026-06-30"),
    ("by EOQ", "2026-06-30"),
    ("end of Q3", "2026-09-30"),
    ("year-end", "2026-12-31"),
    ("the beginning of next month", "2026-05-01"),
    ("by end of day", "the end of 2026-04-06"),
    ("over the weekend", "2026-04-11 to 2026-04-12"),
    ("next weekend", "2026-04-18 to 2026-04-19"),
    ("on the 15th", "2026-04-15"),
    ("by the 5th", "2026-05-05"),
    ("by the 15th of next month", "2026-05-15"),
    ("March 3", "2026-03-03"),
    ("due March 3", "2027-03-03"),
    ("June 30", "2026-06-30"),
    ("the 3rd of May", "2026-05-03"),
    ("May 3-5", "2026-05-03 to 2026-05-05"),
    ("March 3 next year", "2027-03-03"),
    ("until June", "2026-06"),
    ("next March", "2027-03"),
    ("end of May", "2026-05-31"),
    ("tonight", "2026-04-06 at night"),
    ("half a year ago", "on 2025-10-06"),
    ("in half a year", "on 2026-10-06"),
    ("in about three weeks", "around 2026-04-27"),
    ("the Friday before last", "2026-03-27"),
    ("first Monday of May", "2026-05-04"),
    ("the last Friday of next month", "2026-05-29"),
    ("the last day of the month", "2026-04-30"),
    ("by mid-May", "2026-05"),
]

CHINESE = [
    ("今天", "2026-04-06"), ("明天", "2026-04-07"), ("后天", "2026-04-08"), ("大后天", "2026-04-09"),
    ("昨天", "2026-04-05"), ("前天", "2026-04-04"), ("大前天", "2026-04-03"),
    ("周四", "2026-04-09"), ("星期四", "2026-04-09"), ("礼拜四", "2026-04-09"), ("周日", "2026-04-12"),
    ("星期天", "2026-04-12"), ("周四前", "2026-04-09"), ("下周四", "2026-04-16"), ("上周四", "2026-04-02"),
    ("本周四", "2026-04-09"), ("这周四", "2026-04-09"), ("下个星期四", "2026-04-16"), ("下下周一", "2026-04-20"),
    ("周末", "2026-04-11 至 2026-04-12"), ("下周末", "2026-04-18 至 2026-04-19"),
    ("下周", "2026-04-13 至 2026-04-19"), ("上上周", "2026-03-23 至 2026-03-29"),
    ("本月", "2026-04"), ("下个月", "2026-05"), ("下下个月", "2026-06"), ("上月", "2026-03"),
    ("月底", "2026-04-30"), ("月末", "2026-04-30"), ("下月底", "2026-05-31"), ("上个月底", "2026-03-31"),
    ("下个月15号", "2026-05-15"), ("本月15日", "2026-04-15"), ("15号", "2026-04-15"), ("5号", "2026-05-05"),
    ("十五号", "2026-04-15"), ("年底", "2026-12-31"), ("明年底", "2027-12-31"), ("今年年底", "2026-12-31"),
    ("明年", "2027 年"), ("去年", "2025 年"), ("三天后", "2026-04-09"), ("3天后", "2026-04-09"),
    ("十天之后", "2026-04-16"), ("三天内", "2026-04-09 前"), ("两周前", "2026-03-23"), ("半个月后", "2026-04-21"),
    ("一个半月后", "2026-05-21"), ("半年后", "2026-10-06"), ("一个月后", "2026-05-06"), ("两年前", "2024 年"),
    ("接下来两周", "2026-04-06 至 2026-04-20"), ("季度末", "2026-06-30"), ("下季度", "2026-Q3"),
    ("三季度", "2026-Q3"), ("第三季度末", "2026-09-30"), ("3月3日", "2026-03-03"), ("3月3日前", "2027-03-03"),
    ("六月一号", "2026-06-01"), ("5月3日到5日", "2026-05-03 至 2026-05-05"), ("去年12月5日", "2025-12-05"),
    ("明年3月", "2027-03"), ("5月底", "2026-05-31"), ("昨晚", "2026-04-05"), ("明早", "2026-04-07"),
    ("下半年", "2026 年下半年"), ("明年上半年", "2027 年上半年"), ("年初", "2026 年初"), ("明年初", "2027 年初"), ("月中", "2026-04 中旬"),
    ("月初", "2026-04 初"), ("下月中旬", "2026-05 中旬"), ("去年年中", "2025 年中"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "written"), [*ENGLISH, *CHINESE])
def test_a_wording_means_its_day(words, written):
    assert read(words) == [written]


@pytest.mark.parametrize(
    ("today", "words", "written"),
    [
        (date(2026, 12, 31), "tomorrow", "2027-01-01"),
        (date(2027, 1, 1), "昨天", "2026-12-31"),
        (date(2028, 2, 28), "tomorrow", "2028-02-29"),
        (date(2026, 2, 28), "明天", "2026-03-01"),
        (date(2026, 1, 31), "in a month", "on 2026-02-28"),
        (date(2028, 1, 31), "一个月后", "2028-02-29"),
        (date(2028, 2, 29), "一年后", "2029 年"),
        (date(2026, 12, 15), "next month", "2027-01"),
        (date(2026, 1, 15), "上个月", "2025-12"),
        (date(2026, 12, 30), "next week", "2027-01-04 to 2027-01-10"),
        (date(2026, 11, 30), "下季度", "2027-Q1"),
        (date(2028, 2, 5), "end of the month", "2028-02-29"),
        (date(2026, 2, 5), "月底", "2026-02-28"),
        (date(2026, 4, 30), "on the 31st", "2026-05-31"),
        (date(2026, 3, 1), "due February 29", "2028-02-29"),
        (date(2026, 12, 31), "EOY", "2026-12-31"),
        (date(2026, 4, 12), "next Monday", "2026-04-13"),
        (date(2026, 4, 12), "this weekend", "2026-04-11 to 2026-04-12"),
        (date(2026, 4, 12), "下周一", "2026-04-13"),
        (date(2026, 4, 9), "Thursday", "2026-04-09"),
        (date(2026, 4, 10), "Thursday", "2026-04-16"),
        (date(2026, 4, 10), "本周四", "2026-04-09"),
        (date(2026, 12, 28), "by the 5th", "2027-01-05"),
        (date(2026, 12, 28), "3号", "2027-01-03"),
    ],
)
def test_ends_of_months_years_and_leap_years_are_right(today, words, written):
    assert read(words, today) == [written]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("we froze merges on Thursday", "2026-04-02"),
        ("the release was on Thursday", "2026-04-02"),
        ("broken since Thursday", "2026-04-02"),
        ("exhausted since ~Apr 17", "2025-04-17"),
        ("On Thursday, we shipped the importer", "2026-04-02"),
        ("Thursday's release broke production", "2026-04-02"),
        ("周四发布了新版本", "2026-04-02"),
        ("周四已经评审过", "2026-04-02"),
        ("前端周四发布了", "2026-04-02"),
        ("we got it on the 15th", "2026-03-15"),
        ("15号上线了", "2026-03-15"),
        ("the deadline was June 30", "2025-06-30"),
        ("we met over the weekend", "2026-04-04 to 2026-04-05"),
    ],
)
def test_a_day_is_past_when_its_clause_says_so(text, written):
    assert read(text) == [written]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("decided to ship on Thursday", "2026-04-09"),
        ("the release was moved to Thursday", "2026-04-09"),
        ("blocked until Thursday", "2026-04-09"),
        ("周四要上线了", "2026-04-09"),
        ("通知了大家周四开会", "2026-04-09"),
        ("推迟到周四", "2026-04-09"),
    ],
)
def test_a_day_is_to_come_where_its_clause_plans(text, written):
    assert read(text) == [written]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("next Monday and Wednesday", ["2026-04-13", "2026-04-15"]),
        ("下周一和周三", ["2026-04-13", "2026-04-15"]),
        ("下周一到周三", ["2026-04-13", "2026-04-15"]),
        ("Friday to Tuesday", ["2026-04-10", "2026-04-14"]),
        ("周五到周二", ["2026-04-10", "2026-04-14"]),
        ("25号到3号", ["2026-04-25", "2026-05-03"]),
        ("Thursday, April 9", ["2026-04-09"]),
        ("4月9日（周四）", ["2026-04-09"]),
        ("周四（4月9日）", ["2026-04-09"]),
    ],
)
def test_days_that_stand_together_are_read_together(text, written):
    assert read(text) == written


@pytest.mark.parametrize(
    "text",
    [
        "every Thursday we demo", "Deploys never happen on Friday", "on Fridays", "never ship on a Friday", "Monday to Friday",
        "our Monday standup", "Thursday Night Football", "tracked on Monday.com", "Black Friday sale", "Patch Tuesday",
        "you may march on", "give me a second", "on the 1st floor", "by the 5th attempt", "three days after the release",
        "we built it in three days", "takes 3 days", "six months of data", "may 3 users join", "march 3 miles",
        "released on 2026-04-09", "Thursday, April 9, 2026", "Thursday 2026-04-09", "Q3 2026", "March 2026", "the March release",
        "`Thursday` is a value", "see https://x.example/next-week/Thursday", "mail thursday@example.com", "src/today/index.ts",
        "```\nship on Thursday\n```", "thursday-release", "today.py", "next release", "the sun sat on wed", "acquired by Sun",
        'the word "today" is no day', "“周四”这个词", "always start with today's log", "put today's date in the title",
        "每次会话先读今天的日志", "文件名用今天的日期", "no access in 30 days", "only if within 90 days", "5 Skills in 5 Days",
        "the first Monday of the month", "two Fridays ago", "Saturday morning, 2026-04-04", "Q2：基础场景", "Q1-Q4 各阶段",
        "每周四开会", "每周一次", "一周一次", "周一一次", "从周一到周五", "我周末不工作", "我一般周四开会", "上线三天后删除", "支付后7天内可退款",
        "线上周报", "上周报", "版本日志", "每月底对账", "10号线", "15号楼", "工单15号", "3个月", "写了十年代码",
        "《周四见》", "2026年4月9日（周四）", "2026年底", "每月15号发工资", "先天不足", "每年年底盘点", "说明天气好",
    ],
)  # fmt: skip
def test_what_is_no_date_is_not_found(text):
    assert read(text) == []


def test_dates_in_code_and_prose_are_told_apart():
    found = find_relative_dates("`today` is a word, tomorrow a day, ```x``` too", TODAY)
    assert [(one.said, one.first) for one in found] == [("tomorrow", date(2026, 4, 7))]


def test_the_full_stop_behind_a_month_stays():
    assert (
        make_absolute("We met on 3 March. Then nothing.", TODAY).text == "We met on 2026-03-03. Then nothing."
    )
    assert (
        make_absolute("We met on Mar. 3. Then nothing.", TODAY).text == "We met on 2026-03-03. Then nothing."
    )


def test_words_that_run_into_one_another_are_cut_right():
    assert read("本周日志") == ["2026-04-06 至 2026-04-12"]
    assert read("版本周四发布") == ["2026-04-09"]
    assert read("会议改到下周二下午三点") == ["2026-04-14"]


def test_found_places_are_those_of_the_text():
    text = "冻结 by Thursday，下周 上线"
    found = find_relative_dates(text, TODAY)
    assert [text[one.start : one.end] for one in found] == [one.said for one in found] == ["Thursday", "下周"]


def test_a_range_has_both_of_its_ends():
    (found,) = find_relative_dates("next week", TODAY)
    assert (found.first, found.last, found.kind) == (date(2026, 4, 13), date(2026, 4, 19), "range")


def test_days_beyond_the_calendar_are_left():
    assert read("in 9999 years") == []
    assert read("tomorrow", date(9999, 12, 31)) == []
    assert read("去年", date(1, 1, 1)) == []
