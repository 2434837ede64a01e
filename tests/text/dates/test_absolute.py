"""A text with its dates made absolute says the same on any day, and nothing else of it changes."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.text.dates.absolute import make_absolute
from daykeep.text.dates.find import find_relative_dates

TODAY = date(2026, 4, 6)  # a Monday


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("周四前冻结合并，移动端发布分支", "2026-04-09 前冻结合并，移动端发布分支"),
        ("我们周四前要冻结合并，移动端要发布分支", "我们 2026-04-09 前要冻结合并，移动端要发布分支"),
        ("we're freezing merges Thursday, mobile is cutting a release branch",
         "we're freezing merges 2026-04-09, mobile is cutting a release branch"),
        ("Freeze merges by Thursday.", "Freeze merges by 2026-04-09."),
        ("周四晚发布", "2026-04-09 晚发布"),
        ("launch: next week", "launch: 2026-04-13 to 2026-04-19"),
        ("early next week", "early in the week 2026-04-13 to 2026-04-19"),
        ("not before next week", "not before 2026-04-13"),
        ("by next week", "by 2026-04-19"),
        ("下周前搞定", "2026-04-13 前搞定"),
        ("下周上线", "2026-04-13 至 2026-04-19 上线"),
        ("下周以后再说", "2026-04-19 以后再说"),
        ("推迟到下个月，原因是 DBA 请假", "推迟到 2026-05，原因是 DBA 请假"),
        ("三天内完成", "2026-04-09 前完成"),
        ("v2 goes live in two weeks; v1 stays up for six months", "v2 goes live on 2026-04-20; v1 stays up for six months"),
        ("about two weeks ago", "about 2026-03-23"),
        ("在Thursday前完成", "在 2026-04-09 前完成"),
    ],
)  # fmt: skip
def test_dates_stand_in_the_place_of_the_words(text, expected):
    assert make_absolute(text, TODAY).text == expected


def test_what_was_said_is_reported():
    result = make_absolute("Freeze by Thursday, 下周一 上线", TODAY)
    assert [(one.said, one.first) for one in result.found] == [
        ("Thursday", date(2026, 4, 9)),
        ("下周一", date(2026, 4, 13)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "I'm a backend engineer, mostly Go and Python. You may march second.\n",
        "Released on 2026-04-09, see `today` and https://x.example/a/tomorrow",
        "  spaces\tand\r\nlines  stay \n\n",
        "用户喜欢先写测试再写代码。",
        "",
    ],
)
def test_a_text_without_relative_dates_comes_back_as_it_is(text):
    assert make_absolute(text, TODAY) == (text, ())


_PIECES = st.sampled_from(
    [
        "Thursday", "thursday", "next Monday", "last week", "this", "next", "in 3 days", "two weeks ago", "the 15th", "by ", "on ",
        "since ", "until ", "end of ", "the month", "March 3", "May", "in ", "every ", "week", "2026-04-09", "Q3", "April 9, 2026",
        "周四", "下周", "上", "下", "本", "这", "个", "周", "月", "年", "底", "末", "前", "后", "15", "号", "3月", "3日", "三天", "内", "每", "一",
        "明天", "昨晚", "半年", "in about ", "half a year ", "ago", "first ", "last ", "mid-", "of ", "初", "中", "旬", "今", "晚", "到", "和", "了", "要", "季度", "去年", "12", "月", " ", ", ", "，", "、", ".", "\n", "`", "(", ")",
        "（", "）", "-", "to ", "and ", "we ", "was ", "shipped ", "will ", "not ", "a", "1", "/", ":", "第",
    ]
)  # fmt: skip
_TEXTS = st.one_of(
    st.lists(_PIECES, max_size=14).map("".join),
    st.lists(_PIECES, max_size=8).map(" ".join),
    st.text(max_size=60),
)
_DAYS = st.dates(date(1970, 1, 1), date(2120, 12, 31))


@settings(max_examples=600, deadline=None)
@given(_TEXTS, _DAYS)
def test_only_the_found_words_change(text, today):
    result = make_absolute(text, today)
    at = 0
    kept, written = [], []
    for one in result.found:
        assert text[one.start : one.end] == one.said
        assert one.first <= one.last
        kept.append(text[at : one.start])
        written.append(one.written)
        at = one.end
    rebuilt = "".join(part for pair in zip(kept, written, strict=True) for part in pair) + text[at:]
    assert rebuilt == result.text
    if not result.found:
        assert result.text == text


@settings(max_examples=1500, deadline=None)
@given(_TEXTS, _DAYS)
def test_doing_it_again_finds_nothing_and_changes_nothing(text, today):
    once = make_absolute(text, today).text
    assert find_relative_dates(once, today) == []
    assert make_absolute(once, today + timedelta(days=3)).text == once


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="bcdfghjklpqrvxz .,:;-()[]{}#*_0\n", max_size=200), _DAYS)
def test_a_text_without_words_of_dates_never_changes(text, today):
    assert make_absolute(text, today) == (text, ())


def test_long_texts_of_hard_pieces_are_read_to_their_end():
    for piece in (
        "```\n",
        "`",
        "周",
        "下",
        "Thursday ",
        "in 3 ",
        "a/",
        "1月",
        "20",
        "the end of ",
        "<!--",
        "[[",
        "《",
    ):
        text = piece * 2_000 if len(piece) > 1 else piece * 40_000
        result = make_absolute(text, TODAY)
        assert make_absolute(result.text, TODAY).text == result.text
