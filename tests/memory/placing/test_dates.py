from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.memory.placing.dates import find_day, render_day
from daykeep.memory.placing.titles import add_titles, read_title

FORMS = [
    ("2026-03-01", "2026-11-12"),
    ("2026/3/1", "2026/11/12"),
    ("2026/03/01", "2026/11/12"),
    ("2026.03.01", "2026.11.12"),
    ("2026年3月1日", "2026年11月12日"),
    ("2026年03月01日", "2026年11月12日"),
    ("01.03.2026", "12.11.2026"),
    ("1.3.2026", "12.11.2026"),
    ("Mar 1, 2026", "Nov 12, 2026"),
    ("March 1, 2026", "November 12, 2026"),
    ("1 March 2026", "12 November 2026"),
]


@pytest.mark.parametrize(("written", "other"), FORMS)
def test_day_is_found_and_another_is_written_in_its_form(written, other):
    found = find_day(f"Timeouts ({written}) x")
    assert found.day == date(2026, 3, 1)
    assert f"Timeouts ({written}) x"[found.start : found.end] == written
    assert render_day(date(2026, 11, 12), found.form) == other


@pytest.mark.parametrize(
    "text", ["", "no date", "2026-02-30", "12026-03-01", "1.2.3", "v2026.13.40", "2026-03", "12/03/2026"]
)
def test_what_is_no_day_is_none(text):
    assert find_day(text) is None


def test_first_possible_day_counts():
    assert find_day("2026-02-30, then 2026-03-02").day == date(2026, 3, 2)


@given(st.dates(date(1990, 1, 1), date(2090, 12, 31)), st.sampled_from([form for form, _ in FORMS]))
def test_every_day_in_every_form_is_read_back(day, form):
    written = render_day(day, find_day(form).form)
    assert find_day(f"a {written} b").day == day


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("- **NAS** (2026-03-10)", "NAS (2026-03-10)"),
        ("- 2026-03-10", "2026-03-10"),
        ("* 2026-03-10: **NAS**", "2026-03-10: NAS"),
        ("  - **NAS**", "NAS"),
        ("3. **NAS** (2026-03-10)", "NAS (2026-03-10)"),
    ],
)
def test_title_item_is_a_bold_title_a_day_or_both(line, text):
    assert read_title(line).text == text


@pytest.mark.parametrize(
    "line", ["- **NAS**: runs docker", "- NAS", "**NAS**", "- 2026-03-10: moved", "- **a** and **b**", ""]
)
def test_item_with_words_of_its_own_is_no_title(line):
    assert read_title(line) is None


def test_title_goes_with_the_last_line_below_it_and_only_then():
    texts = ["- **A**", "  - one", "", "  - two", "- three"]
    going = {1}
    add_titles(texts, range(5), going)
    assert going == {1}
    going = {1, 3}
    add_titles(texts, range(5), going)
    assert going == {0, 1, 2, 3}
    going = {1, 3}
    add_titles(texts, {1, 3}, going)  # the title did not come with them
    assert going == {1, 3}
