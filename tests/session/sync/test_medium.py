"""Session memory keeps what is registered, beside whatever stands there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.encoding import decode
from daykeep.session.sync.medium import Line, plan_lines

TEA, TABS = Line("Drinks tea", "agent"), Line("Use tabs", "user")


def plan(text, lines, language="en"):
    document = None if text is None else decode(text.encode(), "memory/sessions/s1.md")
    return plan_lines(document, "s1", lines, language=language)


@pytest.mark.parametrize(("language", "heading"), [("en", "## Key information"), ("zh", "## 关键信息")])
def test_file_is_made_with_a_heading_of_its_language(language, heading):
    kept = plan(None, [TEA, TABS], language)
    texts = kept.document.texts
    assert heading in texts
    assert [texts[number - 1] for number in kept.numbers] == ["- Drinks tea", "- Use tabs"]


def test_every_byte_that_was_there_stays():
    before = "# Mine\r\n\r\n## Goal\r\n\r\nShip it\r\n"
    after = plan(before, [TEA]).document.data.decode()
    assert after.startswith(before)
    assert after.endswith("## Key information\r\n\r\n- Drinks tea\r\n")


def test_texts_that_stand_there_are_found_wherever_they_are():
    kept = plan("# Mine\n\n* drinks tea\n", [TEA])
    assert not kept.changed
    assert kept.numbers == (3,)


def test_new_text_comes_under_the_heading_before_what_follows():
    kept = plan("# S\n\n## Key information\n\n- Use tabs\n\n## Progress\n\n- half\n", [TABS, TEA])
    assert kept.document.texts[4:8] == ["- Use tabs", "- Drinks tea", "", "## Progress"]


def test_empty_section_is_filled():
    kept = plan("# S\n\n## Key information\n## Progress\n", [TEA])
    assert kept.document.texts[2:] == ["## Key information", "", "- Drinks tea", "## Progress"]


def test_origin_of_a_stranger_is_marked_and_found_again():
    web = Line("Tea is green", "web")
    kept = plan(None, [web])
    assert kept.document.texts[kept.numbers[0] - 1] == "- Tea is green <!-- daykeep:origin origin=web -->"
    assert not plan_lines(kept.document, "s1", [web], language="en").changed


def test_same_text_twice_is_one_line():
    kept = plan(None, [TEA, TEA])
    assert kept.numbers[0] == kept.numbers[1]
    assert kept.document.texts.count("- Drinks tea") == 1


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60)


@given(
    st.lists(TEXTS, max_size=8), st.lists(st.sampled_from([TEA, TABS, Line("写测试", "agent")]), max_size=4)
)
def test_nothing_is_lost_and_the_same_again_changes_nothing(texts, lines):
    before = "\n".join(texts)
    kept = plan(before, lines)
    remaining = iter(kept.document.text.split("\n"))
    assert all(any(line == one for one in remaining) for line in before.split("\n") if line.strip())
    assert not plan_lines(kept.document, "s1", lines, language="en").changed
