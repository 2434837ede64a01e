"""OpenAI's and Anthropic's own packages against servers that speak their APIs, and that fail as such servers do."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest

from daykeep.errors import ModelError
from daykeep.models.language.anthropic_api import AnthropicModel
from daykeep.models.language.model import ANSWER_LIMIT_BYTES, read_fenced
from daykeep.models.language.openai_api import OpenAiModel
from daykeep.models.language.sdk import Access
from tests.models.machines import Said, Sent, completion, machine, say, tool_use

KEY = "k-secret-123"
SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "number"}},
    "required": ["a"],
    "additionalProperties": False,
}
NOW = ("Retry-After-Ms", "1")
"""Has the packages ask again at once."""
MODELS = {"openai": (OpenAiModel, "/v1"), "anthropic": (AnthropicModel, "")}
BOTH = pytest.mark.parametrize("name", list(MODELS))


def model(name: str, root: str, timeout: float = 20.0, key: str = KEY) -> Any:
    kind, path = MODELS[name]
    return kind(Access("m-1", root + path, key, timeout))


def good(name: str, value: object, **more: Any) -> Said:
    return completion(value, **more) if name == "openai" else tool_use(value, **more)


@BOTH
def test_a_good_answer_is_read_with_what_it_cost(name: str) -> None:
    with machine(lambda _: good(name, {"a": 0.5})) as server:
        asked = model(name, server.root)
        reply = asked.ask("instructions", "text 你好", SCHEMA)
    assert (reply.value, reply.input_tokens) == ({"a": 0.5}, 100_000)
    assert (asked.name, asked.version, asked.is_local) == (
        name,
        f"m-1@{server.root.removeprefix('http://')}",
        True,
    )
    [sent] = server.sent
    assert KEY in sent.headers.get("authorization", "") + sent.headers.get("x-api-key", "")
    assert sent.body["model"] == "m-1"
    assert "text 你好" in json.dumps(sent.body, ensure_ascii=False)


def test_openai_is_asked_for_the_schema_and_anthropic_has_to_call_the_tool() -> None:
    with machine(lambda sent: good("openai" if "chat" in sent.path else "anthropic", {"a": 1})) as server:
        model("openai", server.root).ask("i", "t", SCHEMA)
        model("anthropic", server.root).ask("i", "t", SCHEMA)
    first, second = server.sent
    assert first.path == "/v1/chat/completions"
    assert first.body["response_format"]["json_schema"] == {
        "name": "answer",
        "strict": True,
        "schema": SCHEMA,
    }
    assert [one["role"] for one in first.body["messages"]] == ["system", "user"]
    assert second.path == "/v1/messages"
    assert second.body["tool_choice"] == {"type": "tool", "name": "answer"}
    assert second.body["tools"][0]["input_schema"] == SCHEMA
    assert second.body["system"].startswith("i\n")


@BOTH
@pytest.mark.parametrize("status", [429, 529])
def test_a_busy_server_is_asked_again(name: str, status: int) -> None:
    busy = [say({}, status, NOW), say({}, status, NOW)]
    with machine(lambda _: busy.pop(0) if busy else good(name, {"a": 1})) as server:
        assert model(name, server.root).ask("i", "t", SCHEMA).value == {"a": 1}
    assert len(server.sent) == 3


@BOTH
@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (say({"error": {"message": f"wrong key {KEY}"}}, 401), "status 401: wrong key …"),
        (say({"error": {"message": "no such model"}}, 404), "status 404: no such model"),
        (say({"error": {"message": "slow down"}}, 429, NOW), "status 429: slow down"),
        (say({"error": {"message": "overloaded"}}, 529, NOW), "status 529: overloaded"),
        (say({}, 307, ("Location", "/elsewhere")), "status 307"),
        (Said(200, b'{"choices": [{"mess'), "no JSON"),
        (Said(200, b"<html>hello</html>", (("Content-Type", "text/html"),)), "no JSON"),
        (Said(200, b"[1]"), "no JSON object"),
        (Said(200, b"[" * 100_000), "no JSON"),
        (say({}), "gave no"),
        (say({"choices": [], "content": []}), "gave no"),
        (say({"choices": "x", "content": "x"}), "gave no"),
        (Said(200, b"x" * (ANSWER_LIMIT_BYTES + 10)), "more than 2,000,000 bytes"),
        (Said(200, b'{"a": 1}', claims=900), "can't be reached"),
    ],
)
def test_a_bad_answer_is_an_error_that_names_the_host_and_not_the_key(
    name: str, answer: Said, words: str
) -> None:
    with machine(lambda _: answer) as server, pytest.raises(ModelError, match=words) as caught:
        model(name, server.root).ask("i", "t", SCHEMA)
    assert "127.0.0.1" in caught.value.message
    assert KEY not in caught.value.message
    assert not any("elsewhere" in sent.path for sent in server.sent)
    assert caught.value.__cause__ is None or KEY not in str(caught.value.__cause__)


@BOTH
def test_a_server_that_does_not_answer_is_given_up(name: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        root = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ModelError, match="can't be reached"):
            model(name, root, timeout=0.1).ask("i", "t", SCHEMA)


@BOTH
def test_a_server_that_sends_drop_by_drop_is_given_up(name: str) -> None:
    slow = Said(200, b" " * 300, drip_seconds=0.02)
    with machine(lambda _: slow) as server, pytest.raises(ModelError, match="timed out"):
        model(name, server.root, timeout=0.1).ask("i", "t", SCHEMA)


def test_a_model_that_takes_no_temperature_is_asked_without_it_from_then_on() -> None:
    def answer(sent: Sent) -> Said:
        if "temperature" in sent.body:
            return say({"error": {"message": "Unsupported parameter: 'temperature'"}}, 400)
        return good("openai", {"a": 1})

    with machine(answer) as server:
        asked = model("openai", server.root)
        for _ in range(2):
            assert asked.ask("i", "t", SCHEMA).value == {"a": 1}
    assert ["temperature" in sent.body for sent in server.sent] == [True, False, False]


def test_a_model_that_can_not_be_made_to_call_a_tool_is_told_to_from_then_on() -> None:
    def answer(sent: Sent) -> Said:
        if sent.body["tool_choice"]["type"] == "tool":
            return say(
                {"error": {"message": "Thinking may not be enabled when tool_choice forces tool use"}}, 400
            )
        return good("anthropic", {"a": 1})

    with machine(answer) as server:
        asked = model("anthropic", server.root)
        for _ in range(2):
            assert asked.ask("i", "t", SCHEMA).value == {"a": 1}
    assert [sent.body["tool_choice"]["type"] for sent in server.sent] == ["tool", "auto", "auto"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (completion({"a": 1}, finish_reason="length"), "cut off"),
        (completion("x", finish_reason="content_filter"), "refused"),
        (completion("x", message={"content": None, "refusal": "no"}), "refused"),
        (completion("x", message={"content": None}), "without text"),
        (completion("I think that U7 can go."), "no JSON"),
    ],
)
def test_openai_s_answers_that_are_none(answer: Said, words: str) -> None:
    with machine(lambda _: answer) as server, pytest.raises(ModelError, match=words):
        model("openai", server.root).ask("i", "t", SCHEMA)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (tool_use({"a": 1}, stop_reason="max_tokens"), "cut off"),
        (tool_use({"a": 1}, stop_reason="refusal"), "refused"),
        (tool_use("text"), "no answer by the tool"),
        (tool_use({}, content=[{"type": "text", "text": "U7 can go"}]), "no answer by the tool"),
        (tool_use({}, content=[{"type": "tool_use", "name": "other", "input": {}}]), "no answer by the tool"),
    ],
)
def test_anthropic_s_answers_that_are_none(answer: Said, words: str) -> None:
    with machine(lambda _: answer) as server, pytest.raises(ModelError, match=words):
        model("anthropic", server.root).ask("i", "t", SCHEMA)


@BOTH
def test_the_environment_s_own_key_is_not_sent_to_another_server(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(variable, KEY)
    with machine(lambda _: good(name, {"a": 1})) as server:
        model(name, server.root, key="").ask("i", "t", SCHEMA)
    assert KEY not in json.dumps(server.sent[0].headers)


@BOTH
def test_what_is_asked_on_this_machine_goes_through_no_proxy(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with machine(lambda _: say({}, 500)) as proxy, machine(lambda _: good(name, {"a": 1})) as server:
        for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(variable, proxy.root)
        for variable in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(variable, raising=False)
        assert model(name, server.root).ask("i", "t", SCHEMA).value == {"a": 1}
        assert proxy.sent == []


def test_json_between_words_and_fences_is_found() -> None:
    assert read_fenced('```json\n{"a": {"b": 1}}\n```', "it") == {"a": {"b": 1}}
    with pytest.raises(ModelError, match="no JSON"):
        read_fenced("none } here {", "it")
