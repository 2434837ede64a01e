import json
import math
from datetime import UTC

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daykeep.files.records import parse_records, render_records
from daykeep.session.history.records import Growth, growth_record, message_record, read_records
from daykeep.transcripts.messages.blocks import block_of
from daykeep.transcripts.messages.model import Block, Message
from daykeep.transcripts.messages.read import read_conversation
from tests.session.making import (
    agent,
    call,
    calling,
    item,
    item_call,
    item_output,
    messages_of,
    result,
    tool,
    use,
    user,
)
from tests.transcripts.building import Claude, Pi
from tests.transcripts.messages.making import SIGNED, lines

SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def through(messages):
    made = [message_record(one, n) for n, one in enumerate(messages, 1)]
    records, problems = parse_records(render_records(made), "history.jsonl")
    read = read_records(records, "history.jsonl")
    assert (problems, read.problems) == ([], ())
    return read.messages


IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
LISTS = {
    "anthropic": [
        {"role": "system", "content": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}]},
        user("Go \ud83d on."),
        agent(SIGNED, {"type": "redacted_thinking", "data": "x"}, use("t", n=2**80, f=1.0, e=1e300)),
        user([result("t", [{"type": "text", "text": "用户"}, IMAGE], is_error=True), {"type": "unheard_of", "x": [None]}]),
        {"role": "assistant", "content": "Done.", "id": "m1", "model": "c", "usage": {"input_tokens": 3}},
    ],
    "openai": [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": "Go.", "name": "ada"},
        calling(call("a", arguments='{"x": 1}'), content=None),
        tool("a"),
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "assistant", "content": "", "tool_calls": [{"id": "b", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "user"},
        {"role": "user", "content": 5},
    ],
    "responses": [
        item("user", "Go."),
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "z"},
        item_call("a", id="fc_1"),
        item_output("a", [{"type": "input_text", "text": "x"}]),
        {"type": "compaction", "encrypted_content": "q"},
        "a bare text",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_messages_of_a_list_come_back_as_they_were(name):
    messages = messages_of(*LISTS[name])
    assert len(messages) >= 4
    assert through(messages) == messages


def test_entries_of_an_agents_own_files_come_back_as_they_were():
    claude = Claude()
    entries = [claude.user("Hi."), claude.agent("Hm."), claude.user("Go on.")]
    attachment = {"type": "attachment", "uuid": "x", "parentUuid": entries[-1]["uuid"]}
    entries.append({**attachment, "attachment": {"type": "queued_command", "prompt": "And this."}})
    messages = lines(*entries).messages
    assert any(block.kind == "attachment" for message in messages for block in message.blocks)
    assert through(messages) == messages
    pi = Pi()
    messages = lines(pi.head(), pi.user("Hi."), pi.agent("Hm.")).messages
    assert len(messages) == 2
    assert through(messages) == messages


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
KINDS = st.sampled_from(["text", "tool_use", "tool_result", "thinking", "function_call", "", "odd"])
BLOCKS = st.one_of(
    st.builds(lambda data, kind: block_of({**data, "type": kind}), st.dictionaries(st.text(max_size=9), JSON), KINDS),
    st.builds(block_of, JSON),
    st.builds(Block, KINDS, st.text(), st.text(), st.text(), st.dictionaries(st.text(max_size=5), JSON)),
)  # fmt: skip
MESSAGES = st.builds(
    Message,
    st.sampled_from(["user", "assistant", "tool", "system"]),
    st.lists(BLOCKS, max_size=4).map(tuple),
    st.text(max_size=5),
    st.integers(0, 10**6),
    st.datetimes(timezones=st.just(UTC)) | st.none(),
    st.dictionaries(st.text(max_size=4), JSON, max_size=3) | st.none(),
    st.text(max_size=5),
    st.sampled_from(["", "kept", "summary", "synthetic"]),
    st.dictionaries(st.sampled_from(["role", "content", "tool_calls", "text", "x"]), JSON, max_size=3),
)


@given(st.lists(MESSAGES, max_size=3))
@SLOW
def test_any_message_comes_back_as_it_was(messages):
    assert through(messages) == tuple(messages)


@given(st.lists(JSON, max_size=5))
@SLOW
def test_any_list_that_is_read_comes_back_as_it_was(values):
    messages = read_conversation(json.dumps(values).encode("utf-8", "surrogatepass")).messages
    assert through(messages) == messages


def test_numbers_that_json_does_not_have_come_back():
    data = {"type": "tool_use", "id": "a", "name": "n", "input": {"x": math.nan, "y": math.inf}}
    (message,) = through([Message("assistant", (block_of(data),))])
    given = message.blocks[0].data["input"]
    assert math.isnan(given["x"])
    assert given["y"] == math.inf


def test_growth_adds_blocks_to_the_message_of_its_number():
    old = messages_of(user("Go."), agent("One."))
    more = tuple(block_of({"type": "text", "text": text}) for text in ("Two.", "Three."))
    records = [message_record(one, n) for n, one in enumerate(old, 1)]
    records.append(growth_record(Growth(2, more, {"output_tokens": 9})))
    read = read_records(json.loads(json.dumps(records)), "h")
    assert [block.text for block in read.messages[1].blocks] == ["One.", "Two.", "Three."]
    assert read.messages[1].usage == {"output_tokens": 9}
    assert read.messages[0] == old[0]


def test_lost_line_leaves_an_empty_message_so_that_the_others_keep_their_numbers():
    old = messages_of(user("a"), agent("b"), user("c"))
    records = [message_record(one, n) for n, one in enumerate(old, 1)]
    read = read_records([records[0], records[2]], "h")
    assert [one.text for one in read.messages] == ["a", "", "c"]
    assert [problem.line for problem in read.problems] == [2]


@pytest.mark.parametrize(
    "record",
    [
        {"v": 2, "n": 2, "role": "user", "blocks": []},
        {"v": 1, "n": 2},
        {"v": 1, "n": 2, "role": 5, "blocks": []},
        {"v": 1, "n": 2, "role": "user", "blocks": 5},
        {"v": 1, "n": 2, "role": "user", "at": "soon", "blocks": []},
        {"v": 1, "n": 2, "role": "user", "given": []},
        {"v": 1, "n": 2, "role": "user", "line": float("inf"), "blocks": []},
        {"v": 1, "more": 0, "blocks": []},
        {"v": 1, "more": 7, "blocks": []},
        {"v": 1, "more": "x", "blocks": []},
        {},
    ],
)
def test_line_that_can_not_be_read_is_a_problem_and_reading_goes_on(record):
    good = message_record(messages_of(user("a"))[0], 1)
    read = read_records([good, record], "h")
    assert len(read.messages) == 1
    assert [problem.line for problem in read.problems] == [2]
