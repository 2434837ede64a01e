"""The server: a workspace's tools, resources and prompts under one name, with what a client may know of each tool."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations

from daykeep import __version__
from daykeep.mcp.prompts import add_prompts, instructions
from daykeep.mcp.resources import add_resources
from daykeep.mcp.tools.finding import Finding
from daykeep.mcp.tools.reading import Reading
from daykeep.mcp.tools.writing import Writing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from daykeep.mcp.desk import Desk

NAME = "daykeep"
TITLE = "daykeep: the agent's workspace"

READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
ASKS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


class Offer(NamedTuple):
    """A tool with its title and what a client may assume of it."""

    work: Callable[..., CallToolResult]
    title: str
    hints: ToolAnnotations


def offers(desk: Desk) -> list[Offer]:
    """The tools of a desk in the order of their use; only those that read, where the desk only reads."""
    reading, finding, writing = Reading(desk), Finding(desk), Writing(desk)
    every = [
        Offer(reading.start, "Begin a session", READS),
        Offer(writing.log, "Log what happened", ADDS),
        Offer(writing.remember, "Remember a statement", ASKS),
        Offer(writing.forget, "Ask to forget", ASKS),
        Offer(finding.search, "Search what is known", READS),
        Offer(finding.show, "Show a passage", READS),
        Offer(finding.enhance, "Put what is known into a context", READS),
        Offer(reading.recall, "Recall a stored turn", READS),
        Offer(reading.log_show, "Show a day's log", READS),
        Offer(reading.todos, "List open todos", READS),
        Offer(reading.session_status, "Show how a conversation stands", READS),
        Offer(reading.review_list, "List what waits for a person", READS),
        Offer(reading.history, "Show what memory learned", READS),
        Offer(reading.why, "Say where a line came from", READS),
    ]
    return [offer for offer in every if not desk.only_reads or offer.hints.read_only_hint]


def build_server(desk: Desk) -> MCPServer:
    """The server of a desk's workspace; nothing is read of the workspace but the language that it speaks."""
    server = MCPServer(
        NAME,
        title=TITLE,
        instructions=instructions(desk.open()),
        version=__version__,
        log_level="WARNING",
        middleware=[_refuse_unknown_arguments(desk)],
    )
    for offer in offers(desk):
        told = inspect.getdoc(offer.work)  # without the indentation that it has in the code
        server.add_tool(offer.work, title=offer.title, description=told, annotations=offer.hints)
    add_resources(server, desk)
    add_prompts(server, desk)
    return server


def _refuse_unknown_arguments(desk: Desk) -> Callable[[Any, Any], Any]:
    """Answer a call with arguments that its tool does not have with an error: what was meant by them would be lost in silence."""
    known = {offer.work.__name__: _arguments(offer.work) for offer in offers(desk)}

    async def check(context: Any, call_next: Any) -> Any:
        if context.method == "tools/call" and isinstance(context.params, dict):
            unknown = _unknown(known, context.params)
            if unknown:
                return CallToolResult(content=[TextContent(type="text", text=unknown)], is_error=True)
        return await call_next(context)

    return check


def _arguments(work: Callable[..., CallToolResult]) -> frozenset[str]:
    """The names of a tool's arguments."""
    return frozenset(work.__annotations__) - {"return", "context"}


def _unknown(known: Mapping[str, frozenset[str]], params: Mapping[str, Any]) -> str:
    """What is to be said of a call's unknown arguments, "" where it has none."""
    name, given = str(params.get("name")), params.get("arguments")
    if name not in known or not isinstance(given, dict):
        return ""
    unknown = sorted(str(each)[:80] for each in given.keys() - known[name])
    if not unknown:
        return ""
    return f"{name} has no argument {', '.join(unknown)}\nit has {', '.join(sorted(known[name])) or 'none'}"
