"""The programs in the how-to pages about loops run as they stand there; what they import is stood in for where it is missing.

The stand-ins take messages for what they are. What is tried is daykeep's part: what it takes, gives and keeps.
"""

from __future__ import annotations

import re
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from daykeep.cli.main import run
from tests.architecture.tree import REPOSITORY


def programs(page: str) -> list[str]:
    text = (REPOSITORY / "docs/how-to" / page).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.fixture
def stand_in(monkeypatch):
    """Put a module with these names in the place of one that may not be installed."""

    def put(name: str, **values: Any) -> None:
        parts = name.split(".")
        for end in range(1, len(parts)):
            monkeypatch.setitem(sys.modules, ".".join(parts[:end]), ModuleType(parts[0]))
        module = ModuleType(name)
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, name, module)

    return put


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert run(["init", "agent-folder", "--no-git", "--lang", "en"]) == 0
    return tmp_path


class Graph:
    """A state graph of a model and its tools, as far as the page uses it."""

    def __init__(self, form):
        self.nodes: dict[str, Any] = {}

    def add_node(self, name, node):
        self.nodes[name] = node

    def add_edge(self, first, second):
        pass

    def add_conditional_edges(self, first, choose):
        pass

    def compile(self):
        return self


class Model:
    """Answers with the number of messages that it was given."""

    def __init__(self):
        self.given: list[Any] = []

    def bind_tools(self, tools):
        assert "recall" in [tool.__name__ for tool in tools]
        return self

    def invoke(self, messages):
        self.given.append(messages)
        return {"role": "assistant", "content": f"answer {len(self.given)}"}


def test_langgraph_page_keeps_the_whole_conversation_and_gives_a_view_within_the_budget(folder, stand_in):
    def same(messages):
        return list(messages)

    stand_in("langchain_core.messages", convert_to_messages=same, convert_to_openai_messages=same)
    stand_in("langchain_core.tools", tool=lambda function: function)
    stand_in("langgraph.graph", START="start", MessagesState=dict, StateGraph=Graph)
    stand_in(
        "langgraph.prebuilt",
        ToolNode=lambda tools: tools,
        tools_condition=None,
        create_react_agent=lambda *given, **named: named,
    )
    first, second = programs("langgraph.md")
    names: dict[str, Any] = {}
    exec(first, names)  # noqa: S102 - a page of this repository
    model = Model()
    step = names["make_graph"](model, []).nodes["model"]
    messages = []
    for number in range(24):
        messages.append({"role": "user", "content": f"Question {number}: {'word ' * 4000}"})
        messages += step({"messages": messages})["messages"]
    sent = sum(len(message["content"]) for message in model.given[-1])
    assert sent < sum(len(message["content"]) for message in messages) * 0.8
    assert model.given[-1][-1]["content"].startswith("Question 23")
    history = next(folder.glob("agent-folder/.daykeep/data/sessions/*/history.jsonl")).read_text()
    assert history.count("Question ") == 24
    stored = re.search(r"A\d+", str(model.given[-1]))
    assert stored is not None
    assert "word word" in names["recall"](id=stored[0])
    assert "data-not-instructions" in names["recall"](query="Question 3")
    names |= {"model": model, "tools": []}
    exec(second, names)  # noqa: S102 - as above
    before = names["agent"]["pre_model_hook"]({"messages": messages})
    assert before["llm_input_messages"][-1] == messages[-1]


def test_plain_loop_page_answers_tools_and_recalls_and_keeps_every_message(folder, stand_in):
    answers = iter(
        [
            [{"type": "tool_use", "id": "t1", "name": "look", "input": {"at": "x"}}],
            [{"type": "tool_use", "id": "t2", "name": "recall", "input": {"query": "nothing"}}],
            [{"type": "text", "text": "It is green."}],
        ]
    )
    sent: list[dict[str, Any]] = []

    def create(**request):
        sent.append(request)
        content = next(answers)
        message = {"role": "assistant", "content": content, "usage": {"input_tokens": 10, "output_tokens": 5}}
        blocks = [SimpleNamespace(**block) for block in content]
        return SimpleNamespace(content=blocks, to_dict=lambda: message)

    client = SimpleNamespace(messages=SimpleNamespace(create=create))
    stand_in("anthropic", Anthropic=lambda: client)
    names: dict[str, Any] = {"my_tools": [], "my_run": lambda name, arguments: f"{name} {arguments['at']}"}
    exec(programs("agent-loop.md")[0], names)  # noqa: S102 - a page of this repository
    assert names["turn"]("What colour is it?")[0].text == "It is green."
    assert [len(request["messages"]) for request in sent] == [1, 3, 5]
    assert sent[1]["messages"][-1]["content"][0]["content"] == "look x"
    assert {tool["name"] for request in sent for tool in request["tools"]} == {"recall"}
    names["session"].append({"role": "assistant", "content": "It is green."})
    history = next(folder.glob("agent-folder/.daykeep/data/sessions/*/history.jsonl")).read_text()
    assert all(word in history for word in ("What colour is it?", "look x", "nothing", "It is green."))
