"""The way in: serves a workspace to an agent over the pipes of this process, or over HTTP on this machine."""

from __future__ import annotations

import logging
import os
import signal
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from daykeep.config import user_cache_folder
from daykeep.errors import StorageError, UsageError
from daykeep.files.ids import new_salt
from daykeep.files.outside import find_outside, remove_outside, write_outside
from daykeep.files.replace import sha256_of
from daykeep.mcp.complaints import Complaints
from daykeep.mcp.desk import Desk, visible
from daykeep.mcp.server import build_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp.server import MCPServer

MARK = "DAYKEEP_MCP"
"""Set for everything that this process starts: what runs under an agent's server is no person."""
TOKEN_BYTES = 32


class Stopped(Exception):  # noqa: N818 - it is no error
    """The process was asked to end."""


def serve(root: Path, *, only_reads: bool = False) -> None:
    """Serve over standard input and output until the client closes them, or SIGTERM. stdout carries messages alone."""
    with _marked():
        server = _prepare(root, only_reads=only_reads)
        if sys.stdin is not None and sys.stdin.isatty():
            _say(f"serving {root}: messages are read from here, which agents send; Ctrl-D ends")
        with _claimed_pipes() as (source, sink):
            stopped = anyio.run(partial(_until_stopped, server, source, sink))
    if stopped:
        sys.stderr.flush()
        os._exit(0)  # a thread may still wait for the client's next word, and nothing would end that


def serve_over_http(root: Path, *, host: str, port: int, only_reads: bool = False) -> None:
    """Serve over HTTP on this machine until SIGTERM or Ctrl-C; address and the file of the token are said on stderr.

    UsageError for an address that others reach.
    """
    from daykeep.mcp.transports.http import PATH, bind, serve_http

    with _marked(), bind(host, port) as listening:
        server = _prepare(root, only_reads=only_reads)
        found = listening.getsockname()[1]
        named = f"[{host}]" if ":" in host else host
        with _kept_token(root, found) as (token, path):

            def announce() -> None:
                _say(f"serving {root} at http://{named}:{found}{PATH}")
                _say(f"every request needs the header Authorization: Bearer, with the token in {path}")

            serve_http(server, listening, token, announce)


def _prepare(root: Path, *, only_reads: bool) -> MCPServer:
    """The server of a workspace; whatever logs goes to stderr."""
    logging.basicConfig(handlers=[Complaints(sys.stderr)], level=logging.WARNING)
    return build_server(Desk(root, dict(os.environ), only_reads=only_reads))


@contextmanager
def _marked() -> Iterator[None]:
    """Let everything that this process starts meanwhile know that an agent is behind it."""
    before = os.environ.get(MARK)
    os.environ[MARK] = "1"
    try:
        yield
    finally:
        os.environ.pop(MARK, None)
        if before is not None:
            os.environ[MARK] = before


def _say(text: str) -> None:
    sys.stderr.write(f"daykeep mcp: {visible(text)}\n")
    sys.stderr.flush()


@contextmanager
def _claimed_pipes() -> Iterator[tuple[int, int]]:
    """Descriptors of the client's two pipes. Meanwhile what reads standard input finds its end, and what is printed goes to stderr."""
    if sys.__stdin__ is None or sys.__stdout__ is None:  # their numbers are something else's by now
        said = "standard input or output is closed, and an agent speaks by them"
        raise UsageError(said, hint="--http serves without them")
    sys.stdout.flush()
    source, sink = os.dup(0), os.dup(1)
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    try:
        yield source, sink
    finally:
        sys.stdout.flush()
        os.dup2(source, 0)
        os.dup2(sink, 1)


async def _until_stopped(server: MCPServer, source: int, sink: int) -> bool:
    """Serve the pipes to their end; whether a signal ended it. Calls that write are never broken off in the middle."""
    from daykeep.mcp.transports.stdio import serve_stdio

    stopped = False
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_raise_on_signal)
            await serve_stdio(server, source, sink)
            group.cancel_scope.cancel()
    except* Stopped:
        stopped = True
    return stopped


async def _raise_on_signal() -> None:
    if sys.platform == "win32":
        return
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            raise Stopped


@contextmanager
def _kept_token(root: Path, port: int) -> Iterator[tuple[str, Path]]:
    """A new token in a file that only the user reads (mode 600), gone again at the end. One of a start that died is replaced."""
    cache = user_cache_folder(os.environ, sys.platform)
    path = (Path(cache) if cache else root / ".daykeep" / "cache") / "mcp" / f"{port}.token"
    token = new_salt(TOKEN_BYTES).hex()
    left = find_outside(path)
    write_outside(path, token.encode(), expected_sha256=None if left is None else sha256_of(left))
    try:
        yield token, path
    finally:
        try:
            remove_outside(path, expected_sha256=sha256_of(token.encode()))
        except StorageError as error:
            _say(error.message)
