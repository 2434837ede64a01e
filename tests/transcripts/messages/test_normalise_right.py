"""A conversation that is right comes back as it was; any tree of entries is read without loss of order."""

import json
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.transcripts.messages.normalise import normalise
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.messages.render import RENDERERS
from tests.transcripts.building import Claude
from tests.transcripts.messages.making import (
    SIGNED,
    agent,
    call,
    calling,
    conversation,
    item,
    item_call,
    item_output,
    lines,
    result,
    text,
    tool,
    use,
    user,
)

WORDS = st.sampled_from(["yes", "用户说", "a\nb", "é"])
STEPS = st.lists(st.tuples(WORDS, st.integers(0, 3), st.booleans()), min_size=1, max_size=6)
"""What the user says, how many tools answer, whether the model thinks."""


@settings(max_examples=150, deadline=None)
@given(steps=STEPS)
def test_right_anthropic_conversation_is_unchanged(steps: list[tuple[str, int, bool]]) -> None:
    messages = []
    for number, (words, tools, thinks) in enumerate(steps):
        ids = [f"t{number}_{n}" for n in range(tools)]
        messages.append(user([text(words)]))
        if tools:
            messages.append(agent(*([SIGNED] if thinks else []), *(use(ident) for ident in ids)))
            messages.append(user([*(result(ident) for ident in ids), text("and")]))
        messages.append(agent(*([SIGNED] if thinks else []), words))
    done = normalise(conversation(messages), provider="anthropic")
    assert done.repairs == ()
    assert RENDERERS["anthropic"](done.messages) == {"messages": messages}


@settings(max_examples=150, deadline=None)
@given(steps=STEPS)
def test_right_chat_is_unchanged(steps: list[tuple[str, int, bool]]) -> None:
    messages: list[Any] = [{"role": "system", "content": "Be brief."}]
    for number, (words, tools, speaks) in enumerate(steps):
        ids = [f"t{number}_{n}" for n in range(tools)]
        messages.append(user(words))
        if tools:
            messages.append(calling(*(call(ident) for ident in ids), content=words if speaks else None))
            messages += [tool(ident) for ident in ids]
        messages.append({"role": "assistant", "content": words})
    done = normalise(conversation(messages), provider="openai")
    assert done.repairs == ()
    assert json.dumps(RENDERERS["openai"](done.messages)) == json.dumps(messages)


@settings(max_examples=150, deadline=None)
@given(steps=STEPS)
def test_right_items_are_unchanged(steps: list[tuple[str, int, bool]]) -> None:
    items: list[Any] = []
    for number, (words, tools, thinks) in enumerate(steps):
        ids = [f"t{number}_{n}" for n in range(tools)]
        items.append(item("user", words))
        if thinks:
            items.append({"type": "reasoning", "id": f"rs_{number}", "summary": [], "encrypted_content": "e"})
        items += [item_call(ident) for ident in ids] + [item_output(ident) for ident in ids]
        items.append(item("assistant", words))
    done = normalise(conversation(items), provider="responses")
    assert done.repairs == ()
    assert RENDERERS["responses"](done.messages) == items


def test_sound_in_a_message_of_responses_stays_in_it() -> None:
    sound = {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}
    items = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hear"}, sound]}]
    done = normalise(conversation(items), provider="responses")
    assert done.repairs == ()
    assert RENDERERS["responses"](done.messages) == items


@settings(max_examples=150, deadline=None)
@given(
    parents=st.lists(st.integers(0, 12), max_size=12), sides=st.lists(st.booleans(), min_size=12, max_size=12)
)
def test_any_tree_of_entries_is_read_from_its_last_entry_up(parents: list[int], sides: list[bool]) -> None:
    c = Claude()
    entries = []
    for number, parent in enumerate(parents):
        make = c.user if sides[number] else c.agent
        entries.append(make(f"w{number}", parentUuid=f"u{parent}" if parent else None))
    found = lines(*entries)
    said = [message.text for message in found.messages]
    assert len(said) == len(set(said))
    if entries:
        assert said[-1] == f"w{len(entries) - 1}"
    for before, after in pairwise(said):
        parent = parents[int(after[1:])]
        assert before == f"w{parent - 1}" or not 0 < parent <= len(parents)


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=200), place=st.integers(0, 2000))
def test_damaged_transcript_is_read_without_an_error(data: bytes, place: int) -> None:
    c = Claude()
    whole = "".join(
        json.dumps(entry) + "\n" for entry in (c.user("One"), c.agent("Two"), c.use("t"), c.result("t", "x"))
    )
    raw = whole.encode()
    done = normalise(read_conversation(raw[:place] + data + raw[place:]), provider="anthropic")
    assert all(message.blocks for message in done.messages)
