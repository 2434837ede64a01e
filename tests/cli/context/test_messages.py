"""``daykeep context messages``: the request on stdout, the repairs beside it."""

from __future__ import annotations

import io
import json
import sys

import pytest

CALLING = {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "ls", "input": {}}]}
BROKEN = [{"role": "user", "content": "Go"}, CALLING, {"role": "user", "content": "Stop"}]
RIGHT = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]


@pytest.fixture
def file(desk):
    """Writes a conversation; its path."""

    def write(messages, name="chat.json"):
        path = desk.folder / name
        path.write_text(json.dumps(messages), encoding="utf-8")
        return str(path)

    return write


def test_conversation_that_is_right_is_printed_as_it_is(desk, file):
    done = desk.run("context", "messages", file(RIGHT))
    assert json.loads(done.out) == {"messages": RIGHT}
    assert done.err == ""


def test_repairs_are_said_on_stderr_and_the_request_alone_on_stdout(desk, file):
    done = desk.run("context", "messages", file(BROKEN))
    assert [message["role"] for message in json.loads(done.out)["messages"]] == ["user", "assistant", "user"]
    assert done.err == (
        "message 2 (line 1): call 't' of ls has no result; one is put in that says so [result_missing]\n"
    )


def test_json_answer_holds_request_repairs_and_problems(desk, file):
    answer = desk.run("context", "messages", file(BROKEN), "--to", "openai", "--json").json
    assert [message["role"] for message in answer["messages"]] == ["user", "assistant", "tool", "user"]
    assert [repair["code"] for repair in answer["repairs"]] == ["result_missing"]
    assert (answer["format"], answer["to"], answer["problems"]) == ("anthropic", "openai", [])


def test_list_of_chat_messages_and_items_go_out_as_lists(desk, file):
    assert json.loads(desk.run("context", "messages", file(RIGHT), "--to", "openai").out) == RIGHT
    items = json.loads(desk.run("context", "messages", file(RIGHT), "--to", "responses").out)
    assert [item["role"] for item in items] == ["user", "assistant"]


def test_check_reports_only_and_says_by_its_exit_code_what_is_to_be_done(desk, file):
    right = desk.run("context", "messages", file(RIGHT), "--check")
    assert right.out == "2 messages of anthropic, for anthropic:\n  right as they are\n"
    broken = desk.run("context", "messages", file(BROKEN), "--check")
    assert (right.code, broken.code) == (0, 10)
    assert broken.out.splitlines()[0] == "3 messages of anthropic, for anthropic:"
    assert "[result_missing]" in broken.out
    assert desk.run("context", "messages", file(BROKEN), "--check", "--json").json["repairs"]


def test_conversation_comes_from_standard_input(desk, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(RIGHT).encode())))
    done = desk.run("context", "messages", "-")
    assert json.loads(done.out) == {"messages": RIGHT}


def test_file_that_is_no_conversation_and_one_that_is_not_there_are_errors(desk, file):
    strange = desk.run("context", "messages", file({"a": 1}))
    missing = desk.run("context", "messages", "nowhere.json")
    assert (strange.code, missing.code) == (5, 5)
    assert "of no known format" in strange.err
    assert "there is no file" in missing.err


def test_empty_file_is_an_empty_conversation(desk):
    path = desk.folder / "empty.jsonl"
    path.touch()
    assert json.loads(desk.run("context", "messages", str(path)).out) == {"messages": []}


def test_pictures_are_replaced_where_asked(desk, file):
    picture = {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}
    path = file([{"role": "user", "content": [picture]}])
    done = desk.run("context", "messages", path, "--images", "placeholder")
    assert json.loads(done.out)["messages"][0]["content"] == [{"type": "text", "text": "[image]"}]
