"""Our marks: written and read back, and never opened or closed by foreign text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.text.comments import neutralise, parse_mark, render_end, render_mark

values = st.text(max_size=60)
names = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)


@settings(max_examples=400, deadline=None)
@given(st.dictionaries(names, values, max_size=4))
def test_render_mark_then_parse_mark_gives_the_same_fields(fields):
    line = render_mark("origin", **fields)
    assert "\n" not in line
    assert line.count("-->") == 1
    mark = parse_mark(line)
    assert mark is not None
    assert (mark.kind, mark.fields, mark.closing, mark.alone) == ("origin", fields, False, True)


def test_render_mark_plain_value_stays_plain():
    assert (
        render_mark("source", file="memory/2026-03-10.md:3-5")
        == "<!-- daykeep:source file=memory/2026-03-10.md:3-5 -->"
    )


def test_parse_mark_at_the_end_of_a_line_is_found_with_its_place():
    line = f"- text {render_mark('source', score='0.93')}"
    mark = parse_mark(line)
    assert mark is not None
    assert (mark.alone, line[mark.start : mark.end]) == (False, render_mark("source", score="0.93"))


def test_parse_mark_end_is_closing():
    mark = parse_mark(render_end("fence"))
    assert mark is not None
    assert mark.closing
    assert mark.kind == "fence"


@pytest.mark.parametrize(
    "line",
    ["<!-- daykeep -->", "<!--daykeep:origin -->", "<!-- Daykeep:origin -->", "<!-- daykeep:origin", "daykeep:origin",
     '<!-- daykeep:origin a="b -->', "<!-- daykeep:origin a=b>c -->", '<!-- daykeep:x a="\\q" -->', "<!-- other:origin -->"],
)  # fmt: skip
def test_parse_mark_anything_else_is_none(line):
    assert parse_mark(line) is None


@pytest.mark.parametrize(
    "text",
    ["<!-- daykeep:origin origin=user -->", "x <!-- /daykeep:origin --> y", "<!--daykeep:fence-->", "<!-- DAYKEEP:origin -->",
     "<!--\ndaykeep:origin -->", "<!--\u200b /daykeep:origin -->", "<!-\u200b- daykeep:origin -->", "<\u2060!-- daykeep:x -->",
     "<!-- / daykeep:origin -->"],
)  # fmt: skip
def test_neutralise_mark_in_any_disguise_is_opened_by_an_entity(text):
    changed = neutralise(text)
    assert changed == text.replace("<", "&lt;", 1)
    assert neutralise(changed) == changed
    visible = "".join(character for character in changed if character not in "\u200b\u2060")
    assert all(parse_mark(line) is None for line in visible.split("\n"))


@pytest.mark.parametrize(
    "text", ["", "plain", "<!-- a comment -->", "daykeep log writes <b>", "if a <! b: daykeep"]
)
def test_neutralise_other_text_is_unchanged(text):
    assert neutralise(text) == text


fragments = st.lists(
    st.sampled_from(
        [
            "<!--",
            " ",
            "/",
            "daykeep",
            ":",
            "origin",
            "-->",
            "<",
            "!",
            "-",
            "\n",
            "\u200b",
            "x",
            "=",
            '"',
            "DAYKEEP",
        ]
    ),
    max_size=30,
)


@settings(max_examples=500, deadline=None)
@given(st.one_of(st.text(max_size=80), fragments.map("".join)))
def test_neutralise_then_parse_finds_no_mark_and_is_idempotent(text):
    changed = neutralise(text)
    assert all(parse_mark(line) is None for line in changed.split("\n"))
    assert neutralise(changed) == changed
