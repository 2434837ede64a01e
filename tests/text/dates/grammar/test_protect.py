"""Code, addresses and absolute dates are out of reach, at the same length as before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.dates.grammar.protect import protect
from daykeep.text.dates.values import BLANK, DATE


@pytest.mark.parametrize(
    "text",
    [
        "`today`", "``a ` today``", "```\ntoday\n```", "~~~py\ntoday\n~~~", "```\ntoday", "<!-- today -->", "https://x.example/today",
        "me@today.example", "@today", "#today", "src/today/x.py", "/var/today", "~/today", "today.py", "[[today]]", "《今天》", "](today)",
    ],
)  # fmt: skip
def test_what_is_left_alone_is_blanked(text):
    seen = protect(text)
    assert len(seen) == len(text)
    assert "today" not in seen
    assert "今天" not in seen


@pytest.mark.parametrize(
    "text",
    [
        "2026-04-09", "2026-04-09T10:00:00Z", "2026-04", "2026/4/9", "9.4.2026", "April 9, 2026", "9 April 2026", "9th of April, 2026", "April 2026",
        "2026-Q3", "Q3 2026", "FY26 Q3", "2026-W15", "2026年4月9日", "2026 年", "2026年底", "26年4月9日", "2026 年下半年",
    ],
)  # fmt: skip
def test_dates_with_their_year_are_marked(text):
    assert set(protect(text)) == {DATE}


@pytest.mark.parametrize(
    "text", ["10年后", "today", "周四", "a/b testing", "and/or", "5 May", "on Thursday.", "1/2"]
)
def test_other_words_stay(text):
    assert protect(text) == text


@given(st.text(alphabet="`~<>-!/[](){}《》@#.:\n 2026年月日aT4", max_size=120))
def test_the_length_stays(text):
    seen = protect(text)
    assert len(seen) == len(text)
    assert all(one in {other, BLANK, DATE} for one, other in zip(seen, text, strict=True))
