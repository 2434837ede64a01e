"""Real HTTP servers on loopback that speak the APIs of decision and language models, or fail as such servers do."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Sent(NamedTuple):
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class Said(NamedTuple):
    """An answer. ``drip_seconds`` is waited after each byte, ``claims`` is a Content-Length that isn't true, ``hangs`` seconds pass first."""

    status: int
    data: bytes
    headers: tuple[tuple[str, str], ...] = ()
    drip_seconds: float = 0.0
    claims: int | None = None
    hangs: float = 0.0


class Machine(ThreadingHTTPServer):
    """Collects what it is sent; ``answer`` makes the answer to each request."""

    daemon_threads = True

    def __init__(self, answer: Callable[[Sent], Said]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.sent: list[Sent] = []

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing about a client that went away."""


class _Handler(BaseHTTPRequestHandler):
    server: Machine

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        sent = Sent(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
        self.server.sent.append(sent)
        said = self.server.answer(sent)
        time.sleep(said.hangs)
        self.send_response(said.status)
        if "content-type" not in {name.lower() for name, _ in said.headers}:
            self.send_header("Content-Type", "application/json")
        for name, value in said.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(said.data) if said.claims is None else said.claims))
        self.end_headers()
        for number in range(len(said.data)) if said.drip_seconds else ():
            self.wfile.write(said.data[number : number + 1])
            self.wfile.flush()
            time.sleep(said.drip_seconds)
        if not said.drip_seconds:
            self.wfile.write(said.data)

    def do_GET(self) -> None:
        self.server.sent.append(Sent(f"GET {self.path}", {}, {}))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def machine(answer: Callable[[Sent], Said]) -> Iterator[Machine]:
    """A server for the time of a with block."""
    server = Machine(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def say(value: object, status: int = 200, *headers: tuple[str, str]) -> Said:
    """JSON with a status."""
    return Said(status, json.dumps(value).encode(), headers)


class Clef:
    """A decision model that reads the first ``reads`` characters of a state, and judges each turn by what it read.

    ``judge`` gives the probabilities for one question's id; by default a turn whose text says "thanks" is dropped.
    """

    def __init__(
        self,
        *,
        reads: int = 10**9,
        most: int = 64,
        envelope: bool = False,
        judge: Callable[[str, str], dict[str, Any]] | None = None,
    ) -> None:
        self.reads, self.most, self.envelope, self.judge = reads, most, envelope, judge

    def __call__(self, sent: Sent) -> Said:
        body = sent.body
        if sent.path.endswith("/decisions"):
            return self._decisions(body)
        if len(body["questions"]) > self.most:
            return say({"detail": f"at most {self.most} questions"}, 422)
        seen = body["state"][: self.reads]
        answers = {
            name: self._answer(name, list(question["criteria"]), seen)
            for name, question in body["questions"].items()
        }
        held = {"model": body["model"], "answers": answers, "usage": self._usage(body["state"])}
        if self.envelope:
            return say({"result": held, "success": True, "errors": [], "messages": []})
        return say(held)

    def _decisions(self, body: dict[str, Any]) -> Said:
        seen = body["input"][: self.reads]
        answers = []
        for one in body["questions"]:
            found = self._answer(one["name"], [choice["value"] for choice in one["choices"]], seen)
            shares = [{"value": name, "probability": p} for name, p in found["probabilities"].items()]
            answers.append({**found, "name": one["name"], "probabilities": shares})
        return say({"model": body["model"], "answers": answers, "usage": self._usage(body["input"])})

    def _answer(self, name: str, choices: list[str], seen: str) -> dict[str, Any]:
        if name == "code-word":
            right = next((word for word in choices if seen.endswith(word)), None)
            shares = {word: 1.0 if word == right else 0.0 for word in choices}
            if right is None:
                shares = {word: round(1 / len(choices), 4) for word in choices}
        else:
            shares = (self.judge or _thanks)(name, turn_of(name, seen))
        top = max(
            shares, default="keep", key=lambda one: shares[one] if isinstance(shares[one], float) else 0
        )
        return {"type": "choice", "choice": top, "probabilities": shares, "confidence": 0.9}

    def _usage(self, text: str) -> dict[str, int]:
        return {"input_tokens": len(text) // 2, "output_tokens": 0}


def turn_of(name: str, text: str) -> str:
    """What a state says about one turn."""
    return text.partition(f"--- {name} (")[2].partition("\n--- ")[0]


def _thanks(name: str, text: str) -> dict[str, Any]:
    if "thanks" in text:
        return {"keep": 0.02, "compress": 0.02, "archive": 0.02, "drop": 0.94}
    return {"keep": 0.9, "compress": 0.05, "archive": 0.03, "drop": 0.02}


def judge_prompt(
    instructions: str, text: str, schema: dict[str, Any], reads: slice = slice(None)
) -> dict[str, Any]:
    """What a language model that reads a part of its prompt answers to a question about turns."""
    seen = text[reads]
    first = seen.partition("The first code word is: ")[2].partition("\n")[0]
    last = seen.partition("The code word of this text is: ")[2].partition("\n")[0]
    turns = {
        name: {choice: _thanks(name, turn_of(name, seen))[choice] for choice in one["properties"]}
        for name, one in schema["properties"]["turns"]["properties"].items()
    }
    return {"first_code_word": first or "none", "turns": turns, "last_code_word": last or "none"}


def completion(value: object, **more: Any) -> Said:
    """A chat completion of OpenAI's API whose text is this JSON."""
    text = value if isinstance(value, str) else json.dumps(value)
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop", **more}
    return say({"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice],
                "usage": {"prompt_tokens": 100_000, "completion_tokens": 10, "total_tokens": 100_010}})  # fmt: skip


def tool_use(value: object, **more: Any) -> Said:
    """A message of Anthropic's API that calls the tool with this input."""
    block = {"type": "tool_use", "id": "t", "name": "answer", "input": value}
    return say({"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [block],
                "stop_reason": "tool_use", "usage": {"input_tokens": 60_000, "cache_read_input_tokens": 40_000,
                "output_tokens": 1}, **more})  # fmt: skip
