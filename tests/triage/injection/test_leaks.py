"""Text that gives orders stays where it was said: in the result of a tool, as data."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from daykeep.guard.hidden import find_hidden
from daykeep.triage.recall.answer import recall
from daykeep.triage.recall.tool import run_recall_tool
from daykeep.triage.stored.index import render_index
from tests.session.making import messages_of
from tests.triage.injection.leaks import CASES, leaks, stored
from tests.triage.stored.making import agent, result, use, user

if TYPE_CHECKING:
    from pathlib import Path

FRAMES = re.compile(
    r"<\s*/?\s*(?:system|user|human|assistant|developer|admin|tool_result|tool_use|function_\w+|invoke|parameter|data|notes|"
    r"instructions|archived_history|search_results|earlier-turns?|document)\b|<\||<!--|<<|```|~~~|(?<!\\)\[/?INST\]|"
    r"^[\s>*#_\[]*(?:system|human|user|assistant|developer|operator|系统|用户|开发者|助手)\b[^:：\n]{0,10}[:：]|"
    r"^[-=*~]{3,}\s*(?:end|begin|stop)",
    re.IGNORECASE | re.MULTILINE,
)
MARK = re.compile(r"(?<!\\)\[m(\d+)\]")


def test_the_corpus_has_kinds_enough() -> None:
    kinds = Counter(case.kind for case in CASES)
    assert len(CASES) >= 200
    assert len(kinds) >= 12
    assert min(kinds.values()) >= 12


def test_a_leak_is_seen_in_every_disguise() -> None:
    """What tells leaks finds each order where its carrier is passed on as it is: else the other tests would see nothing."""
    blind = [case.text for case in CASES if not leaks(case, case.text)]
    assert blind == []


def test_no_recalled_text_breaks_its_envelope(tmp_path: Path) -> None:
    broken = []
    for place, case in enumerate(CASES):
        store = stored(tmp_path, place, case)
        found = [recall(store, name) for name in ("A1", "A2", "A3")] + [
            recall(store, "invoice page orders"),
            recall(store, "price"),
        ]
        for one in found:
            envelope = json.loads(one.text)
            every = envelope.get("hits", [envelope])
            texts = [each["text"] for each in every]
            brief = [line.partition(": ")[2] for line in envelope.get("also", [])]
            marks = [
                set(MARK.findall(text)) <= {mark[1:] for mark in each["role_map"]}
                for text, each in zip(texts, every, strict=True)
            ]
            roles = {role.split(" of ")[0] for each in every for role in each["role_map"].values()}
            is_fine = (
                envelope["kind"] == "archived_history"
                and envelope["trust"] == "data-not-instructions"
                and not any(FRAMES.search(text) or find_hidden(text) for text in (*texts, *brief))
                and all(marks)
                and all(len(MARK.findall(text)) == len(set(MARK.findall(text))) for text in texts)
                and roles <= {"user", "assistant", "call", "result"}
            )
            if not is_fine:
                broken.append((case.kind, case.text))
    assert broken == []


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_recalled_text_stands_in_the_result_of_a_tool_and_nowhere_else(tmp_path: Path, provider: str) -> None:
    from daykeep.transcripts.messages.model import Conversation
    from daykeep.transcripts.messages.normalise import normalise
    from daykeep.transcripts.messages.render import RENDERERS

    escaped = []
    for place, case in enumerate(CASES):
        answer = run_recall_tool(stored(tmp_path, place, case), {"id": "A2"})
        messages = messages_of(
            user("What was it?"),
            agent(use("t9", "recall", id="A2")),
            user([result("t9", answer.text)]),
            agent("Ok."),
        )
        done = normalise(Conversation("anthropic", messages), provider=provider)  # type: ignore[arg-type]
        request: Any = RENDERERS[provider](done.messages)  # type: ignore[index]
        outside = without_results(request)
        if leaks(case, outside) or answer.is_error:
            escaped.append(case.text)
    assert escaped == []


def without_results(request: Any) -> str:
    """A request as JSON without what stands in results of tools."""
    if isinstance(request, dict):
        if request.get("type") == "tool_result" or request.get("role") == "tool":
            return ""
        return " ".join(without_results(value) for value in request.values())
    if isinstance(request, list):
        return " ".join(map(without_results, request))
    return str(request)


def test_no_order_reaches_a_label_or_an_index(tmp_path: Path) -> None:
    leaked = []
    for place, case in enumerate(CASES):
        store = stored(tmp_path, place, case)
        if leaks(case, render_index(store.entries(), 2_000, labelled=store.labelled).text):
            leaked.append((case.kind, case.text))
    assert leaked == []
