import itertools

from hypothesis import given
from hypothesis import strategies as st

from daykeep.importing.cutting import cut_statements, find_left_out

LINES = st.lists(
    st.sampled_from(["", "- one two three four", "  - below", "text goes on here", "# Head", "```", "| a | b |", "<!-- c -->", "---", "1. first of all things", "    deep", "第一条，永远不要在周五部署"]),
    max_size=30,
)  # fmt: skip


def cut(text):
    return [piece.text for piece in cut_statements(text.split("\n"))]


def test_an_item_keeps_what_stands_below_it_and_ends_with_the_next():
    assert cut(
        "- Deploy only by day\n  after the check\n  - never on Fridays\n- Drink more water each day"
    ) == [
        "Deploy only by day\nafter the check\n- never on Fridays",
        "Drink more water each day",
    ]


def test_paragraphs_are_statements_and_code_goes_with_the_text_before_it():
    assert cut("Run it so:\n\n```sh\nmake\n```\n\nAnother paragraph of words") == [
        "Run it so:\n```sh\nmake\n```",
        "Another paragraph of words",
    ]


def test_a_short_statement_gets_its_heading_and_a_long_one_does_not():
    assert cut("## Editor\n- vim\n- Uses tabs and never spaces") == [
        "Editor: vim",
        "Uses tabs and never spaces",
    ]
    assert cut("## 编辑器\n- 用vim\n- 永远不要在星期五下午部署代码") == [
        "编辑器: 用vim",
        "永远不要在星期五下午部署代码",
    ]


def test_what_a_template_says_empty_labels_rules_and_comments_are_no_statements():
    text = "(User preferences learned over time)\n\n- **Name:**\n- *Timezone:*\n\n---\n\n<!-- a comment -->\n\n_(What do you call yourself?)_"

    assert cut(text) == []


def test_tables_and_code_by_itself_are_named_with_their_line():
    texts = ["# T", "", "| a | b |", "|---|---|", "| c | d |", "", "## C", "", "```", "x", "```"]

    assert find_left_out(texts, cut_statements(texts)) == [
        (3, "a table is no statement"),
        (9, "code by itself is no statement"),
    ]


@given(LINES)
def test_pieces_of_any_text_stand_in_order_and_share_no_line(texts):
    pieces = cut_statements(texts)

    assert all(1 <= piece.first <= piece.last <= len(texts) for piece in pieces)
    assert all(before.last < after.first for before, after in itertools.pairwise(pieces))
    assert all(piece.text.strip() for piece in pieces)
