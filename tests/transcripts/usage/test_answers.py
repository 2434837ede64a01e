"""Answers with their usage from raw entries: each once, whatever the number of lines."""

from __future__ import annotations

from daykeep.transcripts.usage.answers import read_answers, total_usage


def line(ident, output, *, cached=1_000, **more):
    usage = {"input_tokens": 5, "cache_read_input_tokens": cached, "output_tokens": output}
    message = {"id": ident, "model": "claude-opus-5", "usage": usage}
    return {"type": "assistant", "message": message, **more}


def answers(*entries):
    return read_answers(enumerate(entries, 1))


def test_read_answers_three_lines_of_one_answer_are_counted_once():
    found = answers(line("msg_1", 1), line("msg_1", 1), line("msg_1", 240))
    assert len(found) == 1
    assert (found[0].line, found[0].usage.total) == (1, 1_245)


def test_read_answers_takes_the_largest_output_of_a_placeholder_and_the_last_line():
    assert answers(line("a", 300), line("a", 1))[0].usage.output == 300


def test_read_answers_lines_of_one_answer_may_stand_apart():
    found = answers(line("a", 1), {"type": "user", "message": {"content": "x"}}, line("b", 7), line("a", 9))
    assert [(one.id, one.usage.output) for one in found] == [("a", 9), ("b", 7)]


def test_read_answers_without_an_id_are_each_one_answer():
    entry = {"role": "assistant", "usage": {"prompt_tokens": 10, "completion_tokens": 2}}
    assert len(answers(entry, entry)) == 2


def test_read_answers_leaves_out_failed_and_aborted_ones_and_totals():
    error = line("e", 0)
    error["message"]["model"] = "<synthetic>"
    aborted = {
        "type": "message",
        "message": {"role": "assistant", "stopReason": "aborted", "usage": {"input": 9}},
    }
    result = {"type": "result", "usage": {"input_tokens": 10**6, "output_tokens": 5}}
    assert answers(error, line("f", 3, isApiErrorMessage=True), aborted, result, 17, None) == []


def test_read_answers_of_a_stream_take_the_input_of_the_start_and_the_output_as_it_grows():
    start = {"type": "message_start", "message": line("m", 1)["message"]}
    events = [
        {"type": "stream_event", "event": start},
        {"type": "stream_event", "event": {"type": "message_delta", "usage": {"output_tokens": 40}}},
        {"type": "stream_event", "event": {"type": "message_delta", "usage": {"output_tokens": 90}}},
        line("m", 1),
        {"type": "result", "usage": {"input_tokens": 5, "cache_read_input_tokens": 99_000}},
    ]
    found = answers(*events)
    assert [(one.usage.output, one.usage.context) for one in found] == [(90, 1_095)]


def test_read_answers_of_a_sub_agent_are_marked_and_are_no_context_of_the_conversation():
    found = answers(
        line("a", 10), line("b", 20, parent_tool_use_id="toolu_1"), line("c", 5, isSidechain=True)
    )
    assert [one.aside for one in found] == [False, True, True]
    total = total_usage(found)
    assert (total.output, total.context) == (35, 1_015)


def test_total_usage_of_nothing_is_nothing():
    assert total_usage([]).total == 0
