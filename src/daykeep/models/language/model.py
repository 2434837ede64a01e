"""What every language model here can do: answer one prompt with JSON of a given schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from daykeep.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

ANSWER_LIMIT_BYTES = 2_000_000
ANSWER_TOKENS = 8_192
"""What an answer may have: 32 turns or 16 notes need less than half."""


class JsonReply(NamedTuple):
    """A model's answer as JSON, not yet checked against its schema, and what it says that it read (None if it doesn't say)."""

    value: Any
    input_tokens: int | None = None


class JsonModel(Protocol):
    """A language model. ``name`` is how it is reached, ``version`` which it is; ``is_local`` says that nothing leaves this machine."""

    name: str
    version: str
    is_local: bool

    def ask(self, instructions: str, text: str, schema: Mapping[str, Any]) -> JsonReply:
        """The answer to a prompt, as JSON that should follow the schema; ModelError if there is none."""
        ...


def read_bounded(chunks: Iterable[bytes], late: Callable[[], bool], who: str) -> Any:
    """The JSON in the pieces of an answer; ModelError for more than 2 MB, for one that comes too slowly, and for no JSON object."""
    data = bytearray()
    for chunk in chunks:
        data += chunk
        if len(data) > ANSWER_LIMIT_BYTES:
            raise ModelError(f"{who} answered with more than {ANSWER_LIMIT_BYTES:,} bytes")
        if late():
            raise ModelError(f"{who} can't be reached: timed out")
    return read_json(bytes(data), who)


def read_json(data: bytes | str, who: str) -> Any:
    """The JSON object in a text; ModelError if it is none."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{who} answered with something that is no JSON") from error
    if not isinstance(value, dict):
        raise ModelError(f"{who} answered with something that is no JSON object")
    return value


def read_fenced(text: str, who: str) -> Any:
    """The JSON object that a model wrote, also inside a fence of Markdown or between words of its own.

    >>> read_fenced('Here: {"a": 1} Done.', "it")
    {'a': 1}
    """
    start, end = text.find("{"), text.rfind("}")
    return read_json(text[start : end + 1] if 0 <= start < end else text, who)


def count_of(value: Any) -> int | None:
    """A whole number that isn't below zero; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
