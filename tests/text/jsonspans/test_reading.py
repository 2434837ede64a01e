"""JSON read with its places: strict, and nothing of it changed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.jsonspans.reading import DEEPEST, JsonError, line_of, parse_json, value_of
from tests.text.jsonspans.layouts import layouts


@given(layouts())
def test_every_value_reads_as_the_standard_parser_reads_it(text: str) -> None:
    assert repr(value_of(text, parse_json(text))) == repr(json.loads(text))


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_of_more_digits_than_python_reads_is_infinite(sign: str) -> None:
    text = f'{{"timeout": {sign}{"9" * 6000}, "n": 9007199254740993}}'
    assert value_of(text, parse_json(text)) == {"timeout": float(f"{sign}inf"), "n": 9007199254740993}


@given(st.text(alphabet='{}[]",:\\ \n\t0123456789-+.eE"truefalsn/\x00'))
def test_a_text_is_refused_exactly_where_the_standard_parser_refuses_it(text: str) -> None:
    try:
        json.loads(text, parse_constant=_refuse)
    except ValueError:
        with pytest.raises(JsonError):
            parse_json(text)
    else:
        assert parse_json(text).end <= len(text)


def _refuse(word: str) -> None:
    raise ValueError(word)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('{\n  // mine\n  "a": 1\n}', 2, "a comment stands where a key in double quotes should"),
        ('{\n  "a": 1, /* b */\n  "c": 2}', 2, "a comment stands where a key in double quotes should"),
        ('# mine\n{"a": 1}', 1, "a comment stands where a value should"),
        ('{"a": 1}\n\n// end', 3, "a comment stands where the text's end should"),
        ('{"a": [1,\n2,\n]}', 2, "a comma before the end"),
        ('{"a": 1,\r\n}', 1, "a comma before the end"),
        ("{'a': 1}", 1, '"\'" stands where a key in double quotes should'),
        ('{"a" 1}', 1, "'1' stands where \":\" should"),
        ('{"a": 1 "b": 2}', 1, '\'"\' stands where "," or "}" should'),
        ('{"a": 1', 1, 'the text ends where "," or "}" should'),
        ('{"a": "x\ny"}', 1, "a text in quotes has a bad escape or no end"),
        ('{"a": "\\x"}', 1, "a text in quotes has a bad escape or no end"),
        ('\n\n{"a": NaN}', 3, "'N' stands where a value should"),
        ('{"a": 01}', 1, "'0' stands where a value should"),
        ('{"a": truely}', 1, "'t' stands where a value should"),
        ('{"a": 1}{"b": 2}', 1, "'{' stands where the text's end should"),
        ("", 1, "the text ends where a value should"),
    ],
)
def test_what_is_no_json_is_refused_with_its_line_and_the_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(JsonError) as caught:
        parse_json(text)
    assert (caught.value.line, caught.value.reason) == (line, reason)


def test_a_tower_of_brackets_is_refused_and_does_not_exhaust_the_stack() -> None:
    with pytest.raises(JsonError, match=f"more than {DEEPEST} values"):
        parse_json("[" * 100_000)
    assert parse_json("[" * DEEPEST + "]" * DEEPEST).end == 2 * DEEPEST


def test_of_a_doubled_key_the_last_value_counts_and_both_are_seen() -> None:
    root = parse_json('{"a": 1, "\\u0061": 2}')
    found = root.find("a")
    assert found is not None
    assert (len(root.members), found.start) == (2, 19)
    assert root.find("b") is None


def test_lines_end_with_each_kind_of_line_end() -> None:
    assert [line_of("a\r\nb\rc\nd", position) for position in (0, 3, 5, 7)] == [1, 2, 3, 4]
