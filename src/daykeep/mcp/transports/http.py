"""Messages over HTTP, for programs of the same user on this machine: every request shows where it comes from, and a token.

A page in a browser can send requests to this machine, also under a name of its own that it lets point here. So whatever
its path and method, a request is answered only if its Host is this server, its Origin (where it has one) is this server,
and it carries the token of this start.
"""

from __future__ import annotations

import contextlib
import hmac
import signal
import socket
from typing import TYPE_CHECKING, Any, NamedTuple

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from daykeep.errors import StorageError, UsageError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, MutableMapping, Sequence

    from mcp.server import MCPServer

    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
    App = Callable[[Scope, Receive, Send], Awaitable[None]]

PATH = "/mcp"
BODY_BYTES = 4 * 1024 * 1024
"""A longer request is refused."""
SHUTDOWN_SECONDS = 3
LOOPBACK = {"127.0.0.1": socket.AF_INET, "localhost": socket.AF_INET, "::1": socket.AF_INET6}
"""The addresses that only this machine reaches; no other is bound."""
NAMES = ("127.0.0.1", "localhost", "[::1]")
"""By which names a request may call this machine."""


class Refusal(NamedTuple):
    """The status and the words of a request that is not answered."""

    status: int
    text: str


class Guard:
    """Lets those requests through to an application that may come, whatever their path and method, and nothing else."""

    def __init__(self, app: App, *, port: int, token: str) -> None:
        self._app = app
        self._hosts = frozenset(f"{name}:{port}" for name in NAMES)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on or answer it with a refusal; a WebSocket is always refused."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
        elif refusal := self.refuse(scope["headers"]):
            await _answer(send, refusal)
        else:
            await self._app(scope, receive, send)

    def refuse(self, headers: Sequence[tuple[bytes, bytes]]) -> Refusal | None:
        """Why a request with these headers is not answered; None for one that is."""
        host = _values(headers, b"host")
        if len(host) != 1 or host[0].lower() not in self._hosts:
            return Refusal(421, "this server is not called so")
        if any(origin not in self._origins for origin in _values(headers, b"origin")):
            return Refusal(403, "requests from other pages are not answered")
        given = [value for name, value in headers if name.lower() == b"authorization"]
        scheme, _, token = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
        is_known = hmac.compare_digest(token.strip(), self._token)
        if scheme.lower() != b"bearer" or not is_known:
            return Refusal(401, "a request needs the token of this start")
        if any(not _is_short(length) for length in _values(headers, b"content-length")):
            return Refusal(413, f"a request may have {BODY_BYTES:,} bytes")
        return None


def _values(headers: Sequence[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]


def _is_short(length: str) -> bool:
    return length.isdecimal() and len(length) < 12 and int(length) <= BODY_BYTES


async def _answer(send: Send, refusal: Refusal) -> None:
    body = f"{refusal.text}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if refusal.status == 401:
        headers.append((b"www-authenticate", b'Bearer realm="daykeep"'))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def bind(host: str, port: int) -> socket.socket:
    """A listening socket on this machine alone; port 0 takes any free one.

    UsageError for an address that others reach, StorageError for a port that can't be had.
    """
    if host not in LOOPBACK:
        raise UsageError(
            f'"{host}" can be reached from outside of this machine', hint=f"one of {', '.join(LOOPBACK)}"
        )
    found = socket.socket(LOOPBACK[host], socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(("127.0.0.1" if host == "localhost" else host, port))
        found.listen(socket.SOMAXCONN)
    except OSError as error:
        found.close()
        raise StorageError(
            f"can't listen on port {port}: {error.strerror}", hint="--port 0 takes a free one"
        ) from error
    return found


def guarded_app(server: MCPServer, *, port: int, token: str) -> Guard:
    """The application that serves ``server`` under `PATH` to those who know the token."""
    hosts = [f"{name}:{port}" for name in NAMES]
    inner = server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=BODY_BYTES,
        transport_security=TransportSecuritySettings(
            allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
        ),
    )
    return Guard(inner, port=port, token=token)


def serve_http(server: MCPServer, listening: socket.socket, token: str, announce: Callable[[], None]) -> None:
    """Serve until SIGTERM or Ctrl-C, once ``announce`` has said where; calls that are under way get a few seconds to end."""
    app = guarded_app(server, port=listening.getsockname()[1], token=token)
    web = uvicorn.Server(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            ws="none",
            lifespan="on",
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
    )
    with _ended_by_signals(web):
        announce()
        web.run(sockets=[listening])


@contextlib.contextmanager
def _ended_by_signals(web: uvicorn.Server) -> Iterator[None]:
    """Let signals end the server before it runs too, and end it alone: it raises them again when it is done."""
    before = {number: signal.signal(number, web.handle_exit) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
