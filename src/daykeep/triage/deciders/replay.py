"""A recording of what a model answered: asked the same again, it answers the same, without the model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ModelError
from daykeep.triage.deciders.asking.request import Reply
from daykeep.triage.protocols import DeciderLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from daykeep.triage.deciders.asking.request import Asking, Request


class Recorded(NamedTuple):
    """What a recording holds: the replies by the key of their requests, and lines that can't be read."""

    replies: Mapping[str, Reply]
    problems: tuple[tuple[int, str], ...]


class RecordingAsking:
    """Asks another model and keeps each reply with the key of its request; no text of the conversation is kept."""

    def __init__(self, asking: Asking, keep: Callable[[Mapping[str, Any]], object]) -> None:
        self._asking, self._keep = asking, keep
        self.name, self.version, self.limits = asking.name, asking.version, asking.limits
        self.is_local, self.reorders, self.uncalibrated = (
            asking.is_local,
            asking.reorders,
            asking.uncalibrated,
        )

    def ask(self, request: Request) -> Reply:
        """The other model's reply, kept before it is given; nothing is kept of a request that fails."""
        reply = self._asking.ask(request)
        self._keep(record_of(request, reply))
        return reply


class ReplayAsking:
    """Answers from a recording; raises ModelError for a request that isn't in it."""

    name = "replay"
    is_local = True
    uncalibrated = False

    def __init__(
        self,
        replies: Mapping[str, Reply],
        *,
        version: str = "1",
        limits: DeciderLimits | None = None,
        reorders: bool = False,
    ) -> None:
        self._replies = replies
        self.version, self.reorders = version, reorders
        self.limits = limits or DeciderLimits(max_questions=64)

    def ask(self, request: Request) -> Reply:
        """The reply that was recorded for this very request."""
        reply = self._replies.get(request.key)
        if reply is None:
            raise ModelError(
                f"the recording has no answer to this request ({request.key[:12]}); record it anew"
            )
        return reply


def record_of(request: Request, reply: Reply) -> dict[str, Any]:
    """One line of a recording."""
    answers = {name: dict(answer) for name, answer in reply.answers.items()}
    return {
        "v": 1, "key": request.key, "answers": answers,
        "confidences": dict(reply.confidences), "input_tokens": reply.input_tokens,
    }  # fmt: skip


def read_recording(lines: Iterable[str]) -> Recorded:
    """The replies that lines of JSON hold; of two for the same request the later counts. One bad line never stops it."""
    replies: dict[str, Reply] = {}
    problems: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            answers = {str(name): dict(answer) for name, answer in record["answers"].items()}
            replies[str(record["key"])] = Reply(
                answers, dict(record.get("confidences") or {}), record.get("input_tokens")
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            problems.append((number, f"no recorded reply: {error}"))
    return Recorded(replies, tuple(problems))
