"""A real HTTP server on loopback that answers as a chat model, or as badly as it is told to."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Answer = tuple[int, bytes]


class ModelServer(ThreadingHTTPServer):
    """Collects the requests it gets; ``answer`` makes the answer to each request's body."""

    daemon_threads = True

    def __init__(self, answer: Callable[[dict[str, Any]], Answer]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []

    @property
    def endpoint(self) -> str:
        """The address to set as the model's endpoint."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: ModelServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        status, data = self.server.answer(body)
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "file:///etc/hostname")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def completion(text: object) -> Answer:
    """A good answer with this text."""
    return 200, json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()


@contextmanager
def serving(answer: Callable[[dict[str, Any]], Answer]) -> Iterator[ModelServer]:
    """A server for the time of a with block."""
    server = ModelServer(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
