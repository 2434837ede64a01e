"""Thinking goes back as it came, or not at all."""

import json
from typing import Any

import pytest

from tests.transcripts.building import Claude
from tests.transcripts.messages.making import (
    SIGNED,
    agent,
    conversation,
    item,
    item_call,
    item_output,
    lines,
    repaired,
    result,
    text,
    use,
    user,
)

REDACTED = {"type": "redacted_thinking", "data": "sealed"}
OMITTED = {"type": "thinking", "thinking": "", "signature": "c2ln"}
UNSIGNED = {"type": "thinking", "thinking": "hm"}
REASONING = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "e"}


def _kinds(request: Any) -> list[list[str]]:
    return [
        [block["type"] for block in message["content"]]
        for message in request["messages"]
        if message["role"] == "assistant"
    ]


@pytest.mark.parametrize("thought", [SIGNED, REDACTED, OMITTED])
def test_thinking_of_the_open_tool_turn_stays_word_for_word(thought: dict[str, Any]) -> None:
    given = [
        user("Go"),
        agent(thought, use("a")),
        user([result("a")]),
        agent(thought, REDACTED, use("b")),
        user([result("b")]),
    ]
    request, codes = repaired(conversation(given))
    assert request["messages"] == given
    assert codes == []


@pytest.mark.parametrize("thought", [SIGNED, REDACTED])
def test_thinking_of_a_turn_that_is_over_stays_where_it_is_whole(thought: dict[str, Any]) -> None:
    given = [user("Go"), agent(thought, use("a")), user([result("a")]), agent(thought, "Done"), user("Next")]
    request, codes = repaired(conversation(given))
    assert request["messages"] == given
    assert codes == []


@pytest.mark.parametrize("thought", [OMITTED, UNSIGNED])
def test_turn_that_is_over_and_holds_empty_or_unsigned_thinking_loses_all_of_it(
    thought: dict[str, Any],
) -> None:
    given = [
        user("Go"),
        agent(SIGNED, use("a")),
        user([result("a")]),
        agent(thought, "Done"),
        user("Next"),
        agent(SIGNED, "Yes"),
    ]
    request, codes = repaired(conversation(given))
    assert _kinds(request) == [["tool_use"], ["text"], ["thinking", "text"]]
    assert codes == ["thinking", "thinking"]


def test_unsigned_thinking_of_the_open_turn_goes_with_the_rest_of_it() -> None:
    given = [
        user("Go"),
        agent(SIGNED, use("a")),
        user([result("a")]),
        agent(UNSIGNED, use("b")),
        user([result("b")]),
    ]
    request, _ = repaired(conversation(given))
    assert _kinds(request) == [["tool_use"], ["tool_use"]]


def test_answer_that_ends_with_thinking_loses_the_thinking_of_its_turn() -> None:
    request, codes = repaired(conversation([user("Go"), agent(SIGNED, "Yes", SIGNED), user("Next")]))
    assert request["messages"][1]["content"] == [text("Yes")]
    assert codes == ["thinking"]


def test_answer_that_only_thought_is_left_out_and_said() -> None:
    request, codes = repaired(conversation([user("Go"), agent(SIGNED), user("Next")]))
    assert request["messages"] == [user([text("Go"), text("Next")])]
    assert codes == ["empty_message", "merged"]


def test_thinking_of_an_answer_that_was_edited_is_left_out() -> None:
    request, codes = repaired(conversation([user("Go"), agent(SIGNED, "", "Done"), user("Next")]))
    assert request["messages"][1]["content"] == [text("Done")]
    assert codes == ["empty_text", "thinking"]


def test_open_turn_keeps_its_thinking_where_only_results_were_put_in() -> None:
    given = [user("Go"), agent(SIGNED, use("a"), use("b")), user([result("a")])]
    request, codes = repaired(conversation(given))
    assert _kinds(request) == [["thinking", "tool_use", "tool_use"]]
    assert codes == ["result_missing"]


def _switch(model: str) -> list[dict[str, Any]]:
    c = Claude()
    think = {"type": "thinking", "thinking": "hm", "signature": "s"}
    return [
        c.user("One"),
        c.block(think, message="m1", inner={"model": "claude-old"}),
        c.agent("First", message="m1", inner={"model": "claude-old"}),
        c.user("Two"),
        c.block(think, message="m2", inner={"model": model}),
        c.agent("Second", message="m2", inner={"model": model}),
    ]


def test_model_switch_leaves_out_the_thinking_of_the_other_model() -> None:
    assert _kinds(repaired(lines(*_switch("claude-new")))[0]) == [["text"], ["thinking", "text"]]
    assert _kinds(repaired(lines(*_switch("claude-old")))[0]) == [["thinking", "text"]] * 2
    assert _kinds(repaired(lines(*_switch("claude-old")), model="claude-new")[0]) == [["text"]] * 2


def test_tail_that_a_compaction_kept_loses_its_stale_thinking_once_and_the_next_request_is_valid() -> None:
    c = Claude()
    think = {"type": "thinking", "thinking": "hm", "signature": "s"}
    kept = [c.user("Kept"), c.block(think, message="m1"), c.agent("Kept answer", message="m1")]
    boundary = c.boundary(preservedSegment={"headUuid": "u1", "anchorUuid": "u5", "tailUuid": "u3"})
    summary = c.user("Summary", isCompactSummary=True)
    after = c.user("Next"), c.block(think, message="m2"), c.agent("Yes", message="m2")
    request, codes = repaired(lines(*kept, boundary, summary, *after))
    assert _kinds(request) == [["text"], ["thinking", "text"]]
    assert codes.count("thinking") == 1


def test_caller_who_edited_gets_no_stale_thinking_from_there_on() -> None:
    given = [user("One"), agent(SIGNED, "A"), user("Two"), agent(SIGNED, "B"), user("Three")]
    request, codes = repaired(conversation(given), edited_from=3)
    assert _kinds(request) == [["thinking", "text"], ["text"]]
    assert codes == ["thinking"]


def test_thinking_that_cannot_be_encoded_is_left_out_and_never_mended() -> None:
    broken = {"type": "thinking", "thinking": "\ud83d", "signature": "s"}
    request, codes = repaired(conversation([user("Go"), agent(broken, "Yes")]))
    assert request["messages"][1]["content"] == [text("Yes")]
    assert codes == ["surrogate"]


def test_thinking_goes_to_no_other_provider() -> None:
    given = [user("Go"), agent(SIGNED, "Yes"), user("Next")]
    for provider in ("openai", "responses"):
        request, codes = repaired(conversation(given), provider)  # type: ignore[arg-type]
        assert "c2lnbmVk" not in json.dumps(request)
        assert codes == ["converted"]


def test_reasoning_stays_before_its_call_and_goes_where_it_leads_to_nothing() -> None:
    right = [
        item("user", "Go"),
        REASONING,
        item_call("a"),
        item_output("a"),
        REASONING,
        item("assistant", "Done"),
    ]
    assert repaired(conversation(right), "responses") == (right, [])
    request, codes = repaired(conversation([*right, item("user", "Next"), REASONING]), "responses")
    assert request == [*right, item("user", "Next")]
    assert codes == ["thinking", "empty_message"]


def test_call_whose_reasoning_is_left_out_no_longer_names_it() -> None:
    given = [item("user", "Go"), REASONING, item_call("a", id="fc_1"), item_output("a"), item("user", "Next")]
    request, codes = repaired(conversation(given), "responses", edited_from=1)
    assert request[1] == item_call("a")
    assert codes[0] == "thinking"
