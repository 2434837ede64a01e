"""Words in contents of every shape."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.transcripts.entries.content import output_in, role_of, said_in

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "text", "content", "output", "role", "value"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("plain", "plain"),
        (["a", "b"], "a\n\nb"),
        ({"type": "text", "text": "alone"}, "alone"),
        ([{"type": "text", "text": {"value": "old style", "annotations": []}}], "old style"),
        ([{"text": "without a kind"}], "without a kind"),
        ([{"type": "image"}, {"type": "text", "text": "  "}, {"type": "output_text", "text": "x"}], "x"),
        ([{"type": "tool_result", "content": "not said"}, {"type": "thinking", "thinking": "nor this"}], ""),
        (None, ""),
        (3, ""),
    ],
)
def test_only_what_is_said_counts(content: Any, text: str) -> None:
    assert said_in(content) == text


def test_output_of_each_tool_is_shortened_for_itself() -> None:
    parts = [{"type": "tool_result", "content": letter * 3000} for letter in "ab"]
    assert output_in(parts) == "a" * 2000 + "\n\n" + "b" * 2000


@given(JSON)
def test_no_json_breaks_it(content: Any) -> None:
    assert isinstance(said_in(content), str)
    assert isinstance(output_in(content), str)
    assert role_of(content) in {"", "user", "assistant", "tool"}
