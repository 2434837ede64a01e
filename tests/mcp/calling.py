"""Calling the server as its clients do."""

from __future__ import annotations

import os
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from daykeep.mcp.server import build_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from daykeep.mcp.desk import Desk as McpDesk
    from tests.cli.setting_up import Answer, Desk

CONVERSATION = '{"role": "user", "content": "Look at the boiler."}\n{"role": "assistant", "content": "It has 1.5 bar."}\n'

EVERY_CALL: dict[str, dict[str, Any]] = {
    "log": {"text": "The boiler has 1.5 bar.", "kind": "done", "tags": ["house"]},
    "remember": {"text": "The spare key hangs behind the blue door.", "why": "the old place was known"},
    "start": {"already": ["SOUL.md"]},
    "search": {"question": "boiler pressure", "levels": ["daily"], "around": 1},
    "show": {"place": "MEMORY.md"},
    "enhance": {"query": "where is the spare key?", "text": "Base.", "position": "end"},
    "log_show": {},
    "todos": {},
    "review_list": {},
    "history": {"limit": 5},
    "forget": {"query": "spare key"},
    "why": {"line": "memory/notes/the-spare-key-hangs-behind-the-blue-door.md"},
    "session_status": {},
    "recall": {},
}
"""Each tool with arguments that it takes, in an order in which each has something to answer."""


class Place(NamedTuple):
    """A workspace with what calls it: the command line, and the desk of a server."""

    desk: Desk
    root: Path
    server_desk: McpDesk

    def run(self, *words: str) -> Answer:
        """Run a command line in the workspace."""
        return self.desk.run(*words, where=self.root)

    def begin_session(self) -> None:
        """Have a kept conversation in the workspace."""
        (self.root / "said.jsonl").write_text(CONVERSATION, encoding="utf-8")
        answer = self.run("session", "ingest", "said.jsonl")
        assert answer.code == 0, answer.err

    def talk(self, work: Callable[[Client], Awaitable[None]], **how: Any) -> None:
        """Do something with a client of a server in this process."""

        async def main() -> None:
            async with Client(build_server(self.server_desk), **how) as client:
                await work(client)

        anyio.run(main)

    def call(self, name: str, /, **arguments: Any) -> Any:
        """The answer to one call in this process."""
        answers = []

        async def work(client: Client) -> None:
            answers.append(await client.call_tool(name, arguments))

        self.talk(work)
        return answers[0]


def text_of(answer: Any) -> str:
    """The text of an answer."""
    return "\n".join(block.text for block in answer.content)


@asynccontextmanager
async def stdio_session(place: Place, *words: str) -> AsyncIterator[Client]:
    """A client of `daykeep mcp` in a process of its own."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "daykeep", "mcp", "--workspace", str(place.root), *words],
        env=dict(os.environ),
    )
    with Path(os.devnull).open("w", encoding="utf-8") as quiet:  # noqa: ASYNC230 - it never waits
        async with Client(stdio_client(parameters, errlog=quiet)) as client:
            yield client


async def call_everything(client: Client) -> dict[str, Any]:
    """Every tool's answer, by its name."""
    return {name: await client.call_tool(name, arguments) for name, arguments in EVERY_CALL.items()}
