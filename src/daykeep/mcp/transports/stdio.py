"""Messages over two pipes, a line each: nothing else gets between them, and whatever a client does ends in peace."""

from __future__ import annotations

import os
import re
import threading
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any

import anyio
from anyio.from_thread import BlockingPortal
from mcp.server.stdio import stdio_server

from daykeep.files.disk import write_all
from daykeep.mcp.transports.messages import read_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from anyio.streams.memory import MemoryObjectSendStream
    from mcp.server import MCPServer

LINE_BYTES = 8 * 1024 * 1024
"""A longer message is refused before it is parsed: no tool takes so much."""
CHUNK_BYTES = 1 << 16
EDGE_BYTES = 400
"""The id of a message stands in so many bytes at its beginning or end."""
LAST_SECONDS = 5.0
"""A client that closed its end gets the answers that are done within this time."""
INVALID = -32600
"""JSON-RPC's number for a request that can't be taken."""

_ID = rb'"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\]{1,200}")'
_AT_START = re.compile(rb"^\s*\{[^{}\[\]]*?" + _ID)
_AT_END = re.compile(rb"[}\]\"0-9]\s*,\s*" + _ID + rb'(?:\s*,\s*"jsonrpc"\s*:\s*"2\.0")?\s*\}\s*$')
_ANSWER = re.compile(r'\{"jsonrpc":"2\.0","id":(?:[^,"]+|"(?:[^"\\]|\\.)*"),"(?:result|error)":')


class TooLong:
    """A message that was not taken; its id as JSON where it could be seen, else None."""

    def __init__(self, id_json: str | None) -> None:
        self.id_json = id_json


class LineCutter:
    r"""Cuts a stream of bytes into lines; of one that is too long only the edges are kept.

    >>> cutter = LineCutter(limit_bytes=4)
    >>> [*cutter.feed(b"ab\ncd")], [*cutter.feed(b"ef")], [*cutter.feed(b"g\n")][0].id_json
    (['ab'], [], None)
    """

    def __init__(self, *, limit_bytes: int = LINE_BYTES) -> None:
        self._limit = limit_bytes
        self._data = bytearray()
        self._size = 0
        self._edges: tuple[bytes, bytes] | None = None

    def feed(self, chunk: bytes) -> Iterator[str | TooLong]:
        """The lines that end in ``chunk``."""
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            self._keep(part)
            yield self._take()
        self._keep(rest)

    def end(self) -> Iterator[str | TooLong]:
        """The last line, where it has no end."""
        if self._size:
            yield self._take()

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._edges is not None:
            first, last = self._edges
            self._edges = (first, (last + part)[-EDGE_BYTES:])
            return
        self._data += part
        if self._size > self._limit:
            self._edges = (bytes(self._data[:EDGE_BYTES]), bytes(self._data[-EDGE_BYTES:]))
            self._data.clear()

    def _take(self) -> str | TooLong:
        data, edges = bytes(self._data), self._edges
        self._data.clear()
        self._size, self._edges = 0, None
        if edges is None:
            return data.decode("utf-8", "replace")
        return TooLong(_id_at_edges(*edges))


class Traffic:
    """Counts requests that came and answers that went, so that a client that closed its end still gets those under way."""

    def __init__(self) -> None:
        self._came = 0
        self._went = 0
        self._under_way = 0
        self._settled: anyio.Event | None = None

    async def watch(self, context: Any, call_next: Callable[[Any], Any]) -> Any:
        """Count a request as under way until its answer is made; one that is called off gets none."""
        if context.request_id is None:
            return await call_next(context)
        self._under_way += 1
        try:
            return await call_next(context)
        except anyio.get_cancelled_exc_class():
            self._came -= 1
            raise
        finally:
            self._under_way -= 1
            self._look()

    def note_came(self, *, is_request: bool) -> None:
        """Count a message that was read."""
        self._came += is_request

    def note_written(self, line: str) -> None:
        """Count a line that was written."""
        self._went += bool(_ANSWER.match(line))
        self._look()

    async def settle(self) -> None:
        """Wait until every request has its answer, a few seconds at most."""
        self._settled = anyio.Event()
        with anyio.move_on_after(LAST_SECONDS):
            self._look()
            await self._settled.wait()

    def _look(self) -> None:
        if self._settled is not None and not self._under_way and self._went >= self._came:
            self._settled.set()


class Sink:
    """Where answers are written, whole lines at a time."""

    def __init__(self, descriptor: int, traffic: Traffic) -> None:
        self._descriptor = descriptor
        self._traffic = traffic

    async def write(self, text: str) -> None:
        """Write all of the text; BrokenPipeError where nobody reads any more."""
        await self.write_uncounted(text)
        self._traffic.note_written(text)

    async def write_uncounted(self, text: str) -> None:
        """Write what answers no request that was counted when it came."""
        await anyio.to_thread.run_sync(write_all, self._descriptor, text.encode())

    async def flush(self) -> None:
        """Nothing is held back."""


async def serve_stdio(server: MCPServer, source: int, sink: int) -> None:
    """Serve the messages that come by the descriptor ``source`` until its end, and answer to ``sink``.

    What is no message is passed over; a request that can't be read, or is too long, is refused by its id. Returns when the client closes its end or goes away.
    """
    traffic = Traffic()
    server.middleware.append(traffic.watch)
    out = Sink(sink, traffic)
    send, receive = anyio.create_memory_object_stream[str](0)
    async with BlockingPortal() as portal:
        pump = threading.Thread(target=_pump, args=(source, portal, send, out, traffic), daemon=True)
        pump.start()  # a daemon: it may wait for a client that never says anything again
        try:
            await _serve(server, receive, out)
        finally:
            receive.close()
            await portal.stop(cancel_remaining=True)


async def _serve(server: MCPServer, lines: Any, out: Sink) -> None:
    try:
        async with stdio_server(lines, out) as (read, write):
            low = server._lowlevel_server  # noqa: SLF001 - what `run_stdio_async` serves by its own streams alone
            await low.run(read, write, low.create_initialization_options())
    except* BrokenPipeError:
        pass  # the client went away: there is nobody to tell


def _pump(
    source: int, portal: BlockingPortal, send: MemoryObjectSendStream[str], out: Sink, traffic: Traffic
) -> None:
    """Read the descriptor to its end and hand on its lines; the portal that is closed ends it."""
    cutter = LineCutter()

    async def hand_on(line: str | TooLong) -> None:
        if isinstance(line, TooLong):
            refused, said = line.id_json, f"the message is longer than {LINE_BYTES:,} bytes"
        else:
            message = read_line(line)
            if message is not None:
                traffic.note_came(is_request=message.is_request)
                await send.send(message.text)
                return
            refused, said = _id_of_request(line), "the request can't be read"
        if refused is not None:
            await out.write_uncounted(_refusal(refused, said))

    async def finish() -> None:
        await traffic.settle()
        await send.aclose()

    try:
        while chunk := os.read(source, CHUNK_BYTES):
            for line in cutter.feed(chunk):
                portal.call(hand_on, line)
        for line in cutter.end():
            portal.call(hand_on, line)
        portal.call(finish)
    except (RuntimeError, OSError, CancelledError, anyio.BrokenResourceError, anyio.ClosedResourceError):
        return  # nobody is served any more


def _id_of_request(line: str) -> str | None:
    """The id of what was meant as a request, as JSON; None for anything else."""
    data = line.encode()
    return _id_at_edges(data[:EDGE_BYTES], data[-EDGE_BYTES:]) if '"method"' in line else None


def _id_at_edges(first: bytes, last: bytes) -> str | None:
    found = _AT_START.search(first) or _AT_END.search(last)
    return found[1].decode("utf-8", "replace") if found else None


def _refusal(id_json: str, said: str) -> str:
    return f'{{"jsonrpc":"2.0","id":{id_json},"error":{{"code":{INVALID},"message":"{said}"}}}}\n'
