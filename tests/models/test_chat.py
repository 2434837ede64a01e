"""The chat model: what is sent, what is taken, and every way in which a server can fail."""

from __future__ import annotations

import socket

import pytest

from daykeep.config import Source, load_settings
from daykeep.errors import ConfigError, ModelError
from daykeep.models.chat import ANSWER_LIMIT_BYTES, ChatModel, find_writer
from tests.models.support import Answer, completion, serving

MESSAGES = [{"role": "user", "content": "你好"}]


def test_a_good_answer_is_returned_and_the_request_is_a_chat_completion() -> None:
    with serving(lambda _: completion("One sentence.")) as server:
        model = ChatModel(server.endpoint, "small", key="k-1")
        assert model.complete(MESSAGES) == "One sentence."
    [(path, headers, body)] = server.requests
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == "Bearer k-1"
    assert (body["model"], body["messages"], body["temperature"], body["stream"]) == (
        "small",
        MESSAGES,
        0,
        False,
    )


def test_without_a_key_no_authorization_is_sent() -> None:
    with serving(lambda _: completion("x")) as server:
        ChatModel(server.endpoint, "small").complete(MESSAGES)
    assert "authorization" not in server.requests[0][1]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((500, b"oops"), "status 500"),
        ((302, b""), "status 302"),
        ((200, b'{"choices": [{"mess'), "no JSON"),
        ((200, b"[" * 100_000), "no JSON"),
        ((200, b'{"choices": []}'), "no chat completion"),
        ((200, b"\xff\xfe"), "no JSON"),
        (completion(None), "without text"),
        ((200, b"x" * (ANSWER_LIMIT_BYTES + 10)), "more than"),
    ],
)
def test_a_bad_answer_is_an_error_that_names_the_host(answer: Answer, words: str) -> None:
    with serving(lambda _: answer) as server:
        model = ChatModel(server.endpoint, "small", key="k-secret")
        with pytest.raises(ModelError, match=words) as caught:
            model.complete(MESSAGES)
    assert "127.0.0.1" in caught.value.message
    assert "k-secret" not in caught.value.message


def test_a_server_that_does_not_answer_is_given_up_after_the_timeout() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        model = ChatModel(f"http://127.0.0.1:{silent.getsockname()[1]}/v1", "m", timeout_seconds=0.2)
        with pytest.raises(ModelError, match="can't be reached"):
            model.complete(MESSAGES)


def test_a_closed_port_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(ModelError, match="can't be reached"):
        ChatModel(f"http://127.0.0.1:{port}", "m").complete(MESSAGES)


def test_no_model_is_the_default() -> None:
    settings, _ = load_settings([], environ={})
    assert find_writer(settings, {}) is None


def test_the_users_own_file_names_the_model_and_the_key_is_read_from_the_environment() -> None:
    text = '[distill.writer]\nendpoint = "https://a.example/v1"\nmodel = "m"\nkey_env = "MY_KEY"\n'
    settings, problems = load_settings([Source("user", "config.toml", text)], environ={})
    assert not problems
    assert find_writer(settings, {"MY_KEY": "k"}) == ChatModel("https://a.example/v1", "m", "k", 30.0)


def test_a_workspace_may_not_name_a_model() -> None:
    text = '[distill.writer]\nendpoint = "https://a.example/v1"\n'
    settings, problems = load_settings([Source("workspace", "daykeep.toml", text)], environ={})
    assert "not read from a workspace" in problems[0].message
    assert find_writer(settings, {}) is None


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('endpoint = "ftp://a.example"\nmodel = "m"', "not an http"),
        ('endpoint = "file:///etc/passwd"\nmodel = "m"', "not an http"),
        ('endpoint = "http://a.example:99999"\nmodel = "m"', "not an address"),
        ('endpoint = "https://a.example/v1"', "model is not"),
        ('endpoint = "https://a.example/v1"\nmodel = "m"\nkey_env = "NONE"', "is empty"),
        ('endpoint = "http://a.example/v1"\nmodel = "m"\nkey_env = "KEY"', "plain http"),
        ('endpoint = "https://a.example/v1"\nmodel = "m"\nkey_env = "BAD"', "can't be sent"),
    ],
)
def test_a_model_that_cannot_be_used_is_named(lines: str, words: str) -> None:
    settings, _ = load_settings([Source("user", "config.toml", f"[distill.writer]\n{lines}\n")], environ={})
    with pytest.raises(ConfigError, match=words):
        find_writer(settings, {"KEY": "k", "BAD": "a\nb"})
