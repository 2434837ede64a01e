"""An embedding service on this machine: the OpenAI form, vectors that count hashed words."""

from __future__ import annotations

import hashlib
import json
import math
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

DIMENSION = 256


@contextmanager
def serve_word_counts() -> Iterator[str]:
    """Serve on a free port of loopback until the block ends; yields the base address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()


def count_words(text: str) -> list[float]:
    """A vector of unit length that counts the words of a text by their hash."""
    counts = [0.0] * DIMENSION
    for word in re.findall(r"\w+", text.lower()):
        counts[hashlib.blake2b(word.encode(), digest_size=1).digest()[0]] += 1
    length = math.sqrt(sum(count * count for count in counts)) or 1
    return [count / length for count in counts]


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        """Answer one request for embeddings."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        texts = [asked] if isinstance(asked, str) else asked
        rows = [
            {"object": "embedding", "index": at, "embedding": count_words(str(text))}
            for at, text in enumerate(texts)
        ]
        answer = {
            "object": "list",
            "model": "words",
            "data": rows,
            "usage": {"prompt_tokens": 1, "total_tokens": 1},
        }
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name is the library's
        """Say nothing: the output is the benchmark's."""
