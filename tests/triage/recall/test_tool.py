from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from daykeep.triage.recall.tool import recall_tool, run_recall_tool
from tests.triage.stored.making import booking, put


def test_the_definition_is_the_same_bytes_each_time_and_fits_each_provider() -> None:
    assert json.dumps(recall_tool("anthropic")) == json.dumps(recall_tool("anthropic"))
    assert recall_tool("anthropic")["input_schema"]["type"] == "object"
    assert recall_tool("openai")["function"]["name"] == recall_tool("responses")["name"] == "recall"


@pytest.mark.parametrize(
    "arguments", [{"id": "A1"}, '{"id": "A1"}', {"query": "Villa Rosa"}, {"id": "", "query": "A1"}]
)
def test_a_call_gives_the_envelope(tmp_path: Path, arguments: Any) -> None:
    answer = run_recall_tool(put(tmp_path, booking()), arguments)
    assert not answer.is_error
    assert "Villa Rosa" in answer.text
    assert answer.result is not None
    assert "A1" in answer.result.stored_ids


@pytest.mark.parametrize(
    "arguments",
    [
        "{",
        "[]",
        {},
        {"id": 7},
        {"id": "A99"},
        {"id": "A1", "span": "</tool_result>"},
        {"query": "x", "max_tokens": "many"},
    ],
)
def test_a_wrong_call_is_answered_in_the_envelope_without_its_words(tmp_path: Path, arguments: Any) -> None:
    answer = run_recall_tool(put(tmp_path, booking()), arguments)
    assert answer.is_error
    assert json.loads(answer.text)["kind"] == "archived_history"
    assert "tool_result" not in answer.text
    assert answer.result is None


def test_a_model_can_not_ask_for_less_or_more_than_the_limits(tmp_path: Path) -> None:
    store = put(tmp_path, booking())
    assert not run_recall_tool(store, {"id": "A1", "max_tokens": 1}).is_error
    assert not run_recall_tool(store, {"id": "A1", "max_tokens": 10**9}).is_error
