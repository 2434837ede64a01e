from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from daykeep.transcripts.messages.blocks import block_of, text_block
from daykeep.transcripts.messages.model import Block, Message
from daykeep.triage.stored.codec import content_of, parse_line

TEXTS = st.text(max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2), max_leaves=4
)  # fmt: skip
SHAPES = st.one_of(
    st.fixed_dictionaries({"type": st.just("text"), "text": TEXTS}, optional={"cache_control": JSON}),
    st.fixed_dictionaries({"type": st.just("tool_use"), "id": TEXTS, "name": TEXTS, "input": st.dictionaries(TEXTS, JSON, max_size=2)}),
    st.fixed_dictionaries({"type": st.just("tool_result"), "tool_use_id": TEXTS, "content": TEXTS}, optional={"is_error": st.booleans()}),
    st.fixed_dictionaries({"type": st.just("thinking"), "thinking": TEXTS, "signature": TEXTS}),
    st.dictionaries(TEXTS, JSON, max_size=3),
)  # fmt: skip
READ = SHAPES.map(block_of)
MADE = st.builds(Block, TEXTS, TEXTS, TEXTS, TEXTS, st.dictionaries(TEXTS, JSON, max_size=2))


@st.composite
def messages(draw: st.DrawFn) -> Message:
    blocks = tuple(draw(st.lists(READ | MADE, max_size=3)))
    given_as: dict[str, object] = draw(
        st.sampled_from([{}, {"content": [dict(block.data) for block in blocks]}])
    )
    if draw(st.booleans()):
        said = draw(TEXTS)
        blocks, given_as = (text_block(said),), {"role": "user", "content": said}
    return Message(
        draw(st.sampled_from(["user", "assistant", "tool", "system"])),
        blocks,
        draw(TEXTS),
        draw(st.integers(0, 99)),
        draw(st.sampled_from([None, datetime(2026, 11, 30, tzinfo=UTC)])),
        draw(st.none() | st.dictionaries(TEXTS, st.integers(), max_size=2)),
        draw(TEXTS),
        draw(st.sampled_from(["", "summary", "kept"])),
        given_as,
    )


@given(st.lists(messages(), max_size=3), st.integers(1, 999))
def test_any_messages_come_back_equal_and_always_as_the_same_bytes(every: list[Message], first: int) -> None:
    data = content_of(first, every)
    assert parse_line(data) == (first, tuple(every))
    assert content_of(first, parse_line(data)[1]) == data
    assert b"\n" not in data
