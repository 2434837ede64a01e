"""Long conversations as agents have them, made up: the same seed and size give the same messages."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from daykeep.transcripts.messages.blocks import block_of
from daykeep.transcripts.messages.model import ASSISTANT, USER, Message

if TYPE_CHECKING:
    from collections.abc import Iterator

_SENTENCE = (
    "the service reads its port from config and writes to the table orders after each retry because the index was "
    "stale so we decide to keep Postgres and drop the cache while the worker waits for a lock on branch release and "
    "the test fails with timeout in module billing until somebody sets the flag again"
)
_WORDS = _SENTENCE.split()
_ASKS = (
    "Look into {id} again.",
    "Use port {n} for {name}, not {m}.",
    "Thanks!",
    "ok",
    "What did we decide about {name}?",
    "No, keep {name} as it is.",
    "Please run the tests in {path}.",
    "好的，用 {name}，端口 {n}。",
    "Never deploy {name} on Fridays.",
    "The error was E{n} in {path}.",
)
_TOOLS = ("read_file", "bash", "grep", "edit")


def make_thread(turns: int, *, tokens: int, seed: int = 7) -> list[Message]:
    """A conversation of so many turns and about so many tokens, as messages of the Anthropic API.

    Most turns hold calls with results, some only talk; ids, numbers, paths and names come back later, as they do in real work.
    """
    rng = random.Random(seed)
    words = max(8, round(tokens / turns * 0.55))
    return [_message(one) for number in range(turns) for one in _turn(rng, number, words)]


def _message(given: dict[str, Any]) -> Message:
    content = given["content"]
    blocks = (block_of(content),) if isinstance(content, str) else tuple(map(block_of, content))
    return Message(ASSISTANT if given["role"] == "assistant" else USER, blocks, given=given)


def _turn(rng: random.Random, number: int, words: int) -> Iterator[dict[str, Any]]:
    facts = {
        "id": f"TASK-{rng.randrange(number + 20)}",
        "n": rng.randrange(1000, 9999),
        "m": rng.randrange(1000, 9999),
        "name": f"service-{rng.randrange(60)}",
        "path": f"src/mod_{rng.randrange(200)}/part_{rng.randrange(9)}.py",
    }
    yield {"role": "user", "content": rng.choice(_ASKS).format(**facts)}
    rest = rng.randrange(words // 2, words + words // 2)
    if rng.random() < 0.7:
        calls = rng.randrange(1, 4)
        ids = [f"toolu_{number}_{place}" for place in range(calls)]
        said = {"type": "text", "text": _text(rng, 8)}
        uses = [_use(rng, one, facts) for one in ids]
        yield {"role": "assistant", "content": [said, *uses]}
        yield {"role": "user", "content": [_result(rng, one, facts, rest // calls) for one in ids]}
        rest //= 6
    yield {"role": "assistant", "content": f"{_text(rng, rest)} ({facts['path']}, {facts['n']})"}


def _use(rng: random.Random, ident: str, facts: dict[str, Any]) -> dict[str, Any]:
    given = {"path": facts["path"], "limit": facts["n"]}
    return {"type": "tool_use", "id": ident, "name": rng.choice(_TOOLS), "input": given}


def _result(rng: random.Random, ident: str, facts: dict[str, Any], words: int) -> dict[str, Any]:
    text = f"{facts['path']}:{facts['n']}: {_text(rng, words)}"
    return {"type": "tool_result", "tool_use_id": ident, "content": text, "is_error": rng.random() < 0.05}


def _text(rng: random.Random, words: int) -> str:
    return " ".join(rng.choices(_WORDS, k=max(1, words)))
