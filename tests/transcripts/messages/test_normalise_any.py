import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.transcripts.messages.model import PROVIDERS, Conversation, Provider
from daykeep.transcripts.messages.normalise import normalise
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.messages.render import RENDERERS
from tests.transcripts.messages.making import (
    call,
    calling,
    item,
    item_call,
    item_output,
    result,
    text,
    tool,
    use,
    user,
)
from tests.transcripts.messages.valid import faults

IDS = st.sampled_from(["a", "b", "c", "", "odd id!", "x" * 70])
SAID = st.sampled_from(["", " ", "yes", "no", "\ud83d cut", "用户", "one\ntwo"])
NAMES = st.sampled_from(["read", "my tool", "", "n" * 200])
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
THOUGHTS = st.sampled_from(
    [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "thinking", "thinking": "", "signature": "s"},
        {"type": "thinking", "thinking": "hm"},
        {"type": "redacted_thinking", "data": "r"},
    ]
)
BLOCKS = st.one_of(
    SAID.map(text),
    st.builds(use, IDS, NAMES),
    st.builds(result, IDS, SAID),
    st.builds(lambda i, s: result(i, [text(s)]), IDS, SAID),
    THOUGHTS,
    st.sampled_from([IMAGE, {**IMAGE, "type": "document"}]),
    st.sampled_from([{"type": "compaction", "content": "so far"}, {"type": "compaction", "content": None}]),
    st.just({"type": "unheard_of", "x": 1}),
)
ANTHROPIC = st.builds(
    lambda role, content: {"role": role, "content": content},
    st.sampled_from(["user", "assistant", "user", "assistant", "system"]),
    st.one_of(SAID, st.lists(BLOCKS, max_size=5)),
)
CHAT = st.one_of(
    st.builds(user, SAID),
    st.builds(lambda s: {"role": "assistant", "content": s}, SAID),
    st.builds(
        lambda calls, s: calling(*calls, content=s),
        st.lists(st.builds(call, IDS, NAMES), max_size=3),
        SAID | st.none(),
    ),
    st.builds(tool, IDS, SAID),
    st.builds(lambda s: {"role": "system", "content": s}, SAID),
    st.just({"role": "function", "name": "read", "content": "old"}),
    st.just(
        {"role": "assistant", "content": None, "function_call": {"name": "read", "arguments": "not json"}}
    ),
)
ITEMS = st.one_of(
    st.builds(item, st.sampled_from(["user", "assistant", "developer"]), SAID),
    st.builds(item_call, IDS),
    st.builds(item_output, IDS, SAID),
    st.just({"type": "function_call_output", "output": "no id"}),
    st.just({"type": "reasoning", "summary": [], "encrypted_content": "e"}),
    st.just({"type": "web_search_call", "status": "completed"}),
)
LISTS = st.one_of(
    *(st.lists(kind, max_size=12) for kind in (ANTHROPIC, CHAT, ITEMS)),
    st.lists(ANTHROPIC | CHAT | ITEMS, max_size=8),
)


def _read(messages: list[dict[str, Any]]) -> Conversation:
    return read_conversation(json.dumps(messages).encode())


@pytest.mark.parametrize("provider", PROVIDERS)
@settings(max_examples=100, deadline=None)
@given(messages=LISTS)
def test_any_broken_conversation_becomes_one_that_the_provider_takes(
    provider: Provider, messages: list[dict[str, Any]]
) -> None:
    done = normalise(_read(messages), provider=provider)
    assert faults(provider, RENDERERS[provider](done.messages)) == []


@pytest.mark.parametrize("provider", PROVIDERS)
@settings(max_examples=100, deadline=None)
@given(messages=LISTS)
def test_normalising_twice_is_normalising_once(provider: Provider, messages: list[dict[str, Any]]) -> None:
    done = normalise(_read(messages), provider=provider)
    again = normalise(Conversation(provider, done.messages), provider=provider)
    assert again.repairs == ()
    assert again.messages == done.messages


@pytest.mark.parametrize("provider", PROVIDERS)
@settings(max_examples=100, deadline=None)
@given(messages=LISTS)
def test_nothing_that_was_said_is_lost(provider: Provider, messages: list[dict[str, Any]]) -> None:
    before = _read(messages)
    done = normalise(before, provider=provider)
    rendered = json.dumps(RENDERERS[provider](done.messages), ensure_ascii=False)
    for message in before.messages:
        for block in message.blocks:
            if block.kind in {"text", "tool_result"} and "\ud83d" not in block.text:
                assert json.dumps(block.text.strip(), ensure_ascii=False)[1:-1] in rendered


@settings(max_examples=100, deadline=None)
@given(messages=LISTS)
def test_a_change_is_never_silent(messages: list[dict[str, Any]]) -> None:
    before = _read(messages)
    done = normalise(before, provider=before.format or "anthropic")  # type: ignore[arg-type]  # a list has a provider's
    blocks, after = (
        [block.data for message in found if message.role != "system" for block in message.blocks]
        for found in (before.messages, done.messages)
    )
    assert done.repairs or blocks == after
