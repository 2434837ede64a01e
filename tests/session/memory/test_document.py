"""The file of a session's memory keeps every byte that others wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.encoding import decode
from daykeep.session.memory.document import Change, change_memory, line_of, parse_memory, render_summary
from daykeep.session.memory.model import ASKS, DECISIONS, GOAL, PREFERENCES, PROGRESS, SECTIONS

OWN = (
    "\ufeff---\r\nkept: yes\r\n---\r\n# Mine\r\n\r\nSome prose.\r\n\r\n## Decisions\r\n\r\n* Use SQLite\r\n  - as it is small\r\n\r\n"
    "## My own section\r\n\r\nText without a final newline"
)


def entries(data):
    return [(one.section, one.text) for one in parse_memory(decode(data)).entries]


def test_new_file_has_a_title_and_only_the_sections_that_say_something():
    data = change_memory(b"", "api", Change(((GOAL, "Ship it"), (ASKS, "Who pays?"))))
    assert data.decode() == ("# Session memory: api\n\n## Goal\n\n- Ship it\n\n## Open asks\n\n- Who pays?\n")


def test_chinese_workspace_has_chinese_headings_and_both_are_read():
    data = change_memory(b"", "api", Change(((GOAL, "上线"),), language="zh"))
    assert "## 目标" in data.decode()
    assert entries(change_memory(data, "api", Change(((GOAL, "Ship it"),)))) == [
        (GOAL, "上线"),
        (GOAL, "Ship it"),
    ]


def test_sections_come_in_their_order_whatever_comes_first():
    data = change_memory(b"", "s", Change(tuple((section, section) for section in reversed(SECTIONS))))
    assert [section for section, _ in entries(data)] == list(SECTIONS)


def test_every_byte_of_others_stays():
    before = OWN.encode()
    after = change_memory(before, "s", Change(((DECISIONS, "Use UTC"), (PROGRESS, "Done"))))
    rest = after
    for added in (b"- Use UTC\r\n", b"## Progress\r\n\r\n- Done\r\n\r\n"):
        assert added in rest
        rest = rest.replace(added, b"", 1)
    assert rest == before


def test_entry_that_stands_there_in_other_marks_is_not_added_again():
    before = b"## Decisions\n\n* **Use** SQLite\n"
    assert change_memory(before, "s", Change(((DECISIONS, "use SQLite"),))) == before
    assert line_of(decode(before), DECISIONS, "Use SQLite") == 3


def test_only_the_exact_line_is_taken_out():
    before = b"# T\n\n## Goal\n\n- one\n- two, as changed by a person\n"
    after = change_memory(before, "s", Change(take_out=((GOAL, "one"), (GOAL, "two"))))
    assert after == b"# T\n\n## Goal\n\n- two, as changed by a person\n"


def test_own_heading_goes_with_its_last_entry_and_others_headings_stay():
    made = change_memory(b"", "s", Change(((GOAL, "a"), (PROGRESS, "b"))))
    assert change_memory(made, "s", Change(take_out=((PROGRESS, "b"),))) == change_memory(
        b"", "s", Change(((GOAL, "a"),))
    )
    others = b"### Goal\n\n- a\n"
    assert change_memory(others, "s", Change(take_out=((GOAL, "a"),))) == b"### Goal\n\n"


def test_sub_items_and_prose_are_no_entries():
    assert entries(OWN.encode()) == [(DECISIONS, "Use SQLite")]


def test_summary_leaves_out_what_is_empty():
    memory = parse_memory(decode(b"## Goal\n\n- a\n\n## Decisions\n"))
    assert render_summary(memory, "en") == "## Goal\n- a\n"
    assert render_summary(memory, "zh") == "## 目标\n- a\n"


LINES = st.lists(
    st.sampled_from(
        [
            "",
            "# Mine",
            "## Goal",
            "## 决定",
            "### Progress",
            "- a",
            "* b",
            "  - c",
            "text",
            "```",
            "---",
            "## Else",
        ]
    ),
    max_size=14,
)


@given(
    LINES,
    st.sampled_from(["\n", "\r\n"]),
    st.lists(st.tuples(st.sampled_from(SECTIONS), st.sampled_from(["x", "y", "a"])), max_size=5),
)
def test_adding_keeps_all_lines_in_their_order_and_is_idempotent(lines, newline, add):
    before = newline.join(lines).encode()
    change = Change(tuple(add))
    after = change_memory(before, "s", change)
    rest = iter(decode(after).texts)
    assert all(any(line == other for other in rest) for line in decode(before).texts)
    assert change_memory(after, "s", change) == after


@pytest.mark.parametrize("section", [GOAL, DECISIONS, PREFERENCES])
def test_what_was_added_to_an_empty_file_can_be_taken_out_again(section):
    made = change_memory(b"", "s", Change(((section, "x"),)))
    assert entries(change_memory(made, "s", Change(take_out=((section, "x"),)))) == []
