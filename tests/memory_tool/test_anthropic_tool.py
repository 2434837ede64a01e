"""The tool runs in the loop of Anthropic's own package, whose server is played by a function here."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import pytest

from tests.memory_tool.making import AT, Memory

anthropic = pytest.importorskip("anthropic")
httpx = pytest.importorskip("httpx2")

CALLS = [
    {"command": "view", "path": "/memories"},
    {"command": "create", "path": "/memories/progress.md", "file_text": "# Progress\n- tea\n"},
    {"command": "view", "path": "/memories/progress.md", "view_range": [1, -1]},
    {"command": "str_replace", "path": "/memories/progress.md", "old_str": "- tea\n"},
    {"command": "insert", "path": "/memories/progress.md", "insert_line": 1, "insert_text": "- bread"},
    {"command": "rename", "old_path": "/memories/progress.md", "new_path": "/memories/done.md"},
    {"command": "create", "path": "/memoriesevil/b.md", "file_text": "evil"},
    {"command": "view", "path": "/memories/%2e%2e%2fSOUL.md"},
    {"command": "str_replace", "path": "/memories/done.md"},
    {"command": "dance", "path": "/memories"},
    {"command": "delete", "path": "/memories/done.md"},
]


class Server:
    """Plays a model that makes these calls, one each turn, and keeps what it is sent."""

    def __init__(self) -> None:
        self.requests: list[dict] = []

    def answer(self, request):
        self.requests.append(json.loads(request.content))
        turn = len(self.requests) - 1
        if turn < len(CALLS):
            content = [{"type": "tool_use", "id": f"toolu_{turn}", "name": "memory", "input": CALLS[turn]}]
        else:
            content = [{"type": "text", "text": "done"}]
        body = {
            "id": f"msg_{turn}",
            "type": "message",
            "role": "assistant",
            "model": "claude-test",
            "content": content,
            "stop_reason": "tool_use" if turn < len(CALLS) else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        return httpx.Response(200, json=body)

    @property
    def results(self) -> list[tuple[str, bool]]:
        """What the model was answered, call by call."""
        blocks = [request["messages"][-1]["content"][0] for request in self.requests[1:]]
        return [(block["content"], block.get("is_error", False)) for block in blocks]


def check(server: Server, memory: Memory) -> None:
    assert server.requests[0]["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    texts = [text for text, _ in server.results]
    assert [error for _, error in server.results] == [False] * 6 + [True] * 4 + [False]
    assert texts[0].startswith(
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n"
    )
    assert texts[1:8] == [
        "File created successfully at: /memories/progress.md",
        "Here's the content of /memories/progress.md with line numbers:\n     1\t# Progress\n     2\t- tea",
        "The memory file has been edited.\n     1\t# Progress",
        "The file /memories/progress.md has been edited.",
        "Successfully renamed /memories/progress.md to /memories/done.md",
        "Error: Path must start with /memories, got: /memoriesevil/b.md",
        "Error: The path /memories/%2e%2e%2fSOUL.md is refused: it holds an empty, '.' or '..' component",
    ]
    assert texts[8] == "Error: `old_str` is required for str_replace"
    assert texts[9].startswith("Error: Unknown command: dance.")
    assert texts[10] == "Successfully deleted /memories/done.md"
    assert not any("evil" in path.name for path in memory.root.rglob("*"))


def test_tool_works_in_the_loop_of_the_package(memory: Memory) -> None:
    from daykeep.memory_tool import DaykeepMemoryTool

    server = Server()
    client = anthropic.Anthropic(
        api_key="none", http_client=httpx.Client(transport=httpx.MockTransport(server.answer))
    )
    runner = client.beta.messages.tool_runner(
        model="claude-test",
        max_tokens=100,
        messages=[{"role": "user", "content": "go on"}],
        tools=[DaykeepMemoryTool(memory.root)],
    )
    assert runner.until_done().content[0].text == "done"
    check(server, memory)


def test_asynchronous_tool_works_in_the_loop_of_the_package(memory: Memory) -> None:
    from daykeep.memory_tool import AsyncDaykeepMemoryTool

    server = Server()

    async def run() -> None:
        async with anthropic.AsyncAnthropic(
            api_key="none", http_client=httpx.AsyncClient(transport=httpx.MockTransport(server.answer))
        ) as client:
            runner = client.beta.messages.tool_runner(
                model="claude-test",
                max_tokens=100,
                messages=[{"role": "user", "content": "go on"}],
                tools=[AsyncDaykeepMemoryTool(str(memory.root))],
            )
            assert (await runner.until_done()).content[0].text == "done"

    asyncio.run(run())
    check(server, memory)


def test_each_command_can_be_called_with_the_packages_own_values(memory: Memory) -> None:
    from anthropic.types.beta import (
        BetaMemoryTool20250818CreateCommand,
        BetaMemoryTool20250818StrReplaceCommand,
        BetaMemoryTool20250818ViewCommand,
    )

    from daykeep.memory_tool import DaykeepMemoryTool

    tool = DaykeepMemoryTool(memory.root)
    made = BetaMemoryTool20250818CreateCommand(command="create", path="/memories/a.md", file_text="one two\n")
    assert tool.create(made) == "File created successfully at: /memories/a.md"
    gone = BetaMemoryTool20250818StrReplaceCommand.construct(
        command="str_replace", path="/memories/a.md", old_str=" two"
    )
    assert tool.str_replace(gone) == "The memory file has been edited.\n     1\tone"
    shown = BetaMemoryTool20250818ViewCommand(command="view", path="/memories/a.md")
    assert tool.execute(shown) == "Here's the content of /memories/a.md with line numbers:\n     1\tone"


def test_definition_takes_a_cache_control(memory: Memory) -> None:
    from daykeep.memory_tool import MEMORY_TOOL, DaykeepMemoryTool

    assert DaykeepMemoryTool(memory.root).to_dict() == MEMORY_TOOL
    kept = DaykeepMemoryTool(memory.root, cache_control={"type": "ephemeral"})
    assert kept.to_dict() == {**MEMORY_TOOL, "cache_control": {"type": "ephemeral"}}


def test_plain_function_needs_no_package_and_the_tool_says_which_it_needs(memory: Memory) -> None:
    code = (
        "import sys; sys.modules['anthropic'] = None\n"
        "from daykeep.memory_tool import run_memory_command\n"
        f"print(run_memory_command({str(memory.root)!r}, {{'command': 'view', 'path': '/memories'}}, at={AT!r}).is_error)\n"
        "from daykeep.errors import ConfigError\n"
        "try:\n    from daykeep.memory_tool import DaykeepMemoryTool\n"
        "except ConfigError as error:\n    print(error.hint)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["False", "pip install 'daykeep[anthropic]' brings it"]
