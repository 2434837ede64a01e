"""Lists of messages of each provider: told apart, read as blocks, given back as they were."""

import json
from typing import Any

import pytest

from daykeep.session.units.people import begins_unit
from daykeep.transcripts.messages.model import PROVIDERS, Provider
from daykeep.transcripts.messages.normalise import normalise
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.messages.render import RENDERERS
from tests.transcripts.messages.making import (
    SIGNED,
    agent,
    call,
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

PICTURE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
REASONING = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed"}
RIGHT: dict[Provider, list[Any]] = {
    "anthropic": [
        user("Hi"),
        agent(SIGNED, "Let me look.", use("t1"), use("t2", path="a")),
        user([result("t1", [text("one"), PICTURE]), result("t2", "no", is_error=True), text("Go on")]),
        agent({"type": "redacted_thinking", "data": "x"}, {**text("Done"), "citations": None}),
        user([{**text("Thanks"), "cache_control": {"type": "ephemeral"}}, PICTURE]),
    ],
    "openai": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hi", "name": "ada"},
        {"content": None, "role": "assistant", "tool_calls": [call("c1"), call("c2", arguments="{bad")]},
        tool("c1"),
        tool("c2"),
        {"role": "assistant", "content": "Done", "refusal": None},
        {
            "role": "user",
            "content": [text("See"), {"type": "image_url", "image_url": {"url": "https://e.org/a.png"}}],
        },
        {"role": "user", "content": "And?"},
    ],
    "responses": [
        {"role": "user", "content": "Hi"},
        REASONING,
        item_call("c1", id="fc_1", status="completed"),
        item_call("c2", id="fc_2"),
        item_output("c1"),
        item_output("c2", [{"type": "input_text", "text": "two"}]),
        {"type": "web_search_call", "id": "ws_1", "status": "completed"},
        {**item("assistant", "Done"), "id": "msg_1", "status": "completed"},
        item("user", "And?"),
    ],
}


@pytest.mark.parametrize("provider", PROVIDERS)
def test_conversation_that_is_right_comes_back_unchanged_without_repairs(provider: Provider) -> None:
    given = RIGHT[provider]
    read = conversation(given)
    assert read.format == provider
    assert len(read.problems) == (provider == "responses")  # the web search is not understood
    done = normalise(read, provider=provider)
    assert done.repairs == ()
    rendered = RENDERERS[provider](done.messages)
    rendered = rendered["messages"] if provider == "anthropic" else rendered
    assert json.dumps(rendered) == json.dumps(given)
    assert [block for message in done.messages for block in message.blocks] == [
        block for message in read.messages for block in message.blocks
    ]


@pytest.mark.parametrize("source", PROVIDERS)
@pytest.mark.parametrize("target", PROVIDERS)
def test_calls_and_words_go_from_every_provider_to_every_other(source: Provider, target: Provider) -> None:
    done = normalise(conversation(RIGHT[source]), provider=target)
    calls = [block.id for message in done.messages for block in message.blocks if block.kind == "tool_use"]
    results = [
        block.id for message in done.messages for block in message.blocks if block.kind == "tool_result"
    ]
    assert len(calls) == 2
    assert calls == results
    rendered = json.dumps(RENDERERS[target](done.messages))
    assert all(word in rendered for word in ('"Hi"', '"Done"'))
    codes = {repair.code for repair in done.repairs}
    assert codes <= (
        {"converted", "merged"} if (source, target) == ("openai", "anthropic") else {"converted"}
    )


def test_system_and_tools_of_a_request_are_read() -> None:
    found = conversation(
        {"model": "m", "system": "Be brief.", "messages": [user("Hi")], "tools": [{"name": "ls"}]}
    )
    assert [message.role for message in found.messages] == ["system", "user"]
    assert found.given == {"model": "m", "tools": [{"name": "ls"}]}
    assert found.format == "anthropic"
    after = conversation({"messages": [user("Hi")], "system": [text("Be brief.")]})
    assert [message.text for message in after.messages] == ["Be brief.", "Hi"]


def test_messages_one_on_each_line_carry_their_lines() -> None:
    found = lines(user("Hi"), "", agent("Yes"))
    assert [(message.role, message.line) for message in found.messages] == [("user", 1), ("assistant", 3)]


def test_block_role_and_item_that_are_not_understood_are_kept_and_said() -> None:
    found = conversation(
        [{"role": "narrator", "content": [{"type": "mood", "v": 1}]}, {"type": "dream", "x": 2}]
    )
    assert [message.blocks[0].kind for message in found.messages] == ["other", "other"]
    assert [message.blocks[0].data for message in found.messages] == [
        {"type": "mood", "v": 1},
        {"type": "dream", "x": 2},
    ]
    assert sorted(problem.message for problem in found.problems) == [
        "block 'dream' is not understood; kept as it is",
        "block 'mood' is not understood; kept as it is",
        "role 'narrator' is not understood; kept as it is",
    ]


def test_words_in_a_role_that_is_not_understood_are_nobodys() -> None:
    found = conversation([{"role": "observation", "content": "From now on deploy on Fridays."}])
    assert [(message.role, message.mark) for message in found.messages] == [("user", "synthetic")]
    assert not begins_unit(found.messages[0])


def test_block_without_a_type_goes_along_as_text_that_every_provider_takes() -> None:
    parts = [{"type": "text", "text": 5}, None, {"text": None}, {"type": "", "x": 1}]
    found = conversation([user(parts), agent("Yes"), user("go on")])
    for provider in sorted(RENDERERS):
        done = normalise(found, provider=provider)
        assert [repair.code for repair in done.repairs] == ["malformed"] * 4
        assert [block.kind for block in done.messages[0].blocks] == ["text"] * 4
        assert done.messages[0].blocks[0].text == '{"type":"text","text":5}'


@pytest.mark.parametrize("held", [{"a": 1}, 7, None, [{"type": "text", "text": 7}], ["words"], [None]])
def test_result_in_a_shape_that_no_provider_takes_is_put_into_words(held: object) -> None:
    found = conversation(
        [user("Hi"), agent(use("t1")), user([{**result("t1"), "content": held}]), agent("Yes")]
    )
    done = normalise(found, provider="anthropic")
    content = done.messages[2].blocks[0].data["content"]
    texts = [part["text"] for part in content] if isinstance(content, list) else [content]
    assert all(isinstance(text, str) for text in texts)


def test_call_of_the_old_form_is_read_as_a_call() -> None:
    old = {"role": "assistant", "content": None, "function_call": {"name": "ls", "arguments": "{}"}}
    done = normalise(
        conversation([user("Hi"), old, {"role": "function", "name": "ls", "content": "a"}]), provider="openai"
    )
    rendered = RENDERERS["openai"](done.messages)
    assert rendered[1] == {"role": "assistant", "content": None, "tool_calls": [call("call_1", name="ls")]}
    assert rendered[2] == {"role": "tool", "tool_call_id": "call_1", "content": "a"}


def test_compaction_in_a_message_tells_whose_list_it_is() -> None:
    given = [{"role": "system", "content": "Rules"}, agent({"type": "compaction", "content": "so far"})]
    assert conversation(given).format == "anthropic"


def test_compaction_whose_words_alone_go_along_is_said() -> None:
    given = [user("Hi"), agent({"type": "compaction", "content": "so far"}, "Yes")]
    for provider in ("openai", "responses"):
        done = normalise(conversation(given), provider=provider)
        assert [repair.code for repair in done.repairs] == ["converted"]
        assert "so far" in str(RENDERERS[provider](done.messages))


def test_compaction_blocks_go_along_even_empty_ones() -> None:
    given = [user("Hi"), agent({"type": "compaction", "content": None}, use("t1")), user([result("t1")])]
    done = normalise(conversation(given), provider="anthropic")
    assert done.repairs == ()
    assert RENDERERS["anthropic"](done.messages)["messages"] == given


def test_damage_in_a_document_is_said_and_what_stands_before_it_is_read() -> None:
    found = read_conversation(b'[{"role":"user","content":"Hi"},\n{"role":"assist')
    assert [message.text for message in found.messages] == ["Hi"]
    assert [problem.line for problem in found.problems] == [2]


def test_member_of_a_list_that_is_no_object_is_said() -> None:
    found = conversation([user("Hi"), "words"])
    assert [message.text for message in found.messages] == ["Hi"]
    assert [problem.message for problem in found.problems] == ["not a JSON object"]


def test_empty_list_is_an_empty_conversation() -> None:
    assert conversation([]).messages == ()
    assert conversation([]).problems == ()


@pytest.mark.parametrize("kind", [["text"], {"a": 1}, 7, None, True])
def test_block_whose_type_is_no_word_is_kept_and_said(kind: object) -> None:
    given = [user("Hi"), agent({"type": kind, "text": "x"}), user("go on")]
    found = conversation(given)
    assert [message.role for message in found.messages] == ["user", "assistant", "user"]
    assert [problem.message for problem in found.problems] == [
        f"block '{kind}' is not understood; kept as it is"
    ]


@pytest.mark.parametrize("target", sorted(RENDERERS))
@pytest.mark.parametrize("kind", [["text"], {"a": 1}, 7])
def test_block_whose_type_is_no_word_goes_to_every_provider_without_falling_over(
    kind: object, target: Provider
) -> None:
    given = [user("Hi"), agent({"type": kind, "text": "x"}), user([{"type": kind, "role": kind}])]
    done = normalise(conversation(given), provider=target)
    assert RENDERERS[target](done.messages)
