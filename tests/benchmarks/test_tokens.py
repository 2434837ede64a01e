"""The benchmark of token counts: any texts, and what a recorded usage says."""

from __future__ import annotations

import json

import pytest

from benchmarks import tokens
from benchmarks.counting.hidden import hidden_errors
from benchmarks.counting.texts import kinds
from benchmarks.counting.usage import read_costs
from benchmarks.harness import run
from daykeep.transcripts.messages.model import Block, Message

pytest.importorskip("bpe_openai")


def test_texts_of_another_file_or_folder_are_measured(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("Check the lock file before you deploy. " * 200, encoding="utf-8")
    for given in (tmp_path, tmp_path / "mine.txt"):
        assert run(
            "tokens", tokens.TITLE, tokens.measure, arguments=["--data", str(given), "--json", "-"]
        ) in {0, 1}
        result = json.loads(capsys.readouterr().out)
        assert [row[0] for row in result["tables"][0]["rows"]] == ["mine.txt"]
        assert [row[0] for row in result["tables"][1]["rows"]] == ["estimate", "o200k_base", "cl100k_base"]


def test_kinds_that_need_no_data_are_the_same_each_time():
    made = kinds(None)
    assert {"code", "Markdown", "Japanese", "Korean", "Russian", "Arabic", "emoji", "encoded bytes"} <= set(
        made
    )
    assert kinds(None)["encoded bytes"] == made["encoded bytes"]


def answer(prompt, output=10, stop="toolUse", model="m"):
    usage = {"input": prompt, "output": output, "cacheRead": 0, "cacheWrite": 0}
    return {"message": {"role": "assistant", "model": model, "stopReason": stop, "usage": usage}}


def result(text):
    return {"message": {"role": "toolResult", "content": [{"type": "text", "text": text}]}}


def test_costs_are_what_the_next_call_held_more_less_the_answer_itself(tmp_path):
    entries = [
        answer(1_000), result("a"), result("b"), answer(1_510), result("small"), answer(1_530),
        {"message": {"role": "user"}}, result("x"), answer(9_000), result("y"), answer(19_000, model="other"),
    ]  # fmt: skip
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join(json.dumps(entry) for entry in entries), encoding="utf-8")
    assert list(read_costs(path)) == [("m", "ab", 500, 2)]


def said(role, text, prompt=0):
    usage = {"input_tokens": prompt, "output_tokens": 100} if prompt else None
    return Message(role, (Block("text", text, "", "", {}),), "", 0, None, usage, "m")


def test_fill_is_judged_at_each_answer_whose_usage_is_hidden():
    messages = []
    for n in range(1, 9):
        messages += [said("user", "x" * 400), said("assistant", "y" * 100, 1_000 + 500 * (n - 1))]
    errors = list(hidden_errors(messages, 2, len, first=3))
    assert len(errors) == 4
    assert max(errors) < 0.5
    dearer = messages[-1]._replace(usage={"input_tokens": 5_000, "output_tokens": 100})
    *before, last = hidden_errors([*messages[:-1], dearer], 2, len, first=3)
    assert before == errors[:3]
    assert last == pytest.approx(100 * 500 / 5_100, abs=0.5)
