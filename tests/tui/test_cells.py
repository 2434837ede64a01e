"""Text in cells: harmless, measured alike everywhere, cut and wrapped without breaking a wide character."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.tui.cells import CUT, cut, display, pad, turns, width, wrap

ODD = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from(
            "ab 中文한글שלום\u0627\u200d\u200c\u200e\u202e\u2066\ufe0f\u0301\x1b\x9b\t\r\n👩🏽🇩🇪❤\ufeff\udc80\u3164"
        ),
    ),
    max_size=60,
)
NEVER = {
    *map(chr, range(32)),
    *map(chr, range(0x7F, 0xA0)),
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff",
}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain - text", "plain - text"),
        ("a\u202eb", "a[U+202E]b"),
        ("a\x1b[31mb", "a[U+001B][31mb"),
        ("a\x9b31mb", "a[U+009B]31mb"),
        ("a\rb", "a[U+000D]b"),
        ("\ufefftop", "[U+FEFF]top"),
        ("ig\u200bnore", "ig[U+200B]nore"),
        ("a\tb", "a    b"),
        ("bad \udc80 byte", "bad \ufffd byte"),
        ("\U0001f1e9\U0001f1ea", "[DE]"),
        ("1\ufe0f\u20e3", "[1]"),
        ("❤\ufe0f", "❤"),
        ("👩\u200d👧", "👩👧"),
        ("👍\U0001f3fd", "👍"),
        ("e\u0301", "é"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_text_is_shown_so_that_nothing_is_hidden_and_no_width_is_in_doubt(text, shown):
    assert display(text) == shown


@given(ODD)
def test_no_text_brings_a_control_or_an_override_to_the_screen(text):
    shown = display(text)
    assert not NEVER & set(shown)
    assert not any("\ud800" <= one <= "\udfff" for one in shown)


@given(ODD, st.integers(1, 30))
def test_wrapped_rows_fit_and_lose_nothing_but_spaces(text, columns):
    shown = display(text)
    rows = wrap(shown, columns)
    widest = max((width(one) for one in shown), default=0)
    assert all(width(one) <= max(columns, widest) for one in rows)
    assert "".join(rows).replace(" ", "") == shown.replace(" ", "")


@given(ODD, st.integers(0, 30))
def test_padded_text_has_exactly_its_columns(text, columns):
    assert width(pad(display(text), columns)) == columns


def test_cut_text_says_so_and_never_halves_a_wide_character():
    assert cut("中文字", 6) == "中文字"
    assert cut("中文字", 5) == "中文" + CUT
    assert cut("中文字", 4) == "中" + CUT
    assert cut("abc", 0) == ""


def test_long_words_and_wide_text_break_where_they_must():
    assert wrap("abcdefgh", 3) == ["abc", "def", "gh"]
    assert wrap("中文字", 4) == ["中文", "字"]
    assert wrap("  indented line", 10) == ["  indented", "line"]
    assert wrap("", 5) == [""]


def test_right_to_left_text_is_known():
    assert turns("abc שלום")
    assert turns("سلام")
    assert not turns("abc 中文 é")


def test_width_of_all_that_is_shown_is_that_of_its_characters():
    for text in ("中文", "한국어", "שלום", "é", "abc"):
        wide = sum(2 if unicodedata.east_asian_width(one) in {"W", "F"} else 1 for one in text)
        assert width(display(text)) == wide
