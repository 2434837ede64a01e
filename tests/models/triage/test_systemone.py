"""Decision models over HTTP: both forms, the envelope, and every way in which an answer can be wrong."""

from __future__ import annotations

import doctest
import math
import socket
from typing import Any

import pytest

from daykeep.errors import ModelError
from daykeep.models.endpoint import Endpoint, Patience
from daykeep.models.triage import forms, systemone
from daykeep.models.triage.systemone import SystemOneAsking
from daykeep.triage.deciders.asking.checked import CheckedDecider
from daykeep.triage.model import Distribution
from daykeep.triage.protocols import TriageState
from tests.models.machines import Clef, Machine, Said, Sent, machine, say
from tests.triage.talking import views_of

KEY = "k-secret-123"
CRITERIA = {"keep": "it stays", "compress": "a note", "archive": "stored", "drop": "chatter"}


def state(count: int, words: int = 3) -> TriageState:
    turns = [
        ("thanks, bye", "You are welcome.")
        if number % 3 == 0
        else (f"set port {number} " + "so " * words, "ok")
        for number in range(count)
    ]
    return TriageState("the goal", "the request", CRITERIA, tuple(views_of(*turns)))


def decider(
    server: Machine, path: str = "/v1", *, model: str = "clef", timeout: float = 10.0
) -> CheckedDecider:
    endpoint = Endpoint(server.root + path, KEY, timeout)
    return CheckedDecider(SystemOneAsking(endpoint, model, patience=Patience(3, 20.0, lambda _: None)))


def tops(found: Any) -> list[str]:
    return [one.top for one in found]


@pytest.mark.parametrize(
    ("path", "asked", "envelope"),
    [
        ("/v1", "/v1/systemone", False),
        ("", "/v1/systemone", False),
        ("/api/v1/systemone", "/api/v1/systemone", False),
        ("/v1/decisions", "/v1/decisions", False),
        ("/client/v4/accounts/a1/ai", "/client/v4/accounts/a1/ai/run/@cf/cloudflare/clef", True),
        (
            "/client/v4/accounts/a1/ai/run/@cf/cloudflare/clef",
            "/client/v4/accounts/a1/ai/run/@cf/cloudflare/clef",
            True,
        ),
    ],
)
def test_each_form_is_asked_at_its_address_and_understood(path: str, asked: str, envelope: bool) -> None:
    with machine(Clef(envelope=envelope)) as server:
        found = decider(server, path).decide(state(6))
    assert tops(found) == ["drop", "keep", "keep", "drop", "keep", "keep"]
    assert not any(one.fault or one.uncalibrated for one in found)
    assert found[0].confidence == 0.9
    assert {sent.path for sent in server.sent} == {asked}
    assert server.sent[0].headers["authorization"] == f"Bearer {KEY}"
    assert server.sent[0].body["model"] == "clef"


def test_the_policy_s_words_are_sent_as_they_are_and_the_last_question_is_about_the_code_word() -> None:
    with machine(Clef()) as server:
        decider(server).decide(state(2))
    questions = server.sent[0].body["questions"]
    assert list(questions) == ["U1", "U2", "code-word"]
    assert questions["U1"]["criteria"] == CRITERIA
    assert questions["U1"]["type"] == "choice"
    assert len(questions["code-word"]["criteria"]) == 4


def test_no_request_has_more_than_64_questions() -> None:
    with machine(Clef()) as server:
        found = decider(server).decide(state(400))
    assert len(found) == 400
    assert not any(one.fault for one in found)
    assert max(len(sent.body["questions"]) for sent in server.sent) == 64


def test_a_model_that_reads_only_the_first_2048_tokens_drops_nothing_that_it_did_not_read() -> None:
    """It answers about everything all the same, and says that everything should go."""
    reckless = Clef(
        reads=2_048 * 4, judge=lambda *_: {"keep": 0.0, "compress": 0.0, "archive": 0.0, "drop": 1.0}
    )
    with machine(reckless) as server:
        found = decider(server).decide(state(120, words=40))
    read = {
        name
        for sent in server.sent
        for name in sent.body["questions"]
        if sent.body["state"][: reckless.reads] == sent.body["state"]
    }
    dropped = {one.unit_id for one in found if one.top == "drop"}
    assert dropped
    assert dropped <= read
    assert any(len(sent.body["state"]) > reckless.reads for sent in server.sent)
    assert all(one.fault.startswith("decider_truncated") for one in found if one.top != "drop")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (say({"detail": "at most 32 questions"}, 422), "status 422: at most 32 questions"),
        (say({"error": {"message": "bad key"}}, 401), "status 401: bad key"),
        (say({}, 429), "status 429"),
        (say({}, 529), "status 529"),
        (Said(200, b'{"answers": {"U1": {"pro'), "no JSON"),
        (Said(200, b"\xff\xfe\x00"), "no JSON"),
        (Said(200, b"[" * 50_000), "no JSON"),
        (say([]), "no answers"),
        (say({"answers": "none"}), "no answers"),
        (say({"success": True, "result": None}), "no answers"),
        (say({"success": False, "errors": [{"code": 5006, "message": f"bad schema {KEY}"}], "result": None}),
         "says that it failed: 5006 bad schema …"),
        (say({"success": "yes", "result": {"answers": {}}}), "says that it failed"),
        (Said(200, b"x" * 2_000_100), "more than 2,000,000 bytes"),
        (say({}, 302, ("Location", "/v1/systemone")), "status 302"),
        (Said(200, b'{"answers": {}}', claims=900), "can't be reached"),
        (Said(200, b'{"answers": {}}', hangs=1.0), "can't be reached: timed out"),
    ],
)  # fmt: skip
def test_a_server_that_fails_is_an_error_with_the_host_and_without_the_key(answer: Said, words: str) -> None:
    with (
        machine(lambda _: answer) as server,
        pytest.raises(ModelError, match=words.replace("(", r"\(")) as caught,
    ):
        decider(server, timeout=0.6).decide(state(3))
    assert "127.0.0.1" in caught.value.message
    assert KEY not in caught.value.message + str(caught.value.details)


def test_a_closed_port_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    endpoint = Endpoint(f"http://127.0.0.1:{port}", KEY)
    with pytest.raises(ModelError, match="can't be reached"):
        CheckedDecider(SystemOneAsking(endpoint, "clef")).decide(state(1))


def test_a_busy_server_is_asked_again_and_then_believed() -> None:
    busy = [say({}, 429, ("Retry-After", "1")), say({}, 529)]
    clef = Clef()
    with machine(lambda sent: busy.pop(0) if busy else clef(sent)) as server:
        found = decider(server).decide(state(2))
    assert tops(found) == ["drop", "keep"]
    assert len(server.sent) == 3


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ({"keep": 0.5, "compress": 0.1, "archive": 0.1, "drop": 0.1}, "add up to 0.800"),
        ({"keep": math.nan, "compress": 0.0, "archive": 0.0, "drop": 1.0}, "no number"),
        ({"keep": math.inf, "compress": 0.0, "archive": 0.0, "drop": 1.0}, "no number"),
        ({"keep": -0.5, "compress": 0.0, "archive": 0.5, "drop": 1.0}, "no number"),
        ({"keep": "0.1", "compress": 0.0, "archive": 0.0, "drop": 0.9}, "no number"),
        ({"keep": 10**400, "compress": 0.0, "archive": 0.0, "drop": 0.9}, "no number"),
        ({"keep": True, "compress": 0.0, "archive": 0.0, "drop": 0.0}, "no number"),
        ({"delete": 1.0}, "unknown choice"),
        ({}, "add up to"),
    ],
)
def test_a_distribution_that_is_none_keeps_its_turn_alone(shares: dict[str, Any], words: str) -> None:
    good = {"keep": 0.0, "compress": 0.0, "archive": 0.0, "drop": 1.0}
    with machine(Clef(judge=lambda name, _: shares if name == "U2" else good)) as server:
        found = decider(server).decide(state(3))
    assert tops(found) == ["drop", "keep", "drop"]
    assert words in found[1].fault


def answered(change: Any, path: str) -> list[Distribution]:
    """What is decided about three turns by a server whose good answers are changed on their way."""
    clef = Clef(judge=lambda *_: {"keep": 0.0, "compress": 0.0, "archive": 0.0, "drop": 1.0})

    def answer(sent: Sent) -> Said:
        import json

        value = json.loads(clef(sent).data)
        value["answers"] = change(value["answers"])
        return say(value)

    with machine(answer) as server:
        return list(decider(server, path).decide(state(3)))


def test_an_answer_to_no_question_is_ignored_and_a_missing_one_keeps_its_turn() -> None:
    def change(answers: dict[str, Any]) -> dict[str, Any]:
        return {("U99" if name == "U2" else name): one for name, one in answers.items()}

    assert [(one.top, one.fault) for one in answered(change, "/v1")][1] == ("keep", "no answer")


def test_two_answers_to_one_question_count_as_none() -> None:
    found = answered(lambda answers: [*answers, answers[1]], "/v1/decisions")
    assert [one.top for one in found] == ["drop", "keep", "drop"]


def test_a_refusal_and_two_shares_of_one_choice_keep_their_turns() -> None:
    def change(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
        answers[0] = {"type": "refusal", "name": "U1"}
        answers[1]["probabilities"][1] = answers[1]["probabilities"][3]
        return answers

    assert [one.top for one in answered(change, "/v1/decisions")] == ["keep", "keep", "drop"]


def test_a_model_that_says_it_read_next_to_nothing_is_not_believed() -> None:
    clef = Clef(judge=lambda *_: {"keep": 0.0, "compress": 0.0, "archive": 0.0, "drop": 1.0})

    def answer(sent: Sent) -> Said:
        import json

        return say({**json.loads(clef(sent).data), "usage": {"input_tokens": 5}})

    with machine(answer) as server:
        found = decider(server).decide(state(4))
    assert set(tops(found)) == {"keep"}
    assert all("tokens were read" in one.fault for one in found)


def test_a_password_is_masked_before_it_leaves_the_machine_and_not_on_it() -> None:
    secret = "ghp_" + "a1B2" * 9
    one = TriageState("goal", "request", CRITERIA, tuple(views_of((f"use the token {secret} for it", "ok"))))
    with machine(Clef()) as server:
        decider(server).decide(one)
        asking = SystemOneAsking(Endpoint(server.root + "/v1"), "clef")
        asking.is_local = False
        CheckedDecider(asking).decide(one)
    assert secret in server.sent[0].body["state"]
    assert secret not in server.sent[1].body["state"]


@pytest.mark.parametrize("module", [forms, systemone], ids=lambda module: module.__name__)
def test_the_examples_hold(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
