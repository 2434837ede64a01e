"""A language model as a decider, through both official packages: what it is asked, and what of its answer is believed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from daykeep.models.language.anthropic_api import AnthropicModel
from daykeep.models.language.decisions import LanguageAsking
from daykeep.models.language.model import JsonReply
from daykeep.models.language.openai_api import OpenAiModel
from daykeep.models.language.sdk import Access
from daykeep.triage.deciders.asking.checked import CheckedDecider
from daykeep.triage.protocols import TriageState
from tests.models.machines import Said, Sent, completion, judge_prompt, machine, tool_use
from tests.triage.talking import views_of

CRITERIA = {"keep": "it stays", "compress": "a note", "archive": "stored", "drop": "chatter"}
ALL_GONE = {"keep": 0.0, "compress": 0.0, "archive": 0.0, "drop": 1.0}


def state(count: int, words: int = 3) -> TriageState:
    turns = [
        ("thanks, bye", "You are welcome.")
        if number % 3 == 0
        else (f"set port {number} " + "so " * words, "ok")
        for number in range(count)
    ]
    return TriageState("the goal", "the request", CRITERIA, tuple(views_of(*turns)))


class Spoken:
    """A language model in this process: reads a part of the prompt, answers as `change` makes of it."""

    name, version = "spoken", "1"

    def __init__(
        self,
        reads: slice = slice(None),
        change: Callable[[dict[str, Any]], Any] = lambda value: value,
        *,
        is_local: bool = True,
        tokens: int | None = None,
    ) -> None:
        self.reads, self.change, self.is_local, self.tokens = reads, change, is_local, tokens
        self.prompts: list[tuple[str, str, Any]] = []

    def ask(self, instructions: str, text: str, schema: Any) -> JsonReply:
        self.prompts.append((instructions, text, schema))
        return JsonReply(self.change(judge_prompt(instructions, text, schema, self.reads)), self.tokens)


def by_openai(sent: Sent) -> Said:
    system, user = (one["content"] for one in sent.body["messages"])
    return completion(judge_prompt(system, user, sent.body["response_format"]["json_schema"]["schema"]))


def by_anthropic(sent: Sent) -> Said:
    schema = sent.body["tools"][0]["input_schema"]
    return tool_use(judge_prompt(sent.body["system"], sent.body["messages"][0]["content"], schema))


@pytest.mark.parametrize(
    ("kind", "path", "answer"), [(OpenAiModel, "/v1", by_openai), (AnthropicModel, "", by_anthropic)]
)
def test_a_model_over_http_decides_and_is_marked_as_uncalibrated(kind: Any, path: str, answer: Any) -> None:
    with machine(answer) as server:
        asked = LanguageAsking(kind(Access("m-1", server.root + path, "k")))
        found = CheckedDecider(asked).decide(state(6))
    assert [one.top for one in found] == ["drop", "keep", "keep", "drop", "keep", "keep"]
    assert all(one.uncalibrated and not one.fault for one in found)


def test_the_choices_are_put_in_another_order_for_each_turn_and_their_meaning_is_told() -> None:
    model = Spoken()
    CheckedDecider(LanguageAsking(model)).decide(state(12))
    instructions, text, schema = model.prompts[0]
    orders = {tuple(one["required"]) for one in schema["properties"]["turns"]["properties"].values()}
    assert len(orders) > 3
    assert all(sorted(order) == sorted(CRITERIA) for order in orders)
    assert all(f"- {name}: {meaning}" in instructions for name, meaning in CRITERIA.items())
    assert "code-word" not in json.dumps(schema)
    assert text.startswith("The first code word is: ")


def test_no_request_has_more_than_32_turns() -> None:
    model = Spoken()
    assert len(CheckedDecider(LanguageAsking(model)).decide(state(70))) == 70
    assert [len(schema["properties"]["turns"]["required"]) for _, _, schema in model.prompts] == [32, 32, 6]


def all_gone(value: dict[str, Any]) -> dict[str, Any]:
    return {**value, "turns": dict.fromkeys(value["turns"], ALL_GONE)}


@pytest.mark.parametrize("reads", [slice(0, 3_000), slice(-3_000, None)], ids=["the beginning", "the end"])
def test_a_model_whose_server_cuts_the_prompt_on_either_side_drops_nothing_unread(reads: slice) -> None:
    model = Spoken(reads, all_gone)
    found = CheckedDecider(LanguageAsking(model)).decide(state(30, words=200))
    assert {one.top for one in found} == {"keep"}
    assert all(one.fault.startswith("decider_truncated") for one in found)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda value: {**value, "turns": {}}, "no answer"),
        (lambda value: {**value, "turns": ["U1", "U2"]}, "no answer"),
        (lambda value: {**value, "turns": {"U9": ALL_GONE}}, "no answer"),
        (lambda value: {**value, "turns": {"U1": "drop", "U2": "drop"}}, "no answer"),
        (lambda value: {**value, "turns": {key: {"drop": 0.7} for key in value["turns"]}}, "add up to"),
        (
            lambda value: {**value, "turns": {key: {"delete": 1.0} for key in value["turns"]}},
            "unknown choice",
        ),
        (lambda value: {**value, "turns": {key: {"drop": "1.0"} for key in value["turns"]}}, "no number"),
        (lambda value: {**all_gone(value), "last_code_word": "amber-1"}, "decider_truncated"),
        (lambda value: {**all_gone(value), "last_code_word": None}, "decider_truncated"),
        (lambda value: {**all_gone(value), "first_code_word": "amber-1"}, "decider_truncated"),
        (lambda _: {}, "decider_truncated"),
        (
            lambda value: {"turns": {**dict.fromkeys(value["turns"], ALL_GONE), "code-word": {}}},
            "decider_truncated",
        ),
    ],
)
def test_an_answer_that_can_not_be_believed_keeps_its_turns(change: Any, words: str) -> None:
    found = CheckedDecider(LanguageAsking(Spoken(change=change))).decide(state(2))
    assert {one.top for one in found} == {"keep"}
    assert all(words in one.fault for one in found)


def test_a_server_that_counted_too_few_tokens_is_not_believed() -> None:
    found = CheckedDecider(LanguageAsking(Spoken(change=all_gone, tokens=3))).decide(state(2))
    assert {one.top for one in found} == {"keep"}


def test_a_password_is_masked_only_where_it_would_leave_the_machine() -> None:
    secret = "ghp_" + "a1B2" * 9
    one = TriageState("goal", "request", CRITERIA, tuple(views_of((f"use the token {secret} for it", "ok"))))
    here, there = Spoken(), Spoken(is_local=False)
    for model in (here, there):
        found = CheckedDecider(LanguageAsking(model)).decide(one)
        assert not found[0].fault
    assert secret in here.prompts[0][1]
    assert secret not in there.prompts[0][1]
