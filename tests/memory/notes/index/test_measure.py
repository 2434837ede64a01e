"""An index is measured as it is read, and what falls out is named."""

from __future__ import annotations

import pytest

from daykeep.memory.notes.index.measure import measure_index

FRONT = "---\nname: index\ndescription: x\n---\n"
COMMENT = "<!-- what this is\n\nfor people -->\n"


def listing(count: int) -> str:
    return "\n".join(f"- [N{number}](n{number}.md): x" for number in range(count)) + "\n"


@pytest.mark.parametrize("lead", ["", FRONT, COMMENT, FRONT + "\n" + COMMENT])
@pytest.mark.parametrize(("count", "fallen"), [(199, 0), (200, 0), (201, 1)])
def test_two_hundred_lines_are_read_without_frontmatter_and_comments(
    lead: str, count: int, fallen: int
) -> None:
    measure = measure_index(lead + listing(count))
    assert (measure.lines, len(measure.fallen), measure.over) == (count, fallen, fallen > 0)
    if fallen:
        assert measure.fallen[0].text == "- [N200](n200.md): x"
        assert (lead + listing(count)).split("\n")[measure.fallen[0].line - 1] == "- [N200](n200.md): x"


@pytest.mark.parametrize("lead", ["", FRONT, COMMENT])
@pytest.mark.parametrize(("size", "fallen"), [(24_999, 0), (25_000, 0), (25_001, 1)])
def test_twenty_five_thousand_bytes_are_read_without_frontmatter_and_comments(
    lead: str, size: int, fallen: int
) -> None:
    lines = ["a" * 499] * 49
    lines.append("b" * (size - sum(len(line) + 1 for line in lines)))
    measure = measure_index(lead + "\n".join(lines) + "\n\n")
    assert (measure.bytes, len(measure.fallen)) == (size, fallen)
    assert len(measure.read.encode()) <= 25_000


def test_comment_in_a_code_block_counts() -> None:
    assert measure_index("```\n<!-- x -->\n```\n").lines == 3


def test_one_line_of_thirty_kilobytes_is_read_in_part_and_named() -> None:
    measure = measure_index("- [A](a.md): " + "x" * 30_000)
    assert len(measure.read.encode()) == 25_000
    assert [fallen.line for fallen in measure.fallen] == [1]


def test_limit_never_cuts_a_character_in_two() -> None:
    measure = measure_index("a" + "字" * 10_000)
    assert measure.read == "a" + "字" * 8_333
    assert len(measure.read.encode()) == 25_000
    emoji = measure_index("ab" + "😀" * 10_000)
    assert (emoji.read[-1], len(emoji.read.encode())) == ("😀", 24_998)


def test_lines_behind_the_limit_fall_out_whole() -> None:
    text = "\n".join(["字" * 333] * 30)
    measure = measure_index(text)
    assert measure.read == "\n".join(["字" * 333] * 25)
    assert [fallen.line for fallen in measure.fallen] == [26, 27, 28, 29, 30]
    assert "5 lines from line 26 on are not" in measure.warning


def test_empty_index_is_within_the_limits() -> None:
    assert measure_index("")[:2] == (0, 0)
    assert measure_index(FRONT).read == ""
