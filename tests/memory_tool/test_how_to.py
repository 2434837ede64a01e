"""The programs of the how-to page run as they stand there; Anthropic's server is played by a function."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import REPOSITORY
from tests.memory_tool.making import Memory

PAGE = REPOSITORY / "docs/how-to/memory-tool.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)

anthropic = pytest.importorskip("anthropic")
httpx = pytest.importorskip("httpx2")


def answer(request):
    """A model that writes one file and then ends."""
    made = b'"tool_result"' in request.content
    call = {
        "type": "tool_use",
        "id": "toolu_1",
        "name": "memory",
        "input": {"command": "create", "path": "/memories/progress.md", "file_text": "begun\n"},
    }
    body = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-test",
        "content": [{"type": "text", "text": "done"}] if made else [call],
        "stop_reason": "end_turn" if made else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    return httpx.Response(200, json=body)


def test_page_shows_two_programs() -> None:
    assert len(PROGRAMS) == 2


@pytest.mark.parametrize("program", PROGRAMS, ids=["package", "plain"])
def test_program_of_the_page_runs(tmp_path, monkeypatch, home, program: str) -> None:
    memory = Memory(tmp_path / "agent-folder")
    monkeypatch.chdir(tmp_path)
    make = anthropic.Anthropic
    transport = httpx.MockTransport(answer)
    monkeypatch.setattr(
        anthropic, "Anthropic", lambda: make(api_key="none", http_client=httpx.Client(transport=transport))
    )
    exec(compile(program, str(PAGE), "exec"), {})  # noqa: S102 - the page's own text is what is tried
    assert memory.bytes("memory/agent/progress.md") == b"begun\n"
