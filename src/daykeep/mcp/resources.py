"""The files of a workspace as resources: the layer files, MEMORY.md, the logs of days, and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode
from daykeep.mcp.desk import said, visible
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server import MCPServer

    from daykeep.app import Workspace
    from daykeep.mcp.desk import Desk

MARKDOWN = "text/markdown"
LIMIT_BYTES = 2_000_000
"""A larger file is no layer file, log or note: `show` gives parts of it."""


class File(NamedTuple):
    """A file of a workspace: its address, its title, what it is for, and its name in the workspace ("" where there is none)."""

    uri: str
    title: str
    said: str
    name: Callable[[Workspace], str]


FILES = (
    File("daykeep://soul", "SOUL.md", "Who the agent is.", lambda workspace: workspace.layout.soul),
    File("daykeep://identity", "IDENTITY.md", "The agent's name and look.", lambda workspace: workspace.layout.identity),
    File("daykeep://user", "USER.md", "Whom it serves.", lambda workspace: workspace.layout.user),
    File("daykeep://agents", "AGENTS.md", "How it works.", lambda workspace: workspace.layout.agents),
    File("daykeep://tools", "TOOLS.md", "What this machine has.", lambda workspace: workspace.layout.tools),
    File("daykeep://heartbeat", "HEARTBEAT.md", "What it looks after.", lambda workspace: workspace.layout.heartbeat),
    File("daykeep://memory", "MEMORY.md", "What it has learned.", lambda workspace: workspace.layout.memory),
)  # fmt: skip


TODAY = ("daykeep://today", "Today's log", "What happened today, so far.")
DAY = ("daykeep://log/{day}", "The log of a day", "What happened on a day, such as 2026-03-10.")
NOTE = ("daykeep://notes/{name}", "A note", "A typed note, by the name of its file.")


def add_resources(server: MCPServer, desk: Desk) -> None:
    """Offer the files of the desk's workspace to read. Nothing outside of it can be named."""

    def read_today() -> str:
        return _read_day(desk, "")

    def read_day(day: str) -> str:
        return _read_day(desk, day)

    def read_note(name: str) -> str:
        leaf = name if name.endswith(".md") else f"{name}.md"
        return _read(desk, lambda _: f"{NOTES_FOLDER}/{leaf}", leaf)

    for file in FILES:
        _offer(server, (file.uri, file.title, file.said), _reader(desk, file))
    _offer(server, TODAY, read_today)
    _offer(server, DAY, read_day)
    _offer(server, NOTE, read_note)


def _offer(server: MCPServer, resource: tuple[str, str, str], read: Callable[..., str]) -> None:
    uri, title, said_of_it = resource
    name = uri.removeprefix("daykeep://").partition("/")[0]
    server.resource(uri, name=name, title=title, description=said_of_it, mime_type=MARKDOWN)(read)


def _reader(desk: Desk, file: File) -> Callable[[], str]:
    def read() -> str:
        return _read(desk, file.name, file.title)

    return read


def _read(desk: Desk, find_name: Callable[[Workspace], str], title: str) -> str:
    """The text of a file; ResourceNotFoundError where there is none, ResourceError for one that can't be read."""
    try:
        workspace = desk.open()
        name = find_name(workspace)
        data = workspace.files.find_bytes(name, limit_bytes=LIMIT_BYTES + 1) if name else None
    except DaykeepError as error:
        raise ResourceError(said(error)) from error
    if data is None:
        raise ResourceNotFoundError(f"this workspace has no {visible(title)}")
    if len(data) > LIMIT_BYTES:
        raise ResourceError(
            f"{visible(name)} has more than {LIMIT_BYTES:,} bytes: the tool `show` gives parts of it"
        )
    return _ended(decode(data, name).text)


def _ended(text: str) -> str:
    """Lines with their last line end, as they may be read."""
    return visible(f"{text}\n" if text else "")


def _read_day(desk: Desk, day: str) -> str:
    from daykeep.operations.log import read_log

    try:
        meant, logs = read_log(desk.open(), day)
    except DaykeepError as error:
        raise ResourceError(said(error)) from error
    if not logs.documents:
        raise ResourceNotFoundError(f"no log of {meant}")
    return _ended("\n".join(document.text for document in logs.documents))
