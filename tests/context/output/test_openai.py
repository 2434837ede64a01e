"""The messages of an OpenAI call: what stays the same first, nothing of a cache in them."""

from __future__ import annotations

import json

from daykeep.context.build.assemble import assemble
from daykeep.context.build.section import END, OPENING, TURN
from daykeep.context.output.openai import render_messages
from daykeep.text.tokens import count_tokens
from tests.context.build.drafting import own, static

CONTEXT = assemble(
    [
        static("base", "Be brief."),
        own("git", "Branch: main"),
        own("packet", "The user likes tea.", place=OPENING),
        own("memories", "Known", place=END, stability=TURN),
    ]
)


def render(*messages):
    return render_messages(CONTEXT, messages, count=count_tokens)


def test_static_part_begins_the_one_system_message():
    (system, opening, end) = render().value
    assert system == {"role": "system", "content": "Be brief.\n\nBranch: main"}
    assert opening == {"role": "user", "content": "The user likes tea."}
    assert end == {"role": "user", "content": "Known"}


def test_conversation_stands_unchanged_between_opening_and_end():
    said = [
        {"role": "user", "content": "Hi"},
        {
            "role": "assistant",
            "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "1", "content": "done"},
    ]
    value = render(*said).value
    assert value[2:5] == said
    assert value[-1]["content"] == "Known"


def test_own_system_messages_of_the_conversation_stand_before_the_opening():
    roles = [
        message["role"]
        for message in render({"role": "developer", "content": "x"}, {"role": "user", "content": "y"}).value
    ]
    assert roles == ["system", "developer", "user", "user", "user"]


def test_no_breakpoint_is_ever_sent():
    assert "cache_control" not in json.dumps(render({"role": "user", "content": "Hi"}).value)


def test_parts_are_the_sections_and_the_messages_in_order():
    parts = render({"role": "system", "content": "x"}, {"role": "user", "content": "y"}).parts
    assert [part.key for part in parts] == ["base", "git", "messages[1]", "packet", "messages[3]"]


def test_pictures_cost_a_flat_rate():
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 90_000}}
    said = {"role": "user", "content": [{"type": "text", "text": "Hi"}, picture]}
    assert render(said).conversation_tokens == 1_600 + count_tokens("Hi")
