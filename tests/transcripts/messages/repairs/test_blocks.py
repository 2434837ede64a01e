"""Texts, names, ids and roles that a provider refuses, and attachments that stand in the wrong place."""

import json
from contextlib import suppress

import pytest

from daykeep.errors import DocumentError
from daykeep.transcripts.messages.model import PROVIDERS, Provider
from daykeep.transcripts.messages.normalise import normalise
from daykeep.transcripts.messages.read import read_conversation
from tests.transcripts.building import Claude
from tests.transcripts.messages.making import (
    SIGNED,
    agent,
    call,
    calling,
    conversation,
    lines,
    repaired,
    result,
    text,
    tool,
    use,
    user,
)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_half_of_an_emoji_is_replaced_and_said(provider: Provider) -> None:
    raw = b'[{"role":"user","content":"cut \\ud83d"},{"role":"assistant","content":"whole \\ud83d\\ude00"}]'
    request, codes = repaired(read_conversation(raw), provider)
    assert "cut \ufffd" in json.dumps(request, ensure_ascii=False)
    assert "whole 😀" in json.dumps(request, ensure_ascii=False)
    assert codes == ["surrogate"]


def test_half_of_an_emoji_deep_in_a_call_and_a_result_is_replaced() -> None:
    given = [user("Go"), agent(use("a", path=["\ud83d"])), user([result("a", [text("\udc00 x")])])]
    request, codes = repaired(conversation(given))
    assert request["messages"][1]["content"][0]["input"] == {"path": ["\ufffd"]}
    assert request["messages"][2]["content"][0]["content"] == [text("\ufffd x")]
    assert codes == ["surrogate", "surrogate"]


def test_empty_texts_are_left_out_in_messages_and_results() -> None:
    given = [user([text("Go"), text(" ")]), agent("", use("a")), user([result("a", [text(""), text("x")])])]
    request, codes = repaired(conversation(given))
    assert request["messages"] == [user([text("Go")]), agent(use("a")), user([result("a", [text("x")])])]
    assert codes == ["empty_text"] * 3


def test_message_that_holds_nothing_is_left_out_and_its_neighbours_are_joined() -> None:
    request, codes = repaired(conversation([user("One"), agent(), user("Two")]))
    assert request["messages"] == [user([text("One"), text("Two")])]
    assert codes == ["empty_message", "merged"]


def test_neighbours_of_one_role_are_joined_and_the_user_speaks_first() -> None:
    given = [agent("Hello"), agent("Again"), user("One"), user("Two")]
    request, codes = repaired(conversation(given))
    assert [message["role"] for message in request["messages"]] == ["user", "assistant", "user"]
    assert request["messages"][1]["content"] == [text("Hello"), text("Again")]
    assert sorted(codes) == ["first_user", "merged", "merged"]


def test_system_message_in_the_middle_is_moved_to_the_front_for_anthropic_alone() -> None:
    given = [{"role": "system", "content": "A"}, user("One"), {"role": "system", "content": "B"}, user("Two")]
    request, codes = repaired(conversation(given), "anthropic")
    assert request["system"] == [text("A"), text("B")]
    assert codes == ["system_moved", "merged"]
    assert repaired(conversation(given), "openai") == (given, [])


def test_system_message_between_call_and_result_is_put_behind_it_in_a_chat() -> None:
    late = {"role": "system", "content": "B"}
    request, codes = repaired(conversation([user("Go"), calling(call("a")), late, tool("a")]), "openai")
    assert request[2:] == [tool("a"), late]
    assert codes == ["result_first"]


def test_ids_and_names_get_letters_that_the_provider_takes_in_call_and_result_alike() -> None:
    given = [user("Go"), agent(use("call:1|x", "my.tool")), user([result("call:1|x")])]
    request, codes = repaired(conversation(given))
    assert request["messages"][1]["content"] == [use("call_1_x", "my_tool")]
    assert request["messages"][2]["content"] == [result("call_1_x")]
    assert sorted(codes) == ["call_id", "result_id", "tool_name"]


def test_ids_that_become_the_same_stay_apart() -> None:
    given = [user("Go"), agent(use("a.b"), use("a:b")), user([result("a:b", "2"), result("a.b", "1")])]
    request, _ = repaired(conversation(given))
    ids = [block["id"] for block in request["messages"][1]["content"]]
    assert ids[0] == "a_b"
    assert len(set(ids)) == 2
    assert request["messages"][2]["content"] == [result(ids[1], "2"), result("a_b", "1")]


def test_long_id_is_cut_for_a_chat() -> None:
    given = [user("Go"), agent(use("x" * 60)), user([result("x" * 60)])]
    request, codes = repaired(conversation(given), "openai")
    assert len(request[2]["tool_call_id"]) <= 40
    assert codes == ["call_id", "result_id"]


def test_call_without_an_id_gets_one_and_its_result_too() -> None:
    given = [
        user("Go"),
        {"role": "assistant", "content": [{"type": "tool_use", "name": "ls", "input": {}}]},
        user([result("")]),
    ]
    request, codes = repaired(conversation(given))
    assert request["messages"][1]["content"][0]["id"] == "call_1"
    assert request["messages"][2]["content"] == [result("call_1")]
    assert codes == ["call_id", "result_id"]


def test_call_and_thinking_in_the_mouth_of_the_user_are_not_passed_on_as_such() -> None:
    request, codes = repaired(conversation([user([use("a", path="x"), SIGNED, text("Go")])]))
    assert request["messages"] == [user([text('[tool call read {"path":"x"}]'), text("Go")])]
    assert codes == ["misplaced", "misplaced"]


def test_arguments_that_are_no_json_are_passed_on_as_text_and_said() -> None:
    request, codes = repaired(
        conversation([user("Go"), calling(call("a", arguments="{bad")), tool("a")]), "anthropic"
    )
    assert request["messages"][1]["content"] == [use("a", input="{bad")]
    assert codes == ["converted"]


def test_error_result_says_so_where_there_is_no_mark_for_it() -> None:
    given = [user("Go"), agent(use("a")), user([result("a", "no such file", is_error=True)])]
    assert repaired(conversation(given), "openai")[0][2] == tool("a", "Error: no such file")


def test_block_that_another_provider_has_no_form_for_is_left_out_and_said() -> None:
    search = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    given = [user("Go"), agent(search, "Found")]
    assert repaired(conversation(given), "anthropic") == ({"messages": given}, [])
    done = normalise(conversation(given), provider="openai")
    assert [(repair.code, repair.message) for repair in done.repairs] == [("converted", 2)]
    assert "server_tool_use" in done.repairs[0].text


def test_attachments_come_up_to_the_words_they_belong_to_behind_the_results() -> None:
    c = Claude()
    note = {"type": "queued_command", "prompt": "And this"}
    entries = (
        c.user("Go"),
        c.use("t"),
        c.entry("attachment", attachment=note),
        c.result("t", "1"),
        c.user("Look"),
    )
    request, codes = repaired(lines(*entries))
    assert request["messages"][2]["content"] == [result("t", "1"), text("And this"), text("Look")]
    assert "result_first" in codes
    c = Claude()
    request, codes = repaired(lines(c.user("Look"), c.entry("attachment", attachment=note), c.agent("Yes")))
    assert request["messages"][0]["content"] == [text("And this"), text("Look")]
    assert codes == ["attachment_moved"]


def test_repairs_name_message_line_and_reason() -> None:
    done = normalise(lines(user("Go"), "", agent(use("a")), user("Next")), provider="anthropic")
    assert [tuple(repair) for repair in done.repairs] == [
        ("result_missing", 2, 3, "call 'a' of read has no result; one is put in that says so")
    ]


def test_conversation_itself_is_not_changed() -> None:
    given = conversation([user("\ud83d"), agent("", use("a b")), user([text("x"), result("a b", "\ud83d")])])
    before = json.dumps([[dict(block.data) for block in message.blocks] for message in given.messages])
    normalise(given, provider="anthropic", images="placeholder")
    assert (
        json.dumps([[dict(block.data) for block in message.blocks] for message in given.messages]) == before
    )


def test_message_that_stands_there_twice_by_the_same_value_is_repaired_like_any_other() -> None:
    given = conversation([user("Go"), agent(use("a")), user([result("a")])])
    twice = given._replace(messages=(*given.messages, *given.messages[1:]))
    request, codes = repaired(twice)
    assert [message["role"] for message in request["messages"]] == ["user", "assistant"] * 2 + ["user"]
    assert codes == ["call_id", "result_id"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_values_nested_beyond_reason_are_read_or_refused_with_a_reason(provider: Provider) -> None:
    deep: object = 1
    for _ in range(700):
        deep = [deep]
    given = [user("Go"), agent(use("a", deep=deep)), user([result("a")])]
    with suppress(DocumentError):  # how deep is too deep is for the interpreter to say
        assert normalise(read_conversation(json.dumps(given).encode()), provider=provider).repairs == ()


def test_many_calls_without_ids_are_named_one_by_one() -> None:
    calls = [{"type": "tool_use", "name": "ls", "input": {}} for _ in range(3000)]
    results = [{"type": "tool_result", "content": str(number)} for number in range(3000)]
    request, _ = repaired(conversation([user("Go"), {"role": "assistant", "content": calls}, user(results)]))
    assert [block["tool_use_id"] for block in request["messages"][2]["content"]] == [
        f"call_{number}" for number in range(1, 3001)
    ]
