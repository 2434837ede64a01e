"""A text cut into pieces: rendered again it is the text, and what belongs together is one piece."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.merge.align import align, likeness
from daykeep.text.merge.pieces import Piece, cut_pieces, has_open_wall, no_moment

LINES = st.lists(
    st.sampled_from([
        "---", "key: v", "- list", "# One", "## Two", "### Three", "Title", "=====", "- a", "- [ ] b", "  under", "    code",
        "text", "", " ", "```", "~~~", "| r | s |", "10:30 said", "<!-- note -->", "<!-- open", "-->", "> q", "\r", "**Bold**",
        "<!-- daykeep:origin origin=web -->", "<!-- /daykeep:origin -->", "<!-- daykeep:fence name=x -->",
        "<!-- /daykeep:fence -->", "\udcff", "日志",
    ]),
    max_size=20,
)  # fmt: skip


def cut(text: str) -> tuple[Piece, ...]:
    """The pieces of a text."""
    return cut_pieces(text.split("\n"), bold=None, moment=no_moment)[0]


@given(LINES, st.sampled_from([None, False]))
def test_rendered_pieces_are_the_text(lines: list[str], bold: bool | None) -> None:
    pieces, tail = cut_pieces(lines, bold=bold, moment=no_moment)
    assert [line for piece in pieces for line in piece.render()] + list(tail) == lines


def test_sections_nest_and_items_take_their_lines_along() -> None:
    (day,) = cut(
        "# Day\n\n## A\n- one\n  more\n\n  and more\n- two\n\npara\nof two\n## B\n| r | s |\n| t | u |"
    )
    one, two = day.parts
    assert [part.lines for part in one.parts] == [
        ("- one", "  more", "", "  and more"),
        ("- two",),
        ("para", "of two"),
    ]
    assert [part.lines for part in two.parts] == [("| r | s |",), ("| t | u |",)]


def test_marked_foreign_text_is_one_piece_with_its_headings() -> None:
    foreign = "<!-- daykeep:origin origin=web -->\n## Page\n\n- x\n<!-- /daykeep:origin -->"
    (day,) = cut(f"# Day\n\n## A\n\n- a\n\n{foreign}\n\n## B\n\n- b")
    assert [part.lines[0] for part in day.parts] == ["## A", "<!-- daykeep:origin origin=web -->", "## B"]
    assert day.parts[1].body == foreign


def test_only_foreign_text_without_an_end_is_an_open_wall() -> None:
    opened = ["- a", "<!-- daykeep:origin origin=web -->", "- b"]
    assert has_open_wall(opened)
    assert not has_open_wall([*opened, "<!-- /daykeep:origin -->"])
    assert not has_open_wall(["- a", "```", "- b"])


def test_piece_is_found_again_unchanged_edited_and_moved() -> None:
    base = cut("- the first of all\n- the second of all\n- fourth\n- third\n- unlike")
    side = cut("- third\n- the first of all, now longer\n- the second of all\n- fourth\n- new")
    assert align(base, side) == {0: 1, 1: 2, 2: 3, 3: 0}


def test_pieces_of_different_kinds_are_never_alike() -> None:
    heading, item = cut("# A\n"), cut("- A\n")
    assert likeness(heading[0], item[0]) == 0.0
    assert likeness(item[0], item[0]) == 1.0
