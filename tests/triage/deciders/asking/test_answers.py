"""Which answers of a model are believed."""

from __future__ import annotations

from typing import Any

import pytest

from daykeep.triage.deciders.asking.answers import find_fault, find_truncation, read_answers
from daykeep.triage.deciders.asking.request import CODEWORD_ID, Reply, Request, build_request
from daykeep.triage.protocols import TriageState
from tests.triage.talking import views_of

GOOD = {"keep": 0.1, "compress": 0.2, "archive": 0.3, "drop": 0.4}


def request() -> Request:
    views = views_of(("Build a shop.", "ok"), ("Use Redis.", "ok"))
    return build_request(TriageState("shop", "Redis", {"keep": "k"}, tuple(views)), views, orders={})


def reply(answers: dict[str, Any], **changes: Any) -> Reply:
    asked = request()
    words = {word: 0.97 if word == asked.codeword.word else 0.01 for word in asked.codeword.choices}
    return Reply({CODEWORD_ID: words, **answers}, {}, asked.tokens)._replace(**changes)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (None, "no answer"),
        ({"keep": 0.5, "drop": 0.2}, "add up to 0.700"),
        ({"keep": 0.5, "drop": 0.521}, "add up to 1.021"),
        ({"keep": 0.5, "forget": 0.5}, "unknown choice"),
        ({"keep": float("nan"), "drop": 1.0}, "no number"),
        ({"keep": float("inf")}, "no number"),
        ({"keep": -0.2, "drop": 1.2}, "no number"),
        ({"keep": "0.5", "drop": 0.5}, "no number"),
        ({"keep": True}, "no number"),
        ({"keep": 10**400}, "no number"),
        ({}, "add up to 0.000"),
    ],
)
def test_an_answer_that_can_not_be_right_keeps_its_unit(answer: Any, told: str) -> None:
    assert told in find_fault(answer)
    found = read_answers(request(), reply({"U1": answer} if answer is not None else {}), uncalibrated=False)
    assert found[0].top == "keep"
    assert told in found[0].fault


@pytest.mark.parametrize(
    "answer",
    [
        GOOD,
        {"drop": 1.0},
        {"keep": 0.505, "drop": 0.51},
        {"keep": 0.49, "drop": 0.495},
        {"keep": 0, "drop": 1},
    ],
)
def test_an_answer_within_the_tolerance_counts_and_adds_up_to_one(answer: dict[str, float]) -> None:
    assert find_fault(answer) == ""
    found = read_answers(request(), reply({"U1": answer, "U2": GOOD}), uncalibrated=True)
    assert sum(found[0].probabilities.values()) == pytest.approx(1.0)
    assert found[0].uncalibrated
    assert [one.unit_id for one in found] == ["U1", "U2"]


def test_a_fault_of_one_answer_leaves_the_others() -> None:
    found = read_answers(request(), reply({"U1": {"keep": 2.0}, "U2": {"drop": 1.0}}), uncalibrated=False)
    assert [bool(one.fault) for one in found] == [True, False]


def test_the_code_word_tells_whether_the_end_was_read() -> None:
    asked, words = request(), request().codeword.choices
    assert find_truncation(asked, reply({})) == ""
    guess = dict.fromkeys(words, 0.25)
    assert "0.25" in find_truncation(asked, reply({CODEWORD_ID: guess}))
    barely = {asked.codeword.word: 0.79}
    assert find_truncation(asked, reply({CODEWORD_ID: barely}))
    assert find_truncation(asked, reply({CODEWORD_ID: {asked.codeword.word: 0.8}})) == ""
    assert "no answer" in find_truncation(asked, Reply({}, {}))


def test_a_model_that_read_far_fewer_tokens_than_were_sent_read_only_a_part() -> None:
    asked = request()
    assert find_truncation(asked, reply({}, input_tokens=int(asked.tokens * 0.5)))
    assert find_truncation(asked, reply({}, input_tokens=int(asked.tokens * 0.7))) == ""
    assert find_truncation(asked, reply({}, input_tokens=None)) == ""
