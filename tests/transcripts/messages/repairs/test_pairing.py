"""Calls and results: every way in which they come apart, and the right answer."""

from typing import Any

import pytest

from daykeep.transcripts.messages.model import PROVIDERS, Provider
from daykeep.transcripts.messages.normalise import normalise
from daykeep.transcripts.messages.repairs.pairing import NO_RESULT
from tests.transcripts.building import Claude
from tests.transcripts.messages.making import (
    agent,
    call,
    calling,
    conversation,
    item,
    item_call,
    item_output,
    lines,
    repaired,
    result,
    text,
    tool,
    use,
    user,
)

ORPHAN = "[result of a tool call that is not here]\n"


def _missing(ident: str) -> dict[str, Any]:
    return result(ident, NO_RESULT, is_error=True)


def test_interrupted_tools_get_error_results_in_the_very_next_user_message() -> None:
    c = Claude()
    go = c.user("Go")
    uses = [c.use(f"t{n}", message="m1") for n in (1, 2, 3)]
    stop = c.user([text("[Request interrupted by user for tool use]")])
    request, codes = repaired(lines(go, *uses, stop, c.user("Other way")))
    assert codes[:3] == ["result_missing"] * 3
    assert request["messages"][2]["content"] == [
        *(_missing(f"t{n}") for n in (1, 2, 3)),
        text("[Request interrupted by user for tool use]"),
        text("Other way"),
    ]


def test_result_that_is_missing_at_the_end_gets_a_message_of_its_own_marked_synthetic() -> None:
    done = normalise(conversation([user("Go"), agent(use("t1"))]), provider="anthropic")
    assert done.messages[-1].mark == "synthetic"
    assert [(r.code, r.message) for r in done.repairs] == [("result_missing", 2)]
    assert "call 't1' of read has no result" in done.repairs[0].text


def test_part_of_the_results_that_is_missing_is_put_in_beside_the_others() -> None:
    request, codes = repaired(conversation([user("Go"), agent(use("a"), use("b")), user([result("b")])]))
    assert request["messages"][2]["content"] == [result("b"), _missing("a")]
    assert codes == ["result_missing"]


def test_result_put_in_between_two_blocks_of_one_message_is_the_only_repair() -> None:
    given = [user("Go"), agent(use("a"), use("b")), user([result("a"), text("Next")])]
    request, codes = repaired(conversation(given))
    assert request["messages"][2]["content"] == [result("a"), _missing("b"), text("Next")]
    assert codes == ["result_missing"]


def test_orphan_result_becomes_text_where_it_stands() -> None:
    request, codes = repaired(
        conversation([user([text("Old words"), result("gone", "42 rows")]), agent("Yes"), user("Go")])
    )
    assert request["messages"][0]["content"] == [text("Old words"), text(f"{ORPHAN}42 rows")]
    assert codes == ["result_orphan"]


def test_orphan_result_without_text_is_left_out_and_said() -> None:
    done = normalise(conversation([user([result("gone", ""), text("Go")])]), provider="anthropic")
    assert [repair.text for repair in done.repairs] == [
        "a result without a call, 'gone', holds no text; left out"
    ]


def test_result_whose_call_a_compaction_took_away_becomes_text_in_every_form() -> None:
    c = Claude()
    entries = c.user("Go"), c.use("t1"), c.boundary(), c.user("Summary", isCompactSummary=True)
    for provider in PROVIDERS:
        _, codes = repaired(lines(*entries, c.result("t1", "late"), c.agent("Yes")), provider)
        assert "result_orphan" in codes


def test_result_that_stands_later_is_moved_to_its_call() -> None:
    given = [
        user("Go"),
        agent(use("t1")),
        user("Wait"),
        agent("Waiting"),
        user([result("t1", "late"), text("Next")]),
    ]
    request, codes = repaired(conversation(given))
    contents = [message["content"] for message in request["messages"]]
    assert contents[2:] == [[result("t1", "late"), text("Wait")], [text("Waiting")], [text("Next")]]
    assert codes == ["result_moved"]


def test_result_that_stands_before_its_call_is_moved_behind_it() -> None:
    request, codes = repaired(
        conversation([user([text("Go"), result("t1", "early")]), agent(use("t1")), user("Next")])
    )
    assert request["messages"][2]["content"] == [result("t1", "early"), text("Next")]
    assert codes == ["result_moved"]


def test_words_before_a_result_are_put_behind_it() -> None:
    request, codes = repaired(
        conversation([user("Go"), agent(use("t1")), user([text("Here:"), result("t1")])])
    )
    assert request["messages"][2]["content"] == [result("t1"), text("Here:")]
    assert codes == ["result_first"]


def test_split_results_are_joined_in_one_message() -> None:
    given = [user("Go"), agent(use("a"), use("b")), user([result("a")]), user([result("b")])]
    request, codes = repaired(conversation(given))
    assert request["messages"][2]["content"] == [result("a"), result("b")]
    assert codes == ["merged"]


def test_message_between_call_and_result_is_put_behind_it() -> None:
    request, codes = repaired(
        conversation([user("Go"), agent(use("a")), user("One moment"), user([result("a")])])
    )
    assert request["messages"][2]["content"] == [result("a"), text("One moment")]
    assert sorted(codes) == ["merged", "result_first"]


def test_second_result_that_says_the_same_is_left_out() -> None:
    request, codes = repaired(
        conversation([user("Go"), agent(use("a")), user([result("a", "x"), result("a", "x")])])
    )
    assert request["messages"][2]["content"] == [result("a", "x")]
    assert codes == ["result_duplicate"]


def test_second_result_that_says_something_else_becomes_text() -> None:
    request, codes = repaired(
        conversation([user("Go"), agent(use("a")), user([result("a", "x"), result("a", "y")])])
    )
    assert request["messages"][2]["content"] == [result("a", "x"), text(f"{ORPHAN}y")]
    assert codes == ["result_duplicate"]


def test_call_that_stands_there_twice_is_left_out_once() -> None:
    request, codes = repaired(conversation([user("Go"), agent(use("a"), use("a")), user([result("a")])]))
    assert request["messages"][1]["content"] == [use("a")]
    assert codes == ["call_duplicate"]


def test_two_calls_of_one_id_get_one_each_and_so_do_their_results() -> None:
    given = [
        user("Go"),
        agent(use("a", n=1)),
        user([result("a", "1")]),
        agent(use("a", n=2)),
        user([result("a", "2")]),
    ]
    request, codes = repaired(conversation(given))
    assert request["messages"][3]["content"] == [use("a_2", n=2)]
    assert request["messages"][4]["content"] == [result("a_2", "2")]
    assert codes == ["call_id", "result_id"]


def test_chat_results_follow_their_call_before_anything_else() -> None:
    given = [user("Go"), calling(call("a"), call("b")), tool("a"), user("Wait"), tool("b")]
    request, codes = repaired(conversation(given), "openai")
    assert request[2:] == [tool("a"), tool("b"), user("Wait")]
    assert codes == ["result_first"]


def test_chat_call_without_a_tool_message_gets_one() -> None:
    request, codes = repaired(conversation([user("Go"), calling(call("a")), user("Next")]), "openai")
    assert request[2:] == [tool("a", f"Error: {NO_RESULT}"), user("Next")]
    assert codes == ["result_missing"]


def test_chat_tool_message_without_a_call_becomes_a_word_of_the_user() -> None:
    request, codes = repaired(conversation([user("Go"), tool("gone", "42"), user("Next")]), "openai")
    assert request == [user("Go"), user(f"{ORPHAN}42"), user("Next")]
    assert codes == ["result_orphan"]


def test_responses_call_without_an_output_gets_one_and_reasoning_stays_before_its_call() -> None:
    reasoning = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "e"}
    given = [item("user", "Go"), reasoning, item_call("a"), item("user", "Next")]
    request, codes = repaired(conversation(given), "responses")
    assert request == [*given[:3], item_output("a", f"Error: {NO_RESULT}"), given[3]]
    assert codes == ["result_missing"]


def test_responses_output_without_a_call_id_belongs_to_the_call_that_waits() -> None:
    given = [item("user", "Go"), item_call("a"), {"type": "function_call_output", "output": "x"}]
    request, codes = repaired(conversation(given), "responses")
    assert request[2]["call_id"] == "a"
    assert codes == ["result_id"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_pair_stays_together_however_the_conversation_is_cut(provider: Provider) -> None:
    whole = [
        user("Go"),
        agent(use("a"), use("b")),
        user([result("a"), result("b")]),
        agent("Done"),
        user("Thanks"),
    ]
    for start in range(len(whole)):
        for end in range(start, len(whole) + 1):
            repaired(conversation(whole[start:end]), provider)
