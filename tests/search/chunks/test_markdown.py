"""Markdown is cut into list items, paragraphs, tables and blocks with exact lines."""

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.search.chunks import MAX_CHARS, chunk_markdown


def cut(text, **options):
    return chunk_markdown(text.split("\n"), **options)


def spans(text):
    return [(chunk.first_line, chunk.last_line) for chunk in cut(text)]


def test_list_item_keeps_what_is_nested_in_it():
    text = "# Day\n\n- fixed the pump\n  - by a new seal\n  it holds\n- ate rice\n"
    assert [(c.first_line, c.last_line, c.heading) for c in cut(text)] == [(3, 5, ("Day",)), (6, 6, ("Day",))]
    assert cut(text)[0].text == "- fixed the pump\n  - by a new seal\n  it holds"


def test_paragraphs_are_parted_by_empty_lines():
    assert spans("one\nstill one\n\ntwo\n\n\nthree") == [(1, 2), (4, 4), (7, 7)]


def test_heading_path_holds_every_heading_above():
    chunk = cut("# Year\n## Week\n### Day\ntext")[0]
    assert chunk.heading == ("Year", "Week", "Day")


def test_heading_with_nothing_below_is_a_piece_of_its_own():
    chunks = cut("# Log\n## 14:30 moved the server\n## 15:00\ndone")
    assert [(c.text, c.heading) for c in chunks] == [
        ("## 14:30 moved the server", ("Log",)),
        ("done", ("Log", "15:00")),
    ]


def test_heading_above_other_headings_is_no_piece():
    assert [c.text for c in cut("# Log\n## A\ntext")] == ["text"]


def test_rows_of_a_table_are_one_piece():
    assert spans("| a | b |\n|---|---|\n| 1 | 2 |\n\nafter") == [(1, 3), (5, 5)]


def test_code_block_is_one_piece_with_its_empty_lines():
    assert spans("before\n\n```\nx = 1\n\ny = 2\n```\nafter") == [(1, 1), (3, 7), (8, 8)]


def test_two_code_blocks_that_touch_are_found_each():
    chunks = cut("```\none\n```\n\n```\ntwo\n```")
    assert [c.text for c in chunks] == ["```\none\n```", "```\ntwo\n```"]


def test_heading_in_a_code_block_is_code():
    chunks = cut("# A\n```\n# not a heading\n```\ntext")
    assert [c.heading for c in chunks] == [("A",), ("A",)]


def test_frontmatter_is_found_as_a_piece():
    chunks = cut("---\nname: tea\ndescription: how the kettle works\n---\n# Tea\nboil")
    assert (chunks[0].first_line, chunks[0].last_line) == (2, 3)
    assert "kettle" in chunks[0].text


def test_colon_line_stands_above_the_items_of_its_list():
    chunks = cut("# Day\n**Decisions:**\n- use WAL\n- keep it\n\nother text\n- after")
    assert [c.heading for c in chunks] == [
        ("Day",), ("Day", "Decisions"), ("Day", "Decisions"), ("Day",), ("Day",),
    ]  # fmt: skip


def test_rule_and_empty_item_are_no_pieces():
    assert [c.text for c in cut("a\n\n---\n\n-\n\nb")] == ["a", "b"]


def test_turns_of_a_pasted_conversation_are_pieces_with_their_speaker():
    chunks = cut("# Session: x\n\nuser: where is it?\nassistant: in the barn\nbehind the door\n")
    assert [(c.speaker, c.first_line, c.last_line) for c in chunks] == [("user", 3, 3), ("assistant", 4, 5)]


def test_day_of_the_file_counts_and_a_dated_heading_more():
    chunks = cut("a\n\n## 2026-03-04 trip\nb\n### more\nc\n## 2026-02-31\nd", day=date(2026, 1, 2))
    assert [c.day for c in chunks] == [
        date(2026, 1, 2), date(2026, 3, 4), date(2026, 3, 4), date(2026, 1, 2),
    ]  # fmt: skip


def test_above_stands_before_every_heading_path():
    assert cut("# A\nx", above=("Title",))[0].heading == ("Title", "A")


def test_long_paragraph_is_cut_behind_a_sentence_with_its_line():
    sentence = "The valve was closed by hand at noon. "
    chunks = cut("short\n\n" + sentence * 60)
    assert all(len(c.text) <= MAX_CHARS for c in chunks)
    assert all(c.text.rstrip().endswith(".") for c in chunks[1:])
    assert {(c.first_line, c.last_line) for c in chunks[1:]} == {(3, 3)}
    assert "".join(c.text for c in chunks[1:]) == sentence * 60


def test_long_item_of_many_lines_is_cut_between_lines():
    lines = ["- item", *(f"  line {number} " + "x" * 90 for number in range(30))]
    chunks = chunk_markdown(lines)
    assert len(chunks) > 2
    assert [c.first_line for c in chunks[1:]] == [c.last_line + 1 for c in chunks[:-1]]


def test_chinese_text_without_blanks_is_cut_behind_its_stops():
    chunks = cut("他在早上关了水泵。" * 300)
    assert all(c.text.endswith("。") and len(c.text) <= MAX_CHARS for c in chunks)


def test_long_text_without_any_end_is_cut_all_the_same():
    assert [len(c.text) for c in cut("x" * 2500)] == [1000, 1000, 500]


@settings(max_examples=200)
@given(st.lists(st.sampled_from(
    ["", "# A", "## B", "- item", "  - deep", "    more", "text", "```", "~~~", "| a |", "---", "<!-- c", "-->", "key: x",
     "user: hi", "1. one", "===", "> quote", "猫。", "\t- tab", "* * *", "x" * 1300]
)))  # fmt: skip
def test_every_line_with_a_word_is_in_a_piece_or_a_heading(lines):
    chunks = chunk_markdown(lines)
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
    covered = {number for chunk in chunks for number in range(chunk.first_line, chunk.last_line + 1)}
    titles = {title for chunk in chunks for title in chunk.heading}
    for number, line in enumerate(lines, start=1):
        bare = line.strip("#-*> \t:")
        if any(map(str.isalnum, line)) and number not in covered:
            assert any(bare in title for title in titles), (number, line)
    for chunk in chunks:
        assert chunk.text in "\n".join(lines)
        assert len(chunk.text) <= MAX_CHARS


def test_many_kinds_in_turn_are_each_a_piece():
    lines = ["- a", "```", "b", "```", "| c |", "text", ""] * 100
    assert len(chunk_markdown(lines)) == 400
