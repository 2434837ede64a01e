"""Results of tools whose cost a recorded conversation tells: what went in with the next call, less what had been there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.transcripts.usage.usage import read_usage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SMALLEST_TOKENS = 150
"""In smaller results what stands around them weighs too much."""


class Cost(NamedTuple):
    """A text and the tokens that a model said it cost, with the number of results it is made of."""

    model: str
    text: str
    tokens: int
    results: int


def read_costs(path: Path) -> Iterator[Cost]:
    """The results between two answers of one model, without a person's message between them."""
    last: dict[str, Any] | None = None
    texts: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        message = json.loads(line).get("message") or {}
        role = message.get("role")
        if role == "toolResult" and all(part.get("type") == "text" for part in message["content"]):
            texts.append("".join(part["text"] for part in message["content"]))
        elif role == "assistant":
            if last is not None and texts and last.get("model") == message.get("model"):
                yield from _cost(last, message, texts)
            last, texts = (message if message.get("stopReason") == "toolUse" else None), []
        else:
            last = None


def _cost(before: dict[str, Any], after: dict[str, Any], texts: list[str]) -> Iterator[Cost]:
    first, second = read_usage(before.get("usage")), read_usage(after.get("usage"))
    if first is None or second is None or not first.output or not second.output:
        return
    tokens = second.prompt - first.prompt - first.output
    if tokens >= SMALLEST_TOKENS:
        yield Cost(str(after["model"]), "".join(texts), tokens, len(texts))
