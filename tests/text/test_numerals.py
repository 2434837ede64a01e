"""Chinese numerals and their values."""

from __future__ import annotations

import pytest

from daykeep.text.numerals import han_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("两", 2),
        ("俩", 2),
        ("十", 10),
        ("十五", 15),
        ("二十", 20),
        ("二十一", 21),
        ("两百", 200),
        ("三万", 30_000),
        ("的", None),
    ],
)
def test_han_number_reads_numerals(text, value):
    assert han_number(text) == value
