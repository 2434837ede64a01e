"""Sections: CommonMark where it applies, our tolerances where logs need them, exact spans everywhere."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from daykeep.text.blocks import find_blocks
from daykeep.text.sections import parse_sections
from tests.text.hostile import FILES, LIMIT_SECONDS, seconds_for


def titles(text: str, **options) -> list[tuple[int, str]]:
    return [(section.level, section.title) for section in parse_sections(text.split("\n"), **options)]


def test_parse_sections_nested_headings_gives_spans_and_parents():
    lines = ["intro", "# Day", "own", "## Fix", "a", "### Why", "b", "## Next", "# Other"]
    sections = parse_sections(lines)
    assert [tuple(section) for section in sections] == [
        (0, "", 0, 1, 1, 1, (), "none"),
        (1, "Day", 2, 3, 8, 3, (), "atx"),
        (2, "Fix", 4, 5, 7, 5, ("Day",), "atx"),
        (3, "Why", 6, 7, 7, 7, ("Day", "Fix"), "atx"),
        (2, "Next", 8, 9, 8, 8, ("Day",), "atx"),
        (1, "Other", 9, 10, 9, 9, (), "atx"),
    ]


def test_parse_sections_repeated_heading_keeps_every_section():
    lines = ["### Check", "ok"] * 57
    sections = parse_sections(lines)
    assert len(sections) == 57
    assert [section.line for section in sections] == list(range(1, 115, 2))


def test_parse_sections_several_h1_and_level_skips_keep_parents():
    sections = parse_sections(["# A", "#### deep", "## B", "# C", "### D"])
    assert [(section.title, section.parents) for section in sections] == [
        ("A", ()), ("deep", ("A",)), ("B", ("A",)), ("C", ()), ("D", ("C",)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("## Fix ##", (2, "Fix")),
        ("## Fix #", (2, "Fix")),
        ("## C#", (2, "C#")),
        ("## ###", (2, "")),
        ("##", (2, "")),
        ("   ### three blanks", (3, "three blanks")),
        ("#\ttab", (1, "tab")),
        ("###### six", (6, "six")),
        ("###闲鱼监控", (3, "闲鱼监控")),
        ("##　全角空格", (2, "全角空格")),
        ("##🚀 Launch", (2, "🚀 Launch")),
        ("###Setup", (3, "Setup")),
        ("###14:30 部署", (3, "14:30 部署")),
    ],
)
def test_parse_sections_one_heading_line_is_read(line, expected):
    assert titles(line) == [expected]


@pytest.mark.parametrize(
    "line",
    ["#tag", "#todo #fix", "##tag ##other #x", "####### seven", "    # code", "\t# code", "\\# escaped", "> # quoted",
     "##!important", "##-", "#!/bin/sh", "text # not", "#1 in the list"],
)  # fmt: skip
def test_parse_sections_line_that_only_looks_like_heading_is_text(line):
    assert titles(f"{line}\n") == [(0, "")]


def test_parse_sections_byte_order_mark_does_not_hide_the_first_heading():
    assert titles("\ufeff# 今日\n## 学习") == [(1, "今日"), (2, "学习")]


@pytest.mark.parametrize("fence", ["```", "~~~", "````", "```bash", "  ```", "- ```sh", "1. ~~~"])
def test_parse_sections_hash_lines_in_fence_are_code(fence):
    close = "`" * 4 if "````" in fence else "~~~" if "~" in fence else "```"
    lines = ["## Steps", fence, "# comment", "## not a heading", close, "after", "## Next"]
    assert [section.title for section in parse_sections(lines)] == ["Steps", "Next"]


def test_parse_sections_shorter_fence_inside_does_not_close():
    assert titles("````md\n```\n# no\n```\n````\n# yes") == [(0, ""), (1, "yes")]


def test_parse_sections_fence_deep_in_a_list_is_code_and_closes_at_any_indent():
    text = "1. Do\n   - run\n\n     ```bash\n     # no\n```\n# yes"
    assert titles(text) == [(0, ""), (1, "yes")]


def test_parse_sections_unclosed_fence_stops_at_the_next_entry():
    text = "## 09:00 paste\n```\n# cut off\nls\n\n## 10:00 next\ntext"
    assert titles(text) == [(2, "09:00 paste"), (2, "10:00 next")]


def test_parse_sections_unclosed_fence_without_later_entry_runs_to_the_end():
    assert titles("## A\n```\n## inside\n# inside") == [(2, "A")]


def test_parse_sections_comment_hides_headings_until_its_end():
    assert titles("<!--\n# no\n-->\n# yes") == [(0, ""), (1, "yes")]
    assert titles("<!-- never closed\n# yes") == [(0, ""), (1, "yes")]


def test_parse_sections_frontmatter_is_excluded():
    lines = ["---", "title: x", "# a comment", "---", "text", "# Day"]
    sections = parse_sections(lines)
    assert [(section.level, section.first, section.last) for section in sections] == [(0, 5, 5), (1, 7, 6)]


def test_parse_sections_rule_on_first_line_is_no_frontmatter():
    assert titles("---\n\n# Day\n\ntext\n\n---\n") == [(0, ""), (1, "Day")]


def test_parse_sections_setext_headings_are_found():
    assert titles("Day\n===\ntext\n\nPart\n---\nmore") == [(1, "Day"), (2, "Part")]


@pytest.mark.parametrize(
    "text",
    ["- item\n---", "| a | b |\n---", "> quote\n---", "A sentence ends here.\n---", "两行\n文字\n---", "结束了。\n---",
     "text\n\n---", "    code\n---", "text\n--", "- a\n  more\n===", "1. one\n---", "*Archived 12 lines.*\n---"],
)  # fmt: skip
def test_parse_sections_rule_under_text_is_no_heading(text):
    assert titles(text) == [(0, "")]


def test_parse_sections_bold_lines_are_headings_only_without_others():
    text = "**Daily log**\n- a\n\n**Lessons**\n- b\n**Fix:**\n- c"
    assert titles(text) == [(2, "Daily log"), (2, "Lessons")]
    assert titles(f"# Day\n{text}") == [(1, "Day")]
    assert titles(text, bold_headings=False) == [(0, "")]


def test_parse_sections_bold_lines_on_request_stand_one_below_the_heading_above():
    assert titles("**Top**\n# Day\n**A**\n## B\n**C**", bold_headings=True) == [
        (2, "Top"), (1, "Day"), (2, "A"), (2, "B"), (3, "C"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line", ["**a** and **b**", "****", "** **", "**a", "  **in a list**", "**Fix**：", "**问题：**"]
)
def test_parse_sections_line_that_is_not_one_bold_run_is_text(line):
    assert titles(line) == [(0, "")]


def test_parse_sections_blank_or_empty_file_has_none():
    assert parse_sections([]) == []
    assert parse_sections(["", "  "]) == []


# --- against markdown-it, on documents without lists, quotes and raw HTML, where no tolerance applies

words = st.text(st.sampled_from("abcXY 你好#`~"), min_size=1, max_size=12).map(str.strip)
plain = (
    st.text(st.sampled_from("abcXYZ 你好"), min_size=2, max_size=12)
    .map(str.strip)
    .filter(lambda t: len(t) > 1)
)
indents = st.sampled_from(["", " ", "   ", "    "])
atx = st.builds(
    lambda i, n, t, c: f"{i}{'#' * n} {t}{c}",
    indents,
    st.integers(1, 7),
    plain,
    st.sampled_from(["", " #", " ###", "#"]),
)
fence_line = st.builds(
    lambda i, c, n, info: f"{i}{c * n}{info}",
    indents,
    st.sampled_from("`~"),
    st.integers(2, 5),
    st.sampled_from(["", "sh", " x"]),
)
underline = st.sampled_from(["===", "---", "=====", "----- "])
lines_of_any_kind = st.one_of(plain, atx, fence_line, underline, st.just(""), st.just("***"))


def reference(text: str) -> tuple[list[tuple[int, str, int]], list[tuple[int, int]]]:
    headings, fences = [], []
    tokens = MarkdownIt("commonmark").parse(text)
    for token, following in zip(tokens, [*tokens[1:], None], strict=False):
        if token.type == "heading_open":
            headings.append(
                (
                    int(token.tag[1]),
                    " ".join(part.strip() for part in following.content.split("\n")),
                    token.map[0] + 1,
                )
            )
        elif token.type == "fence":
            fences.append((token.map[0] + 1, token.map[1]))
    return headings, fences


def tolerated(lines: list[str]) -> bool:
    """Whether one of the documented tolerances changes the outcome."""
    if lines[0].rstrip() == "---":
        return True
    unclosed = any(not span.closed for span in find_blocks(lines).code)
    dashes = any(
        line.strip()
        and set(line.strip()) == {"-"}
        and index > 1
        and lines[index - 1].strip()
        and lines[index - 2].strip()
        for index, line in enumerate(lines)
    )
    underlines = any(line.strip() and set(line.strip()) <= {"=", "-"} for line in lines)
    indented = any(line.startswith("  ") and line[2:4].strip() for line in lines)
    return unclosed or dashes or (underlines and indented)


@settings(max_examples=300, deadline=None)
@given(st.lists(lines_of_any_kind, min_size=1, max_size=14))
def test_sections_and_fences_agree_with_markdown_it(lines):
    if tolerated(lines) or any(line.strip() == "" and line for line in lines):
        return
    headings, fences = reference("\n".join(lines))
    ours = [
        (s.level, s.title, s.line) for s in parse_sections(lines, bold_headings=False) if s.marker != "none"
    ]
    assert ours == headings
    assert [(span.first, span.last) for span in find_blocks(lines).code] == fences


@settings(max_examples=200, deadline=None)
@given(st.lists(lines_of_any_kind, max_size=30))
def test_sections_cover_every_line_once_with_their_own_text(lines):
    lines = ["text", *lines]
    sections = parse_sections(lines)
    covered = [n for s in sections for n in range(s.line or s.first, s.own_last + 1)]
    assert covered == sorted(set(covered))
    expected = {n for n, line in enumerate(lines, start=1) if line.strip()}
    assert expected <= set(covered)
    for section in sections:
        assert section.own_last <= section.last <= len(lines)


@pytest.mark.parametrize("name", FILES)
def test_parse_sections_hostile_file_ends_in_time(name):
    assert seconds_for(parse_sections, FILES[name]()) < LIMIT_SECONDS
