"""How a stretch of days stands in a sentence."""

from datetime import date

import pytest

from daykeep.text.dates import spans
from daykeep.text.dates.write import write_span

TODAY = date(2026, 4, 6)


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        ("see X", spans.one_day(TODAY), "2026-04-06"),
        ("前X后", spans.one_day(TODAY), " 2026-04-06 "),
        ("（X）", spans.one_day(TODAY), "2026-04-06"),
        ("in X", spans.month_of(TODAY, 1), "2026-05"),
        ("in X", spans.quarter_of(TODAY, 3), "2027-Q1"),
        ("in X", spans.year_of(TODAY, 1), "2027"),
        ("在 X 做", spans.year_of(TODAY, 1), "2027 年"),
        ("X", spans.week_of(TODAY), "2026-04-06 to 2026-04-12"),
        ("后 X 做事情", spans.week_of(TODAY), "2026-04-06 至 2026-04-12"),
        ("before X", spans.week_of(TODAY), "2026-04-06"),
        ("until X", spans.week_of(TODAY), "2026-04-06"),
        ("by X", spans.week_of(TODAY), "2026-04-12"),
        ("after X", spans.week_of(TODAY), "2026-04-12"),
        ("late X", spans.week_of(TODAY), "in the week 2026-04-06 to 2026-04-12"),
        ("做完 X 前", spans.week_of(TODAY), "2026-04-06"),
        ("做完 X 之后", spans.week_of(TODAY), "2026-04-12"),
    ],
)
def test_a_span_is_written_as_its_sentence_needs(text, span, expected):
    place = text.index("X")
    assert write_span(span, text, place, place + 1) == expected


def test_a_year_before_1000_has_four_digits():
    assert write_span(spans.year_of(date(900, 1, 1)), "X", 0, 1) == "0900"
