"""The body of an Anthropic call: order, an untouched conversation, breakpoints where they take effect."""

from __future__ import annotations

import copy
import json

import pytest

from daykeep.context.build.assemble import assemble
from daykeep.context.build.section import END, OPENING, TURN
from daykeep.context.cache.minimums import Minimum
from daykeep.context.output.anthropic import render_body
from daykeep.text.tokens import count_tokens
from tests.context.build.drafting import own, static

MARK = {"type": "ephemeral"}
BASE = "Be brief and say what you did. " * 200


def context(*, opening="The user likes tea.", end=""):
    drafts = [static("base", BASE), own("git", "Branch: main")]
    if opening:
        drafts.append(own("packet", opening, place=OPENING))
    if end:
        drafts.append(own("memories", end, place=END, stability=TURN))
    return assemble(drafts)


def render(messages=(), minimum=1024, built=None, **more):
    return render_body(
        built or context(), messages, minimum=Minimum(minimum, is_known=True), count=count_tokens, **more
    )


def user(*blocks):
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks):
    return {"role": "assistant", "content": list(blocks)}


def text(said, **more):
    return {"type": "text", "text": said, **more}


def call(number):
    return {"type": "tool_use", "id": f"t{number}", "name": "Read", "input": {"path": f"f{number}"}}


def result(number, **more):
    return {"type": "tool_result", "tool_use_id": f"t{number}", "content": f"file {number}"} | more


def marks(body):
    """The label of every block with a breakpoint."""
    found = [f"tools[{n}]" for n, tool in enumerate(body.value.get("tools", ())) if "cache_control" in tool]
    found += [f"system[{n}]" for n, block in enumerate(body.value["system"]) if "cache_control" in block]
    for number, message in enumerate(body.value["messages"]):
        if isinstance(message["content"], list):
            found += [
                f"messages[{number}].content[{n}]"
                for n, block in enumerate(message["content"])
                if "cache_control" in block
            ]
    return found


def test_static_part_is_the_first_system_block_and_the_opening_follows_in_a_user_message():
    value = render().value
    assert [block["text"] for block in value["system"]] == [BASE.strip("\n"), "Branch: main"]
    assert [(message["role"], message["content"][0]["text"]) for message in value["messages"]] == [
        ("user", "The user likes tea.")
    ]


def test_conversation_follows_the_opening_and_the_end_closes_it():
    said = [user(text("Hi")), assistant(text("Hello")), user(text("What next?"))]
    value = render(said, built=context(end="Known: it leaks.")).value
    assert [message["role"] for message in value["messages"]] == ["user", "assistant", "user"]
    assert [block["text"] for block in value["messages"][0]["content"]] == ["The user likes tea.", "Hi"]
    assert [block["text"] for block in value["messages"][2]["content"]] == ["What next?", "Known: it leaks."]


def test_end_is_a_message_of_its_own_behind_the_assistant():
    value = render([user(text("Hi")), assistant(text("Hello"))], built=context(end="Known")).value
    assert [message["role"] for message in value["messages"]] == ["user", "assistant", "user"]
    assert value["messages"][2]["content"] == [text("Known")]


def test_results_of_tools_stay_first_in_their_message():
    said = [user(text("Hi")), assistant(call(1)), user(result(1))]
    value = render(said, built=context(end="Known")).value
    assert [block["type"] for block in value["messages"][2]["content"]] == ["tool_result", "text"]


def test_opening_never_stands_before_results_of_tools():
    value = render([user(result(1)), assistant(text("ok"))]).value
    assert value["messages"][0]["content"][0]["text"] == "The user likes tea."
    assert value["messages"][1]["content"][0]["type"] == "tool_result"


def test_given_messages_are_not_changed():
    said = [
        user(text("Hi", cache_control=MARK)),
        assistant(text("Hello")),
        {"role": "user", "content": "So?"},
    ]
    before = copy.deepcopy(said)
    render(said, built=context(end="Known"))
    assert said == before


def test_text_content_stays_a_text_where_nothing_is_added():
    said = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}, user(text("So?"))]
    value = render(said).value
    assert value["messages"][1] == {"role": "assistant", "content": "Hello"}


def test_text_content_becomes_a_block_where_it_carries_a_breakpoint():
    said = [user(text("Hi")), {"role": "assistant", "content": "Hello"}]
    value = render(said).value
    assert value["messages"][1]["content"] == [{"type": "text", "text": "Hello", "cache_control": MARK}]


def test_breakpoints_stand_at_the_ends_of_what_stays_and_before_the_end_of_the_context():
    said = [user(text("Hi")), assistant(text("Hello")), user(text("So?"))]
    body = render(said, built=context(end="Known"))
    assert marks(body) == ["system[0]", "system[1]", "messages[0].content[0]", "messages[2].content[0]"]
    assert all(block["cache_control"] == MARK for block in body.value["system"])


def test_thinking_and_empty_text_carry_no_breakpoint():
    said = [
        user(text("Hi")),
        assistant({"type": "thinking", "thinking": "hm", "signature": "s"}),
        user(text("  ")),
    ]
    assert marks(render(said)) == [
        "system[0]",
        "system[1]",
        "messages[0].content[0]",
        "messages[0].content[1]",
    ]


def test_long_run_of_tools_gets_a_breakpoint_every_twenty_blocks():
    said = [user(text("Hi"))]
    for number in range(30):
        said += [assistant(call(number)), user(result(number))]
    body = render(said)
    labels = marks(body)
    assert labels[:2] == ["system[0]", "messages[0].content[0]"]
    places = [int(label.split("[")[1].split("]")[0]) for label in labels[2:]]
    assert places == [40, 60]


@pytest.mark.parametrize("count", [1, 2, 4])
def test_breakpoints_that_were_there_count_among_the_four(count):
    said = [
        user(*(text(f"part {n}", cache_control=MARK) if n < count else text(f"part {n}") for n in range(6)))
    ]
    body = render(said)
    assert len(marks(body)) == 4
    assert body.plan.changes == ()
    for number in range(count):
        assert f"messages[0].content[{number + 1}]" in marks(body)


def test_fifth_breakpoint_is_taken_away_and_said():
    said = [user(*(text(f"part {n}", cache_control=MARK) for n in range(5)))]
    body = render(said)
    assert marks(body) == [f"messages[0].content[{n}]" for n in range(2, 6)]
    assert body.plan.changes == (
        "dropped the breakpoint at messages[0].content[1]: 5 were given, 4 are allowed",
    )


def test_breakpoint_on_thinking_is_taken_away_and_said():
    said = [
        user(text("Hi")),
        assistant({"type": "thinking", "thinking": "hm", "cache_control": MARK}, text("Hello")),
    ]
    body = render(said)
    assert "cache_control" not in body.value["messages"][1]["content"][0]
    assert "can't carry one" in body.plan.changes[0]


def test_breakpoints_inside_results_count_and_move_to_the_result():
    inside = [text(f"page {n}", cache_control=MARK) for n in range(2)]
    said = [user(text("Hi")), assistant(call(1)), user(result(1, content=inside))]
    body = render(said)
    assert json.dumps(body.value).count("cache_control") == len(marks(body)) == 4
    assert body.value["messages"][2]["content"][0]["content"] == [text("page 0"), text("page 1")]
    assert said[2]["content"][0]["content"] == inside


def test_six_breakpoints_inside_results_leave_four():
    said = [user(text("Hi"))]
    for number in range(6):
        said += [assistant(call(number)), user(result(number, content=[text("page", cache_control=MARK)]))]
    body = render(said)
    assert json.dumps(body.value).count("cache_control") == 4
    assert len(body.plan.changes) == 2


def test_hour_long_static_part_is_marked_so():
    body = render([user(text("Hi"))], static_ttl="1h")
    assert body.value["system"][0]["cache_control"] == {"type": "ephemeral", "ttl": "1h"}
    assert body.value["system"][1]["cache_control"] == MARK


def test_nothing_is_marked_below_the_minimum():
    body = render([user(text("Hi"))], minimum=100_000)
    assert marks(body) == []
    assert "nothing is cached" in body.plan.notes[0]


def test_tools_stand_before_the_static_part_and_count_in_its_prefix():
    tool = {"name": "Read", "description": "Reads a file. " * 100, "input_schema": {"type": "object"}}
    body = render([user(text("Hi"))], tools=[tool])
    assert list(body.value) == ["tools", "system", "messages"]
    assert body.plan.points[0].label == "system[0]"
    assert body.plan.points[0].tokens > count_tokens(BASE) + 300


def test_system_blocks_of_the_conversation_stand_behind_ours():
    body = render([user(text("Hi"))], system=[text("You are a plumber.")])
    assert body.value["system"][2]["text"] == "You are a plumber."


def test_parts_name_sections_and_blocks_without_the_end():
    body = render([user(text("Hi")), assistant(call(1))], built=context(end="Known"))
    assert [part.key for part in body.parts] == [
        "base", "git", "packet", "messages[0].content[1]", "messages[1].content[0]",
    ]  # fmt: skip


def test_moved_breakpoint_is_no_change_of_a_part():
    one = render([user(text("Hi", cache_control=MARK))])
    other = render([user(text("Hi"))])
    assert one.parts == other.parts


def test_picture_costs_its_flat_rate_and_no_more():
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 90_000}}
    assert render([user(text("Hi"), picture)]).conversation_tokens == 1_600 + count_tokens("Hi")
    inside = result(1, content=[text("seen"), picture])
    assert render([user(inside)]).conversation_tokens == 1_600 + count_tokens("seen")


def test_without_opening_and_end_the_conversation_is_as_it_was():
    said = [user(text("Hi")), assistant(text("Hello"))]
    value = render(said, minimum=100_000, built=context(opening="")).value
    assert value["messages"] == said
