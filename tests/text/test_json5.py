"""JSON as people write it in settings is read; what is none is refused with its line."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.json5 import parse_json5

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(PLAIN, st.booleans())
def test_every_json_text_is_read_as_json_reads_it(value, ascii_only):
    text = json.dumps(value, ensure_ascii=ascii_only, indent=1)
    if "\\ud" in text:  # halves of characters, which JSON joins
        return
    assert parse_json5(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("// a\n{/* b */a: 1, 'b': \"x\", $c_1: [1, 2,], /* c\n */}", {"a": 1, "b": "x", "$c_1": [1, 2]}),
        ("\ufeff[0x1F, +1, -.5, 2., 1e3, null, true]", [31, 1, -0.5, 2.0, 1000.0, None, True]),
        (
            r"'it\'s \x41 \u4e2d \
long'",
            "it's A 中 long",
        ),
        ("{键: '值'}", {"键": "值"}),
        ("{a: 1, a: 2}", {"a": 2}),
        ("-Infinity", -math.inf),
    ],
)
def test_what_json5_adds_is_read(text, value):
    assert parse_json5(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "{", "{a}", "{a: }", "[1 2]", "{a: 1} x", "'a", "a", "{a: 1,, b: 2}", "/*", "01x", "[" * 5000],
)
def test_what_is_none_is_refused(text):
    with pytest.raises(ValueError, match="line 1 can't be read"):
        parse_json5(text)


def test_refusal_names_the_line():
    with pytest.raises(ValueError, match="line 3 "):
        parse_json5("{\n a: 1,\n b: ;\n}")
