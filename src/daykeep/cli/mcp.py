"""``daykeep mcp``: serves the workspace to agents by the Model Context Protocol."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from daykeep.cli.frame import Call, command
from daykeep.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from types import ModuleType

PACKAGES = frozenset({"mcp", "mcp_types", "pydantic", "anyio", "starlette", "uvicorn"})
"""What the extra brings."""
HOST = "127.0.0.1"


@command("mcp")
@click.option("--read-only", "only_reads", is_flag=True, help="Offer only the tools that read.")
@click.option(
    "--http", is_flag=True, help="Serve over HTTP on this machine, not over the pipes of this process."
)
@click.option("--host", default=HOST, show_default=True, help="With --http: 127.0.0.1, localhost or ::1.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="With --http: else a free one is taken.",
)
def mcp(call: Call, *, only_reads: bool, http: bool, host: str, port: int) -> None:
    """Serve this workspace to agents.

    By the Model Context Protocol, over standard input and output: an agent's own settings name this command, and it
    starts and ends it. With --http the address and the file that holds the token of this start are printed to stderr.
    Nothing that comes this way counts as said by the user, and nothing is approved by it.
    """
    if not http and (host, port) != (HOST, 0):
        raise UsageError("--host and --port go with --http")
    root = call.workspace(strict=False).root
    serving = _load()
    if http:
        serving.serve_over_http(root, host=host, port=port, only_reads=only_reads)
    else:
        serving.serve(root, only_reads=only_reads)


def _load() -> ModuleType:
    try:
        return import_module("daykeep.mcp.serving")
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in PACKAGES:
            raise
        raise ConfigError(
            f"the package {error.name} is not installed", hint="pip install 'daykeep[mcp]' brings it"
        ) from error
