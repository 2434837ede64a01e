"""Models that the package llm reaches: a plug-in of a test stands for them, with and without schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llm
import pytest

from daykeep.errors import ModelError
from daykeep.models.language.decisions import LanguageAsking
from daykeep.models.language.llm_package import LlmPackageModel
from daykeep.triage.deciders.asking.checked import CheckedDecider
from tests.models.language.test_decisions import state
from tests.models.machines import judge_prompt


class Pocket(llm.Model):
    """A model of llm that runs in this process."""

    can_stream = False
    needs_key = "pocket"

    def __init__(self, model_id: str, *, schemas: bool, fails: Exception | None = None) -> None:
        self.model_id, self.supports_schema, self.fails = model_id, schemas, fails
        self.keys: list[str | None] = []

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        if self.fails:
            raise self.fails
        self.keys.append(self.get_key(None))
        schema = prompt.schema or json.loads(prompt.system.rpartition("nothing else:\n")[2])
        response.set_usage(input=100_000, output=5)
        answer = json.dumps(judge_prompt(prompt.system, prompt.prompt, schema))
        yield answer if self.supports_schema else f"Here it is:\n```json\n{answer}\n```"


@pytest.fixture
def pocket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Pocket]]:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    (tmp_path / "keys.json").write_text('{"pocket": "k-from-the-store"}')
    models = [
        Pocket("pocket-1", schemas=True),
        Pocket("pocket-2", schemas=False),
        Pocket("pocket-3", schemas=True, fails=OSError("the wire is cut")),
        Pocket("pocket-4", schemas=True, fails=ZeroDivisionError()),
    ]

    class Plugin:
        @llm.hookimpl
        def register_models(self, register: Any) -> None:
            for model in models:
                register(model)

    from llm.plugins import pm

    plugin = Plugin()
    pm.register(plugin)
    yield models
    pm.unregister(plugin)


@pytest.mark.parametrize("number", [0, 1], ids=["with schemas", "without schemas"])
def test_a_model_of_llm_decides_with_the_key_of_its_store(pocket: list[Pocket], number: int) -> None:
    found = CheckedDecider(LanguageAsking(LlmPackageModel(pocket[number].model_id))).decide(state(4))
    assert [one.top for one in found] == ["drop", "keep", "keep", "drop"]
    assert set(pocket[number].keys) == {"k-from-the-store"}


@pytest.mark.parametrize(
    ("name", "words"),
    [("pocket-3", "the wire is cut"), ("pocket-4", "ZeroDivisionError"), ("no-such", "Unknown model")],
)
def test_whatever_a_plug_in_raises_is_an_error_of_the_model(
    pocket: list[Pocket], name: str, words: str
) -> None:
    with pytest.raises(ModelError, match=words):
        LlmPackageModel(name).ask("i", "t", {})


def test_nothing_is_logged_by_llm(pocket: list[Pocket], tmp_path: Path) -> None:
    CheckedDecider(LanguageAsking(LlmPackageModel("pocket-1"))).decide(state(1))
    assert not list(tmp_path.glob("*.db"))
