"""Frontmatter: strings as written, limits with a line, nothing that raises or hangs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.text.frontmatter import frontmatter_end, parse_frontmatter
from tests.text.hostile import LIMIT_SECONDS, seconds_for


def fields(block: str) -> dict:
    found = parse_frontmatter(["---", *block.split("\n"), "---", "body"])
    assert found.problems == ()
    return found.fields


def problem(block: str) -> tuple[int, str]:
    found = parse_frontmatter(["---", *block.split("\n"), "---", "body"])
    assert found.fields == {}
    assert len(found.problems) == 1
    return tuple(found.problems[0])


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("x: fixed in #456", "fixed in #456"),
        ("x: on", "on"),
        ("x: no", "no"),
        ("x: 0123", "0123"),
        ("x: 12:30:00", "12:30:00"),
        ("x: 2026-03-10", "2026-03-10"),
        ("x: 1.10", "1.10"),
        ("x: null", "null"),
        ("x: ~", "~"),
        ("x: a --- b", "a --- b"),
        ("x: Use when: the user asks", "Use when: the user asks"),
        ("x: 0 9 * * 1  # weekly", "0 9 * * 1"),
        ("x: 'single: quoted'", "single: quoted"),
        ('x: "double # quoted"', "double # quoted"),
        ('x: "tab\\there"', "tab\there"),
        ("x:", ""),
        ("x: 中文：说明", "中文：说明"),
        ("x: [a, b c, 3]", ["a", "b c", "3"]),
        ("x: []", []),
        ("x:\n  - a\n  - b: c", ["a", {"b": "c"}]),
        ("x:\n- a\n- '#1'", ["a", "#1"]),
        ("x:\n  y: fixed in #456\n  z: Use when: asked", {"y": "fixed in #456", "z": "Use when: asked"}),
        ("x: |\n  # kept\n  a: b", "# kept\na: b\n"),
        ("x: >\n  folded\n  text", "folded text\n"),
        ("x: plain\n  goes on", "plain goes on"),
        ("x: {a: 1, b: [2]}", {"a": "1", "b": ["2"]}),
    ],
)
def test_parse_frontmatter_value_is_the_text_that_was_written(line, value):
    assert fields(line) == {"x": value} or fields(line)["x"] == value.rstrip("\n")


def test_parse_frontmatter_keeps_order_spans_and_comments_out():
    found = parse_frontmatter(["---", "# note", "b: 1", "", "a: 2", "...", "body"])
    assert list(found.fields.items()) == [("b", "1"), ("a", "2")]
    assert (found.first, found.last) == (1, 6)


def test_parse_frontmatter_byte_order_mark_and_carriage_returns_are_no_obstacle():
    assert parse_frontmatter(["\ufeff---\r", "a: 1\r", "---\r"]).fields == {"a": "1"}


def test_parse_frontmatter_key_given_twice_is_named_with_its_line():
    flat = parse_frontmatter(["---", "a: 1", "b: 2", "a: 3", "---"])
    nested = parse_frontmatter(["---", "a: 1", "b: {c: 2}", "a: 3", "---"])
    for found in (flat, nested):
        assert found.fields["a"] == "3"
        assert [(p.line, "'a'" in p.message) for p in found.problems] == [(4, True)]


@pytest.mark.parametrize(
    ("block", "line", "word"),
    [
        ("a: &x [1]\nb: *x", 2, "anchors"),
        ("b: 1\na: !!python/object/apply:os.system [ls]", 3, "tag"),
        ("a: !custom x\nb: [", 2, "tag"),
        ("a: {b: [1, 2}", 2, "can't be read"),
        ("a: [1\nb: 2", 3, "can't be read"),
        ("a:\n  - x\n b: y", 4, "can't be read"),
        ("a: " + "[" * 5000, 2, "deeper"),
        ("a: " + "{b: " * 11 + "c" + "}" * 11, 2, "deeper"),
        ("a:\n" + "\n".join(f"  k{i}: v" for i in range(201)), 3, "200 keys"),
        ("a: {[x]: 1}", 2, "plain text"),
    ],
)
def test_parse_frontmatter_what_is_not_allowed_is_refused_with_its_line(block, line, word):
    found_line, message = problem(block)
    assert (found_line, word in message) == (line, True), message


def test_parse_frontmatter_alias_bomb_is_refused():
    bomb = "\n".join(["a0: &a0 [x]", *(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 40))])
    assert "anchors" in problem(bomb)[1]


@pytest.mark.parametrize(
    "lines",
    [
        ["---", *(f"k{i}: v" for i in range(100_000)), "---"],
        ["---", "a: " + "x" * 5_000_000, "---"],
        ["---", "a: " + "[" * 20_000, "---"],
        ["---", "a: b", *["c: d"] * 300_000],
        ["---", "a: " + "- " * 8_000, "---"],
        ["---", "a:", *["- " * 40 + "x"] * 190, "---"],
        ["---", "a: b", *["? a"] * 3000, "---"],
        ["---", "a: |", *["  x"] * 4000, "---"],
    ],
    ids=[
        "100k keys",
        "5 MB",
        "20k deep",
        "never closed",
        "dashes",
        "deep lists",
        "question marks",
        "long literal",
    ],
)
def test_parse_frontmatter_hostile_block_ends_in_time_with_a_value_or_a_problem(lines):
    found = []
    assert seconds_for(lambda given: found.append(parse_frontmatter(given)), lines) < LIMIT_SECONDS
    assert found[0].fields or found[0].problems


def test_parse_frontmatter_never_closed_is_a_problem_and_the_text_stays_text():
    found = parse_frontmatter(["---", "title: x", "text"])
    assert (found.fields, found.first, found.last) == ({}, 0, 0)
    assert found.problems[0].line == 1


@pytest.mark.parametrize(
    "lines",
    [[], ["text"], ["---", "", "---"], ["---", "# only a comment", "---"], ["", "---", "a: b", "---"], ["---", "", "# Day", "---"], ["---", "- a", "---"], ["---", "https://a.b", "---"],
     ["---", "a: b", "## Heading", "---"], ["----", "a: b", "----"], ["---", "just words", "---"]],
)  # fmt: skip
def test_frontmatter_end_file_without_frontmatter_has_none(lines):
    assert frontmatter_end(lines) == 0
    assert parse_frontmatter(lines).fields == {}


def test_frontmatter_end_value_with_dashes_does_not_close():
    assert frontmatter_end(["---", "a: x --- y", "b: ---x", "---", "---"]) == 4


plain_values = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=40).map(str.strip)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.from_regex(r"[a-z][a-z0-9_-]{0,10}", fullmatch=True), plain_values, max_size=6))
def test_parse_frontmatter_values_written_as_json_strings_come_back(values):
    block = [f"{key}: {json.dumps(value)}" for key, value in values.items()]
    assert parse_frontmatter(["---", *block, "---"]).fields == values


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(max_size=30), max_size=8))
def test_parse_frontmatter_any_block_never_raises(block):
    found = parse_frontmatter(["---", *[line.replace("\n", " ") for line in block], "---"])
    assert isinstance(found.fields, dict)


def test_parse_frontmatter_plain_block_imports_no_yaml():
    code = (
        "import sys; from daykeep.text.frontmatter import parse_frontmatter as p;"
        "assert p(['---', 'schedule: 0 9 * * 1', 'tags: [a, b]', 'list:', '- x', '---']).fields['list'] == ['x'];"
        "assert 'yaml' not in sys.modules and 'frontmatter' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
