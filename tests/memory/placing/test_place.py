from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.encoding import decode
from daykeep.memory.placing.place import Block, apply_placement, plan_placement

DAY = date(2026, 3, 10)


def place(text, *blocks, language="en"):
    document = decode(text.encode(), "MEMORY.md") if text is not None else None
    placements = plan_placement(document, blocks, language=language)
    return apply_placement(document or decode(b"", "MEMORY.md"), placements).data.decode()


def lesson(title="Timeouts", lines=("- Set a limit",), day=DAY, kind="lesson"):
    return Block(kind, title, day, tuple(lines))


def test_missing_file_is_made_with_a_section_of_its_own():
    assert place(None, lesson()) == "# MEMORY.md\n\n## Lessons\n\n### Timeouts (2026-03-10)\n- Set a limit\n"


def test_missing_file_in_chinese():
    expected = "# MEMORY.md\n\n## 技术教训\n\n### 超时（2026-03-10）\n- 要设上限\n"
    assert place(None, lesson("超时", ["- 要设上限"]), language="zh") == expected


def test_goes_to_the_end_of_the_section_that_is_there():
    text = "# MEMORY\n\n## Lessons learned\n\n### A (2026-03-01)\n- a\n\n## People\n- Ann\n"
    expected = (
        "# MEMORY\n\n## Lessons learned\n\n### A (2026-03-01)\n- a\n\n### Timeouts (2026-03-10)\n- Set a limit\n"
        "\n## People\n- Ann\n"
    )
    assert place(text, lesson()) == expected


def test_empty_section_gets_its_first_heading():
    text = "# MEMORY\n\n## Lessons\n\n## People\n"
    assert (
        place(text, lesson())
        == "# MEMORY\n\n## Lessons\n\n### Timeouts (2026-03-10)\n- Set a limit\n\n## People\n"
    )


def test_newest_goes_first_where_the_section_keeps_newest_first():
    text = "## Lessons\n\n### B (2026-03-02)\n- b\n\n### A (2026-03-01)\n- a\n"
    expected = "## Lessons\n\n### Timeouts (2026-03-10)\n- Set a limit\n\n### B (2026-03-02)\n- b\n\n### A (2026-03-01)\n- a\n"
    assert place(text, lesson()) == expected


def test_several_new_blocks_keep_the_order_of_the_section():
    newest_first = "## Lessons\n\n### B (2026-03-02)\n- b\n\n### A (2026-03-01)\n- a\n"
    result = place(newest_first, lesson("X", day=date(2026, 3, 8)), lesson("Y", day=date(2026, 3, 9)))
    assert [line for line in result.splitlines() if line.startswith("###")] == [
        "### Y (2026-03-09)",
        "### X (2026-03-08)",
        "### B (2026-03-02)",
        "### A (2026-03-01)",
    ]


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("### 2026-03-01 — A", "### 2026-03-10 — Timeouts"),
        ("### [2026-03-01] A", "### [2026-03-10] Timeouts"),
        ("### A（2026-03-01）", "### Timeouts（2026-03-10）"),
        ("### A - 2026-03-01", "### Timeouts - 2026-03-10"),
        ("### A: no date", "### Timeouts (2026-03-10)"),
    ],
)
def test_dates_are_written_as_the_section_writes_them(heading, expected):
    assert expected in place(f"## Lessons\n\n{heading}\n- a\n", lesson()).splitlines()


def test_blank_line_below_headings_is_kept_as_a_habit():
    text = "## Lessons\n\n### A (2026-03-01)\n\n- a\n"
    assert place(text, lesson()).endswith("\n\n### Timeouts (2026-03-10)\n\n- Set a limit\n")


def test_lesson_and_pair_of_one_section_stand_under_one_heading():
    text = place("## Lessons\n", lesson(lines=["- Problem"], kind="problem_fix"), lesson(lines=["- Lesson"]))
    assert text == "## Lessons\n\n### Timeouts (2026-03-10)\n- Problem\n- Lesson\n"


def test_joins_the_heading_of_the_same_title_and_day():
    text = "## Lessons\n\n### Timeouts (2026-03-10)\n- first\n\n### Other (2026-03-11)\n- o\n"
    expected = (
        "## Lessons\n\n### Timeouts (2026-03-10)\n- first\n- Set a limit\n\n### Other (2026-03-11)\n- o\n"
    )
    assert place(text, lesson()) == expected


def test_pairs_go_to_a_section_of_their_own_where_there_is_one():
    text = "## Lessons\n- l\n\n## Troubleshooting\n- t\n"
    assert place(text, lesson(kind="problem_fix")).endswith(
        "## Troubleshooting\n- t\n\n### Timeouts (2026-03-10)\n- Set a limit\n"
    )


def test_crlf_bom_and_missing_final_newline_survive():
    data = b"\xef\xbb\xbf# M\r\n\r\n## Lessons\r\n- a"
    document = decode(data, "MEMORY.md")
    result = apply_placement(document, plan_placement(document, [lesson()], language="en")).data
    assert result.startswith(data)
    assert b"\r\n\r\n### Timeouts (2026-03-10)\r\n- Set a limit" in result
    assert result.count(b"\n") == result.count(b"\r\n")


def test_a_lesson_heading_inside_a_fence_is_not_a_home():
    text = "# M\n\n```\n## Lessons\n```\n"
    assert place(text, lesson()).startswith(text + "\n## Lessons\n")


@given(st.text(alphabet="# ab\n\r-`（）2026-31é", max_size=120), st.sampled_from(["en", "zh"]))
def test_every_byte_that_was_there_stays_in_order(text, language):
    document = decode(text.encode(), "MEMORY.md")
    blocks = [lesson(), lesson("B", ["- zz"], day=date(2026, 3, 11), kind="problem_fix")]
    result = apply_placement(document, plan_placement(document, blocks, language=language))
    left = iter(result.data)
    assert all(byte in left for byte in document.data)
    added = [line.text for line in result.lines]
    assert "- Set a limit" in added
    assert "- zz" in added
