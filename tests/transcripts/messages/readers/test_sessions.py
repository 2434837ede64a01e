"""Sessions of pi and rollouts of Codex as a model is given them."""

from typing import Any

from daykeep.transcripts.messages.model import KEPT, SUMMARY, Conversation
from tests.transcripts.building import Codex, Pi, stamp
from tests.transcripts.messages.making import item_call, item_output, lines, repaired


def told(conversation: Conversation) -> list[str]:
    return [
        f"{m.role[0]}:{'+'.join(block.id or block.text for block in m.blocks)}" for m in conversation.messages
    ]


def _use(pi: Pi, **more: Any) -> dict[str, Any]:
    content = [
        {"type": "thinking", "thinking": "hm", "thinkingSignature": "sig"},
        {"type": "toolCall", "id": "t", "name": "bash", "arguments": {"command": "ls"}},
    ]
    message = {"role": "assistant", "content": content, "model": "claude-opus-5", **more}
    return pi.entry("message", message=message)


def test_pi_session_goes_to_anthropic_with_calls_results_and_signed_thinking() -> None:
    pi = Pi()
    found = lines(pi.head(), pi.user("List"), _use(pi), pi.output("a.txt"))
    assert (found.format, found.session, found.folder) == ("pi", "p-1", "/ws")
    request, codes = repaired(found)
    assert codes == []
    assert request["messages"][1]["content"] == [
        {"type": "thinking", "thinking": "hm", "signature": "sig"},
        {"type": "tool_use", "id": "t", "name": "bash", "input": {"command": "ls"}},
    ]
    assert request["messages"][2]["content"] == [
        {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "a.txt"}]}
    ]


def test_pi_compaction_is_its_summary_what_it_kept_and_what_came_after() -> None:
    pi = Pi()
    entries = [pi.head(), pi.user("One"), pi.agent("Two"), pi.user("Three"), pi.agent("Four")]
    entries += [
        pi.entry("compaction", summary="So far", firstKeptEntryId="e3", tokensBefore=9),
        pi.user("Five"),
    ]
    found = lines(*entries)
    assert told(found) == ["u:So far", "u:Three", "a:Four", "u:Five"]
    assert [message.mark for message in found.messages] == [SUMMARY, KEPT, KEPT, ""]


def test_pi_answer_that_was_broken_off_has_no_usage() -> None:
    pi = Pi()
    found = lines(pi.head(), pi.user("Go"), _use(pi, stopReason="aborted", usage={"input": 5}))
    assert found.messages[-1].usage is None


def test_pi_entries_that_are_not_understood_are_listed() -> None:
    pi = Pi()
    found = lines(pi.head(), pi.user("Go"), pi.entry("dream", x=1), pi.entry("label", label="x"))
    assert [problem.message for problem in found.problems] == [
        "entry 'dream' is not understood; kept as it is"
    ]


def test_codex_rollout_is_its_items_and_the_last_count_of_tokens() -> None:
    codex = Codex()
    count = {"input_tokens": 9, "output_tokens": 2}
    found = lines(
        codex.meta(),
        codex.user("Go"),
        codex.line("response_item", **item_call("c1")),
        codex.line("response_item", **item_output("c1")),
        codex.agent("Done"),
        codex.line("event_msg", type="agent_message", message="Done"),
        codex.line(
            "event_msg", type="token_count", info={"last_token_usage": count, "model_context_window": 272_000}
        ),
    )
    assert told(found) == ["u:Go", "a:c1", "t:c1", "a:Done"]
    assert found.messages[-1].usage == count
    assert found.given == {"model_context_window": 272_000}
    assert repaired(found, "responses")[1] == []


def test_codex_calls_of_every_kind_go_to_anthropic_with_their_outputs() -> None:
    codex = Codex()
    kinds = [
        {"type": "custom_tool_call", "call_id": "c1", "name": "apply_patch", "input": "*** Begin"},
        {"type": "custom_tool_call_output", "call_id": "c1", "output": "ok"},
        {"type": "local_shell_call", "call_id": "c2", "action": {"type": "exec", "command": ["ls"]}},
        {"type": "function_call_output", "call_id": "c2", "output": "a.txt"},
    ]
    found = lines(codex.meta(), codex.user("Go"), *(codex.line("response_item", **kind) for kind in kinds))
    request, codes = repaired(found)
    calls = [message["content"][0] for message in request["messages"] if message["role"] == "assistant"]
    assert [(call["name"], call["input"]) for call in calls] == [
        ("apply_patch", {"input": "*** Begin"}),
        ("local_shell", {"type": "exec", "command": ["ls"]}),
    ]
    assert codes == []


def test_codex_turns_that_were_rolled_back_are_none() -> None:
    codex = Codex()
    back = codex.line("event_msg", type="thread_rolled_back", num_turns=1)
    found = lines(
        codex.meta(), codex.user("One"), codex.agent("Yes"), codex.user("Two"), back, codex.user("Three")
    )
    assert told(found) == ["u:One", "a:Yes", "u:Three"]


def test_codex_compaction_stands_for_what_was_before() -> None:
    codex = Codex()
    compacted = codex.line("compacted", message="So far")
    found = lines(codex.meta(), codex.user("One"), codex.agent("Yes"), compacted, codex.user("Two"))
    assert told(found) == ["u:So far", "u:Two"]
    assert found.messages[0].mark == SUMMARY


def test_times_are_read_where_the_file_has_them() -> None:
    pi = Pi()
    found = lines(pi.head(), pi.user("Go"))
    at = found.messages[0].at
    assert at is not None
    assert at.isoformat().replace("+00:00", "Z") == stamp(1)
