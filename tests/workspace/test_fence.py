"""daykeep's own blocks in other people's files: added and taken away byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.encoding import decode
from daykeep.workspace.fence import append_block, cut_block, find_block, replace_block

FILES = [
    b"",
    b"\n",
    b"one",
    b"one\n",
    b"one\n\n",
    b"one\r\ntwo\r\n",
    b"one\r\ntwo",
    b"\xef\xbb\xbfone\n",
    b"\xef\xbb\xbf",
    "一\n二".encode(),
    "one\ntwo\n".encode("utf-16"),
    b"one \x97 two\nthree",
    b"one\r\ntwo\nthree\rfour",
]


@pytest.mark.parametrize("data", FILES)
@pytest.mark.parametrize("blank", [True, False])
@pytest.mark.parametrize("hashes", [True, False])
def test_block_added_rewritten_and_cut_gives_back_the_very_bytes(
    data: bytes, *, blank: bool, hashes: bool
) -> None:
    name = ".gitignore" if hashes else "AGENTS.md"
    grown = append_block(decode(data, name), "routing", ["| a |", "b"], blank=blank, hashes=hashes)
    assert grown.startswith(data)
    document = decode(grown, name)
    block = find_block(document, "routing")
    assert block is not None
    assert document.final_newline
    rewritten = decode(replace_block(document, block, ["c"]), name)
    again = find_block(rewritten, "routing")
    assert again is not None
    assert rewritten.texts[again.first] == "c"
    assert cut_block(rewritten, again) == data


@given(st.text(alphabet="ab \n\r#-<!>", max_size=60), st.booleans())
def test_any_text_survives_a_block_coming_and_going(text: str, blank: bool) -> None:
    data = text.encode()
    document = decode(append_block(decode(data, "x"), "routing", ["row"], blank=blank), "x")
    block = find_block(document, "routing")
    assert block is not None
    assert cut_block(document, block) == data


def test_text_written_below_the_block_stays_whole() -> None:
    grown = append_block(decode(b"above", "AGENTS.md"), "routing", ["row"], blank=True) + b"below\n"
    document = decode(grown, "AGENTS.md")
    block = find_block(document, "routing")
    assert block is not None
    assert cut_block(document, block) == b"above\nbelow\n"


def test_empty_line_that_somebody_took_out_is_not_missed() -> None:
    grown = append_block(decode(b"above\n", "AGENTS.md"), "routing", ["row"], blank=True)
    document = decode(grown.replace(b"\n\n<!--", b"\n<!--"), "AGENTS.md")
    block = find_block(document, "routing")
    assert block is not None
    assert cut_block(document, block) == b"above\n"


def test_block_takes_the_line_ends_of_the_file() -> None:
    grown = append_block(decode(b"one\r\n", "AGENTS.md"), "routing", ["row"], blank=True)
    assert b"\n" not in grown.replace(b"\r\n", b"")


@pytest.mark.parametrize(
    "text",
    [
        "<!-- daykeep:fence name=routing -->\nrow\n",
        "<!-- /daykeep:fence -->\n",
        "<!-- daykeep:fence name=other -->\nrow\n<!-- /daykeep:fence -->\n",
        "say <!-- daykeep:fence name=routing --> here\nrow\nand <!-- /daykeep:fence --> there\n",
        "```\n<!-- daykeep:fence name=routing -->\nrow\n<!-- /daykeep:fence -->\n```\n",
    ],
    ids=["never closed", "never opened", "another name", "inside a sentence", "an example in code"],
)
def test_marks_that_are_no_block_are_left_alone(text: str) -> None:
    assert find_block(decode(text.encode(), "AGENTS.md"), "routing") is None


def test_block_inserted_by_hand_without_a_body_is_filled() -> None:
    document = decode(b"<!-- daykeep:fence name=routing -->\n<!-- /daykeep:fence -->\n", "AGENTS.md")
    block = find_block(document, "routing")
    assert block is not None
    assert replace_block(document, block, ["row"]).splitlines()[1] == b"row"


@pytest.mark.parametrize("name", ["AGENTS.md", "daykeep.mdc"])
def test_heading_with_the_words_of_a_mark_ends_no_block_in_markdown(name: str) -> None:
    data = b"above\n"
    document = decode(
        append_block(
            decode(data, name), "start", ["a", "# /daykeep:fence", "# daykeep:fence name=start", "b"]
        ),
        name,
    )
    block = find_block(document, "start")
    assert block is not None
    assert cut_block(document, block) == data
