import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.daily.closing import close_blocks, close_text
from daykeep.text.regions import find_regions

NEXT = ["- 09:00 the next entry", "", "## 10:00 Another", "text"]


@pytest.mark.parametrize(
    ("text", "closing"),
    [
        ("```\nx", "```"),
        ("```python\nx", "```"),
        ("````md\n```\nx", "````"),
        ("~~~\nx", "~~~"),
        ("  ```\nx", "  ```"),
        ("- ```\n  x", "  ```"),
        ("1. ~~~~\n   x", "   ~~~~"),
        ("<!-- note\nx", "-->"),
        ("```\nx\n```\n```", "```"),
        ("```\n\n## looks like a heading\nx", "```"),
    ],
)
def test_open_block_is_closed_in_its_own_way(text, closing):
    assert close_blocks(text) == f"{text}\n{closing}"
    assert close_blocks(close_blocks(text)) == close_blocks(text)


@pytest.mark.parametrize(
    "text", ["", "plain", "`inline`", "```\nx\n```", "a ``` b", "<!-- closed -->", "> ```\n> x", "~~strike~~"]
)
def test_closed_text_stays_as_it_is(text):
    assert close_text(text) == text


@pytest.mark.parametrize(
    ("text", "closing"),
    [
        ('<<<EXTERNAL_UNTRUSTED_CONTENT id="a1">>>\nmail', '<<<END_EXTERNAL_UNTRUSTED_CONTENT id="a1">>>'),
        ("<<<EXTERNAL_UNTRUSTED_CONTENT>>>\nmail", "<<<END_EXTERNAL_UNTRUSTED_CONTENT>>>"),
        ("<!-- openclaw:dreaming:light:start -->\n- x", "<!-- openclaw:dreaming:light:end -->"),
    ],
)
def test_open_block_of_another_tool_gets_its_end(text, closing):
    assert close_text(text) == f"{text}\n{closing}"


PIECES = st.sampled_from(
    [
        "```",
        "~~~~",
        "```sh",
        "<!--",
        "-->",
        "<!-- openclaw:dreaming:rem:start -->",
        "<claude-mem-context>",
        "- ```",
        "</claude-mem-context>",
        "<<<EXTERNAL_UNTRUSTED_CONTENT>>>",
        "<<<END_EXTERNAL_UNTRUSTED_CONTENT>>>",
        "text",
        "    ```",
        "",
        "## heading",
        "- item",
        "<!-- openclaw:dreaming:rem:end -->",
        "<relevant-memories>",
        "> ```",
    ]
)


@given(lines=st.lists(PIECES, max_size=8))
def test_no_text_takes_in_the_entries_after_it(lines):
    closed = close_text("\n".join(lines)).split("\n")
    after = len(closed) + 1
    taken = [
        region
        for region in find_regions([*closed, *NEXT])
        if region.last >= after and region.kind in {"code", "managed", "untrusted", "own", "origin"}
    ]
    assert taken == []


@given(lines=st.lists(PIECES, max_size=8))
def test_closing_adds_lines_at_the_end_or_disarms_a_beginning(lines):
    text = "\n".join(lines)
    closed = close_text(text)
    assert closed.replace("&lt;", "<").startswith(text)
