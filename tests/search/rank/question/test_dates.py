"""The days that a question asks about."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.search.rank.question import dates
from daykeep.search.rank.question.dates import find_span

TODAY = date(2026, 3, 11)  # a Wednesday


def days(text):
    span = find_span(text, TODAY).span
    return span and (span.first.isoformat(), span.last.isoformat())


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("what broke on 2026-03-04", "2026-03-04", "2026-03-04"),
        ("2026年3月4日", "2026-03-04", "2026-03-04"),
        ("3月4日的会议", "2026-03-04", "2026-03-04"),
        ("on 4 March 2025", "2025-03-04", "2025-03-04"),
        ("on March 4th, 2025", "2025-03-04", "2025-03-04"),
        ("am 4. März", "2026-03-04", "2026-03-04"),
        ("le 4 février 2026", "2026-02-04", "2026-02-04"),
        ("el 4 de enero de 2026", "2026-01-04", "2026-01-04"),
        ("on December 24", "2025-12-24", "2025-12-24"),
        ("in March", "2026-03-01", "2026-03-31"),
        ("in April", "2025-04-01", "2025-04-30"),
        ("during February 2024", "2024-02-01", "2024-02-29"),
        ("三月的账单", "2026-03-01", "2026-03-31"),
        ("十二月", "2025-12-01", "2025-12-31"),
        ("2025年7月", "2025-07-01", "2025-07-31"),
        ("last week", "2026-03-02", "2026-03-08"),
        ("上周的决定", "2026-03-02", "2026-03-08"),
        ("this week", "2026-03-09", "2026-03-15"),
        ("last month", "2026-02-01", "2026-02-28"),
        ("上个月", "2026-02-01", "2026-02-28"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("去年", "2025-01-01", "2025-12-31"),
        ("in 2024", "2024-01-01", "2024-12-31"),
        ("yesterday", "2026-03-10", "2026-03-10"),
        ("昨天", "2026-03-10", "2026-03-10"),
        ("前天", "2026-03-09", "2026-03-09"),
        ("today", "2026-03-11", "2026-03-11"),
        ("on Friday", "2026-03-06", "2026-03-06"),
        ("last weekend", "2026-03-07", "2026-03-08"),
        ("3 days ago", "2026-03-08", "2026-03-08"),
        ("two weeks ago", "2026-02-22", "2026-02-28"),
        ("eight weeks ago", "2026-01-11", "2026-01-17"),
        ("3天前", "2026-03-08", "2026-03-08"),
        ("in the last 10 days", "2026-03-01", "2026-03-11"),
        ("最近7天", "2026-03-04", "2026-03-11"),
    ],
)
def test_days_are_read(text, first, last):
    assert days(text) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        "may I send it", "we march on", "ſix days ago", "in the last sİx days", "30 February 2026", "2026-13-01", "version 2.10.3", "port 2024x",
        "what is the last line", "the second of two", "一个月饼", "",
    ],
)  # fmt: skip
def test_what_is_no_day_is_not_read_as_one(text):
    assert days(text) is None


def test_the_words_for_the_days_are_taken_out_and_nothing_else():
    assert find_span("what broke on 2026-03-04 at noon", TODAY)[1].split() == ["what", "broke", "at", "noon"]


def test_a_day_that_has_no_date_in_this_year_is_that_of_the_year_before_or_none():
    assert days("on February 29") is None
    assert find_span("on February 29", date(2025, 1, 5))[0].first == date(2024, 2, 29)


PIECES = (
    *"年月日号天周前上这本去今最昨个近末三",
    *("3", "12", "2026", "1999", "٣", "-", "/", ".", ",", " ", "  ", "\n", "_", "ago", "last", "past", "this", "the", "of", "in"),
    *("May", "march", "Dez", "MÄRZ", "мая", "days", "week", "month", "year", "Monday", "weekend", "yesterday", "before", "day"),
    *("today", "morning", "night", "two", "few", "decide", "market"),
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=8), st.sampled_from(("", " ")))
def test_no_form_is_passed_over_in_a_text_that_holds_it(pieces, gap):
    text = gap.join(pieces)
    signs = dates._signs_of(text)
    for rule in dates._rules():
        if signs.isdisjoint(rule.signs):
            assert dates._compiled(rule.pattern).search(text) is None, (text, rule.pattern)


@pytest.mark.parametrize(
    ("text", "impossible"),
    [
        ("what broke on 2026-02-30?", "on 2026-02-30"),
        ("February 30", "February 30"),
        ("2026年2月30日做了什么", "2026年2月30日"),
        ("on 2026-02-30 or on 2026-02-28", ""),
        ("what broke in March", ""),
        ("what broke", ""),
    ],
)
def test_impossible_date_is_named_where_no_other_day_is_asked_about(text, impossible):
    assert find_span(text, TODAY).impossible == impossible
