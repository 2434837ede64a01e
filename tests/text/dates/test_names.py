"""Names of months and weekdays, and letters that only look like theirs."""

from __future__ import annotations

import re
import sys
from datetime import date

import pytest

from daykeep.text.dates.find import find_relative_dates
from daykeep.text.dates.names import (
    MONTH_NUMBERS,
    MONTH_WORDS,
    NUMBER_WORDS,
    WEEKDAYS,
    weekday_number,
    without_lookalikes,
)


def test_each_english_name_of_a_month_has_its_number():
    english = [name for name in MONTH_NUMBERS if re.fullmatch(MONTH_WORDS, name)]
    assert len(english) == 24  # twelve names, eleven short ones ("may" is short as it is), and "sept"
    assert {MONTH_NUMBERS[name] for name in english} == set(range(1, 13))


def test_a_weekday_is_known_by_its_short_names_too():
    assert [weekday_number(name) for name in WEEKDAYS] == list(range(7))
    assert [weekday_number(name) for name in ("Mon", "Tues", "wed", "Thurs", "Sun")] == [0, 1, 2, 3, 6]


def test_every_letter_that_matches_an_ascii_one_is_taken_out_and_no_name_gets_one():
    others = "".join(map(chr, range(0x80, sys.maxunicode + 1)))
    assert re.search("[a-z]", without_lookalikes(others), re.IGNORECASE) is None
    changed = {chr(code) for code in range(sys.maxunicode + 1) if without_lookalikes(chr(code)) != chr(code)}
    assert len(changed) == 4
    assert not changed.union("ø").intersection("".join((*MONTH_NUMBERS, *NUMBER_WORDS, *WEEKDAYS)))


@pytest.mark.parametrize("text", ["by 4 Auguſt", "ſix days ago", "in sİx days", "laſt week", "last ſunday"])
def test_a_word_with_a_letter_of_another_alphabet_is_no_date(text):
    assert find_relative_dates(text, date(2026, 3, 11)) == []
