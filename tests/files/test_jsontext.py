from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.files.jsontext import render_object, update_object

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)
OBJECTS = st.dictionaries(st.text(max_size=5), VALUES, max_size=5)
STYLES = st.sampled_from(
    [
        {},
        {"indent": 2},
        {"indent": 4},
        {"indent": "\t"},
        {"separators": (",", ":")},
        {"ensure_ascii": False},
        {"indent": 0},
    ]
)


@given(OBJECTS, STYLES, OBJECTS, st.sets(st.integers(0, 4)))
@settings(max_examples=400, deadline=None)
def test_update_says_the_new_value_in_any_style(old, style, added, removed):
    text = json.dumps(old, **style)
    new = {key: value for index, (key, value) in enumerate(old.items()) if index not in removed} | added
    updated = update_object(text, old, new)
    assert json.loads(updated) == new
    kept = [key for key in old if key in new]
    assert [key for key in json.loads(updated) if key in kept] == kept


@given(OBJECTS, STYLES)
@settings(max_examples=200, deadline=None)
def test_update_with_nothing_new_keeps_every_character(value, style):
    text = "\n " + json.dumps(value, **style) + " \r\n"
    assert update_object(text, value, copy.deepcopy(value)) == text


@given(OBJECTS)
def test_render_reads_back(value):
    text = render_object(value)
    assert json.loads(text) == value
    assert text.endswith("}\n")


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        ('{"a": 1.50, "b": "\\u4e2d"}', {"a": 1.5, "b": "中", "c": 3}, '{"a": 1.50, "b": "\\u4e2d", "c": 3}'),
        ('{"a":1,"b":2}', {"a": 1, "b": 3}, '{"a":1,"b":3}'),
        ('{"a":1,"b":2}', {"a": 1, "b": 2, "c": [1, {"x": "日"}]}, '{"a":1,"b":2,"c":[1,{"x":"日"}]}'),
        (
            '{\n    "a": 1,\n    "z": {}\n}\n',
            {"a": 2, "z": {}, "n": {"x": 1}},
            '{\n    "a": 2,\n    "z": {},\n    "n": {\n        "x": 1\n    }\n}\n',
        ),
        ('{\r\n\t"a": 1e3\r\n}', {"a": 1e3, "b": None}, '{\r\n\t"a": 1e3,\r\n\t"b": null\r\n}'),
        ("{}", {"a": 1}, '{\n  "a": 1\n}'),
        (
            '{"a": {"x": 1,   "y": [1,2]}, "b": 0}',
            {"a": {"x": 2, "y": [1, 2]}, "b": 0},
            '{"a": {"x": 2,   "y": [1,2]}, "b": 0}',
        ),
        ('{"a": 1, "b": 2, "c": 3}', {"b": 2}, '{"b": 2}'),
        ('{"a": 1, "b": 2, "c": 3}', {"a": 1, "c": 3}, '{"a": 1, "c": 3}'),
        ('{"a": 1, "b": 2}', {}, "{}"),
        ('{"a": 1, "a": 2}', {"a": 3}, '{"a": 1, "a": 3}'),
        ('{"a": true}', {"a": 1}, '{"a": 1}'),
        ('{"a": NaN, "b": 1}', {"a": float("nan"), "b": 2}, '{"a": NaN, "b": 2}'),
    ],
)
def test_update_changes_only_what_changed(text, change, expected):
    old = json.loads(text)
    assert update_object(text, old, change) == expected


def test_a_lone_surrogate_is_escaped():
    assert json.loads(render_object({"a": "\ud800"}).encode()) == {"a": "\ud800"}


@pytest.mark.parametrize("text", ["", "[1]", "3", '{"a": 1', '{"a"}', '{"a": 1]'])
def test_text_that_is_no_object_is_a_value_error(text):
    with pytest.raises(ValueError):
        update_object(text, {"a": 1}, {"a": 2})
